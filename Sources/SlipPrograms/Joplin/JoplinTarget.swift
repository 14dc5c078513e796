internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Writes an archive of items: notebooks, tags, uses of tags, files, notes.
/// An item is a text file `ID.md`, as in Joplin's own exports (JEX, a tar archive):
///
/// ```
/// Bees                                       the title
///
/// The text, with [links](:/ID).              the body of a note, in Markdown
///
/// id: 9f3a…                                  fields, one a line
/// parent_id: 07c1…                           the notebook
/// created_time: 2024-05-06T07:08:09.000Z
/// type_: 1                                   1 note, 2 notebook, 4 file, 5 tag, 6 use of a tag
/// ```
///
/// The bytes of a file are in `resources/ID.png`.
struct JoplinExport: Sendable {
  /// The box.
  private let box: ContainerBox

  /// Prepares an export.
  init(_ box: ContainerBox) { self.box = box }

  /// An id as Joplin writes it: 32 hexadecimal digits.
  ///
  /// The ids are those of the box without hyphens. So a second import into Joplin meets the same ids.
  static func id(_ id: UniqueID) -> String { id.description.replacing("-", with: "").lowercased() }

  /// The id of a file under a name.
  ///
  /// Joplin has one name for each file. A blob under two names is therefore two files, with an id made
  /// of both digest and name.
  private static func id(ofFile attachment: Attachment.ID, _ name: String) -> String {
    id(UniqueID(namespace: IdentityNamespace.note, name: "joplin-resource/\(attachment.hex)/\(name)"))
  }

  /// The files of the archive. Notebooks and tags come first.
  ///
  /// - Returns: The plan. Notes are rendered only when they are written; all other items are texts of
  ///   the plan.
  func files() -> ContainerPlan {
    var result = ContainerPlan()
    for id in box.folders {
      guard let folder = box.box.folder(id) else { continue }
      result.files.append(item(JoplinExport.id(id), folderItem(folder)))
    }
    let (tags, uses) = tags()
    for tag in tags {
      result.files.append(item(tag.id, JoplinExport.text(title: tag.title, [("id", tag.id)], type: 5)))
    }
    for use in uses {
      let id = JoplinExport.id(
        UniqueID(namespace: IdentityNamespace.keyword, name: "joplin-use/\(use.note)/\(use.tag)"))
      result.files.append(
        item(
          id,
          JoplinExport.text(title: nil, [("id", id), ("note_id", use.note), ("tag_id", use.tag)], type: 6)))
    }
    addFiles(&result)
    let count = box.notes.count
    for (place, id) in box.notes.enumerated() {
      result.files.append(
        ContainerFile(JoplinExport.id(id) + ".md", .made { try note(id, order: count - place) }))
    }
    return result
  }

  /// The file of an item that is known already.
  /// Its name is `ID.md`.
  private func item(_ id: String, _ text: String) -> ContainerFile { ContainerFile(id + ".md", text: text) }

  // MARK: Notebooks, tags and files

  /// A notebook.
  ///
  /// Joplin requires two dates; a folder of the box has only that of its creation, which stands for
  /// both.
  private func folderItem(_ folder: Folder) -> String {
    JoplinExport.text(
      title: BundleText.line(folder.name),
      [
        ("id", JoplinExport.id(folder.id)), ("parent_id", folder.parent.map { JoplinExport.id($0) } ?? ""),
        ("created_time", JoplinExport.date(folder.created)),
        ("updated_time", JoplinExport.date(folder.created)),
      ], type: 2)
  }

  /// The tags with their ids, and which note has which. Keywords whose tags are equal share one.
  ///
  /// A keyword below others becomes a tag such as `bees/queens`. Joplin has tags in small letters only,
  /// so keywords that differ in case alone become one tag.
  ///
  /// - Returns: The tags in the order in which notes use them, and the uses by the ids of note and tag.
  private func tags() -> (tags: [(id: String, title: String)], uses: [(note: String, tag: String)]) {
    var ids: [String: String] = [:]
    var tags: [(id: String, title: String)] = []
    var uses: [(note: String, tag: String)] = []
    for id in box.notes {
      var own: Set<String> = []
      for keyword in box.box.note(id)?.keywords ?? [] {
        let title = BundleText.line(box.box.names(ofKeyword: keyword).joined(separator: "/")).lowercased()
        guard !title.isEmpty else { continue }
        let tag = ids[title] ?? JoplinExport.id(keyword)
        if ids.updateValue(tag, forKey: title) == nil { tags.append((tag, title)) }
        if own.insert(tag).inserted { uses.append((JoplinExport.id(id), tag)) }
      }
    }
    return (tags, uses)
  }

