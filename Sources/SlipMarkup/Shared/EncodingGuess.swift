internal import RTFSyntax
internal import SlipCore

#if SLIP_ENCODINGS
  internal import CUchardet
#endif

/// The encoding of text that is neither Unicode nor says what it is, by its bytes.
///
/// uchardet knows how often letters follow each other in the languages that were written in each encoding. It always has an answer,
/// also for a single letter, and says nothing of how sure it is. So an answer counts only if the text that it gives can hardly be a
/// coincidence: a few letters at least, all of one script and in words of their own, or in Latin script enough of those that
/// Windows-1252 lacks. Else the text is taken as Windows-1252.
///
/// ```
/// CF F0 E8 E2 E5 F2        Привет     windows-1251
/// 93 FA 96 7B 8C EA …      日本語…     shift_jis
/// 72 E9 73 75 6D E9        résumé     none: two letters prove nothing
/// ```
enum EncodingGuess {
  /// What the letters beyond ASCII must be for an answer to count.
  private enum Evidence {
    /// Characters of several bytes, all of which exist.
    case pairs
    /// Letters of a script between these numbers, which don't stand in words with Latin letters.
    case script(ClosedRange<UInt32>)
    /// Latin letters, of which enough aren't what Windows-1252 makes of them.
    case latin
  }

  /// What uchardet calls an encoding, the encodings that it may be, the likeliest first, and what must be seen in the text.
  private static let rows: [(name: String, labels: [String], evidence: Evidence)] = [
    ("SHIFT_JIS", ["shift_jis"], .pairs), ("EUC-JP", ["euc-jp"], .pairs), ("GB18030", ["gb18030"], .pairs),
    ("BIG5", ["big5"], .pairs), ("UHC", ["euc-kr"], .pairs), ("EUC-KR", ["euc-kr"], .pairs),
    ("WINDOWS-1251", ["windows-1251"], cyrillic), ("KOI8-R", ["koi8-r", "koi8-u"], cyrillic),
    ("IBM866", ["ibm866"], cyrillic), ("ISO-8859-5", ["iso-8859-5"], cyrillic),
    ("MAC-CYRILLIC", ["x-mac-cyrillic"], cyrillic),
    ("WINDOWS-1253", ["windows-1253"], greek), ("ISO-8859-7", ["iso-8859-7", "windows-1253"], greek),
    ("WINDOWS-1255", ["windows-1255"], hebrew), ("ISO-8859-8", ["iso-8859-8", "windows-1255"], hebrew),
    ("WINDOWS-1256", ["windows-1256"], arabic), ("ISO-8859-6", ["iso-8859-6"], arabic),
    ("TIS-620", ["windows-874"], thai), ("ISO-8859-11", ["windows-874"], thai),
    ("WINDOWS-1250", ["windows-1250"], .latin), ("ISO-8859-2", ["iso-8859-2", "windows-1250"], .latin),
    ("ISO-8859-9", ["windows-1254"], .latin), ("ISO-8859-13", ["windows-1257"], .latin),
    ("WINDOWS-1257", ["windows-1257"], .latin), ("ISO-8859-16", ["iso-8859-16"], .latin),
    ("WINDOWS-1258", ["windows-1258"], .latin),
  ]

  private static let cyrillic = Evidence.script(0x0400...0x052F)
  private static let greek = Evidence.script(0x0370...0x03FF)
  private static let hebrew = Evidence.script(0x0590...0x05FF)
  private static let arabic = Evidence.script(0x0600...0x06FF)
  private static let thai = Evidence.script(0x0E00...0x0E7F)

  /// The fewest letters, or signs of several bytes, that say something.
  private static let fewest = 4
  /// How many bytes are looked at, from the first line on that isn't ASCII.
  private static let longest = 1 << 20

  /// The encoding of a text that isn't UTF-8; nil where none is likely enough.
  static func encoding(of source: UnsafeRawBufferPointer) -> TextEncoding? {
    let sample = sample(of: source)
    guard let name = name(of: sample), let row = rows.first(where: { $0.name == name }) else { return nil }
    for label in row.labels {
      guard let encoding = TextEncoding.named(label), let text = encoding.decode(sample) else { continue }
      let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
      // Bytes that a page leaves undefined are control characters on the web.
      if scalars.contains(where: { (0x80..<0xA0).contains($0.value) }) { continue }
      if isLikely(scalars, row.evidence, sample) { return encoding }
    }
    return nil
  }

  /// The part of a text that is looked at.
  private static func sample(of source: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard source.count > longest else { return source }
    let first = source.firstIndex { $0 >= 0x80 } ?? 0
    let start = source[..<first].lastIndex { $0 == 0x0A }.map { $0 + 1 } ?? 0
    let end = min(start + longest, source.count)
    // Whole lines have whole characters.
    let line = source[first..<end].lastIndex { $0 == 0x0A } ?? end
    return UnsafeRawBufferPointer(rebasing: source[start..<line])
  }

  /// Whether a text that an encoding gives is likely.
  private static func isLikely(
    _ text: [Unicode.Scalar], _ evidence: Evidence, _ sample: UnsafeRawBufferPointer
  ) -> Bool {
    switch evidence {
    case .pairs:
      let broken = text.count { $0 == "\u{FFFD}" }
      return broken == 0 && text.count { !$0.isASCII } >= fewest
    case .script(let range):
      let letters = text.indices.filter { !text[$0].isASCII && text[$0].properties.isAlphabetic }
      let own = letters.filter { range.contains(text[$0].value) }
      let mixed = own.count { index in
        index > 0 && isForeign(text[index - 1]) || index + 1 < text.count && isForeign(text[index + 1])
      }
      return own.count >= fewest && own.count * 10 >= letters.count * 9 && mixed * 10 <= own.count
    case .latin:
      guard let usual = TextEncoding.windows1252.decode(sample) else { return false }
      let other = Array(String(decoding: usual, as: UTF8.self).unicodeScalars)
      guard other.count == text.count else { return false }
      let letters = text.indices.filter { !text[$0].isASCII && text[$0].properties.isAlphabetic }
      let changed = letters.count { text[$0] != other[$0] }
      let broken = text.contains("\u{FFFD}")
      return !broken && letters.count >= fewest && changed >= 2 && changed * 5 >= letters.count
    }
  }

  /// Whether a character doesn't stand beside letters of another script: a Latin letter, or a line of a drawn table, which is a
  /// letter in a page that is nearly the same.
  private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic || (0x2500..<0x25A0).contains(scalar.value)
  }

  /// What uchardet calls the encoding of some bytes; nil without the library.
  private static func name(of bytes: UnsafeRawBufferPointer) -> String? {
    #if SLIP_ENCODINGS
      guard let detector = uchardet_new() else { return nil }
      defer { uchardet_delete(detector) }
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress,
        uchardet_handle_data(detector, start, bytes.count) == 0
      else { return nil }
      uchardet_data_end(detector)
      return uchardet_get_charset(detector).map { String(cString: $0) }
    #else
      return nil
    #endif
  }
}
