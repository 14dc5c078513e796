public import SlipBase
public import SlipDocument

/// What a user says about a document that is written: its title, other facts, a cover, and whether it has a table of contents.
///
/// ```
/// var front = DocumentFront()
/// front.title = "Field notes"
/// let findings = try front.apply(to: &document, &options, for: format)
/// ```
///
/// | | pages | books | Word, OpenDocument, RTF | Markdown | text | outlines |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | title, author | head | metadata | properties | front matter | first lines | head |
/// | other facts | `meta` | metadata | properties | front matter | left out, with a warning | left out, with a warning |
/// | cover | the picture at the top | its own page | its own page | the picture at the top | refused | refused |
/// | contents | links | the page of the navigation | a field, or links | links | lines | refused |
public struct DocumentFront: Sendable {
  /// The title, instead of the document's own.
  public var title: String?
  /// Facts that replace those of the document: `title`, `author`, `lang`, `keywords` (separated by commas), `description`. Others are
  /// added.
  public var facts: [UserProperty] = []
  /// The picture on the cover: PNG, JPEG, GIF or WebP.
  public var cover: [UInt8]?
  /// Whether a table of contents comes before the text.
  public var hasContents = false

  /// Says nothing.
  public init() {}

  /// Whether it says nothing.
  public var isEmpty: Bool { title == nil && facts.isEmpty && cover == nil && !hasContents }

  /// Gives a document what is said, and the options what only the writer can do.
  ///
  /// - Returns: A warning where the format can't hold a fact.
  /// - Throws: `SlipError` of kind `.usage` for a cover or contents that the format can't have, and for a language that is none.
  public func apply(
    to document: inout Document, _ options: inout WriteOptions, for format: Format
  ) throws(SlipError) -> [Diagnostic] {
    let others = try describe(&document, &options)
    var findings: [Diagnostic] = []
    switch format.kind {
    case .html, .book: options.metadata += others
    case .rtf, .package, .office, .openDocument: document.info.userProperties += others
    case .markdown: options.frontMatter += frontMatter(document.info, options.language, others)
    case .plainText, .outline: if !holdsAll(others) { findings.append(MarkupCode.factsDropped(format.title)) }
    }
    var leading = 0
    if let cover {
      guard format.showsPictures else { throw refusal("\(format.title) has no pictures, and so no cover.") }
      if format.kind == .book {
        options.cover = cover
      } else {
        leading = try insert(cover, into: &document, format)
      }
    }
    if hasContents {
      switch format.kind {
      case .html, .book, .office, .openDocument:
        options.page.hasContents = true
        options.blocksBeforeContents = leading
      case .rtf, .package: document.insertContents(at: leading, asList: false)
      case .markdown, .plainText: document.insertContents(at: leading, asList: true)
      case .outline: throw refusal("An outline is a table of contents itself; it has no other.")
      }
    }
    if format.kind == .plainText { insertLines(into: &document) }
    return findings
  }

  /// Sets the facts that every document has.
  ///
  /// - Returns: The others.
  private func describe(
    _ document: inout Document, _ options: inout WriteOptions
  ) throws(SlipError) -> [UserProperty] {
    var others: [UserProperty] = []
    for fact in facts {
      switch fact.name.lowercased() {
      case "title": document.info.title = fact.value
      case "author": document.info.author = fact.value
      case "description", "subject": document.info.subject = fact.value
      case "keywords":
        document.info.keywords = fact.value.split(separator: ",").map { String($0).trimmingBlanks() }
      case "lang", "language":
        guard let language = LanguageTag.valid(fact.value) else {
          throw refusal("A language is a tag such as de or en-US.")
        }
        (options.language, document.defaultLanguage) = (language, language)
      default: others.append(fact)
      }
    }
    if let title { document.info.title = title }
    return others
  }

  private func refusal(_ message: String) -> SlipError {
    SlipError(.usage, code: MarkupCode.noFront, message)
  }

  /// Whether text or an outline says all that is said: title and author.
  private func holdsAll(_ others: [UserProperty]) -> Bool {
    others.isEmpty && facts.allSatisfy { ["title", "author"].contains($0.name.lowercased()) }
  }

  /// Puts the cover before the text.
  private func insert(
    _ cover: [UInt8], into document: inout Document, _ format: Format
  ) throws(SlipError) -> Int {
    let type = cover.withUnsafeBytes { MediaType.sniff($0) }
    guard type.isImage else { throw refusal("The cover is no picture.") }
    return document.insertCover(
      Resource(content: .bytes(cover), mediaType: type.name, name: "cover." + type.fileExtension),
      endsInText: format.isOffice)
  }

  /// Puts title and author before the text, a line each.
  private func insertLines(into document: inout Document) {
    let names = Set(facts.map { $0.name.lowercased() })
    var lines: [String] = []
    if title != nil || names.contains("title"), let title = document.info.title { lines.append(title) }
    if names.contains("author"), let author = document.info.author { lines.append(author) }
    guard !lines.isEmpty else { return }
    let blocks = (lines + [""]).map { Block.paragraph(Paragraph(inlines: $0.isEmpty ? [] : [.run(Run($0))])) }
    document.blocks.insert(contentsOf: blocks, at: 0)
  }

  /// The lines of a front matter with what is said.
  private func frontMatter(
    _ info: DocumentInfo, _ language: String?, _ others: [UserProperty]
  ) -> [String] {
    let names = Set(facts.map { $0.name.lowercased() })
    var lines: [String] = []
    /// Adds a fact if it is said.
    func add(_ key: String, _ value: String?, _ given: String...) {
      guard let value, !names.isDisjoint(with: given) || key == "title" && title != nil else { return }
      lines.append(key + ": " + DocumentFront.quoted(value))
    }
    add("title", info.title, "title")
    add("author", info.author, "author")
    add("description", info.subject, "description", "subject")
    add("lang", language, "lang", "language")
    if names.contains("keywords") {
      lines.append("keywords: [" + info.keywords.map(DocumentFront.quoted).joined(separator: ", ") + "]")
    }
    for fact in others where !fact.name.isEmpty && fact.name.allSatisfy(DocumentFront.isKeySign) {
      lines.append(fact.name + ": " + DocumentFront.quoted(fact.value))
    }
    return lines
  }

  /// Whether a key of YAML may have a character without quotation marks.
  private static func isKeySign(_ sign: Character) -> Bool {
    sign.isASCII && (sign.isLetter || sign.isNumber || "-_.".contains(sign))
  }

  /// A text in quotation marks, on one line.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      + "\""
  }
}
