internal import RTFSyntax

/// Control words. `ControlWordTable` says what each word does, as an action and a value;
/// here it is done.
///
/// A word passes these tests, each of which ends the way of some words:
///
/// 1. If a star or a `\u` stands before it, it may be skipped, alone or with its group.
/// 2. In groups that are read for instructions alone, few words count.
/// 3. In a picture, only words about pictures count.
/// 4. Words that format text are handled for sinks with formatting, and by nobody else.
/// 5. All others go to `perform`: words of the text's structure, of fonts and code pages,
///    of destinations, and of the head's tables.
///
/// The word's parameter counts, or the table's value if the word has none: `\b` and `\b1`
/// turn bold on, `\b0` turns it off.
extension RTFInterpreter {
  /// Handles a control word. This is the second hot path: the tests are in the order in
  /// which they decide most words.
  @inline(__always)
  mutating func controlWord(_ token: Token) {
    let effect = effects[Int(token.word)]
    if !interception.isEmpty && intercept(effect, token) { return }
    if effect.action == .ignored { return }
    if Sink.wantsInstructions && group.destination == .passed { return wordInPassedGroup(effect, token) }
    // Words that format text mean nothing in a picture.
    if group.destination == .picture && !effect.isOfPicture { return }
    if effect.action.isFormatting {
      if Sink.wantsFormatting { formatting(effect, token) }
      return
    }
    perform(effect, token)
  }

  /// Handles what waits for the next word: a star before it, or characters to be skipped.
  ///
  /// - Returns: True if that is all that the word does.
  private mutating func intercept(_ effect: ControlEffect, _ token: Token) -> Bool {
    if interception.contains(.skip) {
      if RTFInterpreter.endsSkipping(effect.action) {
        endSkipping()
      } else {
        skipOne()
        return true
      }
    }
    guard interception.contains(.star) else { return false }
    interception.remove(.star)
    guard effect.action == .unknown else { return false }
    faults.note(.unknownDestination, at: token.offset)
    skipGroup()
    return true
  }

  /// Whether a word ends the skipping behind a `\u`. No program writes these words as a
  /// stand-in for a character, and skipping one would lose structure.
  static func endsSkipping(_ action: ControlAction) -> Bool {
    switch action {
    case .unicode, .unicodeSkip, .paragraph, .pageBreak, .cell, .nestedCell, .row, .nestedRow,
      .paragraphReset,
      .characterReset, .rowReset, .sectionReset:
      true
    default: false
    }
  }

