internal import SlipRTF
internal import ImageCodec
internal import SlipBase
internal import SlipDocument

/// Counts the features of a document in one walk.
///
/// A visitor of the document: each callback adds the features of the node it is given.
/// Facts about the document are added after the walk.
struct ExportFeatureFinder {
  /// How often a feature occurs, and where first.
  struct Tally {
    /// The number of places that have the feature.
    var count: Int
    /// The first of them in the order of the walk.
    var first: ExportLosses.Place
  }

  /// The document, for list definitions, resources and notes that nodes refer to.
  private let document: Document
  /// How the document is to be written.
  private let options: ExportLosses.Options
  /// What becomes of each picture resource that was looked at, by its index. Finding out
  /// may decode the picture, which is costly, and a document may show a resource often.
  private var pictureFeatures: [Int: ExportFeature] = [:]
  /// The features found so far.
  private var found: [ExportFeature: Tally] = [:]
  /// The number of paragraphs of the body entered so far.
  private var paragraphs = 0
  /// The number of notes entered so far; 0 while the walk is in the body.
  private var notes = 0
  /// Whether the walk is in headers or footers, which come last.
  private var isInHeader = false
  /// How many tables are open within each other.
  private var tableDepth = 0
  /// The style of the last run. Runs with the same formatting share it, so its features
  /// are looked up once.
  private var lastStyle = CharacterStyle()
  /// The features of `lastStyle`.
  private var lastFeatures: [ExportFeature] = []

  /// The features that a document has. Features that it doesn't have get no entry.
  static func find(in document: Document, options: ExportLosses.Options) -> [ExportFeature: Tally] {
    var finder = ExportFeatureFinder(document, options)
    document.walk(&finder)
    finder.info(document.info)
    if document.page != nil { finder.found[.page] = Tally(count: 1, first: .document) }
    return finder.found
  }

  /// Prepares an empty tally.
  private init(_ document: Document, _ options: ExportLosses.Options) {
    self.document = document
    self.options = options
  }

  /// Counts a feature at the current place, if it is there.
  private mutating func add(_ feature: ExportFeature, if isThere: Bool = true) {
    guard isThere else { return }
    let place: ExportLosses.Place =
      isInHeader ? .headerOrFooter : notes > 0 ? .note(notes) : .paragraph(max(1, paragraphs))
    found[feature, default: Tally(count: 0, first: place)].count += 1
  }

  /// Counts facts about the document: how many of the facts of each group are stated.
  private mutating func info(_ info: DocumentInfo) {
    /// Counts how many of some facts are stated.
    func add(_ feature: ExportFeature, _ isThere: [Bool]) {
      let count = isThere.count { $0 }
      if count > 0 { found[feature] = Tally(count: count, first: .document) }
    }
    add(.title, [info.title != nil])
    add(.authorAndKeywords, [info.author != nil, info.subject != nil, !info.keywords.isEmpty])
    add(.dates, [info.created != nil, info.modified != nil])
    add(
      .properties,
      [info.manager != nil, info.company != nil, info.category != nil, info.comment != nil]
        + info.userProperties.map { _ in true })
  }
}

/// Callbacks of the walk over the document. Each adds the features of the node itself;
/// what is in it comes with further callbacks.
extension ExportFeatureFinder: DocumentVisitor {
  /// Counts the features of a paragraph's style, list item and end. An empty paragraph
  /// counts only outside of tables and lists.
  mutating func enter(_ paragraph: Paragraph) {
    if !isInHeader && notes == 0 { paragraphs += 1 }
    add(paragraph.style, isInList: paragraph.listItem != nil)
    if paragraph.headingNumber(in: document.lists) != nil {
      add(.numberedHeading)
    } else if let item = paragraph.listItem {
      add(item)
    }
    add(.trackedParagraph, if: paragraph.endRevision != nil)
    add(
      .emptyParagraph,
      if: tableDepth == 0 && paragraph.inlines.isEmpty && paragraph.textBoxes.isEmpty
        && paragraph.listItem == nil)
    if case .run(let run) = paragraph.inlines.first {
      add(
        .leadingSpace,
        if: run.text.utf8.first == UInt8(ascii: " ") || run.text.utf8.first == UInt8(ascii: "\t"))
    }
  }

  /// Counts an inline by its kind. Plain runs, which are most, need no look at their
  /// style.
  mutating func visit(_ inline: Inline) {
    switch inline {
    case .run(let run): if !run.style.isPlain { add(run.style) }
    case .lineBreak, .bookmarkEnd: break
    case .picture(let picture): add(picture)
    case .attachment(let file): if file.style.isHidden { add(.hidden) } else { addAttachment(file.resource) }
    case .noteReference(let index): if document.notes.indices.contains(index) { add(document.notes[index]) }
    case .deletedNote: add(.trackedNote)
    case .bookmarkStart(let name): add(CalloutMark(bookmark: name) == nil ? .bookmark : .callout)
    case .break(let kind): visit(kind)
    }
  }

