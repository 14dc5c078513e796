internal import CHexShims
internal import RTFSyntax

/// Reads the hexadecimal digits of a picture in one pass: the data, and all that is
/// needed to write the same digits again.
///
/// Import takes pictures out of a note's source and stores them as files; export puts
/// them back byte for byte. For that the layout of the digits is recorded as well: how
/// many stand on a line, what white space separates the lines, and whether letters are
/// upper case. If the layout is irregular, `fault` says so, and the picture stays where
/// it is.
package struct RTFHexDecoder {
  /// Why the digits cannot be written again from the data.
  package enum Fault {
    /// Both `a` to `f` and `A` to `F` occur.
    case mixedCase
    /// The number of digits is odd.
    case oddDigits
    /// `RTFHexLayout` cannot describe the white space in few items.
    case irregularLayout
  }

  /// The bytes that the digits stand for.
  package private(set) var data: [UInt8] = []
  /// How the digits are laid out in lines.
  package private(set) var layout = RTFHexLayout()
  /// Whether letters are `A` to `F`.
  package private(set) var isUpperCase = false
  /// Why the digits cannot be written again; nil if they can.
  package private(set) var fault: Fault?
  /// The value of the last digit, if the number of digits is odd.
  private(set) var half: UInt8?
  /// The offset behind the last digit.
  package private(set) var end: Int

  /// Decodes digits and the white space between them.
  ///
  /// - Parameters:
  ///   - start: The offset of the first digit.
  ///   - limit: Where to stop at the latest. By default, the first byte that is neither a
  ///     digit nor white space ends the data.
  package init(_ input: UnsafeRawBufferPointer, at start: Int, upTo limit: Int? = nil) {
    end = start
    guard let base = input.baseAddress, start < input.count else { return }
    let limit = min(limit ?? RTFByteSearch.endOfHex(base, start, input.count), input.count)
    data = [UInt8](unsafeUninitializedCapacity: (limit - start) / 2 + 16) { buffer, count in
      guard let out = buffer.baseAddress else { return }
      count = read(base, limit, UnsafeMutableRawPointer(out))
    }
  }

  /// Whether a byte is white space between digits.
  package static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09
  }

  /// Reads line after line.
  ///
  /// - Parameter out: Room for 16 bytes more than the digits need, as stores are wider
  ///   than what they write.
  /// - Returns: How many bytes were written.
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

  /// Reads the white space between two lines: empty if it is too long to be recorded, nil
  /// if there is none.
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
  /// The first byte of the file.
  let base: UnsafeRawPointer
  /// The offset to stop at.
  let limit: Int
  /// Where the bytes are written.
  let out: UnsafeMutableRawPointer
  /// The offset of the next digit.
  var at: Int
  /// How many bytes were written.
  var written = 0
  /// The first digit of a byte whose second is still to come.
  var half: UInt8 = 0
  /// Whether `half` is in use.
  var hasHalf = false
  /// Not 0 if there are letters in upper case.
  var upper: UInt64 = 0
  /// Not 0 if there are letters in lower case.
  var lower: UInt64 = 0

  var byte: UInt8 { base.load(fromByteOffset: at, as: UInt8.self) }
  var hasUpperCase: Bool { upper != 0 }
  var hasLowerCase: Bool { lower != 0 }

  /// Reads as many digits as there are in a row.
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

  /// Reads blocks that are digits throughout, by the vector code of `CHexShims`.
  @inline(__always)
  private mutating func readBlocks() {
    let run = slip_hex_decode(base + at, limit - at, out + written)
    at += run.count
    written += run.count / 2
    upper |= run.upper
    lower |= run.lower
  }

  /// Reads one digit.
  ///
  /// - Returns: False if there is none.
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

/// Eight hexadecimal digits in a word, the first in the lowest byte.
///
/// They are decoded with plain arithmetic, which compiles to fast code on every platform.
/// It serves for the ends of lines, where no whole block of digits is left.
struct RTFHexWord {
  /// A word whose bytes are all 1.
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// A word whose bytes are all 0x80.
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The values of the digits as four bytes. Bytes at and behind the first byte that is
  /// no digit are meaningless.
  let bytes: UInt32
  /// How many digits stand before the first byte that is none.
  let validCount: Int
  /// Bit 5 of each byte among those digits that is a letter in lower case.
  let lowerCase: UInt64
  /// Bit 5 of each byte among those digits that is a letter in upper case.
  let upperCase: UInt64

  /// Decodes eight bytes, whatever they are.
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
    // Only letters before the first byte that is no digit count.
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