  /// Does what a word stands for.
  ///
  /// - Parameter token: The word. Where it has no parameter, the value in the table
  ///   counts.
  mutating func perform(_ effect: ControlEffect, _ token: Token) {
    let parameter = token.hasParameter ? token.parameter : effect.value
    switch effect.action {
    case .unknown: if group.destination == .body { faults.note(.unknownWord, at: token.offset) }
    case .character: character(UInt32(bitPattern: effect.value), token.offset)
    case .paragraph: paragraph()
    case .lineBreak: lineBreak()
    case .tab: tab()
    case .pageBreak: pageBreak(effect.value)
    case .unicode: if token.hasParameter { unicode(token.parameter, token.offset) }
    case .unicodeSkip: group.skipCount = max(0, parameter)
    case .noteMark, .annotationMark: noteMark(token.offset)
    case .cell: cell(depth: 1)
    case .nestedCell: cell(depth: max(2, group.tableDepth))
    case .row: row(depth: 1)
    case .nestedRow: row(depth: max(2, group.tableDepth))
    case .characterReset: characterReset()
    case .paragraphReset: paragraphReset()
    case .rowReset: story.row = RTFRow()
    case .cellBoundary: cellBoundary(parameter)
    case .cellChange: cellChange(effect.value, parameter)
    case .lastRow: story.row.isLast = true
    case .sectionReset: break
    case .font: font(token.hasParameter ? token.parameter : 0)
    case .associatedFont: associatedFont(parameter)
    case .defaultFont where mayDeclareDefaults:
      defaultFont = parameter
      tables.defaultFont = parameter
    case .defaultLanguage where mayDeclareDefaults: tables.defaultLanguage = parameter
    case .noteNumbering where mayDeclareDefaults: noteNumbering(effect.value)
    case .noteStart where mayDeclareDefaults: noteStart(effect.value, parameter)
    case .runType: runType(effect.value)
    case .hidden where Sink.wantsHTML, .deleted where Sink.wantsHTML: break
    case .hidden: setHidden(!token.hasParameter || token.parameter != 0)
    case .deleted:
      setDeleted(!token.hasParameter || token.parameter != 0)
      if Sink.wantsFormatting, effect.value == 1 { format.character.flags.set(.moved, group.isDeleted) }
    case .characterSet where mayDeclareDefaults: codePage(effect.value, token.offset)
    case .codePage where mayDeclareDefaults: if token.hasParameter { codePage(token.parameter, token.offset) }
    case .inTable: tableDepth(max(1, group.tableDepth), isInTable: true)
    case .tableDepth: tableDepth(max(parameter, group.isInTable ? 1 : 0), isInTable: group.isInTable)
    case .list: list(parameter)
    case .listLevel: listLevel(parameter)
    case .endnote: endnote()
    case .documentFromHTML: break
    case .htmlSuppression: if Sink.wantsHTML { suppress(!token.hasParameter || token.parameter != 0) }
    case .bulletNumbering, .bulletLevel, .bulletStart, .bulletContinue, .bulletHang, .bulletFont:
      bullet(effect, parameter)
    case .pictureFormat, .pictureWidth, .pictureHeight, .pictureGoalWidth, .pictureGoalHeight, .pictureScaleX,
      .pictureScaleY:
      if group.destination == .picture { pictureProperty(effect, parameter) }
    case .attachmentWidth: if group.destination == .attachmentName { media.attachment.width = parameter }
    case .objectWidth: if let last = objectHere { head.objects[last].object.width = parameter }
    case .objectHeight:
      if let last = objectHere { head.objects[last].object.height = parameter }
    case .attachmentHeight: if group.destination == .attachmentName { media.attachment.height = parameter }
    default:
      if effect.kind == .destination {
        destination(effect, token)
      } else {
        headWord(effect, token, parameter)
      }
    }
  }

  // MARK: Fonts and code pages

  /// The index of the font that the run type chooses; -1 for none.
  @inline(__always)
  var fontInForce: Int16 {
    switch Int32(group.runType) {
    case ControlValue.high where group.highFont >= 0: group.highFont
    case ControlValue.double where group.doubleFont >= 0: group.doubleFont
    case ControlValue.rightToLeft where group.bidiFont >= 0: group.bidiFont
    default: group.font
    }
  }

  /// Selects the code page of the font in force.
  @inline(__always)
  mutating func selectPage() {
    let font = fontInForce
    if Sink.wantsFormatting { format.character.font = fontTable.number(of: font) }
    let page = fontTable.page(of: font)
    if page != group.page {
      group.page = page
      loadPage()
    }
  }

  /// Loads the characters of `group.page`, so that the decoding of a byte is one look
  /// into a table.
  mutating func loadPage() {
    let page = fontTable.pages[Int(group.page)]
    if let table = page.table.baseAddress { scalars = table }
    if page.isASCIICompatible {
      group.suppression.remove(.symbols)
    } else {
      group.suppression.insert(.symbols)
    }
  }

  /// Handles `\fN`. It begins a font in the font table, and names the marker's font in a
  /// list's level; elsewhere it chooses the font of the run type in force.
  private mutating func font(_ number: Int32) {
    if group.destination == .fontTable { return beginFont(number) }
    if group.destination == .listLevel { return levelFont(number) }
    if group.destination == .bulletDefinition { return }
    group.font = fontTable.index(of: number)
    switch Int32(group.runType) {
    case ControlValue.high: group.highFont = group.font
    case ControlValue.double: group.doubleFont = group.font
    case ControlValue.rightToLeft: group.bidiFont = -1
    default: break
    }
    selectPage()
  }

  /// Handles `\afN`: the font of the run type that is in force.
  private mutating func associatedFont(_ number: Int32) {
    let font = fontTable.index(of: number)
    switch Int32(group.runType) {
    case ControlValue.high: group.highFont = font
    case ControlValue.double: group.doubleFont = font
    case ControlValue.rightToLeft: group.bidiFont = font
    default: return
    }
    selectPage()
  }

