internal import RTFSyntax

/// Formatting of characters, paragraphs and table rows: only for sinks with
/// `wantsFormatting`.
///
/// A toggle such as `\b` is on without a parameter and off with 0. Values are stored as
/// the file gives them, apart from bounds that keep them meaningful; `RTFStyleResolver`
/// makes a document's styles of them. What a document cannot hold exactly is noted as a
/// loss, such as `\striked` (a double strike-through) and `\up6` (text raised by three
/// points).
extension RTFInterpreter {
  /// Handles a control word that formats something.
  mutating func formatting(_ effect: ControlEffect, _ token: Token) {
    if effect.action == .unsupported { return noteUnsupported(effect, token) }
    let parameter = token.hasParameter ? token.parameter : effect.value
    let isOn = !token.hasParameter || token.parameter != 0
    if characterFormatting(effect, parameter, isOn) { return }
    if paragraphFormatting(effect, parameter, isOn) { return }
    switch effect.action {
    case .tabStop: tabStop(parameter, head.tabKind)
    case .barTab: tabStop(parameter, .bar)
    case .tabKind:
      head.tabKind = RTFTabStop.Kind(rawValue: effect.value == 4 ? 3 : UInt8(effect.value)) ?? .left
    case .basedOn: head.style?.basedOn = parameter
    case .characterStyle: style(parameter, .character)
    case .paragraphStyle: style(parameter, .paragraph)
    case .tableStyle: style(parameter, .table)
    case .sectionStyle: style(parameter, .section)
    default: rowFormatting(effect, parameter)
    }
  }

  /// Handles a word about characters.
  ///
  /// - Returns: False if the word is about something else.
  private mutating func characterFormatting(_ effect: ControlEffect, _ parameter: Int32, _ isOn: Bool) -> Bool
  {
    switch effect.action {
    case .bold: format.character.flags.set(.bold, isOn)
    case .italic: format.character.flags.set(.italic, isOn)
    case .strike, .doubleStrike:
      if effect.action == .doubleStrike && isOn { recordLoss(.doubleStrike) }
      format.character.flags.set(.strike, isOn)
    case .allCapitals: format.character.flags.set(.allCapitals, isOn)
    case .smallCapitals: format.character.flags.set(.smallCapitals, isOn)
    case .revised: format.character.flags.set(effect.value == 1 ? [.inserted, .moved] : .inserted, isOn)
    case .underline: format.character.underline = isOn ? UInt8(effect.value) : 0
    case .position: format.character.position = isOn ? Int8(effect.value) : 0
    case .raise, .lower:
      if parameter > 0 { recordLoss(.raisedText) }
      format.character.position = parameter > 0 ? effect.action == .raise ? 1 : -1 : 0
    case .fontSize: format.character.size = max(0, parameter)
    case .letterSpacing: format.character.letterSpacing = RTFCharacterState.held(spacing: parameter)
    case .quarterPointSpacing:
      format.character.letterSpacing = RTFCharacterState.held(
        spacing: min(max(parameter, -10_000), 10_000) * 5)
    case .characterScale: format.character.scale = RTFCharacterState.held(scale: parameter)
    case .foreground: format.character.foreground = max(0, parameter)
    case .background, .highlight: format.character.background = max(0, parameter)
    case .language: format.character.language = max(0, parameter)
    default: return revisionFormatting(effect, parameter)
    }
    return true
  }

  /// Handles a word about the author or date of a tracked change (`\revauth`, `\mvauth`,
  /// …).
  ///
  /// - Returns: False if the word is about something else.
  private mutating func revisionFormatting(_ effect: ControlEffect, _ parameter: Int32) -> Bool {
    let isDeletion = format.character.flags.contains(.deleted)
    switch effect.action {
    case .moveAuthor where isDeletion, .deletionAuthor: format.character.deletionAuthor = max(0, parameter)
    case .revisionAuthor, .moveAuthor: format.character.revisionAuthor = max(0, parameter)
    case .moveDate where isDeletion, .deletionDate: format.character.deletionDate = parameter
    case .revisionDate, .moveDate: format.character.revisionDate = parameter
    default: return false
    }
    return true
  }

