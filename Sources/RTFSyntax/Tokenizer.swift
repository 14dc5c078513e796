/// Splits RTF into tokens (RTF 1.9.1, "RTF Syntax").
///
/// It is total: any bytes give tokens, and together with the CR and LF between them the tokens cover
/// the input. It does not check that braces match; that is the reader's concern. It takes time linear
/// in the length of the input and allocates nothing.
///
/// The bytes must outlive the tokenizer. A tokenizer is a small value, and a copy of it is a bookmark
/// in the input:
///
/// ```swift
/// var tokenizer = Tokenizer(bytes)
/// while let token = tokenizer.next() {
///   if token.kind == .groupStart { … }
/// }
/// ```
public struct Tokenizer {
  /// The first byte of the input.
  @usableFromInline let base: UnsafeRawPointer
  /// The index of `ControlWordTable`, at hand for each control word.
  @usableFromInline let table: ControlWordTable.Index
  /// Where the search for the next token begins, in bytes from the start. Setting it jumps there; it
  /// must stay between 0 and `end`, and lie outside the bytes of a `\bin`.
  public var position: Int
  /// The length of the input in bytes.
  public let end: Int
  /// Finds where text stops.
  @usableFromInline var stops: TextStops

  /// The longest text token in bytes. Longer text is split, so that whoever takes a token needs at most
  /// this much memory for it.
  @usableFromInline static let longestText = 1 << 18

