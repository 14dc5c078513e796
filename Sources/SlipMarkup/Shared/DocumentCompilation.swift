internal import SlipCore
public import SlipDocument

/// One document made of many, such as a book of the notes of a folder.
///
/// ```
/// var book = DocumentCompilation()
/// book.addHeading("Part one", level: 1)
/// book.add(plan, title: "Plan", level: 2, key: "Plan.rtf")
/// let document = book.document { link, from in … }
/// ```
///
/// Each document gets its title as a heading, and its own headings come below that. Footnotes are numbered through, each
/// picture is there once, and bookmarks of one name in several documents get different names.
public struct DocumentCompilation: Sendable {
  /// What stands between two documents.
  public enum Separator: Sendable, Hashable {
    /// Nothing.
    case none
    /// An empty line.
    case blank
    /// A thematic break.
    case rule
    /// A new page.
    case page
    /// A line of text in the middle, such as `* * *`.
    case text(String)

    /// Reads a name, or else a text.
    public init(_ text: String) {
      switch text.lowercased() {
      case "none", "": self = .none
      case "blank": self = .blank
      case "rule": self = .rule
      case "page": self = .page
      default: self = .text(text)
      }
    }
  }

  /// A link to another document of the compilation.
  public struct Target: Sendable {
    /// Which document.
    public var key: String
    /// The bookmark there; nil for its beginning.
    public var bookmark: String?

    /// Creates a target.
    public init(key: String, bookmark: String? = nil) { (self.key, self.bookmark) = (key, bookmark) }
  }

  private struct Part {
    var key: String
    var first: Int
    /// New names of bookmarks that are taken.
    var renamed: [String: String] = [:]
    /// The range of blocks, and that of notes.
    var blocks: Range<Int>
    var notes: Range<Int>
  }

  private var result = Document()
  private var parts: [Part] = []
  private var bookmarks: Set<String> = []
  private let separator: Separator
  private var hasText = false
  private var resources: [Resource: Int] = [:]
  private var authors: Set<String> = []

  /// Creates a compilation without documents.
  public init(separator: Separator = .none) { self.separator = separator }

  /// The beginning of the names of bookmarks at which documents begin.
  private static let prefix = "_Note"

  /// Whether a block is the first of a document within a compilation.
  package static func beginsNote(_ block: Block) -> Bool {
    block.inlines.contains {
      if case .bookmarkStart(let name) = $0 {
        name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy(\.isNumber)
          && name.count > prefix.count
      } else {
        false
      }
    }
  }

  // MARK: Building

  /// Adds a heading, such as the name of a folder.
  ///
  /// - Parameters:
  ///   - text: The heading.
  ///   - level: From 1.
  public mutating func addHeading(_ text: String, level: Int) {
    result.blocks.append(DocumentCompilation.heading(text, level))
    hasText = false
  }

  /// Adds a document.
  ///
  /// - Parameters:
  ///   - document: The document, which comes after those before.
  ///   - title: The text of its heading; nil for none.
  ///   - level: The level of that heading, from 1.
  ///   - key: By which links find it.
  public mutating func add(_ document: Document, title: String?, level: Int, key: String) {
    var other = document
    if parts.isEmpty { begin(with: other) } else { adapt(&other) }
    if hasText { separate() }
    demote(&other, title, level)
    let bookmark = DocumentCompilation.prefix + "\(parts.count + 1)"
    mark(&other, bookmark)
    var part = Part(
      key: key, first: parts.count + 1, blocks: result.blocks.count..<result.blocks.count,
      notes: result.notes.count..<result.notes.count)
    renameBookmarks(&other, &part)
    merge(&other)
    part.blocks = part.blocks.lowerBound..<result.blocks.count
    part.notes = part.notes.lowerBound..<result.notes.count
    parts.append(part)
    hasText = true
  }

  /// Takes the defaults of the first document.
  private mutating func begin(with other: Document) {
    result.defaultFont = other.defaultFont
    result.defaultLanguage = other.defaultLanguage
    result.page = other.page
    result.footnoteNumbering = other.footnoteNumbering
    result.endnoteNumbering = other.endnoteNumbering
  }

