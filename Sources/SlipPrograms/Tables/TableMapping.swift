internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Which column of a table is what of a note.
struct TableMapping: Sendable {
  /// What a column may be.
  enum Field: String, Sendable, CaseIterable {
    case id, title, text, created, modified, keywords, folder, status, favorite, author, url
  }

  /// Names by which columns are guessed, in small letters without blanks and signs, the surest first.
  private static let names: [Field: [String]] = [
    .id: ["uuid", "guid", "id", "key"],
    .title: ["title", "name", "subject", "headline", "heading", "titel", "titre", "titulo"],
    .text: ["text", "content", "body", "markdown", "html", "note", "notes", "description", "summary"],
    .created: ["created", "createdat", "createdtime", "datecreated", "creationdate", "date", "timestamp"],
    .modified: ["modified", "modifiedat", "updated", "updatedat", "lastmodified", "datemodified", "edited"],
    .keywords: ["keywords", "tags", "labels", "categories"],
    .folder: [
      "folder", "notebook", "path", "category", "group", "list", "section", "foldersname", "folderstitle",
      "notebooksname", "notebookstitle", "categoriesname", "groupsname", "listsname", "sectionsname",
    ],
    .status: ["status", "state"], .favorite: ["favorite", "favourite", "starred", "pinned"],
    .author: ["author", "creator", "by"], .url: ["url", "link", "href", "sourceurl", "website"],
  ]

  /// Settings that name no column.
  private static let settings: Set<String> = ["rows", "format"]

  /// The columns by what they are.
  private var columns: [Field: Int] = [:]
  /// The names of all columns.
  private let all: [String]
  /// What texts are written in: `text`, `markdown` or `html`; nil: what they look like.
  private let format: String?
  /// Whether a column was guessed.
  private(set) var isGuessed = false

  /// Makes a mapping.
  ///
  /// - Parameter given: Columns by field, as the user named them.
  /// - Throws: `SlipError` for a field or column that doesn't exist.
  init(_ rows: TableRows, _ given: [String: String]) throws(SlipError) {
    all = rows.columns
    format = given["format"]
    if let format, !["text", "markdown", "html"].contains(format) {
      throw SlipError(
        .usage, code: ExchangeCode.unknownColumn, "The format of texts is text, markdown or html.")
    }
    for (name, column) in given.sorted(by: { $0.key < $1.key }) where !TableMapping.settings.contains(name) {
      guard let field = Field(rawValue: name) else {
        let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw SlipError(
          .usage, code: ExchangeCode.unknownColumn,
          "--map knows no field '\(PrintableText.of(name))'; the fields are \(known), rows and format.")
      }
      guard
        let place = all.firstIndex(of: column)
          ?? all.firstIndex(where: { TableMapping.bare($0) == TableMapping.bare(column) })
      else {
        let near =
          Suggestion.nearest(to: column, among: all).map { "; did you mean '\(PrintableText.of($0))'?" }
          ?? "."
        throw SlipError(
          .usage, code: ExchangeCode.unknownColumn, "There is no column '\(PrintableText.of(column))'\(near)")
      }
      columns[field] = place
    }
    for field in Field.allCases where columns[field] == nil { guess(field) }
    if columns[.title] == nil, columns[.text] == nil, !all.isEmpty {
      columns[.title] = 0
      isGuessed = true
    }
  }

  /// Guesses the column of a field by its name.
  private mutating func guess(_ field: Field) {
    let taken = Set(columns.values)
    for name in TableMapping.names[field] ?? [] {
      guard
        let place = all.indices.first(where: { !taken.contains($0) && TableMapping.bare(all[$0]) == name })
      else {
        continue
      }
      columns[field] = place
      isGuessed = true
      return
    }
  }

  /// Whether the first line of a table is a row: none of its values is a name that is known, and one is a number or a date. Where
  /// the user names columns, they have names.
  static func isRow(_ line: [String], _ given: [String: String]) -> Bool {
    guard given.keys.allSatisfy({ settings.contains($0) }) else { return false }
    let known = Set(names.values.joined())
    return !line.contains { known.contains(bare($0)) }
      && line.contains { Double($0) != nil || SourceDate($0) != nil }
  }

