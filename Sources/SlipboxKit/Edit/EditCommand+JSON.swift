internal import SlipBase
internal import SlipNotes

extension EditCommand {
  /// The members that change facts of a note.
  private static let facts = [
    "title", "folder", "status", "favorite", "order", "created", "keywords", "removeKeywords", "properties",
    "removeProperties",
  ]

  /// The members that give a text. Only one can be given.
  private static let bodies = ["rtf", "markdown", "text"]

  /// How the edits are read: the word of `do`, the members beside it, and the function.
  ///
  /// Nothing else is accepted, so that no line does less than it says.
  private static let rows:
    [(word: String, members: [String], read: @Sendable (JSONFields) throws(SlipError) -> EditCommand)] = [
      (
        "new", ["as"] + facts + bodies,
        { fields throws(SlipError) in
          let draft = NoteDraft(
            title: try fields.string("title"), body: try body(fields) ?? .text(""),
            folder: try fields.string("folder").flatMap { $0.isEmpty ? nil : $0 },
            keywords: try fields.strings("keywords"))
          var rest = try edit(fields)
          (rest.title, rest.placement, rest.addedKeywords) = (nil, nil, [])
          return .new(draft, name: try fields.string("as"), facts: rest)
        }
      ),
      (
        "set", ["note"] + facts,
        { fields throws(SlipError) in .set(note: try fields.required("note"), try edit(fields)) }
      ),
      (
        "body", ["note"] + bodies,
        { fields throws(SlipError) in
          guard let body = try body(fields) else {
            throw fields.fault("text", "is missing, and so are `markdown` and `rtf`")
          }
          return .body(note: try fields.required("note"), body)
        }
      ),
      ("delete", ["note"], { fields throws(SlipError) in .delete(note: try fields.required("note")) }),
      (
        "link", ["note", "to"],
        { fields throws(SlipError) in .link(note: try fields.required("note"), to: try others(fields)) }
      ),
      (
        "unlink", ["note", "to"],
        { fields throws(SlipError) in .unlink(note: try fields.required("note"), from: try others(fields)) }
      ),
      ("folder", ["folder"], { fields throws(SlipError) in .folder(try fields.required("folder")) }),
      (
        "delete-folder", ["folder", "notes"],
        { fields throws(SlipError) in
          let rule = try fields.parsed("notes", "refuse, delete or move-up") {
            EditSession.FolderContents(rawValue: $0)
          }
          return .deleteFolder(try fields.required("folder"), rule ?? .refuse)
        }
      ),
      (
        "keyword", ["keyword", "color"],
        { fields throws(SlipError) in
          let color = try fields.parsed("color", "a color such as #ffcc00") { Keyword.Color($0) }
          return .keyword(try fields.required("keyword"), color)
        }
      ),
      (
        "delete-keyword", ["keyword", "force"],
        { fields throws(SlipError) in
          .deleteKeyword(try fields.required("keyword"), force: try fields.bool("force") ?? false)
        }
      ),
    ]

  /// Reads an edit.
  ///
  /// - Parameter json: A JSON object.
  /// - Throws: `SlipError` with code `KitCode.badEdit` or `JSONCode.wrongValue`, which names the member.
  package init(json: [UInt8]) throws(SlipError) {
    guard let value = JSONValue(json), case .object = value else {
      throw EditCommand.fault("This is not an edit: it is not a JSON object.")
    }
    let fields = try JSONFields(value)
    guard let word = try fields.string("do") else { throw EditCommand.fault("`do` is missing.") }
    guard let row = EditCommand.rows.first(where: { $0.word == word }) else {
      let advice = EditCommand.advice(word, among: EditCommand.rows.map(\.word))
      throw EditCommand.fault("`do` names no edit: `\(PrintableText.of(word))`.\(advice)")
    }
    for name in fields.members.keys.sorted() where name != "do" && !row.members.contains(name) {
      let advice = EditCommand.advice(name, among: row.members)
      throw EditCommand.fault("`\(word)` has no member `\(PrintableText.of(name))`.\(advice)")
    }
    self = try row.read(fields)
  }

  /// What may have been meant, as a sentence after another one; empty where nothing is near.
  private static func advice(_ word: String, among known: [String]) -> String {
    Suggestion.near(word, among: known, limit: 1).first.map { " Did you mean `\($0)`?" } ?? ""
  }

  /// The error of a line that is no edit.
  private static func fault(_ message: String) -> SlipError {
    SlipError(.badInput, code: KitCode.badEdit, message)
  }

  /// The text that a line gives; nil where it gives none.
  private static func body(_ fields: JSONFields) throws(SlipError) -> NoteDraft.Body? {
    let given = bodies.filter { fields[$0] != nil }
    guard given.count <= 1 else {
      throw fault("Of `rtf`, `markdown` and `text`, only one can be given.")
    }
    if let rtf = try fields.string("rtf") { return .rtf(Array(rtf.utf8)) }
    if let markdown = try fields.string("markdown") { return .markdown(markdown) }
    return try fields.string("text").map { .text($0) }
  }

  /// The notes at the other end of links.
  private static func others(_ fields: JSONFields) throws(SlipError) -> [String] {
    guard fields["to"] != nil else { throw fields.fault("to", "is missing") }
    return try fields.strings("to")
  }

  /// The facts that a line sets.
  private static func edit(_ fields: JSONFields) throws(SlipError) -> NoteEdit {
    var edit = NoteEdit()
    (edit.title, edit.isFavorite) = (try fields.string("title"), try fields.bool("favorite"))
    edit.status = try fields.parsed("status", "draft, review or archived") { Note.Status(typed: $0) }
    edit.order = try fields.int("order")
    edit.created = try fields.parsed("created", "a date such as 2026-01-31 or 2026-01-31T12:00:00Z") {
      Timestamp(typed: $0)
    }
    edit.placement = try fields.string("folder").map { $0.isEmpty ? .top : .folder($0) }
    edit.addedKeywords = try fields.strings("keywords")
    edit.removedKeywords = try fields.strings("removeKeywords")
    if let properties = try fields.object("properties") {
      for name in properties.members.keys.sorted() {
        edit.properties.append(try property(name, properties))
      }
    }
    edit.removedProperties = try fields.strings("removeProperties")
    return edit
  }

  /// A property: a text, a number, true or false, or an object with `type` and `value`.
  private static func property(_ name: String, _ fields: JSONFields) throws(SlipError) -> Property {
    let property: Property?
    switch fields[name] {
    case .string(let text): property = Property(name, .text, text)
    case .bool(let flag): property = Property(name, .boolean, String(flag))
    case .int(let number): property = Property(name, .number, String(number))
    case .double(let number): property = Property(name, .number, "\(number)")
    case .object:
      let parts = try fields.object(name)
      for member in parts?.members.keys.sorted() ?? [] where !["type", "value"].contains(member) {
        throw fault("A property has no member `\(PrintableText.of(member))`, but `type` and `value`.")
      }
      let kind = try parts?.parsed("type", "text, number, date, boolean or uri") {
        Property.Kind(rawValue: $0)
      }
      property = try parts.flatMap { (parts) throws(SlipError) in
        Property(typed: name, kind ?? .text, try parts.required("value"))
      }
    default:
      throw fields.fault(name, "must be a text, a number, true, false, or an object with `type` and `value`")
    }
    guard let property, property.isValid else {
      throw fields.fault(name, "doesn't have the form of its type")
    }
    return property
  }
}