  /// Handles a word about paragraphs.
  ///
  /// - Returns: False if the word is about something else.
  private mutating func paragraphFormatting(_ effect: ControlEffect, _ parameter: Int32, _ isOn: Bool) -> Bool
  {
    switch effect.action {
    case .alignment: format.paragraph.alignment = UInt8(effect.kind == .value ? 3 : effect.value)
    case .leftIndent: format.paragraph.indents.setLeft(parameter, format.paragraph.isRightToLeft)
    case .rightIndent: format.paragraph.indents.setRight(parameter, format.paragraph.isRightToLeft)
    case .leadingIndent: format.paragraph.indents.leading = parameter
    case .trailingIndent: format.paragraph.indents.trailing = parameter
    case .firstLineIndent: format.paragraph.firstLineIndent = parameter
    case .spaceBefore: format.paragraph.spaceBefore = parameter
    case .spaceAfter: format.paragraph.spaceAfter = parameter
    case .lineSpacing: format.paragraph.lineSpacing = parameter
    case .lineSpacingMultiple: format.paragraph.isMultiple = parameter != 0
    case .outlineLevel: format.paragraph.outlineLevel = Int8(min(max(parameter, 0), 9))
    case .paragraphDirection: format.paragraph.isRightToLeft = effect.value != 0
    case .keepWithNext: format.paragraph.keepsWithNext = isOn
    case .pageBreakBefore: format.paragraph.startsPage = isOn
    case .paragraphShading: format.paragraph.shading = max(0, parameter)
    default: return false
    }
    return true
  }

  /// Handles `\sN`, `\csN`, `\tsN` and `\dsN`. In the style sheet they begin an entry.
  private mutating func style(_ number: Int32, _ kind: RTFStyle.Kind) {
    if group.destination == .styleSheet { beginStyle(number, kind) }
    switch kind {
    case .character: format.character.style = number
    case .paragraph: format.paragraph.style = number
    case .table: story.row.hasStyle = true
    case .section: break
    }
  }

  /// Adds a tab stop to the paragraph. As in Word, a paragraph has up to 64 of them; more
  /// are ignored. Equal sets of stops are stored once, so that a paragraph's state holds
  /// one number.
  private mutating func tabStop(_ position: Int32, _ kind: RTFTabStop.Kind) {
    head.tabKind = .left
    var stops = tables.tabSets[Int(format.paragraph.tabSet)]
    guard stops.count < 64 else { return }
    stops.append(RTFTabStop(position: position, kind: kind))
    guard let set = tables.tabSet(stops) else { return }
    format.paragraph.tabSet = set.index
    if set.isNew { head.hasNewSets = true }
  }

  /// Handles a word about a table's rows and cells.
  ///
  /// A row is defined anew before its cells or behind them:
  /// `\trowd\trhdr\clvmgf\cellx2000\cellx4000`. Words about a cell come before the
  /// `\cellx` that ends its definition.
  private mutating func rowFormatting(_ effect: ControlEffect, _ parameter: Int32) {
    switch effect.action {
    case .cellShading: head.cell.shading = max(0, parameter)
    case .horizontalMerge: head.cell.horizontalMerge = UInt8(effect.value)
    case .verticalMerge: head.cell.verticalMerge = UInt8(effect.value)
    case .cellAlignment: head.cell.alignment = UInt8(effect.value)
    case .headerRow: story.row.isHeader = true
    case .headerColumn: story.row.hasHeaderColumn = true
    case .rightToLeftRow: story.row.isRightToLeft = true
    case .cellWidthUnit: head.cell.isAutoWidth = parameter == 1
    case .paragraphBorder, .cellBorder, .rowBorder, .borderStyle, .borderWidth, .borderColor, .borderSpace:
      border(effect, parameter)
    case .rowLeft: story.row.left = parameter
    default: pageFormatting(effect, parameter)
    }
  }

  /// Handles a word about the size and the margins of pages. Those of the first section count for the document; what
  /// later ones change is noted as a loss.
  private mutating func pageFormatting(_ effect: ControlEffect, _ parameter: Int32) {
    guard mayDeclareDefaults else { return }
    switch effect.action {
    case .pageLength: tables.page.lengths[Int(effect.value)] = parameter
    case .sectionPageLength where head.hasEndedSection:
      if tables.sectionPage.over(tables.page).lengths[Int(effect.value)] != parameter {
        recordSubject(ControlSubject.pageSetup)
      }
    case .sectionPageLength: tables.sectionPage.lengths[Int(effect.value)] = parameter
    case .landscape where effect.value == 0: tables.page.isLandscape = true
    case .landscape where !head.hasEndedSection: tables.sectionPage.isLandscape = true
    default: break
    }
  }

