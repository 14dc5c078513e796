internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads an export of Simplenote: one JSON file with all notes.
///
/// ```json
/// { "activeNotes": [
///     { "id": "1051939b-…", "content": "Bees\r\n\r\n- [x] weigh", "creationDate": "2019-09-25T19:12:04.794Z",
///       "lastModified": "…", "tags": ["soil"], "pinned": true, "markdown": true,
///       "publicURL": "http://simp.ly/p/x", "collaboratorEmails": ["a@example.org"] } ],
///   "trashedNotes": [] }
/// ```
///
/// The text files beside it repeat the notes, and are left out. The title is the first line of the text.
struct SimplenoteSource: NoteSource {
  /// The notes, and whether each is in the trash.
  private let notes: [(json: JSONValue, isTrashed: Bool)]
  /// The next note.
  private var position = 0
  /// The ids so far.
  private var ids = RepeatedIDs()
  /// How many notes have nothing in them.
  private var empty = 0

  /// Where the list of notes is in an export.
  private static let path = "source/notes.json"
  /// Where it is in archives of other programs.
  private static let plainPaths = ["notes.json", "simplenote.json"]
  /// The largest list that is read, in bytes.
  private static let longest = 512 << 20
  /// The names of the list of deleted notes; programs that imitate the export write the second.
  private static let trash = ["trashedNotes", "trashNotes"]

  /// The place of the list of notes; nil where there is none.
  static func list(of tree: SourceTree) -> Int? {
    tree.files.indices.first { place in
      let file = tree.files[place]
      let isNamed =
        tree.form == .file || file.path == path || file.path.hasSuffix("/" + path)
        || plainPaths.contains(file.path)
      guard isNamed, file.path.suffixName == "json", !file.isClutter, file.length <= longest,
        let bytes = tree.soundBytes(at: place)
      else { return false }
      return SourceJSON.begins(bytes, "{", ["\"activeNotes\""])
        || SourceJSON.begins(bytes, "{", ["\"trashedNotes\""])
    }
  }

  /// Reads the list.
  ///
  /// - Throws: `SlipError` where it can't be read.
  init(_ tree: SourceTree) throws(SlipError) {
    guard let place = SimplenoteSource.list(of: tree) else {
      throw SlipError(.badInput, code: ExchangeCode.badContainer, "The export has no list of notes.")
    }
    let json = try SourceJSON.read(tree, place)
    guard json["activeNotes"]?.array != nil || SimplenoteSource.trash.contains(where: { json[$0] != nil })
    else {
      throw SlipError(.badInput, code: ExchangeCode.pieceDamaged, "The list of notes is damaged.")
    }
    var notes = (json["activeNotes"]?.array ?? []).map { ($0, false) }
    for name in SimplenoteSource.trash { notes += (json[name]?.array ?? []).map { ($0, true) } }
    self.notes = notes
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while position < notes.count {
      let (json, isTrashed) = notes[position]
      position += 1
      let content = json["content"]?.string ?? ""
      guard json["content"]?.string != nil else {
        return .skipped(SourceSkip(json["id"]?.string ?? "#\(position)", .damaged))
      }
      guard content.contains(where: { !$0.isWhitespace }) else {
        empty += 1
        continue
      }
      let id = ids.next(json["id"]?.string ?? "#\(position)")
      let title = SimplenoteSource.title(of: content, isMarkdown: json["markdown"]?.isTrue ?? false)
      var entry = SourceEntry(id: id, place: id, names: [title.text], length: content.utf8.count) { context in
        SimplenoteSource.note(json, isTrashed, context)
      }
      entry.isTrashed = isTrashed
      return .note(entry)
    }
    guard empty > 0 else { return nil }
    let count = empty
    empty = 0
    return .finding(SourceFault.dropped("\(count) notes have nothing in them; they were left out."))
  }

  /// The first line that isn't blank without its marks, and the text behind it. Where that line has a link or a picture, or
  /// begins a list, a table or code, the text has it, too.
  private static func title(of content: String, isMarkdown: Bool) -> (text: String, rest: Substring) {
    let start = content.drop(while: \.isWhitespace)
    let line = start.prefix { !$0.isNewline }
    var rest = start.dropFirst(line.count).drop(while: \.isNewline)
    guard isMarkdown else {
      let box = box(line)
      guard box != nil || line.contains("](" + scheme) else { return (String(line.trimmingBlanks()), rest) }
      return (String(plain(String(line)).line.dropFirst(box?.count ?? 0)), start)
    }
    if line.hasPrefix("```") || line.hasPrefix("~~~") {
      let code = rest.prefix { !$0.isNewline }.trimmingBlanks()
      return (code.isEmpty ? String(line.trimmingBlanks()) : String(code), start)
    }
    let bare = line.drop { $0 == "#" }
    let text = line.count > bare.count && bare.first == " " ? bare : line
    let read = MarkdownBody(Array(text.utf8)[...], [], SourceContext()) { _, _ in .elsewhere }
    let words = read.document.line.drop { "☐☑ ".contains($0) }.trimmingBlanks()
    let title = String(words.isEmpty ? line.trimmingBlanks() : words)
    if read.document.blocks.contains(where: { $0.isItem || $0.inlines.contains(where: \.leadsElsewhere) }) {
      return (title, start)
    }
    let next = start.dropFirst(line.count + 1).prefix { !$0.isNewline }.trimmingBlanks()
    if line.contains("|"), next.contains("-"), next.contains("|"), next.allSatisfy({ "|-: ".contains($0) }) {
      let cells = line.split(separator: "|").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
      return (cells.joined(separator: " "), start)
    }
    // The line below a heading that makes it one.
    if text == line, next.count > 1, next.allSatisfy({ $0 == "=" }) || next.allSatisfy({ $0 == "-" }) {
      rest = rest.drop { !$0.isNewline }.drop(while: \.isNewline)
    }
    return (title, rest)
  }

