internal import SlipBase
internal import SlipNotes
internal import SlipboxKit

/// Parts of answers, kept short whatever a box has.
enum MCPRows {
  /// The most characters of a title, folder or value in an answer.
  private static let longest = 300
  /// The most keywords, properties or sections that an answer lists.
  static let most = 100

  /// The beginning of a text.
  static func short(_ text: String) -> String {
    let start = text.prefix(longest)
    return start.endIndex == text.endIndex ? text : start + "…"
  }

  /// A list of texts.
  static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.prefix(most).map { .string(short($0)) })
  }

  /// A note in a list: id, title and folder.
  static func note(_ note: Note, in box: SlipBox) -> JSONValue {
    let folder = FolderPath.text(box.path(of: note.folder))
    return .object([
      ("id", .string(note.id.description)), ("title", .string(short(note.title))),
      ("folder", folder.isEmpty ? nil : .string(short(folder))),
    ])
  }

  /// The facts of a note in a list.
  static func facts(_ note: NoteSummary) -> [(String, JSONValue?)] {
    [
      ("id", .string(note.id)), ("title", .string(short(note.title))), ("status", .string(note.status)),
      ("favorite", note.isFavorite ? .bool(true) : nil),
      ("folder", note.folder.isEmpty ? nil : .string(short(FolderPath.text(note.folder)))),
      ("keywords", note.keywords.isEmpty ? nil : texts(note.keywords)),
      ("created", .text(note.created)), ("modified", .text(note.modified)),
    ]
  }
}

/// Which part of a list is wanted.
struct MCPPage {
  /// How many elements come before it.
  var offset: Int
  /// How many elements it has at most.
  var limit: Int

  /// The largest offset.
  private static let farthest = 1 << 40

  /// The arguments of tools that give lists.
  ///
  /// - Parameters:
  ///   - usual: How many elements an answer has where nothing is said.
  ///   - most: The most.
  static func parameters(usual: Int, most: Int) -> [MCPTool.Parameter] {
    [
      MCPTool.Parameter(
        name: "limit", kind: .whole(1...most), help: "The most that are given; \(usual) where it is missing."),
      MCPTool.Parameter(
        name: "cursor", kind: .text, help: "The `nextCursor` of an answer, for what comes after it."),
    ]
  }

  /// Reads `limit` and `cursor`.
  ///
  /// - Throws: `SlipError` for a cursor that no answer had.
  init(_ fields: JSONFields, usual: Int) throws(SlipError) {
    limit = try fields.int("limit") ?? usual
    offset =
      try fields.parsed("cursor", "the `nextCursor` of an answer") { text in
        Int(text).flatMap { (0...MCPPage.farthest).contains($0) ? $0 : nil }
      } ?? 0
  }

  /// The cursor of what comes behind the page; nil where nothing does.
  ///
  /// - Parameter count: The number of all elements.
  func next(of count: Int) -> JSONValue? {
    offset + limit < count ? .string(String(offset + limit)) : nil
  }

  /// The elements of the page.
  func part<Element>(of elements: [Element]) -> ArraySlice<Element> {
    elements.dropFirst(offset).prefix(limit)
  }
}
