internal import SlipDocument

/// The places that links of an OpenDocument text lead to by what stands there: `#Part two|outline` is a heading, `#Table1|table` a
/// table, `#Section1|region` a section (ODF has no rule for them; LibreOffice and OpenOffice write them).
///
/// Each place that a link leads to gets a bookmark, whose name is the same for the link and the place.
struct ODTAnchors {
  /// The kinds of places, as links name them, and those of elements with a name.
  private static let kinds: Set<String> = ["outline", "table", "region", "frame", "graphic", "ole"]
  /// What links lead to, such as `Table1|table`.
  private var targets: Set<String> = []
  /// The headings that links lead to, and that have not come yet.
  private var headings: [String] = []
  /// The bookmarks that the next paragraph begins with.
  private(set) var waiting: [Inline] = []

  /// No places.
  init() {}

  /// Finds the links in a text.
  init(_ text: OfficeNode) {
    for node in text.descendants where node.name == "text:a" || node.name == "draw:a" {
      guard let (name, kind) = ODTAnchors.place(node["xlink:href"] ?? "") else { continue }
      guard targets.insert(name + "|" + kind).inserted else { continue }
      if kind == "outline" { headings.append(name) }
    }
  }

  /// The name and the kind of the place that a link leads to; nil for other links.
  private static func place(_ target: String) -> (name: String, kind: String)? {
    guard target.hasPrefix("#") else { return nil }
    let text = RelativeURL.decoded(String(target.dropFirst())) ?? String(target.dropFirst())
    guard let bar = text.lastIndex(of: "|") else { return nil }
    let kind = String(text[text.index(after: bar)...])
    let name = String(text[..<bar])
    return kinds.contains(kind) && !name.isEmpty ? (name, kind) : nil
  }

  /// The target of a link within a document: that of a place is its bookmark.
  static func target(_ target: String) -> String {
    place(target).map { "#" + bookmark($0.name) } ?? target
  }

  /// The name of the bookmark of a place.
  private static func bookmark(_ name: String) -> String {
    String(name.prefix(40).map { $0.isWhitespace ? "_" : $0 })
  }

  /// A bookmark of a name.
  private static func inlines(_ name: String) -> [Inline] {
    [.bookmarkStart(bookmark(name)), .bookmarkEnd(bookmark(name))]
  }

  // MARK: Places

  /// Makes the next paragraph begin with the bookmark of a table or section, if a link leads to it.
  mutating func wait(_ name: String?, _ kind: String) {
    guard let name, targets.remove(name + "|" + kind) != nil else { return }
    waiting += ODTAnchors.inlines(name)
  }

  /// The bookmarks that wait, for a paragraph that begins.
  mutating func takeWaiting() -> [Inline] {
    defer { waiting = [] }
    return waiting
  }

  /// The bookmark of a frame, if a link leads to it.
  mutating func frame(_ name: String?) -> [Inline] {
    guard let name, ["frame", "graphic", "ole"].contains(where: { targets.contains(name + "|" + $0) }) else {
      return []
    }
    for kind in ["frame", "graphic", "ole"] { targets.remove(name + "|" + kind) }
    return ODTAnchors.inlines(name)
  }

  /// The bookmark of a heading, if a link leads to it. Links may name it with its number.
  mutating func heading(_ inlines: [Inline]) -> [Inline] {
    guard !headings.isEmpty else { return [] }
    var text = ""
    for inline in inlines where inline.isVisible { text += inline.runText }
    text = text.trimmedBlanks
    guard !text.isEmpty,
      let index = headings.firstIndex(where: { name in
        guard name.hasSuffix(text) else { return false }
        let number = name.dropLast(text.count)
        return number.isEmpty
          || number.contains { $0 == "." || $0.isNumber }
            && number.allSatisfy { $0 == "." || $0 == " " || $0.isNumber || $0.isASCII && $0.isLetter }
      })
    else { return [] }
    return ODTAnchors.inlines(headings.remove(at: index))
  }
}