  /// Counts a break within or between paragraphs.
  mutating func visit(_ kind: BreakKind) { add(kind == .section ? .sectionBreak : .pageBreak) }

  /// Counts a text box.
  mutating func enter(_ box: TextBox) { add(.textBox) }

  /// Counts a table, and what all or some of its rows have.
  mutating func enter(_ table: DocumentTable) {
    tableDepth += 1
    add(tableDepth > 1 ? .nestedTable : .table)
    add(.headerRow, if: table.rows.contains { $0.isHeader })
    add(.rowHeader, if: table.rows.contains { $0.firstCellIsHeader })
    add(.rightToLeftTable, if: table.isRightToLeft)
    let isBorderless = !table.rows.isEmpty && table.rows.allSatisfy { !$0.isBordered }
    add(.borderless, if: isBorderless)
    add(
      .cellBorders, if: !isBorderless && table.rows.contains { $0.cells.contains { $0.borders != .grid } })
    add(.cellWidth, if: table.rows.contains { $0.cells.contains { $0.width != nil } })
  }

  /// Leaves a table.
  mutating func leave(_ table: DocumentTable) { tableDepth -= 1 }

  /// Counts a tracked row.
  mutating func enter(_ row: DocumentTableRow) { add(.trackedRow, if: row.revision != nil) }

  /// Counts what a cell is and holds.
  mutating func enter(_ cell: DocumentTableCell) {
    add(.trackedRow, if: cell.revision != nil)
    add(.mergedCells, if: cell.horizontalMerge == .first || cell.verticalMerge == .first)
    add(.cellBlocks, if: cell.blocks.count > 1)
    add(.cellAlignment, if: cell.verticalAlignment != .top)
    add(.cellShading, if: cell.shading != nil)
  }

  /// Goes on to a note, in which places are counted by note.
  mutating func enter(_ note: MarginNote) { notes += 1 }

  /// Goes on to a header or footer, which come last.
  mutating func enter(_ part: HeaderOrFooter) {
    isInHeader = true
    add(.headerOrFooter)
  }
}

/// Features of styles, list items, pictures and notes.
extension ExportFeatureFinder {
  /// Counts the features of a run or, as runs share styles, looks them up in the last
  /// answer.
  private mutating func add(_ style: CharacterStyle) {
    if style != lastStyle {
      lastStyle = style
      lastFeatures = features(of: style)
    }
    for feature in lastFeatures { add(feature) }
  }

  /// The features of a character style. Hidden text has only that feature, and none where it becomes comments.
  private func features(of style: CharacterStyle) -> [ExportFeature] {
    // Nobody sees how hidden text looks.
    if style.isHidden { return options.dialect.hasComments ? [] : [.hidden] }
    var features: [ExportFeature] = []
    /// Adds a feature to the list if the style has it.
    func add(_ feature: ExportFeature, if isThere: Bool) { if isThere { features.append(feature) } }
    if let revision = style.revision { features.append(revision.kind == .deletion ? .deletion : .insertion) }
    add(.bold, if: style.isBold)
    add(.italic, if: style.isItalic)
    add(.struck, if: style.isStruck)
    switch style.underline {
    case nil: break
    case .single: features.append(.underline)
    case .dashDot, .dashDotDot, .words: features.append(.fineUnderlines)
    case .double, .dotted, .dashed, .thick, .wave: features.append(.underlineKinds)
    }
    add(.superscript, if: style.position != nil)
    add(.capitals, if: style.capitals != nil)
    add(.letterSpacing, if: style.letterSpacing != 0)
    add(.characterScale, if: style.scale != 100)
    add(.font, if: style.font != nil)
    add(.size, if: style.size != nil)
    add(.color, if: style.color != nil)
    add(.background, if: style.background.map { !options.dialect.keeps(highlight: $0) } ?? false)
    add(.language, if: style.language != nil)
    add(.characterStyle, if: style.name != nil)
    add(.field, if: style.field != nil)
    if let link = style.link {
      features.append(LinkPolicy.isLive(LinkPolicy.stripped(link.target), .safe) ? .link : .otherLink)
      add(.linkTip, if: link.tip != nil)
    }
    return features
  }