  /// Lets a document say its defaults where they differ from those of the first.
  private func adapt(_ other: inout Document) {
    let font = other.defaultFont == result.defaultFont ? nil : other.defaultFont
    let language = other.defaultLanguage == result.defaultLanguage ? nil : other.defaultLanguage
    guard font != nil || language != nil else { return }
    other.editInlines { inline in
      guard case .run(var run) = inline else { return nil }
      if let font, run.style.font == nil { run.style.font = font }
      if let language, run.style.language == nil { run.style.language = language }
      return [.run(run)]
    }
  }

  private mutating func separate() {
    switch separator {
    case .none: break
    case .blank: result.blocks.append(.paragraph(Paragraph()))
    case .rule:
      var role = BlockRole()
      role.content = .rule
      var style = ParagraphStyle()
      style.name = role.name
      result.blocks.append(.paragraph(Paragraph(style: style)))
    case .page: result.blocks.append(.break(.page))
    case .text(let text):
      var style = ParagraphStyle()
      style.alignment = .center
      result.blocks.append(.paragraph(Paragraph(style: style, inlines: [.run(Run(text))])))
    }
  }

  /// Gives a document its title as a heading, and its own headings levels below that.
  private func demote(_ other: inout Document, _ title: String?, _ level: Int) {
    guard let title else { return }
    let first = other.blocks.firstIndex {
      !$0.inlines.isEmpty || { if case .table = $0 { true } else { false } }($0)
    }
    var hasTitle = false
    if let first, case .paragraph(var paragraph) = other.blocks[first],
      let found = ChapterHeading(title, paragraph)
    {
      // The text begins with its title.
      hasTitle = true
      if found == .title { paragraph.show(title) }
      paragraph.style.headingLevel = min(level, 9)
      if paragraph.style.name?.lowercased().hasPrefix("heading ") == true { paragraph.style.name = nil }
      other.blocks[first] = .paragraph(paragraph)
    }
    let levels = other.blocks.enumerated().compactMap { index, block -> Int? in
      guard case .paragraph(let paragraph) = block, !(hasTitle && index == first) else { return nil }
      return paragraph.style.headingLevel
    }
    let highest = levels.min() ?? 1
    for index in other.blocks.indices where !(hasTitle && index == first) {
      guard case .paragraph(var paragraph) = other.blocks[index], let own = paragraph.style.headingLevel
      else {
        continue
      }
      paragraph.style.headingLevel = min(own - highest + level + 1, 9)
      if paragraph.style.name?.lowercased().hasPrefix("heading ") == true { paragraph.style.name = nil }
      other.blocks[index] = .paragraph(paragraph)
    }
    guard !hasTitle else { return }
    other.blocks.insert(DocumentCompilation.heading(title, level), at: 0)
  }

