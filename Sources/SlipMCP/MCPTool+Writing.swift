internal import SlipBase
internal import SlipNotes
internal import SlipboxKit

/// Tools that change the box. Each call is one transaction.
extension MCPTool {
  /// The facts that `new` and `set` take, which are those of `slipconv apply`.
  private static let facts: [Parameter] = [
    Parameter(
      name: "folder", kind: .text, help: "The path of the folder, such as Work/Ideas; empty for none."),
    Parameter(name: "status", kind: .choice(Note.Status.allCases.map(\.rawValue)), help: "The status."),
    Parameter(name: "favorite", kind: .flag, help: "Whether it is a favorite."),
    Parameter(name: "keywords", kind: .texts, help: "Keywords to add, such as bees/queens."),
    Parameter(
      name: "properties", kind: .properties,
      help: """
        Properties to set, by name: a text, a number, true or false, or {"type": "date", "value": "2026-01-31"}.
        """),
  ]

  /// The text of a note.
  private static let markdown = Parameter(
    name: "markdown", kind: .text, isRequired: true,
    help: "The text, in Markdown. Links to other notes are written [[Title]].")

  /// The tools.
  static let writing: [MCPTool] = [
    MCPTool(
      name: "new", title: "Create a note", help: "Create a note. Missing folders and keywords are created.",
      parameters: [
        Parameter(
          name: "title", kind: .text, help: "The title; the first heading or line where it is missing."),
        markdown,
      ] + facts, writes: true, run: create),
    MCPTool(
      name: "append", title: "Append to a note", help: "Add Markdown at the end of a note's text.",
      parameters: [note, markdown], writes: true, run: append),
    MCPTool(
      name: "replace", title: "Replace a note's text",
      help: """
        Replace the text of a note, or of one section with its heading. It is refused where the note isn't as it was read. \
        What stays the same keeps its formatting.
        """,
      parameters: [
        note,
        Parameter(name: "digest", kind: .text, isRequired: true, help: "The `digest` that `read` gave."),
        Parameter(
          name: "section", kind: .text,
          help: "The number or the heading of a section; all where it is missing."),
        markdown,
      ], writes: true, overwrites: true, run: replace),
    MCPTool(
      name: "set", title: "Change facts of a note",
      help: "Change the title, folder, status, keywords or properties of a note. What isn't given stays.",
      parameters: [note, Parameter(name: "title", kind: .text, help: "The title.")] + facts + [
        Parameter(name: "removeKeywords", kind: .texts, help: "Keywords to remove."),
        Parameter(name: "removeProperties", kind: .texts, help: "The names of properties to remove."),
      ], writes: true, overwrites: true, run: set),
    MCPTool(
      name: "undo", title: "Take a transaction back",
      help: "Take a transaction back, which is a transaction of its own. `log` lists them.",
      parameters: [
        Parameter(
          name: "transaction", kind: .whole(1...Int(Int32.max)),
          help: "Its number; the last one where it is missing.")
      ], writes: true, overwrites: true, run: undo),
  ]

  /// Makes an edit of `slipconv apply`.
  private static func edit(
    _ word: String, _ fields: JSONFields, _ box: ServedBox
  ) throws(SlipError) -> MCPAnswer {
    var members = fields.members
    members["do"] = .string(word)
    let command = try EditCommand(json: JSONValue.object(members).bytes)
    return try box.edit { (session) throws(SlipError) -> Note.ID? in
      var names: [String: Note.ID] = [:]
      return try command.apply(to: &session, &names)
    }
  }

  /// Creates a note.
  private static func create(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    try edit("new", fields, box)
  }

  /// Changes facts of a note.
  private static func set(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    try edit("set", fields, box)
  }

  /// Adds text at the end of a note.
  private static func append(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let (name, text) = (try fields.required("note"), try fields.required("markdown"))
    return try box.edit { (session) throws(SlipError) -> Note.ID? in
      let note = try session.note(named: name)
      try session.append(text, to: note.id)
      return note.id
    }
  }

  /// Replaces the text of a note that is as it was read.
  private static func replace(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let (name, text) = (try fields.required("note"), try fields.required("markdown"))
    let section = try fields.string("section")
    let digest = try fields.required("digest").lowercased()
    return try box.edit { (session) throws(SlipError) -> Note.ID? in
      let note = try session.note(named: name)
      guard note.body.digest.hex == digest else {
        throw SlipError(
          .cannotDo, code: ContainerCode.replacedMeanwhile,
          "The note isn't as it was when this digest was read; nothing was changed. Read it again.")
      }
      let old = try SectionedText(try session.body(of: note))
      let range = try section.map { (name) throws(SlipError) in try old.section(name).range }
      let body = try old.replacing(range ?? 0..<old.bytes.count, with: text)
      try session.setBody(of: note.id, .rtf(body))
      return note.id
    }
  }

  /// Takes a transaction back.
  private static func undo(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let wanted = try fields.int("transaction").map { [$0] }
    let (numbers, _) = try EditSession.notes(ofTransactions: wanted, in: box.path)
    return try box.edit(.undo, from: numbers.map(String.init).joined(separator: " ")) {
      (session) throws(SlipError) -> Note.ID? in
      try session.undo(numbers)
      return nil
    }
  }
}