  /// Creates a tokenizer at the start of the bytes.
  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer) {
    base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    end = bytes.count
    position = 0
    stops = TextStops(base, end: end)
    table = ControlWordTable.index
  }

  /// The byte at an offset, which must lie in the input.
  @inlinable @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// The next token; nil at the end of the input. CR and LF between tokens are passed over.
  @inlinable @inline(__always)
  public mutating func next() -> Token? {
    while position < end {
      let start = position
      let first = byte(start)
      switch first {
      case 0x5C: return escape(start)
      case 0x7B:
        position = start &+ 1
        return Token(kind: .groupStart, offset: start, length: 1)
      case 0x7D:
        position = start &+ 1
        return Token(kind: .groupEnd, offset: start, length: 1)
      case 0x0A, 0x0D: position = start &+ 1
      default:
        let stop = stops.first(from: start, longest: Tokenizer.longestText)
        if stop < end {
          let byte = byte(stop)
          if byte < 0x20 && byte != 0x0A && byte != 0x0D || byte >= 0x80 { return text(start, from: stop) }
        }
        position = stop
        return Token(kind: .text, offset: start, length: stop &- start, isPlain: true)
      }
    }
    return nil
  }

  /// Reads text that is not all printing ASCII.
  ///
  /// - Parameters:
  ///   - start: where the text begins.
  ///   - other: the first byte that is not printing ASCII.
  @inlinable @inline(never)
  mutating func text(_ start: Int, from other: Int) -> Token {
    position = ByteScan.endOfText(base, other, min(end, other &+ Tokenizer.longestText))
    return Token(kind: .text, offset: start, length: position &- start)
  }

  /// Reads a token that begins with a backslash.
  @inlinable @inline(__always)
  mutating func escape(_ start: Int) -> Token {
    let next = start &+ 1
    if next < end {
      let letter = byte(next) | 0x20
      if letter >= 0x61 && letter <= 0x7A { return controlWord(start) }
    }
    return controlSymbol(start)
  }

  /// Reads a control symbol or `\'hh`. A backslash with CR LF counts as one line end, as one with CR or
  /// LF does.
  @inlinable
  mutating func controlSymbol(_ start: Int) -> Token {
    let next = start &+ 1
    guard next < end else {
      position = end
      return Token(kind: .controlSymbol, offset: start, length: 1)
    }
    let symbol = byte(next)
    guard symbol == 0x27 else {
      position = next &+ 1
      // CR LF behind a backslash is one line end.
      if symbol == 0x0D && position < end && byte(position) == 0x0A { position &+= 1 }
      return Token(
        kind: .controlSymbol, hasParameter: true, parameter: Int32(symbol), offset: start,
        length: position &- start)
    }
    if next &+ 2 < end, let high = Tokenizer.hexDigit(byte(next &+ 1)),
      let low = Tokenizer.hexDigit(byte(next &+ 2))
    {
      position = next &+ 3
      return Token(
        kind: .hexByte, hasParameter: true, parameter: Int32(high << 4 | low), offset: start, length: 4)
    }
    position = next &+ 1
    return Token(kind: .hexByte, parameter: -1, offset: start, length: 2)
  }

  /// The value of a hexadecimal digit in upper or lower case; nil for other bytes.
  @inlinable @inline(__always)
  public static func hexDigit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// Reads a control word with its parameter and delimiter. For `\binN` the token is that of the bytes
  /// that follow.
  @inlinable @inline(__always)
  mutating func controlWord(_ start: Int) -> Token {
    var index = start &+ 1
    let key = letters(&index)
    let word = table.find(key)
    var hasParameter = false
    var parameter: Int32 = 0
    if index < end {
      let byte = byte(index)
      if byte &- 0x30 < 10 || byte == 0x2D { hasParameter = number(&index, &parameter) }
    }
    // One space belongs to the word (RTF 1.9.1: "a space … is part of the control word").
    if index < end && byte(index) == 0x20 { index &+= 1 }
    position = index
    if word == table.binary && hasParameter { return binary(parameter) }
    return Token(
      kind: .controlWord, word: word, hasParameter: hasParameter, parameter: parameter, offset: start,
      length: index &- start)
  }

  /// Reads the bytes of `\binN` from the current position. A negative N stands for none.
  @inlinable
  mutating func binary(_ parameter: Int32) -> Token {
    let start = position
    let count = min(Int(max(parameter, 0)), end &- start)
    position = start &+ count
    return Token(kind: .binary, hasParameter: true, parameter: parameter, offset: start, length: count)
  }

  /// Packs the letters from `index` into a key and moves `index` behind them. It reads eight bytes at a
  /// time where the input is long enough.
  @inlinable @inline(__always)
  func letters(_ index: inout Int) -> ControlWordKey {
    guard index &+ 16 <= end else { return lettersSlowly(&index) }
    let (low, count) = Tokenizer.leadingLetters(base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    index &+= count
    guard count == 8 else { return ControlWordKey(low: low, high: 0) }
    let (high, more) = Tokenizer.leadingLetters(base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    index &+= more
    guard more == 8 else { return ControlWordKey(low: low, high: high) }
    return tail(ControlWordKey(low: low, high: high), &index)
  }

  /// The letters at the low end of eight bytes, with the bytes behind them cleared, and how many they
  /// are.
  @inlinable @inline(__always)
  static func leadingLetters(_ raw: UInt64) -> (UInt64, Int) {
    let word = UInt64(littleEndian: raw)
    let high: UInt64 = 0x8080_8080_8080_8080
    let folded = (word | 0x2020_2020_2020_2020) & ~high
    let fromA = folded &+ 0x1F1F_1F1F_1F1F_1F1F
    let beyondZ = folded &+ 0x0505_0505_0505_0505
    let others = ~(fromA & ~beyondZ & ~word) & high
    guard others != 0 else { return (word, 8) }
    let bits = others.trailingZeroBitCount & ~7
    return (word & ((1 &<< UInt64(bits)) &- 1), bits &>> 3)
  }

  /// The same as `letters`, byte by byte, for the last bytes of the input.
  @inlinable
  func lettersSlowly(_ index: inout Int) -> ControlWordKey {
    var key = ControlWordKey(low: 0, high: 0)
    var count: UInt64 = 0
    while count < 16, index < end, Tokenizer.isLetter(byte(index)) {
      if count < 8 {
        key.low |= UInt64(byte(index)) &<< (count &* 8)
      } else {
        key.high |= UInt64(byte(index)) &<< ((count &- 8) &* 8)
      }
      count &+= 1
      index &+= 1
    }
    return count == 16 ? tail(key, &index) : key
  }

  /// Mixes the letters after the sixteenth into the key.
  @inlinable
  func tail(_ key: ControlWordKey, _ index: inout Int) -> ControlWordKey {
    var key = key
    while index < end, Tokenizer.isLetter(byte(index)) {
      key.high = ControlWordKey.mix(key.high, byte(index))
      index &+= 1
    }
    return key
  }

  /// Whether a byte is an ASCII letter. Control words may contain both cases, and they differ: `\pnlvl`
  /// is not `\PNLVL`.
  @inlinable @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Reads a decimal number from `index`, clamped to `-Int32.max...Int32.max` so that its negation can
  /// be written, too.
  ///
  /// Moves `index` behind the digits. Returns false, and leaves `index` where it is, when there is no
  /// digit: in `\b-` the minus sign is text.
  @inlinable @inline(__always)
  func number(_ index: inout Int, _ value: inout Int32) -> Bool {
    var at = index
    let isNegative = byte(at) == 0x2D
    if isNegative { at &+= 1 }
    let first = at
    var total: Int64 = 0
    while at < end {
      let digit = byte(at) &- 0x30
      guard digit < 10 else { break }
      if total < 0x1_0000_0000 { total = total &* 10 &+ Int64(digit) }
      at &+= 1
    }
    guard at > first else { return false }
    index = at
    let size = Int32(clamping: total)
    value = isNegative ? 0 &- size : size
    return true
  }
}
