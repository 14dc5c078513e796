internal import RTFSyntax
internal import SlipCore
public import SlipDocument

/// Reads the information group (RTF 1.9.1, "Information Group") without reading the rest
/// of the file.
public enum RTFInformation {
  /// The title, subject, author, keywords and dates of a file.
  ///
  /// Keywords stay in one piece, as the file has them. Only the first `{\info …}` is
  /// read, and nothing behind it; a file without one gives an empty result. Texts longer
  /// than 65,536 code points are cut off.
  public static func read(_ bytes: UnsafeRawBufferPointer) -> DocumentInfo {
    guard let end = end(in: bytes) else { return DocumentInfo() }
    var interpreter = RTFInterpreter(bytes, limits: Limits(), sink: RTFInformationSink())
    _ = interpreter.run(to: end)
    return interpreter.sink.info
  }

  /// The offset behind the first information group; nil if there is none.
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

/// Collects the events of the information group.
private struct RTFInformationSink: RTFPartialSink {
  static var wantsFormatting: Bool { true }
  /// The most code points of a text.
  private static let longest = 65_536

  var info = DocumentInfo()

  /// Stores a text, unless it is empty.
  mutating func information(_ field: Int32, _ text: String) {
    guard !text.isEmpty else { return }
    let text =
      text.utf8.count > RTFInformationSink.longest
      ? String(text.unicodeScalars.prefix(RTFInformationSink.longest)) : text
    if field == ControlValue.keywords { info.keywords = [text] } else { info.set(field, text) }
  }

  /// Stores the date of creation or of the last change.
  mutating func information(_ field: Int32, _ date: RTFDate) {
    var date = date
    // A year without month and day means its first day.
    if date.year != 0 { (date.month, date.day) = (max(date.month, 1), max(date.day, 1)) }
    switch field {
    case ControlValue.created: info.created = CalendarDate(date)
    case ControlValue.modified: info.modified = CalendarDate(date)
    default: break
    }
  }
}
