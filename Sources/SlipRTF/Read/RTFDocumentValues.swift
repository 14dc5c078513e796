internal import RTFSyntax
internal import SlipDocument

/// How values of the interpreter's events become values of the document.

extension RTFReader {
  /// Fields whose instruction isn't missed: the result, a link or a picture says it all.
  static let silentFields: Set<String> = ["", "HYPERLINK", "INCLUDEPICTURE", "SYMBOL"]
}

extension RTFRow {
  /// In twips. No page is wider than 22 inches; more would not fit into what RTF can say of a row.
  private static let widestCell = 31_680

  /// The width of a cell as a document holds it.
  static func held(width: Int?) -> Int? {
    width.flatMap { $0 > 0 ? min($0, widestCell) : nil }
  }

  /// Gives cells what the row's definition says about them.
  func complete(_ row: inout TableRow, _ resolver: RTFStyleResolver) {
    row.isHeader = isHeader
    row.revision = resolver.revision(mark)
    row.isBordered = isBordered || cells.contains { $0.isBordered }
    var left = Int(self.left)
    for (index, definition) in cells.enumerated() where index < row.cells.count {
      let width = Int(definition.right) - left
      left = Int(definition.right)
      if !definition.isAutoWidth { row.cells[index].width = RTFRow.held(width: width) }
      row.cells[index].horizontalMerge = TableCell.Merge(value: definition.horizontalMerge)
      row.cells[index].verticalMerge = TableCell.Merge(value: definition.verticalMerge)
      row.cells[index].shading = resolver.color(definition.shading)
    }
    for (cell, change) in cellChanges where cell < row.cells.count {
      row.cells[cell].revision = resolver.revision(change)
    }
  }
}

extension TableCell.Merge {
  init?(value: UInt8) {
    switch value {
    case 1: self = .first
    case 2: self = .continued
    default: return nil
    }
  }
}

extension BreakKind {
  init(value: Int32) {
    self =
      switch value {
      case ControlValue.column: .column
      case ControlValue.section: .section
      default: .page
      }
  }
}

extension RTFPictureFormat {
  init?(value: Int32) {
    switch value {
    case ControlValue.png: self = .png
    case ControlValue.jpeg: self = .jpeg
    case ControlValue.emf: self = .enhancedMetafile
    case ControlValue.wmf: self = .metafile
    case ControlValue.macPict: self = .macPicture
    case ControlValue.deviceIndependentBitmap: self = .bitmap
    default: return nil
    }
  }
}

extension RTFPicture {
  /// In twips; nil where the file doesn't say.
  var shownWidth: Int? { RTFPicture.shown(goalWidth, scaleX) }
  var shownHeight: Int? { RTFPicture.shown(goalHeight, scaleY) }

  private static func shown(_ goal: Int32, _ scale: Int32) -> Int? {
    held(Int(goal) * Int(scale) / 100)
  }

  /// A width or height as a document holds it: no more than RTF can say, nil where nothing is shown of it.
  static func held(_ twips: Int?) -> Int? {
    twips.flatMap { $0 > 0 ? min($0, Int(Int32.max)) : nil }
  }
}

extension MarginNote {
  init(_ note: RTFNote, blocks: [Block], revision: Revision?) {
    self.init(
      kind: note.kind, mark: RTFNormalStyles.trimmed(note.mark), isAutomatic: note.isAutomatic,
      blocks: blocks,
      author: RTFNormalStyles.name(note.author), date: RTFPackedDate.date(packed: note.date),
      revision: revision)
  }
}

extension HeaderOrFooter.Kind {
  init(value: Int32) {
    self =
      switch value {
      case ControlValue.headerFirst: .headerFirst
      case ControlValue.headerLeft: .headerLeft
      case ControlValue.headerRight: .headerRight
      case ControlValue.footer: .footer
      case ControlValue.footerFirst: .footerFirst
      case ControlValue.footerLeft: .footerLeft
      case ControlValue.footerRight: .footerRight
      default: .header
      }
  }
}

extension CalendarDate {
  init(_ date: RTFDate) {
    self.init(
      year: Int(date.year), month: Int(date.month), day: Int(date.day), hour: Int(date.hour),
      minute: Int(date.minute), second: Int(date.second))
  }
}

extension DocumentInfo {
  mutating func set(_ field: Int32, _ text: String?) {
    switch field {
    case ControlValue.title: title = text
    case ControlValue.subject: subject = text
    case ControlValue.author: author = text
    case ControlValue.manager: manager = text
    case ControlValue.company: company = text
    case ControlValue.category: category = text
    case ControlValue.comment: comment = text
    case ControlValue.keywords: keywords = RTFNormalStyles.keywords(text ?? "")
    default: break
    }
  }
}

extension CharacterStyle.Underline {
  init?(value: Int32) {
    switch value {
    case ControlValue.single: self = .single
    case ControlValue.doubleLine: self = .double
    case ControlValue.dotted: self = .dotted
    case ControlValue.dashed: self = .dashed
    case ControlValue.dashDot: self = .dashDot
    case ControlValue.dashDotDot: self = .dashDotDot
    case ControlValue.thick: self = .thick
    case ControlValue.wave: self = .wave
    case ControlValue.words: self = .words
    default: return nil
    }
  }
}

extension TabStop.Kind {
  init(_ kind: RTFTabStop.Kind) {
    switch kind {
    case .left: self = .left
    case .center: self = .center
    case .right: self = .right
    case .decimal: self = .decimal
    case .bar: self = .bar
    }
  }
}