  /// Counts the features of a paragraph's style.
  ///
  /// - Parameter isInList: whether the paragraph is a list item, whose indents belong to
  ///   the list.
  private mutating func add(_ style: ParagraphStyle, isInList: Bool) {
    if let level = style.headingLevel { add(level > 6 ? .deepHeading : .heading) }
    // The level of a heading says as much as the name of its style.
    add(.paragraphStyle, if: style.name != nil && style.headingLevel == nil)
    add(.alignment, if: style.alignment != .left)
    add(.indent, if: !isInList && (style.leftIndent, style.rightIndent, style.firstLineIndent) != (0, 0, 0))
    add(.spacing, if: style.spaceBefore != 0 || style.spaceAfter != 0 || style.lineSpacing != nil)
    add(.rightToLeft, if: style.isRightToLeft)
    add(.paragraphShading, if: style.shading != nil)
    add(.paragraphBorders, if: style.borders != nil)
    add(.tabStops, if: !style.tabStops.isEmpty)
    add(.keepWithNext, if: style.keepsWithNext)
    add(.pageBreakBefore, if: style.startsPage)
  }

  /// Counts a list item by the numbering of its level. A level that the document doesn't
  /// define counts as a plain list.
  private mutating func add(_ item: ListItem) {
    guard document.lists.indices.contains(item.list) else { return add(.list) }
    let levels = document.lists[item.list].levels
    guard levels.indices.contains(item.level) else { return add(.list) }
    switch levels[item.level].numbering {
    case .bullet, .decimal, .none: add(.list)
    case .upperRoman, .lowerRoman, .upperLetter, .lowerLetter: add(.listNumbering)
    }
  }

  /// Counts a picture, with its size, description and link.
  private mutating func add(_ picture: Picture) {
    guard !picture.style.isHidden else { return add(.hidden) }
    add(feature(ofPicture: picture.resource))
    add(.foreignPicture, if: isForeign(picture.resource))
    add(.officePicture, if: isHiddenInWord(picture.resource))
    add(.pictureSize, if: picture.width != nil || picture.height != nil)
    add(.pictureDescription, if: picture.description != nil)
    if let link = picture.style.link {
      add(LinkPolicy.isLive(LinkPolicy.stripped(link.target), .safe) ? .link : .otherLink)
    }
  }

  /// Whether RTF can hold the picture only as an attached file.
  private func isForeign(_ index: Int) -> Bool {
    guard document.resources.indices.contains(index),
      case .bytes(let bytes) = document.resources[index].content
    else { return false }
    return !bytes.isEmpty && !RTFPictureFormat.holds(document.resources[index])
  }

  /// Whether the picture is of a type that Word doesn't show. An empty one has no type.
  private func isHiddenInWord(_ index: Int) -> Bool {
    guard document.resources.indices.contains(index), document.resources[index].content != .bytes([])
    else { return false }
    return !VisiblePicture.wordShows(document.resources[index])
  }

  /// Whether the picture is a file that the caller will convert to a type that browsers
  /// show.
  private func willBeRendered(_ resource: Resource) -> Bool {
    guard case .file = resource.content, options.rendersFiles else { return false }
    return MediaType.named(resource.mediaType).flatMap(WebPicture.renderedType) != nil
  }

  /// Which feature a picture is: one that browsers show, one that can be converted, or
  /// one that can't.
  ///
  /// This converts the picture on trial if it is none that browsers show. Of a file
  /// beside the document only the type is known.
  private mutating func feature(ofPicture index: Int) -> ExportFeature {
    if let known = pictureFeatures[index] { return known }
    guard document.resources.indices.contains(index) else { return .picture }
    let resource = document.resources[index]
    let feature: ExportFeature
    switch VisiblePicture(resource, to: .browser, options.limits) {
    case .rendered: feature = .metafile
    case .unseen: feature = willBeRendered(resource) ? .metafile : .unseenPicture
    case .unchanged: feature = .picture
    }
    pictureFeatures[index] = feature
    return feature
  }

  /// Counts an attached file, by whether the document holds its bytes.
  private mutating func addAttachment(_ index: Int) {
    guard document.resources.indices.contains(index) else { return }
    switch document.resources[index].content {
    case .bytes: add(.attachment)
    case .file: add(.attachedFile)
    }
  }

  /// Counts a note, with its author, mark and tracked change.
  private mutating func add(_ note: MarginNote) {
    switch note.kind {
    case .footnote: add(.footnote)
    case .endnote: add(.endnote)
    case .annotation: add(.annotation)
    }
    add(.trackedNote, if: note.revision != nil)
    add(.noteCredit, if: note.author != nil || note.date != nil)
    add(.noteMark, if: !note.isAutomatic)
  }
}
