internal import SlipRTF
internal import ImageCodec
internal import SlipBase
internal import SlipDocument

/// Finds what a document has of each feature, in one walk.
struct ExportFeatureFinder {
  struct Tally {
    var count: Int
    var first: ExportLosses.Place
  }

  private let document: Document
  private let options: ExportLosses.Options
  /// What becomes of the resources that were asked for.
  private var pictureFeatures: [Int: ExportFeature] = [:]
  private var found: [ExportFeature: Tally] = [:]
  private var paragraphs = 0
  private var notes = 0
  private var isInHeader = false
  private var tableDepth = 0
  /// Runs of one formatting share it: what it has is looked up once.
  private var lastStyle = CharacterStyle()
  private var lastFeatures: [ExportFeature] = []

  static func find(in document: Document, options: ExportLosses.Options) -> [ExportFeature: Tally] {
    var finder = ExportFeatureFinder(document, options)
    document.walk(&finder)
    finder.info(document.info)
    return finder.found
  }

  private init(_ document: Document, _ options: ExportLosses.Options) {
    self.document = document
    self.options = options
  }

  private mutating func add(_ feature: ExportFeature, if isThere: Bool = true) {
    guard isThere else { return }
    let place: ExportLosses.Place =
      isInHeader ? .headerOrFooter : notes > 0 ? .note(notes) : .paragraph(max(1, paragraphs))
    found[feature, default: Tally(count: 0, first: place)].count += 1
  }

  private mutating func info(_ info: DocumentInfo) {
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

extension ExportFeatureFinder: DocumentVisitor {
  mutating func enter(_ paragraph: Paragraph) {
    if !isInHeader && notes == 0 { paragraphs += 1 }
    add(paragraph.style, isInList: paragraph.listItem != nil)
    if let item = paragraph.listItem { add(item) }
    add(.trackedParagraph, if: paragraph.endRevision != nil)
    add(
      .emptyParagraph,
      if: tableDepth == 0 && paragraph.inlines.isEmpty && paragraph.textBoxes.isEmpty
        && paragraph.listItem == nil)
  }

  mutating func visit(_ inline: Inline) {
    switch inline {
    case .run(let run): if !run.style.isPlain { add(run.style) }
    case .lineBreak, .bookmarkEnd: break
    case .picture(let picture): add(picture)
    case .attachment(let file): if file.style.isHidden { add(.hidden) } else { addAttachment(file.resource) }
    case .noteReference(let index): if document.notes.indices.contains(index) { add(document.notes[index]) }
    case .deletedNote: add(.trackedNote)
    case .bookmarkStart: add(.bookmark)
    case .break(let kind): visit(kind)
    }
  }

  mutating func visit(_ kind: BreakKind) { add(kind == .section ? .sectionBreak : .pageBreak) }

  mutating func enter(_ box: TextBox) { add(.textBox) }

  mutating func enter(_ table: Table) {
    tableDepth += 1
    add(tableDepth > 1 ? .nestedTable : .table)
    add(.headerRow, if: table.rows.contains { $0.isHeader })
    add(.borderless, if: !table.rows.isEmpty && table.rows.allSatisfy { !$0.isBordered })
    add(.cellWidth, if: table.rows.contains { $0.cells.contains { $0.width != nil } })
  }

  mutating func leave(_ table: Table) { tableDepth -= 1 }

  mutating func enter(_ row: TableRow) { add(.trackedRow, if: row.revision != nil) }

  mutating func enter(_ cell: TableCell) {
    add(.trackedRow, if: cell.revision != nil)
    add(.mergedCells, if: cell.horizontalMerge == .first || cell.verticalMerge == .first)
    add(.cellBlocks, if: cell.blocks.count > 1)
    add(.cellShading, if: cell.shading != nil)
  }

  mutating func enter(_ note: MarginNote) { notes += 1 }

  mutating func enter(_ part: HeaderOrFooter) {
    isInHeader = true
    add(.headerOrFooter)
  }
}

extension ExportFeatureFinder {
  private mutating func add(_ style: CharacterStyle) {
    if style != lastStyle {
      lastStyle = style
      lastFeatures = ExportFeatureFinder.features(of: style)
    }
    for feature in lastFeatures { add(feature) }
  }

  private static func features(of style: CharacterStyle) -> [ExportFeature] {
    // Of text that isn't shown, the looks don't count.
    if style.isHidden { return [.hidden] }
    var features: [ExportFeature] = []
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
    add(.font, if: style.font != nil)
    add(.size, if: style.size != nil)
    add(.color, if: style.color != nil)
    add(.background, if: style.background != nil)
    add(.language, if: style.language != nil)
    add(.characterStyle, if: style.name != nil)
    add(.field, if: style.field != nil)
    if let link = style.link {
      features.append(LinkPolicy.isLive(LinkPolicy.stripped(link.target), .safe) ? .link : .otherLink)
      add(.linkTip, if: link.tip != nil)
    }
    return features
  }

  private mutating func add(_ style: ParagraphStyle, isInList: Bool) {
    if let level = style.headingLevel { add(level > 6 ? .deepHeading : .heading) }
    // Headings name themselves.
    add(.paragraphStyle, if: style.name != nil && style.headingLevel == nil)
    add(.alignment, if: style.alignment != .left)
    add(.indent, if: !isInList && (style.leftIndent, style.rightIndent, style.firstLineIndent) != (0, 0, 0))
    add(.spacing, if: style.spaceBefore != 0 || style.spaceAfter != 0 || style.lineSpacing != nil)
    add(.rightToLeft, if: style.isRightToLeft)
    add(.paragraphShading, if: style.shading != nil)
    add(.tabStops, if: !style.tabStops.isEmpty)
    add(.keepWithNext, if: style.keepsWithNext)
    add(.pageBreakBefore, if: style.startsPage)
  }

  private mutating func add(_ item: ListItem) {
    guard document.lists.indices.contains(item.list) else { return add(.list) }
    let levels = document.lists[item.list].levels
    guard levels.indices.contains(item.level) else { return add(.list) }
    switch levels[item.level].numbering {
    case .bullet, .decimal, .none: add(.list)
    case .upperRoman, .lowerRoman, .upperLetter, .lowerLetter: add(.listNumbering)
    }
  }

  private mutating func add(_ picture: Picture) {
    guard !picture.style.isHidden else { return add(.hidden) }
    add(feature(ofPicture: picture.resource))
    add(.foreignPicture, if: isForeign(picture.resource))
    add(.pictureSize, if: picture.width != nil || picture.height != nil)
    add(.pictureDescription, if: picture.description != nil)
    if let link = picture.style.link {
      add(LinkPolicy.isLive(LinkPolicy.stripped(link.target), .safe) ? .link : .otherLink)
    }
  }

  /// Whether RTF can hold it only as an attached file.
  private func isForeign(_ index: Int) -> Bool {
    guard document.resources.indices.contains(index),
      case .bytes(let bytes) = document.resources[index].content
    else { return false }
    return !bytes.isEmpty && !RTFPictureFormat.holds(document.resources[index])
  }

  /// A file whose bytes others have.
  private func willBeRendered(_ resource: Resource) -> Bool {
    guard case .file = resource.content, options.rendersFiles else { return false }
    return MediaType.named(resource.mediaType).flatMap(WebPicture.renderedType) != nil
  }

  /// Whether browsers show it, or something that is made of it. Of a file elsewhere its type has to do.
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

  private mutating func addAttachment(_ index: Int) {
    guard document.resources.indices.contains(index) else { return }
    switch document.resources[index].content {
    case .bytes: add(.attachment)
    case .file: add(.attachedFile)
    }
  }

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
