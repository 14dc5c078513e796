internal import SlipBase
internal import SlipDocument

/// What U+FFFC stands for in a note of Apple Notes.
package enum NotesObject: Sendable {
  /// Words, such as `#bees`, which may lead somewhere.
  case text(String, link: String?)
  /// A table.
  case table(rows: [[NotesCell]], isRightToLeft: Bool)
  /// Files: one, or the pages of a scan.
  case files([NotesFile])
  /// Nothing that is there: a file that was not downloaded, or a row that is gone.
  case missing
}

/// A cell of a table.
package struct NotesCell: Sendable {
  /// The text.
  let text: NotesText
}

/// A file of a note.
package struct NotesFile: Sendable {
  /// The name.
  package var name: String
  /// The content.
  package var bytes: [UInt8]
}

/// Turns the text of a note of Apple Notes into a document.
struct NotesDocument {
  /// What was built so far.
  private(set) var document = Document()
  /// How often something is missing.
  private(set) var missing = 0
  /// The objects by their ids.
  private let objects: [String: NotesObject]
  /// Where a link leads; nil for one that stays as it is.
  private let target: (String) -> String?
  /// The blocks of what is being built: the body, or a cell.
  private var blocks: [Block] = []
  /// The paragraph that is being built.
  private var inlines: [Inline] = []
  /// The run that decides what the paragraph is.
  private var first: NotesText.Run?
  /// How many items of each level of the current list came so far.
  private var counts: [Int] = []
  /// The style of the current list; nil outside of lists.
  private var listStyle: NotesText.Style?
  /// Whether cells are being built, in which no tables stand.
  private var isInCell = false
  /// The places of resources by their content.
  private var resources: [Digest: Int] = [:]

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - objects: What the ids of attachments stand for.
  ///   - target: Gives the address that a link becomes.
  init(objects: [String: NotesObject], target: @escaping (String) -> String?) {
    (self.objects, self.target) = (objects, target)
  }

  /// The document of a text.
  ///
  /// A builder is used for one text only, since lists and resources stay in it.
  mutating func build(_ text: NotesText) -> Document {
    blocks = blocks(of: text)
    document.blocks = blocks
    return document
  }

  /// The blocks of a text.
  ///
  /// A run that ends within a surrogate pair takes the whole pair. Text behind the last run is body text.
  ///
  /// - Returns: One paragraph at least.
  private mutating func blocks(of text: NotesText) -> [Block] {
    blocks = []
    (listStyle, counts) = (nil, [])
    var start = 0
    for run in text.runs where start < text.units.count {
      var end = start + min(max(run.length, 0), text.units.count - start)
      if end > start, end < text.units.count, UTF16.isLeadSurrogate(text.units[end - 1]),
        UTF16.isTrailSurrogate(text.units[end])
      {
        end += 1
      }
      take(text.units[start..<end], run)
      start = end
    }
    take(text.units[start...], NotesText.Run(length: 0))
    if first != nil || blocks.isEmpty { endParagraph() }
    return blocks
  }

  /// Adds the text of a run.
  ///
  /// Control characters other than tabs are left out; line ends, separators and U+FFFC have a meaning.
  private mutating func take(_ units: ArraySlice<UInt16>, _ run: NotesText.Run) {
    var start = units.startIndex
    for place in units.indices {
      let unit = units[place]
      guard unit < 0x20 && unit != 9 || unit == 0x2028 || unit == 0x2029 || unit == 0xFFFC || unit == 0x7F
      else {
        continue
      }
      add(units[start..<place], run)
      start = place + 1
      switch unit {
      case 10, 13, 0x2029:
        begin(run)
        endParagraph()
      case 11, 0x2028:
        begin(run)
        inlines.append(.lineBreak)
      case 0xFFFC: object(run)
      default: break
      }
    }
    add(units[start...], run)
  }

  /// Notes the run that decides what the paragraph is.
  private mutating func begin(_ run: NotesText.Run) { if first == nil { first = run } }

  /// Adds text with the marks of a run.
  private mutating func add(_ units: ArraySlice<UInt16>, _ run: NotesText.Run) {
    guard !units.isEmpty else { return }
    add(String(decoding: units, as: UTF16.self), run, link: run.characters.link?.target)
  }

  /// Adds text that may be a link.
  private mutating func add(_ text: String, _ run: NotesText.Run, link: String?) {
    begin(run)
    var style = run.characters
    if let link { style.link = Hyperlink(target: target(link) ?? link) }
    if case .run(var last)? = inlines.last, last.style == style {
      last.text += text
      inlines[inlines.count - 1] = .run(last)
    } else {
      inlines.append(.run(Run(text, style: style)))
    }
  }

  /// Adds what U+FFFC stands for.
  ///
  /// A run without an id adds nothing. A table within a cell counts as missing, like everything that can't
  /// be found.
  private mutating func object(_ run: NotesText.Run) {
    guard let id = run.attachment else { return }
    switch objects[id] {
    case .text(let text, let link): add(text, run, link: link)
    case .files(let files):
      for file in files {
        begin(run)
        add(file)
      }
    case .table(let rows, let isRightToLeft) where !isInCell: table(rows, isRightToLeft)
    case .missing, .table, nil:
      begin(run)
      missing += 1
    }
  }

