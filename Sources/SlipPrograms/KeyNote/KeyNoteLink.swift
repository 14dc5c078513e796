internal import SlipBase
internal import SlipDocument
internal import SlipExchange

/// A link to a node, as the program writes it.
///
/// ```
/// file:///<41|663|0|11             a node by its number in the file (the caret, a length and a mark follow)
/// file:///*8|303|3299|0|1          a node by the numbers of its folder and of itself; 0 is the folder
/// file:///?My%20notes|A%20node|12  a node by the names
/// file:///other.knt*8|2            a node of another file
/// ```
struct KeyNoteLink: Equatable {
  /// What it names.
  enum Target: Equatable {
    /// The number of a node.
    case node(String)
    /// The numbers of a folder and of a node in it; `0` is the folder.
    case place(folder: String, node: String)
    /// The names of a folder and of a node in it; an empty one is the folder.
    case names(folder: String, node: String)
  }

  /// What it names.
  var target: Target
  /// The other file that it leads to, as a path; empty for the same file.
  var file: String

  /// Reads an address; nil for any other.
  init?(_ address: String) {
    guard address.utf8.count <= 8_192, address.lowercased().hasPrefix("file:///") else { return nil }
    let rest = address.dropFirst("file:///".count)
    guard let sign = rest.firstIndex(where: { $0 == "?" || $0 == "*" || $0 == "<" }) else { return nil }
    file = KeyNoteLink.decoded(rest[..<sign])
    let parts = rest[rest.index(after: sign)...].split(separator: "|", omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty else { return nil }
    let second = parts.count > 1 ? parts[1] : ""
    switch rest[sign] {
    case "<":
      guard KeyNoteLink.isNumber(first) else { return nil }
      target = .node(String(first))
    case "*":
      guard KeyNoteLink.isNumber(first) else { return nil }
      target = .place(folder: String(first), node: KeyNoteLink.isNumber(second) ? String(second) : "0")
    default:
      guard parts.count > 1 else { return nil }
      target = .names(folder: KeyNoteLink.decoded(first), node: KeyNoteLink.decoded(second))
    }
  }

  /// Whether a text is a number without sign.
  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIDigit }
  }

  /// Text without percent escapes: UTF-8, or else Windows-1252.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(0x25) else { return String(text) }
    return String(decoding: SourceText.utf8(RelativeURL.decodedBytes(Array(text.utf8))), as: UTF8.self)
  }
}
