public import SlipDocument
public import SlipFormats

/// A document for each feature: plain text around one place that has it.
public enum ExportSamples {
  /// A GIF of one pixel.
  static let gif: [UInt8] =
    Array("GIF87a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
    + [2, 2, 0x44, 1, 0, 0x3B]

  /// A WebP file of one pixel.
  static let webP: [UInt8] =
    Array("RIFF".utf8) + [0x1A, 0, 0, 0] + Array("WEBPVP8L".utf8)
    + [0x0D, 0, 0, 0, 0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0]

  /// A BMP file of one pixel.
  static let bitmap: [UInt8] =
    [0x42, 0x4D, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
    + [UInt8](repeating: 0, count: 24) + [1, 2, 3, 0]

  /// A document with the feature.
  public static func document(_ feature: ExportFeature) -> Document {
    if let style = style(feature) {
      return document([
        paragraph([
          .run(Run("plain text of some length ")), .run(Run("styled", style: style)), .run(Run(" and more")),
        ])
      ])
    }
    if let style = paragraphStyle(feature) {
      return document([
        paragraph([.run(Run("before"))]), .paragraph(Paragraph(style: style, inlines: [.run(Run("styled"))])),
        paragraph([.run(Run("behind"))]),
      ])
    }
    if let table = table(feature) {
      return document([paragraph([.run(Run("before"))]), .table(table), paragraph([.run(Run("behind"))])])
    }
    return other(feature)
  }

  private static func document(_ blocks: [Block]) -> Document {
    var document = Document()
    document.blocks = blocks
    return document
  }

  private static func paragraph(_ inlines: [Inline]) -> Block { .paragraph(Paragraph(inlines: inlines)) }

  private static func style(_ feature: ExportFeature) -> CharacterStyle? {
    var style = CharacterStyle()
    switch feature {
    case .bold: style.isBold = true
    case .italic: style.isItalic = true
    case .struck: style.isStruck = true
    case .underline: style.underline = .single
    case .underlineKinds: style.underline = .double
    case .fineUnderlines: style.underline = .dashDot
    case .superscript: style.position = .superscript
    case .capitals: style.capitals = .small
    case .letterSpacing: style.letterSpacing = 40
    case .characterScale: style.scale = 80
    case .font: style.font = "Georgia"
    case .size: style.size = 40
    case .color: style.color = DocumentColor(red: 200, green: 0, blue: 0)
    case .background: style.background = DocumentColor(red: 255, green: 255, blue: 0)
    case .language: style.language = "fr-FR"
    case .hidden: style.isHidden = true
    case .link: style.link = Hyperlink(target: "https://example.org/")
    case .otherLink: style.link = Hyperlink(target: "file:///other.rtf")
    case .linkTip: style.link = Hyperlink(target: "https://example.org/", tip: "tip")
    case .field: style.field = "PAGE"
    case .characterStyle: style.name = "Strong"
    case .insertion: style.revision = Revision(kind: .insertion, author: "Ann")
    case .deletion: style.revision = Revision(kind: .deletion, author: "Ann")
    default: return nil
    }
    return style
  }

  private static func paragraphStyle(_ feature: ExportFeature) -> ParagraphStyle? {
    var style = ParagraphStyle()
    switch feature {
    case .heading: style.headingLevel = 2
    case .deepHeading: style.headingLevel = 8
    case .paragraphStyle: style.name = "Letter"
    case .alignment: style.alignment = .center
    case .indent: style.leftIndent = 720
    case .spacing: style.spaceAfter = 240
    case .rightToLeft: style.isRightToLeft = true
    case .paragraphBorders: style.borders = Borders(left: Borders.Line(width: 20))
    case .paragraphShading: style.shading = DocumentColor(red: 240, green: 240, blue: 200)
    case .tabStops: style.tabStops = [TabStop(position: 1440)]
    case .keepWithNext: style.keepsWithNext = true
    case .pageBreakBefore: style.startsPage = true
    default: return nil
    }
    return style
  }

  private static func cell(_ texts: String...) -> DocumentTableCell {
    DocumentTableCell(blocks: texts.map { paragraph([.run(Run($0))]) })
  }

  private static func table(_ feature: ExportFeature) -> DocumentTable? {
    var table = DocumentTable(rows: [
      DocumentTableRow(cells: [cell("a"), cell("b")]), DocumentTableRow(cells: [cell("c"), cell("d")]),
    ])
    switch feature {
    case .table: break
    case .trackedRow: table.rows[0].revision = Revision(kind: .insertion, author: "Ann")
    case .headerRow: table.rows[0].isHeader = true
    case .rowHeader: for row in table.rows.indices { table.rows[row].firstCellIsHeader = true }
    case .rightToLeftTable: for row in table.rows.indices { table.rows[row].isRightToLeft = true }
    case .mergedCells:
      table.rows[0].cells[0].horizontalMerge = .first
      table.rows[0].cells[1] = DocumentTableCell(horizontalMerge: .continued)
    case .cellBlocks: table.rows[0].cells[0] = cell("a", "b")
    case .nestedTable:
      table.rows[0].cells[0].blocks.append(
        .table(DocumentTable(rows: [DocumentTableRow(cells: [cell("x")])])))
    case .cellWidth: for row in table.rows.indices { table.rows[row].cells[0].width = 1440 }
    case .cellAlignment: table.rows[0].cells[0].verticalAlignment = .center
    case .cellShading: table.rows[0].cells[0].shading = DocumentColor(red: 240, green: 240, blue: 200)
    case .cellBorders: table.rows[0].cells[0].borders = Borders(bottom: Borders.Line(width: 20))
    case .borderless: for row in table.rows.indices { table.rows[row].isBordered = false }
    default: return nil
    }
    return table
  }

  private static func other(_ feature: ExportFeature) -> Document {
    switch feature {
    case .list: listed(.decimal, marker: "1.")
    case .numberedHeading: numbered
    case .listNumbering: listed(.lowerRoman, marker: "i.")
    case .leadingSpace: document([paragraph([.run(Run("\ta"))]), paragraph([.run(Run("b "))])])
    case .emptyParagraph: document([paragraph([.run(Run("a"))]), paragraph([]), paragraph([.run(Run("b"))])])
    case .trackedNote:
      noted(
        MarginNote(
          kind: .footnote, mark: "1", blocks: [paragraph([.run(Run("n"))])],
          revision: Revision(kind: .insertion, author: "Ann")))
    case .trackedParagraph:
      document([
        .paragraph(
          Paragraph(inlines: [.run(Run("a"))], endRevision: Revision(kind: .insertion, author: "Ann"))),
        paragraph([.run(Run("b"))]),
      ])
    case .picture: pictured(Picture(resource: 0))
    case .pictureSize: pictured(Picture(resource: 0, width: 1500, height: 1500))
    case .pictureDescription: pictured(Picture(resource: 0, description: "a dot"))
    case .metafile:
      pictured(Picture(resource: 0), Resource(content: .bytes(bitmap), mediaType: "image/bmp"))
    case .foreignPicture:
      pictured(Picture(resource: 0), Resource(content: .bytes(gif), mediaType: "image/gif"))
    case .officePicture:
      pictured(Picture(resource: 0), Resource(content: .bytes(webP), mediaType: "image/webp"))
    case .unseenPicture:
      pictured(
        Picture(resource: 0), Resource(content: .bytes(Array("\u{1}emf".utf8)), mediaType: "image/emf"))
    case .attachment: attached(.bytes([1, 2, 3]))
    case .attachedFile: attached(.file("files/a.pdf"))
    case .footnote: noted(MarginNote(kind: .footnote, mark: "1", blocks: [paragraph([.run(Run("note"))])]))
    case .endnote: noted(MarginNote(kind: .endnote, mark: "1", blocks: [paragraph([.run(Run("note"))])]))
    case .annotation:
      noted(MarginNote(kind: .annotation, mark: "[A1]", blocks: [paragraph([.run(Run("note"))])]))
    case .noteCredit:
      noted(
        MarginNote(kind: .annotation, mark: "[A1]", blocks: [paragraph([.run(Run("note"))])], author: "Ann"))
    case .noteMark:
      noted(
        MarginNote(kind: .footnote, mark: "*", isAutomatic: false, blocks: [paragraph([.run(Run("note"))])]))
    case .headerOrFooter: headed
    case .textBox:
      document([
        .paragraph(
          Paragraph(inlines: [.run(Run("a"))], textBoxes: [TextBox(blocks: [paragraph([.run(Run("box"))])])]))
      ])
    case .callout:
      document([
        paragraph([.bookmarkStart("callout_1_note_"), .bookmarkEnd("callout_1_note_"), .run(Run("a"))])
      ])
    case .bookmark: document([paragraph([.bookmarkStart("here"), .run(Run("a")), .bookmarkEnd("here")])])
    case .pageBreak: document([paragraph([.run(Run("a"))]), .break(.page), paragraph([.run(Run("b"))])])
    case .sectionBreak:
      document([paragraph([.run(Run("a"))]), .break(.section), paragraph([.run(Run("b"))])])
    case .title: informed { $0.title = "Title" }
    case .authorAndKeywords: informed { $0.author = "Ann" }
    case .page: paged
    case .dates: informed { $0.created = CalendarDate(year: 2020, month: 1, day: 2) }
    case .properties: informed { $0.company = "Bees Ltd" }
    default: Document()
    }
  }

  private static var numbered: Document {
    var document = listed(.decimal, marker: "1.")
    document.blocks = document.blocks.map { block in
      guard case .paragraph(var paragraph) = block else { return block }
      paragraph.style.headingLevel = 1
      return .paragraph(paragraph)
    }
    return document
  }

  private static func listed(_ numbering: ListDefinition.Level.Numbering, marker: String) -> Document {
    var document = document([
      .paragraph(
        Paragraph(listItem: ListItem(list: 0, level: 0, marker: marker), inlines: [.run(Run("item"))]))
    ])
    document.lists = [ListDefinition(levels: [ListDefinition.Level(numbering: numbering, pattern: "\u{1}.")])]
    return document
  }

  public static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
    0, 1, 8,
    4, 0, 0, 0, 0xB5, 0x1C, 0x0C, 2,
  ]

  private static func pictured(
    _ picture: Picture, _ resource: Resource = Resource(content: .bytes(png), mediaType: "image/png")
  ) -> Document {
    var document = document([paragraph([.run(Run("a ")), .picture(picture)])])
    document.resources = [resource]
    return document
  }

  private static func attached(_ content: Resource.Content) -> Document {
    var document = document([paragraph([.run(Run("a ")), .attachment(AttachedFile(resource: 0))])])
    document.resources = [Resource(content: content, mediaType: "application/pdf", name: "a.pdf")]
    return document
  }

  private static func noted(_ note: MarginNote) -> Document {
    var document = document([paragraph([.run(Run("a")), .noteReference(0), .run(Run(" b"))])])
    document.notes = [note]
    return document
  }

  private static var headed: Document {
    var document = document([paragraph([.run(Run("a"))])])
    document.headersAndFooters = [HeaderOrFooter(kind: .header, blocks: [paragraph([.run(Run("head"))])])]
    return document
  }

  private static var paged: Document {
    var document = document([paragraph([.run(Run("a"))])])
    document.page = PageSetup(width: 16_838, height: 11_906)
    return document
  }

  private static func informed(_ change: (inout DocumentInfo) -> Void) -> Document {
    var document = document([paragraph([.run(Run("a"))])])
    change(&document.info)
    return document
  }
}
