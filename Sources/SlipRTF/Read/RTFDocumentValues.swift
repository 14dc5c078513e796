internal import RTFSyntax
internal import SlipDocument

// How values of the interpreter's events become values of the document. Numbers that stand for a choice are
// `ControlValue` constants.

/// Fields whose instruction may be dropped without a loss.
extension RTFReader {
  /// Names of fields for which no loss is reported when a document doesn't hold the
  /// instruction: the result, a link or a picture says all that it says.
  static let silentFields: Set<String> = [
    "", "HYPERLINK", "INCLUDEPICTURE", "SYMBOL", "FORMCHECKBOX", "FORMDROPDOWN",
  ]
}

/// From the definition of a row (`\trowd`) to rows and cells of a document.
extension RTFRow {
  /// The widest cell in twips. No page is wider than 22 inches, and more would not fit
  /// into what RTF can say of a row.
  private static let widestCell = 31_680

  /// The width of a cell as a document holds it: nil for 0 and less, and at most
  /// `widestCell`.
  static func held(width: Int?) -> Int? {
    width.flatMap { $0 > 0 ? min($0, widestCell) : nil }
  }

  /// Adds to a row what its definition says: the widths, merges, lines and shading of cells, and
  /// tracked changes. Cells beyond the definition have no lines.
  ///
  /// - Parameter isFirst: Whether it is the first row of its table.
  func complete(_ row: inout DocumentTableRow, isFirst: Bool, _ resolver: RTFStyleResolver) {
    row.isHeader = isHeader
    row.firstCellIsHeader = hasHeaderColumn && !hasStyle && !isHeader
    row.isRightToLeft = isRightToLeft
    row.revision = resolver.revision(mark)
    row.isBordered = false
    let ends = (isFirst ? ControlValue.top : 0) | (isLast ? ControlValue.bottom : 0)
    let hasBorders = borders.lines.contains { $0.style != 0 }
    var left = Int(self.left)
    for (index, definition) in cells.enumerated() where index < row.cells.count {
      let width = Int(definition.right) - left
      left = Int(definition.right)
      if !definition.isAutoWidth { row.cells[index].width = RTFRow.held(width: width) }
      row.cells[index].horizontalMerge = DocumentTableCell.Merge(value: definition.horizontalMerge)
      row.cells[index].verticalMerge = DocumentTableCell.Merge(value: definition.verticalMerge)
      row.cells[index].verticalAlignment = DocumentTableCell.VerticalAlignment(value: definition.alignment)
      row.cells[index].shading = resolver.color(definition.shading)
      guard definition.borders > 0 || hasBorders else { continue }
      let place =
        ends | (index == 0 ? ControlValue.leftSide : 0)
        | (index == cells.count - 1 ? ControlValue.rightSide : 0)
      row.cells[index].borders = resolver.borders(ofCell: definition.borders, row: borders, place: place)
    }
    for (cell, change) in cellChanges where cell < row.cells.count {
      row.cells[cell].revision = resolver.revision(change)
    }
  }
}

/// From `\clmgf` and `\clmrg`, as `RTFRow.Cell` stores them.
extension DocumentTableCell.Merge {
  /// The part that a cell has in a merge: 1 begins it, 2 continues it; nil for 0.
  init?(value: UInt8) {
    switch value {
    case 1: self = .first
    case 2: self = .continued
    default: return nil
    }
  }
}

/// From `\clvertalt`, `\clvertalc` and `\clvertalb`.
extension DocumentTableCell.VerticalAlignment {
  /// The place that a value stands for; unknown values stand for the top.
  init(value: UInt8) {
    self =
      switch Int32(value) {
      case ControlValue.middleOfCell: .center
      case ControlValue.bottomOfCell: .bottom
      default: .top
      }
  }
}

/// From `\page`, `\column` and `\sect`.
extension BreakKind {
  /// The kind of a break; unknown values are page breaks.
  init(value: Int32) {
    self =
      switch value {
      case ControlValue.column: .column
      case ControlValue.section: .section
      default: .page
      }
  }
}

/// From `\pngblip`, `\jpegblip`, `\emfblip`, `\wmetafileN`, `\macpict` and `\dibitmapN`.
extension RTFPictureFormat {
  /// The format of a picture; nil if the file doesn't say.
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

/// Sizes as a document holds them.
extension RTFPicture {
  /// The width in twips at which the picture is shown, scaled; nil if the file doesn't
  /// say.
  var shownWidth: Int? { RTFPicture.shown(goalWidth, scaleX) }
  /// The height in twips at which the picture is shown, scaled; nil if the file doesn't
  /// say.
  var shownHeight: Int? { RTFPicture.shown(goalHeight, scaleY) }

  /// A length after scaling in per cent.
  private static func shown(_ goal: Int32, _ scale: Int32) -> Int? {
    held(Int(goal) * Int(scale) / 100)
  }

  /// A width or height as a document holds it: no more than RTF can say, and nil if
  /// nothing of it is shown.
  static func held(_ twips: Int?) -> Int? {
    twips.flatMap { $0 > 0 ? min($0, Int(Int32.max)) : nil }
  }
}

/// From a note as the interpreter reports it.
extension MarginNote {
  /// A note with the values that the interpreter reports.
  init(_ note: RTFNote, blocks: [Block], revision: Revision?) {
    self.init(
      kind: note.kind, mark: RTFNormalStyles.trimmed(note.mark), isAutomatic: note.isAutomatic,
      blocks: blocks,
      author: RTFNormalStyles.name(note.author), date: RTFPackedDate.date(packed: note.date),
      revision: revision)
  }
}

/// From `\header`, `\footer` and their variants for first, left and right pages.
extension HeaderOrFooter.Kind {
  /// The kind of a header or footer; unknown values are headers.
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

/// From a date of the information group.
extension CalendarDate {
  /// A date of the information group. It is not checked here.
  init(_ date: RTFDate) {
    self.init(
      year: Int(date.year), month: Int(date.month), day: Int(date.day), hour: Int(date.hour),
      minute: Int(date.minute), second: Int(date.second))
  }
}

/// From the texts of the information group.
extension DocumentInfo {
  /// Stores a text in the field that a `ControlValue` names. Unknown fields are ignored.
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

/// From `\ul` and its variants.
extension CharacterStyle.Underline {
  /// The kind of an underline; nil for none.
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

/// From the kind of a tab stop in a file.
extension TabStop.Kind {
  /// The kind of a tab stop.
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
