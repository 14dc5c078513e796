internal import SlipBase
internal import SlipExchange

/// An item of Joplin: a title, a text, and properties at the end.
///
/// ```
/// Title
///
/// Text, any number of lines
///
/// id: 1026d571129b48ee9345e9775a9adc43
/// parent_id: 2bb691d204749f80136119d052e81bbb
/// type_: 1
/// ```
///
/// It is read from the end: the lines up to the first blank one are the properties. A text may end in such lines, too.
struct JoplinItem: Sendable {
  /// The title.
  private(set) var title = ""
  /// The text.
  private(set) var body: ArraySlice<UInt8> = []
  /// The properties by name.
  private var values: [String: String] = [:]

  /// The value of a property; nil where it is missing.
  subscript(_ name: String) -> String? { values[name] }

  /// The id.
  var id: String { values["id"] ?? "" }

  /// Reads an item in UTF-8; nil for any other file.
  ///
  /// Attached files and uses of tags may consist of properties only; then title and text are empty.
  init?(_ bytes: [UInt8]) {
    var end = bytes.count
    while end > 0, LooseXML.isSpace(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0 {
      let lineStart = bytes[..<(start == end ? start : start - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let line = bytes[lineStart..<(start == end ? end : start - 1)]
      if line.allSatisfy({ LooseXML.isSpace($0) }) { break }
      guard let colon = line.firstIndex(of: 0x3A) else { return nil }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingBlanks()
      values[name] = JoplinItem.unescaped(value)
      start = lineStart
    }
    guard values["type_"] != nil else { return nil }
    let text = bytes[..<max(0, start == 0 ? 0 : start - 1)]
    let lineEnd = text.firstIndex(of: 0x0A) ?? text.endIndex
    title = String(decoding: text[..<lineEnd], as: UTF8.self).trimmingBlanks()
    var rest = text[min(lineEnd + 1, text.endIndex)...]
    if rest.first == UInt8(ascii: "\r") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
    body = rest
  }

  /// Whether a file of a container is an item.
  static func isItem(_ place: Int, _ tree: SourceTree) -> Bool {
    guard let bytes = tree.soundBytes(at: place)?.array else { return false }
    return JoplinItem(SourceText.utf8(bytes)) != nil
  }

  /// A value whose line ends are escaped.
  private static func unescaped(_ value: String) -> String {
    value.contains("\\") ? value.replacing("\\n", with: "\n").replacing("\\r", with: "\r") : value
  }
}
