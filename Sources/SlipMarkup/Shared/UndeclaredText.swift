public import RTFSyntax
package import SlipCore

/// Text of which nothing says how it is encoded. Pages, Markdown, plain text, tables and what programs store as text are all
/// decoded here.
extension TextEncoding {
  /// Text that was decoded.
  public struct Decoded: Sendable {
    /// The text in UTF-8, without a byte order mark.
    public var text: [UInt8]
    /// The encoding that it was in.
    public var encoding: TextEncoding
    /// Whether nothing says that it was in this encoding.
    public var isGuess = false
    /// Where bytes stand that mean nothing in UTF-8, in bytes from the beginning of the file: the first of each row of them. Each row
    /// became U+FFFD.
    public var faults: [Int] = []
    /// Whether half a surrogate pair or an odd byte became U+FFFD.
    public var hasHalves = false
  }

  /// Decodes text about which nothing is said.
  ///
  /// | bytes | encoding |
  /// | --- | --- |
  /// | begin with a byte order mark | UTF-8 or UTF-16 |
  /// | are UTF-16 and nothing else, because one byte of most characters is 0 | UTF-16 |
  /// | are UTF-8, but for fewer bytes than there are characters beyond ASCII | UTF-8 |
  /// | fit another encoding so well that chance is no explanation (`EncodingGuess`) | that one, as a guess |
  /// | all others | Windows-1252, in which all bytes mean something, as a guess |
  public static func undeclared(_ source: UnsafeRawBufferPointer) -> Decoded {
    let mark = mark(of: source)
    if let mark, mark.encoding != .utf8 { return mark.encoding.wide(source, from: mark.length) }
    let length = mark?.length ?? 0
    let rest = UnsafeRawBufferPointer(rebasing: source.dropFirst(length))
    let isUTF8 = String(validating: rest.bindMemory(to: UInt8.self), as: UTF8.self) != nil
    if mark == nil, let wide = UTF16Signs.encoding(of: source, isUTF8: isUTF8) {
      var decoded = wide.wide(source, from: 0)
      decoded.isGuess = true
      return decoded
    }
    if isUTF8 { return Decoded(text: Array(rest), encoding: .utf8) }
    if let decoded = damagedUTF8(rest, from: length) { return decoded }
    if let guess = EncodingGuess.encoding(of: rest), let text = guess.decode(rest) {
      return Decoded(text: text, encoding: guess, isGuess: true)
    }
    return Decoded(text: windows1252.text(rest), encoding: .windows1252, isGuess: true)
  }

  /// The text of bytes. Those of an encoding that this system can't decode are read as UTF-8, so that nothing vanishes.
  private func text(_ source: UnsafeRawBufferPointer) -> [UInt8] {
    decode(source) ?? Array(String(decoding: source, as: UTF8.self).utf8)
  }

  /// Decodes UTF-16, and notes what isn't well-formed.
  private func wide(_ source: UnsafeRawBufferPointer, from start: Int) -> Decoded {
    let rest = UnsafeRawBufferPointer(rebasing: source.dropFirst(start))
    let text = text(rest)
    let hasHalves =
      rest.count % 2 == 1
      || UTF16Signs.units(rest, isHighFirst: self == .utf16BE).map {
        String(validating: $0, as: UTF16.self) == nil
      } ?? false
    return Decoded(text: text, encoding: self, hasHalves: hasHalves)
  }

  /// Decodes UTF-8 with a few bytes that mean nothing; nil where these are as many as the characters beyond ASCII, so that it is
  /// more likely text in another encoding. A byte order mark is such a character.
  ///
  /// - Parameter start: How many bytes of the file stand before these.
  private static func damagedUTF8(_ source: UnsafeRawBufferPointer, from start: Int) -> Decoded? {
    var (text, faults): ([UInt8], [Int]) = ([], [])
    text.reserveCapacity(source.count + 16)
    var characters = start > 0 ? 1 : 0
    var index = 0
    while index < source.count {
      let byte = source[index]
      if byte < 0x80 {
        text.append(byte)
        index += 1
        continue
      }
      let (length, isWhole) = sequence(source, index)
      if isWhole {
        characters += 1
        text.append(contentsOf: source[index..<(index + length)])
      } else {
        text.append(contentsOf: "\u{FFFD}".utf8)
        faults.append(start + index)
      }
      index += length
    }
    return characters > faults.count ? Decoded(text: text, encoding: .utf8, faults: faults) : nil
  }