  /// Handles a word about the lines around a paragraph, a cell or a row. Words about a line follow the one
  /// that names its side, as in `\brdrt\brdrs\brdrw10`.
  ///
  /// A side without a kind of line has none: Google Docs and Aspose name all sides of each paragraph.
  private mutating func border(_ effect: ControlEffect, _ parameter: Int32) {
    switch effect.action {
    case .paragraphBorder:
      head.border = effect.value == 0 ? .other(.paragraphBorders) : .paragraph(effect.value)
    case .cellBorder: head.border = effect.value == 0 ? .other(.borderLooks) : .cell(effect.value)
    case .rowBorder: head.border = .row(effect.value)
    case .borderStyle:
      if effect.value == ControlValue.otherLine { recordSubject(ControlSubject.borderLooks) }
      let style = effect.value == ControlValue.otherLine ? ControlValue.single : effect.value
      if case .other(let loss?) = head.border, style != 0, style != ControlValue.noLine {
        recordSubject(loss)
      }
      changeBorder { $0.style = UInt8(style) }
    case .borderWidth: changeBorder { $0.width = min(max(parameter, 0), RTFBorders.widest) }
    case .borderColor: changeBorder { $0.color = max(0, parameter) }
    default: changeBorder { $0.space = min(max(parameter, 0), RTFBorders.farthest) }
    }
  }

  /// Changes the lines of the border that was named last.
  private mutating func changeBorder(_ change: (inout RTFBorders.Line) -> Void) {
    switch head.border {
    case .none, .other: break
    case .paragraph(let sides):
      var borders = tables.borderSets[Int(format.paragraph.borders)]
      borders.change(sides, change)
      format.paragraph.borders = interned(borders) ?? format.paragraph.borders
    case .cell(let side):
      head.cellBorders.change(side, change)
      head.hasCellBorders = true
    case .row(let side): story.row.borders.change(side, change)
    }
  }

  /// The index of a set of lines; nil where there are too many sets.
  private mutating func interned(_ borders: RTFBorders) -> Int32? {
    guard let set = tables.borderSet(borders) else { return nil }
    if set.isNew { head.hasNewSets = true }
    return set.index
  }

  /// Handles `\cellxN`, which ends the definition of a cell. Cells past
  /// `RTFRow.mostCells` are ignored.
  ///
  /// Cells are counted for every sink, because deleted rows leave no text; what they look
  /// like is stored only with formatting.
  mutating func cellBoundary(_ right: Int32) {
    if head.hasCellBorders {
      head.cell.borders = interned(head.cellBorders) ?? 0
      (head.cellBorders, head.hasCellBorders) = (RTFBorders(), false)
    }
    if story.row.definedCells < RTFRow.mostCells {
      if Sink.wantsFormatting { defineCell(right) }
      story.row.defineCell(isDeleted: head.cellChange.flags.contains(.deleted))
    }
    if head.hasCellChange {
      head.cellChange = RTFCharacterState()
      head.hasCellChange = false
    }
    if Sink.wantsFormatting { head.cell = RTFRow.Cell(right: 0) }
  }

  /// Adds the cell to the row's definition, with the tracked change that it has.
  private mutating func defineCell(_ right: Int32) {
    head.cell.right = right
    story.row.cells.append(head.cell)
    guard !head.cellChange.flags.isEmpty else { return }
    story.row.cellChanges.append((story.row.definedCells, head.cellChange))
  }

  /// Handles a word about the tracked change of a cell (`\clins`, `\cldel`, …).
  mutating func cellChange(_ word: Int32, _ parameter: Int32) {
    head.hasCellChange = true
    switch word {
    case ControlValue.insertion: head.cellChange.flags.insert(.inserted)
    case ControlValue.insertionAuthor: head.cellChange.revisionAuthor = max(0, parameter)
    case ControlValue.insertionDate: head.cellChange.revisionDate = parameter
    case ControlValue.deletion: head.cellChange.flags.insert(.deleted)
    case ControlValue.deletionAuthor: head.cellChange.deletionAuthor = max(0, parameter)
    case ControlValue.deletionDate: head.cellChange.deletionDate = parameter
    default: break
    }
  }
}
