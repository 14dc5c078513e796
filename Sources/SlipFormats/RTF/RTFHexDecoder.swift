/// Reads a picture's hexadecimal digits in one pass: the data, and all that writing them again wants to know.
struct RTFHexDecoder {
  enum Fault {
    /// Both `a`...`f` and `A`...`F`.
    case mixedCase
    case oddDigits
    /// White space that `RTFHexLayout` cannot tell in few items.
    case irregularLayout
  }

  private(set) var data: [UInt8] = []
  private(set) var layout = RTFHexLayout()
  private(set) var isUpperCase = false
  private(set) var fault: Fault?
  /// Behind the last digit.
  private(set) var end: Int

  /// Decodes from the digit at `start` up to the first byte that is neither a digit nor white space.
  init(_ input: UnsafeRawBufferPointer, at start: Int) {
    end = start
    guard let base = input.baseAddress, start < input.count else { return }
    let limit = RTFHexDecoder.endOfRegion(base, start, input.count)
    data = [UInt8](unsafeUninitializedCapacity: (limit - start) / 2 + 16) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      count = read(base, limit, UnsafeMutableRawPointer(out))
    }
  }

  /// The first `{`, `}` or backslash, or another byte above `f`.
  private static func endOfRegion(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index + 16 <= end {
      let bytes = base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      if let lane = SIMDLanes.first((bytes .> 0x66) .| (bytes .== 0x5C)) { return index + lane }
      index += 16
    }
    while index < end {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      if byte > 0x66 || byte == 0x5C { return index }
      index += 1
    }
    return end
  }

  /// Reads line after line. Gives the number of bytes written to `out`, which has room for 16 more than needed.
  private mutating func read(_ base: UnsafeRawPointer, _ limit: Int, _ out: UnsafeMutableRawPointer) -> Int {
    var run = HexRun(base: base, limit: limit, out: out, at: end)
    while true {
      let first = run.at
      run.readDigits()
      if run.at > first { end = run.at }
      guard let space = readSpace(&run), run.at < limit, HexRun.digit(run.byte) != nil else { break }
      if fault == nil && (space.length == 0 || !layout.append(digits: end - first, space)) {
        fault = .irregularLayout
      }
    }
    isUpperCase = run.hasUpperCase
    if run.hasHalf { fault = .oddDigits }
    if run.hasUpperCase && run.hasLowerCase { fault = .mixedCase }
    return run.written
  }

  /// White space between two lines, empty when it is too long; nil when there is none.
  private func readSpace(_ run: inout HexRun) -> RTFHexLayout.Space? {
    var space = RTFHexLayout.Space()
    let first = run.at
    var fits = true
    while run.at < run.limit, HexRun.isSpace(run.byte) {
      fits = space.append(run.byte) && fits
      run.at += 1
    }
    guard run.at > first else { return nil }
    return fits ? space : RTFHexLayout.Space()
  }
}

/// Digits on their way to bytes. A byte may begin in one line and end in the next.
private struct HexRun {
  let base: UnsafeRawPointer
  let limit: Int
  let out: UnsafeMutableRawPointer
  var at: Int
  var written = 0
  var half: UInt8 = 0
  var hasHalf = false
  /// Bit 5 of a letter tells its case; gathered over all letters, for either value of the bit.
  var upper = SIMD16<UInt8>(repeating: 0)
  var lower = SIMD16<UInt8>(repeating: 0)

  var byte: UInt8 { base.load(fromByteOffset: at, as: UInt8.self) }
  var hasUpperCase: Bool { upper != SIMD16(repeating: 0) }
  var hasLowerCase: Bool { lower != SIMD16(repeating: 0) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09 }

  static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// Reads as many digits as there are.
  mutating func readDigits() {
    if hasHalf { guard readOne() else { return } }
    var index = at
    var length = written
    var upper = self.upper
    var lower = self.lower
    var isDone = false
    while index &+ 16 <= limit {
      let bytes = base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      let isLetter = ((bytes | 0x20) &- 0x61) .< 6
      let isDigit = (bytes &- 0x30) .< 10
      upper |= (~bytes & 0x20).replacing(with: 0, where: .!isLetter)
      lower |= (bytes & 0x20).replacing(with: 0, where: .!isLetter)
      let nibbles = (bytes & 0x0F) &+ SIMD16(repeating: 0).replacing(with: 9, where: isLetter)
      let pairs = unsafeBitCast(nibbles, to: SIMD8<UInt16>.self)
      let joined = (pairs &<< 4 | pairs &>> 8) & 0xFF
      out.storeBytes(
        of: SIMD8<UInt8>(truncatingIfNeeded: joined), toByteOffset: length, as: SIMD8<UInt8>.self)
      guard let lane = SIMDLanes.first(.!(isLetter .| isDigit)) else {
        index &+= 16
        length &+= 8
        continue
      }
      index &+= lane
      length &+= lane / 2
      if lane % 2 == 1 {
        half = nibbles[lane - 1]
        hasHalf = true
      }
      isDone = true
      break
    }
    (at, written, self.upper, self.lower) = (index, length, upper, lower)
    if !isDone { while readOne() {} }
  }

  /// Reads one digit, if there is one.
  private mutating func readOne() -> Bool {
    guard at < limit, let digit = HexRun.digit(byte) else { return false }
    if digit > 9 { if byte & 0x20 == 0 { upper[0] = 0x20 } else { lower[0] = 0x20 } }
    if hasHalf {
      out.storeBytes(of: half << 4 | digit, toByteOffset: written, as: UInt8.self)
      written += 1
    } else {
      half = digit
    }
    hasHalf.toggle()
    at += 1
    return true
  }
}