  /// Handles `\loch`, `\hich`, `\dbch`, `\ltrch` and `\rtlch`.
  private mutating func runType(_ type: Int32) {
    group.runType = UInt8(truncatingIfNeeded: type)
    selectPage()
  }

  /// Handles the style in which notes are numbered. A section's words count like the
  /// document's; the last word counts.
  private func noteNumbering(_ value: Int32) {
    if value >= ControlValue.endnotes {
      tables.endnotes.style = value - ControlValue.endnotes
    } else {
      tables.footnotes.style = value
    }
  }

  /// Handles the first number of notes, held between 1 and 10,000.
  private func noteStart(_ value: Int32, _ number: Int32) {
    let number = min(max(number, 1), 10_000)
    if value >= ControlValue.endnotes {
      tables.endnotes.start = number
    } else {
      tables.footnotes.start = number
    }
  }

  /// Whether something that holds for the whole text, such as its code page, may be
  /// declared here. It isn't taken from places that a text-only reader skips.
  var mayDeclareDefaults: Bool {
    (group.destination == .body || group.destination == .fontTable) && !isInOptionalStory
  }

  /// Handles `\ansicpgN` and `\ansi`, `\mac`, `\pc`, `\pca`. An unknown code page is read
  /// as Windows-1252 and noted as a fault, except 0, which means nothing.
  private mutating func codePage(_ number: Int32, _ offset: Int) {
    if let page = CodePage.named(Int(number)) {
      fontTable.documentPage = page
    } else {
      if number != 0 { faults.note(.unknownCodePage, at: offset) }
      fontTable.documentPage = .windows1252
    }
    loadPage()
  }

  /// Handles `\plain`: default character formatting, and the default font.
  mutating func characterReset() {
    group.isHidden = false
    group.isDeleted = false
    group.suppression.remove([.hidden, .deleted])
    group.runType = UInt8(ControlValue.leftToRight)
    group.highFont = -1
    group.doubleFont = -1
    group.bidiFont = -1
    if Sink.wantsFormatting { format.character = RTFCharacterState() }
    group.font = defaultFont.map { fontTable.index(of: $0) } ?? -1
    selectPage()
  }

  /// Handles `\v`.
  private mutating func setHidden(_ isOn: Bool) {
    group.isHidden = isOn
    if isOn { group.suppression.insert(.hidden) } else { group.suppression.remove(.hidden) }
    if Sink.wantsFormatting { format.character.flags.set(.hidden, isOn) }
  }

  /// Handles `\deleted` and `\mvf`.
  private mutating func setDeleted(_ isOn: Bool) {
    group.isDeleted = isOn
    if isOn { group.suppression.insert(.deleted) } else { group.suppression.remove(.deleted) }
    if Sink.wantsFormatting { format.character.flags.set(.deleted, isOn) }
  }

  // MARK: Paragraphs

  /// Handles `\pard`: default paragraph formatting, in no table and no list.
  private mutating func paragraphReset() {
    group.isInTable = false
    group.tableDepth = 0
    group.list = 0
    group.listLevel = 0
    group.bullet = 0
    if Sink.wantsFormatting {
      format.paragraph = RTFParagraphState()
      head.tabKind = .left
    }
  }

  /// Handles `\lsN`: in a `\listoverride` the number it defines, in a paragraph the list
  /// it is in.
  private mutating func list(_ number: Int32) {
    if group.destination == .overrideEntry {
      head.override.number = number
      return
    }
    if number > 0, group.destination == .body { endParagraphOfSection() }
    group.list = max(0, number)
    if Sink.wantsFormatting { format.paragraph.list = group.list }
    if group.list != 0 && !story.isParagraphStarted { attention.insert(.marker) }
  }

  /// Handles `\ilvlN`, held between 0 and 8.
  private mutating func listLevel(_ level: Int32) {
    group.listLevel = UInt8(min(max(level, 0), 8))
    if Sink.wantsFormatting { format.paragraph.listLevel = Int32(group.listLevel) }
  }
}
