internal import RTFSyntax

/// The tables of the document's head: fonts, colours, styles, revision authors, and the
/// dates of the information group.
///
///     {\fonttbl{\f0\fswiss\fcharset0 Helvetica;}}
///     {\colortbl;\red255\green0\blue0;}
///     {\stylesheet{\s1\b\fs32 heading 1;}}
///
/// Entries end in semicolons, not with groups. So words collect an entry in `head`, and
/// the semicolon in the text adds it to `tables`.
extension RTFInterpreter {
  /// Handles words that mean something only in a table of the head.
  mutating func headWord(_ effect: ControlEffect, _ token: Token, _ parameter: Int32) {
    switch effect.action {
    case .fontCharset:
      head.font?.charset = parameter
      selectNamePage()
    case .fontCodePage:
      head.font?.codePage = parameter
      selectNamePage()
    case .fontFamily: head.font?.family = effect.value
    case .red, .green, .blue: colorWord(effect.action, parameter)
    case .year: head.date.year = parameter
    case .month: head.date.month = parameter
    case .day: head.date.day = parameter
    case .hour: head.date.hour = parameter
    case .minute: head.date.minute = parameter
    case .second: head.date.second = parameter
    default: listWord(effect, parameter)
    }
  }

  /// Handles text in a table whose entries end in semicolons, such as `{\f0\fswiss
  /// Helvetica;}`.
  mutating func headText(_ start: Int, _ end: Int) {
    switch group.destination {
    case .fontTable:
      let before = capture.count
      decode(start, end)
      if capture.count > before && capture.contains(0x3B) { endFont() }
    case .colorTable:
      for offset in start..<end where byte(offset) == 0x3B { endColor() }
    default:
      if head.style == nil { beginStyle(0, .paragraph) }
      let before = capture.count
      decode(start, end)
      if capture.count > before && capture.contains(0x3B) { endStyle() }
    }
  }

  // MARK: Fonts

  /// Handles `\fN` in the font table, which begins an entry. A font whose semicolon is
  /// missing ends here.
  mutating func beginFont(_ number: Int32) {
    endFont()
    head.font = RTFFont(number: number)
    capture.removeAll(keepingCapacity: true)
  }

  /// Selects the font's own code page for its name, which follows `\fcharset`.
  private mutating func selectNamePage() {
    guard group.destination == .fontTable, let font = head.font else { return }
    group.page = fontTable.pageForName(of: font)
    loadPage()
  }

  /// Adds the font that is being read to the table. Text outside any entry is dropped.
  private mutating func endFont() {
    finishPendingText()
    guard var font = head.font else { return capture.removeAll(keepingCapacity: true) }
    let name = capture.prefix { $0 != 0x3B }
    font.name = String(decoding: RTFInterpreter.trimmed(Array(name)), as: UTF8.self)
    if !fontTable.add(font) { faults.note(.captureLimit, at: tokenizer.position) }
    head.font = nil
    capture.removeAll(keepingCapacity: true)
  }

  /// Ends the font table, and selects the default font for the text around it.
  mutating func endFontTable() {
    endFont()
    selectDefaultFont()
    if Sink.wantsFormatting { tables.add(fontsOf: fontTable) }
    reportTables()
  }

  /// Gives the group around the font table the font of `\deff`, which holds for text
  /// before the first `\f`. Only now is the font known: `\deff` stands before the table.
  private mutating func selectDefaultFont() {
    guard let defaultFont, let outer = groups.indices.last, groups[outer].font < 0 else { return }
    let font = fontTable.index(of: defaultFont)
    guard font >= 0 else { return }
    groups[outer].font = font
    groups[outer].page = fontTable.page(of: font)
    let isASCII = fontTable.pages[Int(groups[outer].page)].isASCIICompatible
    if isASCII {
      groups[outer].suppression.remove(.symbols)
    } else {
      groups[outer].suppression.insert(.symbols)
    }
    if Sink.wantsFormatting, let last = formats.indices.last { formats[last].character.font = defaultFont }
  }

  // MARK: Colours

  /// Handles `\red`, `\green` and `\blue`.
  private mutating func colorWord(_ action: ControlAction, _ value: Int32) {
    guard group.destination == .colorTable else { return }
    var color = head.color ?? (0, 0, 0)
    switch action {
    case .red: color.red = value
    case .green: color.green = value
    default: color.blue = value
    }
    head.color = color
  }

  /// Handles the semicolon that ends a colour. An entry without words is the automatic
  /// colour.
  private mutating func endColor() {
    tables.add(
      head.color.map {
        RTFColor(
          red: UInt8(clamping: $0.red), green: UInt8(clamping: $0.green), blue: UInt8(clamping: $0.blue))
      })
    head.color = nil
  }

  // MARK: Styles

  /// Begins an entry of the style sheet. The formatting up to its semicolon is the
  /// style's.
  mutating func beginStyle(_ number: Int32, _ kind: RTFStyle.Kind) {
    head.style = RTFStyle(number: number, kind: kind)
    capture.removeAll(keepingCapacity: true)
  }

  /// Adds the style that is being read to the table.
  private mutating func endStyle() {
    finishPendingText()
    guard var style = head.style else { return }
    let name = capture.prefix { $0 != 0x3B }
    style.name = String(decoding: RTFInterpreter.trimmed(Array(name)), as: UTF8.self)
    style.character = format.character
    style.paragraph = format.paragraph
    tables.add(style)
    head.style = nil
    capture.removeAll(keepingCapacity: true)
  }

  // MARK: Revision authors

  /// Splits `\revtbl` into the names of authors: `{Unknown;}{Ada;}` gives two. Text
  /// behind the last semicolon is not a name.
  mutating func endRevisionTable() {
    tables.revisionAuthors = capture.split(separator: 0x3B, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: RTFInterpreter.trimmed(Array($0)), as: UTF8.self)
    }
    reportTables()
  }

  /// Tells the sink that the tables changed.
  mutating func reportTables() {
    if Sink.wantsFormatting { sink.tablesChanged(tables) }
  }
}