  /// The sequence of UTF-8 that begins with a byte beyond ASCII: how many bytes belong to it, and whether it is a character.
  private static func sequence(_ source: UnsafeRawBufferPointer, _ start: Int) -> (length: Int, isWhole: Bool)
  {
    let byte = source[start]
    var next: ClosedRange<UInt8> = 0x80...0xBF
    let count: Int
    switch byte {
    case 0xC2...0xDF: count = 2
    case 0xE0...0xEF:
      count = 3
      if byte == 0xE0 { next = 0xA0...0xBF } else if byte == 0xED { next = 0x80...0x9F }
    case 0xF0...0xF4:
      count = 4
      if byte == 0xF0 { next = 0x90...0xBF } else if byte == 0xF4 { next = 0x80...0x8F }
    default: return (1, false)
    }
    for offset in 1..<count {
      guard start + offset < source.count, next.contains(source[start + offset]) else {
        return (offset, false)
      }
      next = 0x80...0xBF
    }
    return (count, true)
  }
}

extension TextEncoding.Decoded {
  /// What a reader should know: that the encoding is a guess, and what couldn't be decoded.
  package var findings: [Diagnostic] {
    var found: [Diagnostic] = []
    if isGuess { found.append(PlainTextCode.guessed(encoding)) }
    if let first = faults.first { found.append(PlainTextCode.broken(faults, first)) }
    if hasHalves { found.append(PlainTextCode.halves) }
    return found
  }
}

/// Whether bytes are UTF-16, as far as they say it themselves.
///
/// The high bytes of most texts are few: 0 for ASCII and Latin letters, 4 for Cyrillic ones. As bytes of UTF-8 these are control
/// characters, which no text has so many of.
private enum UTF16Signs {
  /// How many of the bytes, in percent, must be high bytes of letters, where the bytes are UTF-8 as well.
  private static let share = 60

  /// The encoding of bytes without a byte order mark; nil where they aren't surely UTF-16.
  static func encoding(of source: UnsafeRawBufferPointer, isUTF8: Bool) -> TextEncoding? {
    guard source.count >= 2, source.count % 2 == 0, source.contains(0) else { return nil }
    var (zeros, controls) = ([0, 0], [0, 0])
    for (index, byte) in source.enumerated() where byte < 0x20 {
      if byte == 0 { zeros[index & 1] += 1 }
      if byte != 0x09, byte != 0x0A, byte != 0x0D { controls[index & 1] += 1 }
    }
    for (place, candidate) in [(1, TextEncoding.utf16LE), (0, .utf16BE)]
    where zeros[place] > 4 * zeros[1 - place] {
      if isUTF8, controls[place] * 100 < source.count / 2 * UTF16Signs.share { continue }
      guard let units = UTF16Signs.units(source, isHighFirst: candidate == .utf16BE),
        let text = String(validating: units, as: UTF16.self),
        text.unicodeScalars.allSatisfy(UTF16Signs.isText)
      else { continue }
      return candidate
    }
    return nil
  }

  /// Whether text may have a character: no control character but those that end lines and the like, and none that means nothing.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x1A: true
    case 0..<0x20, 0x7F..<0xA0: false
    default: scalar.properties.generalCategory != .unassigned
    }
  }

  /// The units of two bytes; nil for an odd number of bytes.
  static func units(_ source: UnsafeRawBufferPointer, isHighFirst: Bool) -> [UInt16]? {
    guard source.count % 2 == 0 else { return nil }
    return stride(from: 0, to: source.count, by: 2).map { index in
      let (first, second) = (UInt16(source[index]), UInt16(source[index + 1]))
      return isHighFirst ? first << 8 | second : second << 8 | first
    }
  }
}