  /// A heading as those of Markdown are.
  private static func heading(_ text: String, _ level: Int) -> Block {
    var style = ParagraphStyle()
    style.edit {
      $0.headingLevel = min(max(level, 1), 9)
      ($0.spaceBefore, $0.spaceAfter, $0.keepsWithNext) = (240, 80, true)
    }
    return .paragraph(Paragraph(style: style, inlines: [.run(Run(text))]))
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Marks the beginning of a document.
  private func mark(_ other: inout Document, _ bookmark: String) {
    let mark: [Inline] = [.bookmarkStart(bookmark), .bookmarkEnd(bookmark)]
    if case .paragraph(var paragraph)? = other.blocks.first {
      paragraph.inlines = mark + paragraph.inlines
      other.blocks[0] = .paragraph(paragraph)
    } else {
      other.blocks.insert(.paragraph(Paragraph(inlines: mark)), at: 0)
    }
  }

  private mutating func renameBookmarks(_ other: inout Document, _ part: inout Part) {
    var taken = bookmarks
    var renamed: [String: String] = [:]
    var own: Set<String> = []
    other.editInlines { inline in
      switch inline {
      case .bookmarkStart(let name):
        guard own.insert(name).inserted else { return nil }
        var new = name
        var number = 2
        while !taken.insert(new).inserted {
          new = "\(name)_\(number)"
          number += 1
        }
        if new != name { renamed[name] = new }
        return [.bookmarkStart(new)]
      case .bookmarkEnd(let name): return [.bookmarkEnd(renamed[name] ?? name)]
      default: return nil
      }
    }
    bookmarks = taken
    part.renamed = renamed
    guard !renamed.isEmpty else { return }
    other.editLinks { link in
      guard link.target.hasPrefix("#"), let new = renamed[String(link.target.dropFirst())] else {
        return link
      }
      return Hyperlink(target: "#" + new, tip: link.tip)
    }
  }

  /// Appends a document. Pictures that are there already count.
  private mutating func merge(_ other: inout Document) {
    var numbers: [Int: Int] = [:]
    let start = result.resources.count
    var added: [Resource] = []
    for (index, resource) in other.resources.enumerated() {
      if let known = resources[resource] {
        numbers[index] = known
      } else {
        numbers[index] = start + added.count
        resources[resource] = start + added.count
        added.append(resource)
      }
    }
    other.moveNumbers(lists: result.lists.count, notes: result.notes.count, resources: 0)
    other.editInlines { inline in
      switch inline {
      case .picture(var picture):
        picture.resource = numbers[picture.resource] ?? picture.resource
        return [.picture(picture)]
      case .attachment(var file):
        file.resource = numbers[file.resource] ?? file.resource
        return [.attachment(file)]
      default: return nil
      }
    }
    result.resources += added
    result.lists += other.lists
    result.notes += other.notes
    result.blocks += other.blocks
    mergeFacts(other.info)
  }

  private mutating func mergeFacts(_ info: DocumentInfo) {
    for keyword in info.keywords where !result.info.keywords.contains(keyword) {
      result.info.keywords.append(keyword)
    }
    if let author = info.author { authors.insert(author) }
    result.info.author = authors.isEmpty ? nil : authors.sorted().joined(separator: ", ")
    result.info.created = DocumentCompilation.chosen(result.info.created, info.created, isLatest: false)
    result.info.modified = DocumentCompilation.chosen(result.info.modified, info.modified, isLatest: true)
  }

  private static func chosen(_ first: CalendarDate?, _ second: CalendarDate?, isLatest: Bool) -> CalendarDate?
  {
    guard let first, let second else { return first ?? second }
    func key(_ date: CalendarDate) -> [Int] {
      [date.year, date.month, date.day, date.hour, date.minute, date.second]
    }
    return key(first).lexicographicallyPrecedes(key(second)) == isLatest ? second : first
  }

  // MARK: Result

  /// The whole document, with links between its parts as links to bookmarks.
  ///
  /// - Parameter resolve: Where a link of the document with a key leads; nil for a link that stays as it is.
  public func document(resolving resolve: (String, String) -> Target?) -> Document {
    var document = result
    var counter = NoteCounter()
    for index in document.notes.indices
    where document.notes[index].isAutomatic && !document.notes[index].isDeleted {
      document.notes[index].mark = counter.next(document.notes[index].kind)
    }
    let byKey = Dictionary(parts.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for part in parts {
      var piece = Document()
      piece.blocks = Array(document.blocks[part.blocks])
      piece.notes = Array(document.notes[part.notes])
      piece.editLinks { link in
        guard !link.target.hasPrefix("#"), let target = resolve(link.target, part.key),
          let other = byKey[target.key]
        else { return link }
        let bookmark = target.bookmark.map { other.renamed[$0] ?? $0 }
        let known = bookmark.flatMap { bookmarks.contains($0) ? $0 : nil }
        return Hyperlink(
          target: "#" + (known ?? DocumentCompilation.prefix + "\(other.first)"), tip: link.tip)
      }
      document.blocks.replaceSubrange(part.blocks, with: piece.blocks)
      document.notes.replaceSubrange(part.notes, with: piece.notes)
    }
    return document
  }
}
