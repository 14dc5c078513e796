internal import CHexShims
internal import RTFSyntax

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
  /// The last digit, where their number is odd.
  private(set) var half: UInt8?
  /// Behind the last digit.
  private(set) var end: Int

  /// Decodes from the digit at `start` up to the first byte that is neither a digit nor white space, or to `limit`.
  init(_ input: UnsafeRawBufferPointer, at start: Int, upTo limit: Int? = nil) {
    end = start
    guard let base = input.baseAddress, start < input.count else { return }
    let limit = min(limit ?? RTFByteSearch.endOfHex(base, start, input.count), input.count)
    data = [UInt8](unsafeUninitializedCapacity: (limit - start) / 2 + 16) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      count = read(base, limit, UnsafeMutableRawPointer(out))
    }
  }

  /// White space between digits.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09 }

  /// Reads line after line. Gives the number of bytes written to `out`, which has room for 16 more than needed.
  private mutating func read(_ base: UnsafeRawPointer, _ limit: Int, _ out: UnsafeMutableRawPointer) -> Int {
    var run = HexRun(base: base, limit: limit, out: out, at: end)
    while true {
      let first = run.at
      run.readDigits()
      if run.at > first { end = run.at }
      guard let space = readSpace(&run), run.at < limit, Tokenizer.hexDigit(run.byte) != nil else { break }
      if fault == nil && (space.length == 0 || !layout.append(digits: end - first, space)) {
        fault = .irregularLayout
      }
    }
    isUpperCase = run.hasUpperCase
    if run.hasHalf { (fault, half) = (.oddDigits, run.half) }
    if run.hasUpperCase && run.hasLowerCase { fault = .mixedCase }
    return run.written
  }

  /// White space between two lines, empty when it is too long; nil when there is none.
  private func readSpace(_ run: inout HexRun) -> RTFHexLayout.Space? {
    var space = RTFHexLayout.Space()
    let first = run.at
    var fits = true
    while run.at < run.limit, RTFHexDecoder.isSpace(run.byte) {
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
  /// Not 0 when there are letters of that case.
  var upper: UInt64 = 0
  var lower: UInt64 = 0

  var byte: UInt8 { base.load(fromByteOffset: at, as: UInt8.self) }
  var hasUpperCase: Bool { upper != 0 }
  var hasLowerCase: Bool { lower != 0 }

  /// Reads as many digits as there are.
  mutating func readDigits() {
    if hasHalf { guard readOne() else { return } }
    readBlocks()
    var index = at
    var length = written
    var upper = self.upper
    var lower = self.lower
    var isInside = true
    while isInside && index &+ 8 <= limit {
      let word = RTFHexWord(UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      upper |= word.upperCase
      lower |= word.lowerCase
      out.storeBytes(of: word.bytes.littleEndian, toByteOffset: length, as: UInt32.self)
      index &+= word.validCount
      length &+= word.validCount &>> 1
      isInside = word.validCount == 8
    }
    // An odd digit at a line's end waits for the next line.
    if index > at && (index &- at) & 1 == 1 {
      index &-= 1
      isInside = true
    }
    (at, written, self.upper, self.lower) = (index, length, upper, lower)
    if isInside { while readOne() {} }
  }

  /// Reads blocks that are digits throughout.
  @inline(__always)
  private mutating func readBlocks() {
    let run = slip_hex_decode(base + at, limit - at, out + written)
    at += run.count
    written += run.count / 2
    upper |= run.upper
    lower |= run.lower
  }

  /// Reads one digit, if there is one.
  private mutating func readOne() -> Bool {
    guard at < limit, let digit = Tokenizer.hexDigit(byte) else { return false }
    if digit > 9 { if byte & 0x20 == 0 { upper = 1 } else { lower = 1 } }
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

/// Eight hexadecimal digits in a word, the first in the lowest byte: decoded with plain arithmetic, which optimises the
/// same everywhere. For the ends of lines, where no whole block of digits is left.
struct RTFHexWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The digits' values as four bytes; nonsense where a byte is no digit.
  let bytes: UInt32
  /// How many bytes are digits before the first that is not.
  let validCount: Int
  /// Bit 5 of letters in lower case, and of letters in upper case.
  let lowerCase: UInt64
  let upperCase: UInt64

  @inline(__always)
  init(_ word: UInt64) {
    let seven = word & ~RTFHexWord.highBits
    let folded = seven | 0x2020_2020_2020_2020
    // Adding 0x80 - n sets a byte's high bit when it is at least n.
    let isDigit = (seven &+ 0x5050_5050_5050_5050) & ~(seven &+ 0x4646_4646_4646_4646)
    let isLetter = (folded &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(folded &+ 0x1919_1919_1919_1919)
    let valid = (isDigit | isLetter) & ~word & RTFHexWord.highBits
    let invalid = valid ^ RTFHexWord.highBits
    validCount = invalid.trailingZeroBitCount &>> 3
    // The letters up to the first other byte only.
    let upToInvalid = invalid & (0 &- invalid) &- 1
    let letters = (isLetter & valid & upToInvalid) &>> 2
    lowerCase = word & letters
    upperCase = ~word & letters
    let nibbles = (word & 0x0F0F_0F0F_0F0F_0F0F) &+ 9 &* ((word &>> 6) & RTFHexWord.ones)
    var joined = (nibbles &<< 4 | nibbles &>> 8) & 0x00FF_00FF_00FF_00FF
    joined = (joined | joined &>> 8) & 0x0000_FFFF_0000_FFFF
    bytes = UInt32(truncatingIfNeeded: joined | joined &>> 16)
  }
}