  /// Makes a note.
  private static func note(_ json: JSONValue, _ isTrashed: Bool, _ context: SourceContext) -> SourceNote {
    let isMarkdown = json["markdown"]?.isTrue ?? false
    let (title, rest) = title(of: json["content"]?.string ?? "", isMarkdown: isMarkdown)
    var note = SourceNote(title: title, body: .document(Document()))
    note.created = note.date(json["creationDate"]?.string, context)
    note.modified = note.date(json["lastModified"]?.string, context)
    note.isFavorite = json["pinned"]?.isTrue ?? false
    if note.isFavorite { note.properties.append(Property(Property.WellKnown.pinned, .boolean, "true")) }
    if isTrashed { note.status = .archived }
    note.keywords = (json["tags"]?.array ?? []).compactMap(\.string).map {
      SourceKeyword(path: [$0.trimmingBlanks()])
    }
    if let address = json["publicURL"]?.string, !address.isEmpty {
      note.properties.append(Property("simplenote:public-url", .uri, address))
    }
    for address in (json["collaboratorEmails"]?.array ?? []).compactMap(\.string) {
      note.properties.append(Property("simplenote:collaborator", .text, address))
    }
    let find = { (target: String, _: Bool) -> MarkdownBody.Target in SimplenoteSource.find(target, context) }
    let text = String(rest).withLineFeeds()
    if isMarkdown {
      MarkdownBody(Array(text.utf8)[...], .lineBreaks, context, find: find).fill(&note)
    } else {
      MarkdownBody(plain(text), context, find: find).fill(&note)
    }
    return note
  }

  /// What begins the addresses of notes.
  private static let scheme = "simplenote://note/"

  /// What an address leads to.
  private static func find(_ target: String, _ context: SourceContext) -> MarkdownBody.Target {
    guard target.hasPrefix(scheme) else { return .elsewhere }
    let id = target.dropFirst(scheme.count)
    return context.note(String(id)).map { .note($0) } ?? .missing(candidates: [])
  }

  /// A text without Markdown: lines, check boxes, and links to notes.
  private static func plain(_ text: String) -> Document {
    var builder = DocumentBuilder()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.drop { $0 == " " || $0 == "\t" }
      guard let box = box(bare), bare.dropFirst(5).first.map(\.isWhitespace) ?? true else {
        links(line, &builder)
        builder.end()
        continue
      }
      builder.text(box)
      links(bare.dropFirst(5).drop(while: \.isWhitespace), &builder)
      let indent = line.prefix(line.count - bare.count)
      let tabs = indent.count { $0 == "\t" }
      builder.end(.item(level: tabs + (indent.count - tabs) / 2, number: nil))
    }
    return builder.document
  }

  /// The sign of a check box that a line begins with; nil where it begins with none.
  private static func box(_ line: Substring) -> String? {
    guard line.utf8.starts(with: "- [".utf8) else { return nil }
    if line.hasPrefix("- [ ]") { return "☐ " }
    return line.hasPrefix("- [x]") || line.hasPrefix("- [X]") ? "☑ " : nil
  }

  /// Adds a line with its links to notes, which stand as in Markdown.
  private static func links(_ line: Substring, _ builder: inout DocumentBuilder) {
    var rest = line
    while let middle = rest.firstRange(of: "](" + scheme),
      let open = rest[..<middle.lowerBound].lastIndex(of: "["),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      builder.text(rest[..<open])
      let label = rest[rest.index(after: open)..<middle.lowerBound]
      builder.link(scheme + rest[middle.upperBound..<end], String(label))
      rest = rest[rest.index(after: end)...]
    }
    builder.text(rest)
  }
}

extension Block {
  /// Whether it is an item of a list.
  fileprivate var isItem: Bool {
    if case .paragraph(let paragraph) = self { paragraph.listItem != nil } else { false }
  }
}

extension Inline {
  /// Whether it is a picture, or a link.
  fileprivate var leadsElsewhere: Bool {
    switch self {
    case .run(let run): run.style.link != nil
    case .picture: true
    default: false
    }
  }
}