  /// Adds the files of all notes, each pair of content and name once.
  ///
  /// Each gives an item with its name and type, and a file with its bytes. A blob that the box lacks is
  /// left out.
  private func addFiles(_ result: inout ContainerPlan) {
    var seen: Set<String> = []
    for note in box.notes {
      for reference in box.box.note(note)?.attachments ?? [] {
        guard let attachment = box.box.attachment(reference.attachment) else { continue }
        let id = JoplinExport.id(ofFile: attachment.id, reference.name)
        guard seen.insert(id).inserted else { continue }
        let text = JoplinExport.text(
          title: BundleText.line(reference.name),
          [
            ("id", id), ("mime", attachment.mediaType), ("filename", reference.name),
            ("created_time", JoplinExport.date(nil)), ("updated_time", JoplinExport.date(nil)),
            ("file_extension", attachment.fileExtension), ("encryption_applied", "0"),
            ("size", String(attachment.blob.length)),
          ], type: 4)
        result.attachments += 1
        result.files.append(item(id, text))
        result.files.append(
          ContainerFile("resources/\(id).\(attachment.fileExtension)", .attachment(attachment.id)))
      }
    }
  }

  // MARK: Notes

  /// The item of a note.
  ///
  /// 1. The body in Markdown, with addresses such as `:/9f3a…`.
  /// 2. A line with a link for each file that the text doesn't show, since Joplin would take such a
  /// file for unused.
  /// 3. The fields.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - order: The place among the notes; Joplin shows higher numbers first.
  /// - Returns: The item in UTF-8, and findings of reading the body.
  /// - Throws: `SlipError` where the body can't be read.
  private func note(_ id: Note.ID, order: Int) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let note = try box.note(id)
    let mark = try mark(for: note)
    let listed = Set(note.attachments.map { ContainerText.File(attachment: $0.attachment, name: $0.name) })
    let text = try box.text(
      of: note,
      ContainerText.Places(
        file: { reference, attachment in
          let file = ContainerText.File(attachment: attachment.id, name: reference.name)
          return listed.contains(file) ? mark + JoplinExport.id(ofFile: attachment.id, reference.name) : ""
        },
        note: { mark + JoplinExport.id($0) }))
    var body = JoplinExport.linked(box.markdown(text.document, .joplin), mark)
    let hidden = box.files(of: note, notIn: text.shown)
    for reference in hidden {
      guard let attachment = box.box.attachment(reference.attachment) else { continue }
      if !body.isEmpty { body.append(UInt8(ascii: "\n")) }
      let address = ":/" + JoplinExport.id(ofFile: reference.attachment, reference.name)
      let name = MarkdownText.escaped(ContainerText.shownName(of: reference, attachment))
      body += "[\(name)](\(address))\n".utf8
    }
    while body.last == UInt8(ascii: "\n") { body.removeLast() }
    let facts = NoteFacts.json(
      of: note, in: box, [.title, .dates, .state, .keywords, .properties, .related],
      more: [("file-lines", hidden.isEmpty ? nil : .number(hidden.count))])
    let head = BundleText.line(note.title) + "\n\n"
    let properties = JoplinExport.text(title: nil, fields(note, facts, order), type: 1)
    return (Array(head.utf8) + body + Array("\n\n".utf8) + Array(properties.utf8), text.diagnostics)
  }

  /// What stands for `:/` in addresses while the text is written: a relative path that the text itself doesn't have.
  ///
  /// The writer of Markdown would escape `:/`, or take it for an address of a scheme. A mark that looks
  /// like a path goes through it unchanged.
  ///
  /// - Throws: `SlipError` where the plain text of the note can't be read.
  private func mark(for note: Note) throws -> String {
    let mirror = String(decoding: try box.mirror(of: note), as: UTF8.self)
    var mark = "joplin-item"
    while mirror.contains(mark) { mark += "-" }
    return mark + "/"
  }

  /// A text in which addresses that begin with the mark are Joplin's.
  ///
  /// - Parameters:
  ///   - text: The Markdown with marks.
  ///   - mark: What `mark(for:)` gave.
  /// - Returns: The Markdown with `:/` in place of each mark.
  private static func linked(_ text: [UInt8], _ mark: String) -> [UInt8] {
    let wanted = Array(mark.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == wanted[0], text[index...].starts(with: wanted) {
        output += ":/".utf8
        index += wanted.count
      } else {
        output.append(text[index])
        index += 1
      }
    }
    return output
  }

  /// The fields of a note.
  ///
  /// A note without a date has the other date of the two. One with a due date, a date of completion or
  /// `joplin:is_todo` is a task.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - facts: What Joplin has no field for.
  ///   - order: The place among the notes.
  /// - Returns: Names and values in Joplin's order. Dates of tasks are milliseconds since 1970, 0 for
  ///   none.
  private func fields(_ note: Note, _ facts: JSONValue, _ order: Int) -> [(String, String)] {
    func value(_ name: String) -> String? { note.properties.first { $0.name == name }?.value }
    func milliseconds(_ name: String) -> String {
      value(name).flatMap { Timestamp(rfc3339: $0) }.map { String($0.microseconds / 1_000) } ?? "0"
    }
    let created = JoplinExport.date(note.created ?? note.modified)
    let modified = JoplinExport.date(note.modified ?? note.created)
    let names = [
      Property.WellKnown.due, Property.WellKnown.completed, JoplinTask.isTask, JoplinTask.isCompleted,
    ]
    // A task that is done without a date was done before the note changed for the last time.
    let isDone = value(Property.WellKnown.completed) == nil && value(JoplinTask.isCompleted) == "true"
    let done = isDone ? note.modified ?? note.created : nil
    let completed =
      done.map { String($0.microseconds / 1_000) } ?? milliseconds(Property.WellKnown.completed)
    let isTask = note.properties.contains { names.contains($0.name) && $0.value != "false" }
    return [
      ("id", JoplinExport.id(note.id)), ("parent_id", note.folder.map { JoplinExport.id($0) } ?? ""),
      ("created_time", created), ("updated_time", modified), ("is_conflict", "0"),
      ("latitude", value(Property.WellKnown.latitude) ?? "0.00000000"),
      ("longitude", value(Property.WellKnown.longitude) ?? "0.00000000"), ("altitude", "0.0000"),
      ("author", value(Property.WellKnown.author) ?? ""),
      ("source_url", value(Property.WellKnown.sourceURL) ?? ""),
      ("is_todo", isTask ? "1" : "0"), ("todo_due", milliseconds(Property.WellKnown.due)),
      ("todo_completed", completed), ("source", box.options.creator),
      ("source_application", box.options.creator), ("application_data", JoplinExport.line(facts)),
      ("order", String(order)), ("user_created_time", created), ("user_updated_time", modified),
      ("encryption_applied", "0"), ("markup_language", "1"), ("is_shared", "0"), ("deleted_time", "0"),
    ]
  }

  /// JSON on a line, without the sequences that Joplin takes for line ends.
  ///
  /// Joplin replaces `\n` and `\r` in each field by line ends. Escapes of that kind are therefore
  /// written as `\u000a` and so on, which mean the same in JSON.
  private static func line(_ value: JSONValue) -> String {
    let line = ((try? JSONText.line(value)) ?? "").trimmingBlanks()
    var output = ""
    var isEscape = false
    for character in line.unicodeScalars {
      guard isEscape else {
        if character == "\\" { isEscape = true } else { output.unicodeScalars.append(character) }
        continue
      }
      isEscape = false
      switch character {
      case "u": output += "\\u"
      case "n": output += "\\u000a"
      case "r": output += "\\u000d"
      case "t": output += "\\u0009"
      case "b": output += "\\u0008"
      case "f": output += "\\u000c"
      case "\"": output += "\\u0022"
      case "\\": output += "\\u005c"
      default: output.unicodeScalars.append(character)
      }
    }
    return output
  }

  /// An item with its fields. There is no line end behind the last one: Joplin would take it for the end of an empty block.
  ///
  /// - Parameters:
  ///   - title: The title with an empty line behind it; nil for items that have none.
  ///   - fields: Names and values. Line ends in values become `\n` and `\r`.
  ///   - type: The number of the type: 1 note, 2 notebook, 4 file, 5 tag, 6 use of a tag.
  private static func text(title: String?, _ fields: [(String, String)], type: Int) -> String {
    let lines = (fields + [("type_", String(type))]).map { name, value in
      "\(name): \(value.replacing("\r", with: "\\r").replacing("\n", with: "\\n"))"
    }
    return (title.map { $0 + "\n\n" } ?? "") + lines.joined(separator: "\n")
  }

  /// A date with milliseconds; the beginning of 1970 for none, since Joplin requires one.
  ///
  /// Finer parts of a second are cut off.
  private static func date(_ time: Timestamp?) -> String {
    let time = time ?? Timestamp(seconds: 0)
    let thousandths = ((time.microseconds % 1_000_000) + 1_000_000) % 1_000_000 / 1_000
    let digits = String(thousandths)
    return String(time.rfc3339.prefix(19)) + "." + String(repeating: "0", count: 3 - digits.count) + digits
      + "Z"
  }
}