  /// Adds a file: a picture is shown, another one attached.
  ///
  /// Files with the same content and name share a resource. The type is decided by the content.
  private mutating func add(_ file: NotesFile) {
    let digest = Digest(of: file.bytes)
    let type = file.bytes.withUnsafeBytes { MediaType.sniff($0) }
    var place = resources[digest]
    if let known = place, document.resources[known].name != file.name { place = nil }
    let resource = place ?? document.resources.count
    if resource == document.resources.count {
      document.resources.append(Resource(content: .bytes(file.bytes), mediaType: type.name, name: file.name))
      resources[digest] = resource
    }
    inlines.append(type.isImage ? .picture(Picture(resource: resource)) : .attachment(resource: resource))
  }

  /// Adds a table between paragraphs.
  ///
  /// The open paragraph ends before the table, and lists begin anew behind it.
  private mutating func table(_ rows: [[NotesCell]], _ isRightToLeft: Bool) {
    if first != nil { endParagraph() }
    var outside = blocks
    isInCell = true
    let made = rows.map { row in
      var made = DocumentTableRow(
        cells: row.map { cell in
          var content = blocks(of: cell.text)
          if isRightToLeft { content = content.map(NotesDocument.turned) }
          return DocumentTableCell(blocks: content)
        })
      made.isRightToLeft = isRightToLeft
      return made
    }
    isInCell = false
    outside.append(.table(DocumentTable(rows: made)))
    blocks = outside
    (listStyle, counts) = (nil, [])
  }

  /// A paragraph that runs from right to left.
  ///
  /// Blocks other than paragraphs stay as they are.
  private static func turned(_ block: Block) -> Block {
    guard case .paragraph(var paragraph) = block else { return block }
    paragraph.style.isRightToLeft = true
    return .paragraph(paragraph)
  }

  /// Ends the paragraph.
  ///
  /// Title, heading and subheading become headings of level 1 to 3. An indent of body text is that of so many
  /// levels of a list.
  private mutating func endParagraph() {
    let run = first ?? NotesText.Run(length: 0)
    var paragraph = Paragraph(inlines: inlines)
    (inlines, first) = ([], nil)
    var role = BlockRole()
    if run.isQuoted { role.enter(.quote) }
    if run.style == .monospaced { role.content = .code(language: nil) }
    paragraph.style.take(role)
    paragraph.style.edit { style in
      style.alignment = run.alignment
      style.isRightToLeft = run.isRightToLeft
      switch run.style {
      case .title: style.headingLevel = 1
      case .heading: style.headingLevel = 2
      case .subheading: style.headingLevel = 3
      case nil: style.leftIndent += run.indent * BlockRole.listIndents(level: 0).left
      default: break
      }
    }
    item(run, &paragraph)
    blocks.append(.paragraph(paragraph))
  }

  /// Makes a paragraph an item of a list, if it is one. Numbers are counted; they begin anew after
  /// another paragraph.
  private mutating func item(_ run: NotesText.Run, _ paragraph: inout Paragraph) {
    guard let style = run.style, style.rawValue >= NotesText.Style.dotted.rawValue else {
      (listStyle, counts) = (nil, [])
      return
    }
    if listStyle != style {
      (listStyle, counts) = (style, [])
      document.lists.append(ListDefinition(levels: NotesDocument.levels(style)))
    }
    while counts.count <= run.indent { counts.append(0) }
    counts.removeLast(counts.count - run.indent - 1)
    counts[run.indent] += 1
    let marker =
      style == .numbered ? "\(counts[run.indent])." : style == .dashed ? "–" : ListDefinition.bullet
    paragraph.listItem = ListItem(list: document.lists.count - 1, level: run.indent, marker: marker)
    let indents = BlockRole.listIndents(level: run.indent)
    paragraph.style.edit { ($0.leftIndent, $0.firstLineIndent) = (indents.left, indents.firstLine) }
    if style == .checklist {
      // The same signs that readers of Markdown and HTML give to check boxes.
      paragraph.inlines.insert(.run(Run(run.isDone ? "☑ " : "☐ ")), at: 0)
    }
  }

  /// The levels of a list of some style.
  ///
  /// - Returns: Nine levels, as many as an indent can have.
  private static func levels(_ style: NotesText.Style) -> [ListDefinition.Level] {
    (0..<9).map { level in
      switch style {
      case .numbered:
        ListDefinition.Level(numbering: .decimal, pattern: String(UnicodeScalar(UInt8(level + 1))) + ".")
      case .dashed: ListDefinition.Level(numbering: .bullet, pattern: "–")
      default: ListDefinition.Level(numbering: .bullet, pattern: ListDefinition.bullet)
      }
    }
  }
}
