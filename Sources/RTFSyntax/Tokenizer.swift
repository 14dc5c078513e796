/// Cuts RTF into tokens (RTF 1.9.1, "RTF Syntax"). Total: any bytes give tokens, and together with the CR and LF
/// between them the tokens cover the input.
///
/// The bytes must outlive the tokenizer. It is a small value: a copy is a bookmark in the input.
public struct Tokenizer {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let table: ControlWordTable.Index
  /// Where the next token is looked for, in bytes from the start.
  public var position: Int
  /// The length of the input in bytes.
  public let end: Int
  @usableFromInline var stops: TextStops

  /// Longer text is cut, so that whoever takes it needs no more memory than this for it.
  @usableFromInline static let longestText = 1 << 18

  @inlinable
  public init(_ bytes: UnsafeRawBufferPointer) {
    base = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    end = bytes.count
    position = 0
    stops = TextStops(base, end: end)
    table = ControlWordTable.index
  }

  /// The byte at an offset; the caller has checked the bounds.
  @inlinable @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// The next token, nil at the end of the input.
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

  /// Text that isn't all printing ASCII.
  ///
  /// - Parameter other: where the first byte that isn't.
  @inlinable @inline(never)
  mutating func text(_ start: Int, from other: Int) -> Token {
    position = ByteScan.endOfText(base, other, min(end, other &+ Tokenizer.longestText))
    return Token(kind: .text, offset: start, length: position &- start)
  }

  /// A token that begins with a backslash.
  @inlinable @inline(__always)
  mutating func escape(_ start: Int) -> Token {
    let next = start &+ 1
    if next < end {
      let letter = byte(next) | 0x20
      if letter >= 0x61 && letter <= 0x7A { return controlWord(start) }
    }
    return controlSymbol(start)
  }

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

  @inlinable @inline(__always)
  public static func hexDigit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

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

  @inlinable
  mutating func binary(_ parameter: Int32) -> Token {
    let start = position
    let count = min(Int(max(parameter, 0)), end &- start)
    position = start &+ count
    return Token(kind: .binary, hasParameter: true, parameter: parameter, offset: start, length: count)
  }

  /// Reads letters from `index` on and moves it behind them.
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

  /// The letters at the low end of eight bytes, the others cleared, and how many they are.
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

  /// Mixes the letters past the sixteenth into the key.
  @inlinable
  func tail(_ key: ControlWordKey, _ index: inout Int) -> ControlWordKey {
    var key = key
    while index < end, Tokenizer.isLetter(byte(index)) {
      key.high = ControlWordKey.mix(key.high, byte(index))
      index &+= 1
    }
    return key
  }

  @inlinable @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Reads a decimal number from `index` on, clamped to `-Int32.max...Int32.max`: what is read can be negated and written again.
  /// False, and `index` stays, when no digit is there.
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
