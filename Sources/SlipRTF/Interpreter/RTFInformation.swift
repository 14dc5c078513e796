internal import RTFSyntax
internal import SlipBase
public import SlipDocument

/// Reads the information group (RTF 1.9.1, "Information Group") and nothing behind it.
public enum RTFInformation {
  /// Title, subject, author, keywords (in one piece, as they stand) and dates. A file without an information group has none.
  public static func read(_ bytes: UnsafeRawBufferPointer) -> DocumentInfo {
    guard let end = end(in: bytes) else { return DocumentInfo() }
    var interpreter = RTFInterpreter(bytes, limits: Limits(), sink: RTFInformationSink())
    _ = interpreter.run(to: end)
    return interpreter.sink.info
  }

  /// Behind the first group of that name.
  private static func end(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard RTFByteSearch.holds("\\info", in: bytes) else { return nil }
    var tokenizer = Tokenizer(bytes)
    let effects = ControlWordTable.index.effects
    while let token = tokenizer.next() {
      guard token.kind == .controlWord, effects[Int(token.word)].action == .info else { continue }
      _ = tokenizer.skipGroup()
      return tokenizer.position
    }
    return nil
  }
}

private struct RTFInformationSink: RTFPartialSink {
  static var wantsFormatting: Bool { true }
  /// Longer texts are cut off, in code points.
  private static let longest = 65_536

  var info = DocumentInfo()

  mutating func information(_ field: Int32, _ text: String) {
    guard !text.isEmpty else { return }
    let text =
      text.utf8.count > RTFInformationSink.longest
      ? String(text.unicodeScalars.prefix(RTFInformationSink.longest)) : text
    if field == ControlValue.keywords { info.keywords = [text] } else { info.set(field, text) }
  }

  mutating func information(_ field: Int32, _ date: RTFDate) {
    var date = date
    // A year alone means its first day.
    if date.year != 0 { (date.month, date.day) = (max(date.month, 1), max(date.day, 1)) }
    switch field {
    case ControlValue.created: info.created = CalendarDate(date)
    case ControlValue.modified: info.modified = CalendarDate(date)
    default: break
    }
  }
}