  /// A name without case, blanks and signs.
  private static func bare(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The mapping as it is written after `--map`.
  var printed: String {
    Field.allCases.compactMap { field in
      columns[field].map { "\(field.rawValue)=\(PrintableText.of(all[$0]))" }
    }.joined(separator: ",")
  }

  /// The value of a field; empty for none.
  func text(_ field: Field, _ rows: TableRows, _ row: Int) -> String {
    columns[field].map { rows[row, $0].trimmingBlanks() } ?? ""
  }

  // MARK: Notes

  /// Makes a note of a row.
  func note(_ rows: TableRows, _ row: Int, _ context: SourceContext) -> SourceNote {
    let title = text(.title, rows, row)
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    let (created, modified) = (text(.created, rows, row), text(.modified, rows, row))
    if !created.isEmpty { note.created = date(created, .created, &note, context) }
    if !modified.isEmpty { note.modified = date(modified, .modified, &note, context) }
    note.keywords = keywords(rows, row).compactMap {
      let name = $0.trimmingBlanks()
      return SourceKeyword(nested: name.hasPrefix("#") ? String(name.dropFirst()) : name)
    }
    note.folder = text(.folder, rows, row).split(separator: "/").map {
      SourceFolder(String($0).trimmingBlanks())
    }
    let status = text(.status, rows, row)
    if let known = Note.Status(rawValue: status.lowercased()) {
      note.status = known
    } else if !status.isEmpty {
      note.properties.append(Property("table:" + all[columns[.status] ?? 0], .text, status))
    }
    note.isFavorite = ["true", "yes", "1", "x", "✓"].contains(text(.favorite, rows, row).lowercased())
    if case let author = text(.author, rows, row), !author.isEmpty {
      note.properties.append(Property(Property.WellKnown.author, .text, author))
    }
    if case let address = text(.url, rows, row), !address.isEmpty {
      note.properties.append(Property(Property.WellKnown.sourceURL, .uri, address))
    }
    let taken = Set(columns.values)
    for place in all.indices where !taken.contains(place) && !rows[row, place].isEmpty && !all[place].isEmpty
    {
      note.properties.append(Property("table:" + all[place], .text, rows[row, place]))
    }
    fill(&note, columns[.text].map { rows[row, $0] } ?? "", context)
    return note
  }

  /// Reads a date: text, or a count of seconds or milliseconds. What can't be read stays as a property.
  private func date(
    _ text: String, _ field: Field, _ note: inout SourceNote, _ context: SourceContext
  ) -> Timestamp? {
    let date: Timestamp?
    let isWritten = TableMapping.isWritten(text)
    if !isWritten, let count = Double(text), (1e8..<1e17).contains(abs(count)) {
      let factor = abs(count) < 1e11 ? 1_000_000.0 : abs(count) < 1e14 ? 1_000 : 1
      date = note.date(Int64((count * factor).rounded()), perSecond: 1_000_000)
    } else {
      date = note.date(text, context)
    }
    // Of a text that has more than a date, such as a time behind a word, nothing is lost.
    let isHalf =
      !isWritten && text.contains(":") && date.map { $0.microseconds % 86_400_000_000 == 0 } ?? false
    if date == nil || isHalf && !text.contains("00:00"), !SourceDate.isNone(text) {
      note.properties.append(Property("table:" + all[columns[field] ?? 0], .text, text))
    }
    return date
  }

  /// How many digits the numbers of a date have: to the day, minute, second and, as in TiddlyWiki, millisecond.
  private static let dateLengths: Set<Int> = [8, 12, 14, 17]

  /// Whether digits are a date, such as `20240506120000`, although they could be a count.
  private static func isWritten(_ text: String) -> Bool {
    dateLengths.contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit)
      && (text.hasPrefix("19") || text.hasPrefix("20")) && SourceDate(text) != nil
  }

  /// The keywords of a row: a list, names between signs, or as TiddlyWiki writes them, words of which several are in brackets.
  private func keywords(_ rows: TableRows, _ row: Int) -> [String] {
    if let list = columns[.keywords].flatMap({ rows.list(row, $0) }) { return list }
    let text = text(.keywords, rows, row)
    let date = [Field.created, .modified].map { self.text($0, rows, row) }.first { !$0.isEmpty }
    let isTiddler = date.map { $0.utf8.count == 17 && TableMapping.isWritten($0) } ?? false
    guard isTiddler || text.contains("[[") && text.contains("]]") else {
      return text.split { ",;|".contains($0) }.map(String.init)
    }
    var names: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
      } else if rest.hasPrefix("[["), let end = rest.firstRange(ofASCII: "]]") {
        names.append(String(rest[..<end.lowerBound].dropFirst(2)))
        rest = rest[end.upperBound...]
      } else {
        let word = rest.prefix { $0 != " " }
        names.append(String(word))
        rest = rest[word.endIndex...]
      }
    }
    return names
  }

  /// Gives a note its text.
  private func fill(_ note: inout SourceNote, _ text: String, _ context: SourceContext) {
    let name = columns[.text].map { TableMapping.bare(all[$0]) } ?? ""
    let isPage = text.drop(while: \.isWhitespace).hasPrefix("<") && text.contains("</")
    switch format ?? (name == "markdown" ? "markdown" : name == "html" || isPage ? "html" : "text") {
    case "markdown":
      MarkdownBody(Array(text.utf8)[...], [], context) { _, _ in .elsewhere }.fill(&note)
    case "html":
      let page = Array("<!DOCTYPE html><meta charset=utf-8><body>".utf8) + Array(text.utf8)
      let result = page.withUnsafeBytes { HTMLReader.read($0, limits: context.limits, pictures: .program) }
      MarkdownBody(result.document, context) { _, _ in .elsewhere }.fill(&note)
    default: if !text.isEmpty { note.takePlain(text) }
    }
  }
}
