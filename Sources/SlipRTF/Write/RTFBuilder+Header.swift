internal import SlipDocument

/// The header: what stands before the text (RTF 1.9.1, "Header"). Tables without entries are not
/// written.
///
/// ```
/// {\rtf1\ansi\ansicpg1252\uc1\deff0
/// {\fonttbl{\f0\fnil\fcharset0 Helvetica;}{\f1\fnil\fcharset0 Menlo;}}
/// {\colortbl;\red0\green0\blue255;}
/// {\stylesheet
/// {\s0\snext0 Normal;}
/// {\s1\outlinelevel0\b\fs36\sbasedon0\snext0 heading 1;}}
/// ```
extension RTFBuilder {
  /// Writes the header in the order that the specification demands. `\ansicpg1252` and `\uc1` are what
  /// `RTFOutput` relies on when it writes text.
  mutating func header() {
    out.word("ansi")
    out.word("ansicpg", 1252)
    out.word("uc", 1)
    defaults()
    fontTable()
    colorTable()
    styleSheet()
    listTables()
    revisionTable()
    information()
    userProperties()
    out.newLine()
    pageSetup()
  }

  /// Writes the default font and language, which must stand before the tables.
  private mutating func defaults() {
    if document.defaultFont != nil { out.word("deff", 0) }
    if let number = document.defaultLanguage.flatMap(RTFLanguage.number) { out.word("deflang", number) }
  }

  /// Writes the font table. Number 0 is the default font of the document.
  private mutating func fontTable() {
    guard document.defaultFont != nil || !tables.fonts.values.isEmpty else { return }
    out.newLine()
    out.open("fonttbl")
    if let name = document.defaultFont { font(0, name) }
    for (index, name) in tables.fonts.values.enumerated() { font(index + 1, name) }
    out.close()
  }

  /// Writes an entry of the font table. The family is unknown, and the character set is ANSI, because
  /// text beyond Windows-1252 is written as `\u`.
  mutating func font(_ number: Int, _ name: String) {
    out.open()
    out.word("f", number)
    out.word("fnil")
    out.word("fcharset", 0)
    out.entry(name)
    out.close()
  }

  /// Writes the colour table. Its empty first entry is the automatic colour, which is number 0, so the
  /// colours of the document begin at 1.
  private mutating func colorTable() {
    guard !tables.colors.values.isEmpty else { return }
    out.newLine()
    out.open("colortbl")
    out.semicolon()
    for color in tables.colors.values { self.color(color) }
    out.close()
  }

  /// Writes an entry of the colour table.
  mutating func color(_ color: DocumentColor) {
    out.word("red", Int(color.red))
    out.word("green", Int(color.green))
    out.word("blue", Int(color.blue))
    out.semicolon()
  }

  /// Writes the style sheet, with `Normal` as number 0.
  private mutating func styleSheet() {
    guard !tables.paragraphStyles.values.isEmpty || !tables.characterStyles.values.isEmpty else { return }
    out.newLine()
    out.open("stylesheet")
    style("s", 0, "Normal")
    for (index, name) in tables.paragraphStyles.values.enumerated() {
      style("s", index + 1, name, headingLevel: tables.headingLevels[name])
    }
    for name in tables.characterStyles.values {
      characterStyle(tables.characterStyleNumber(name) ?? 0, name)
    }
    out.close()
  }

  /// Writes an entry for a character style.
  mutating func characterStyle(_ number: Int, _ name: String) {
    out.newLine()
    out.open()
    out.symbol(0x2A)
    out.word("cs", number)
    out.word("additive")
    out.entry(name)
    out.close()
  }

  /// Writes an entry for a paragraph style. The style of a heading gets the look of headings, see
  /// `RTFStyleDefaults`.
  ///
  /// - Parameters:
  ///   - kind: the control word of the style's kind, without its number.
  ///   - number: the number of the style; 0 is `Normal`, on which the others are based.
  ///   - name: the name of the style.
  ///   - headingLevel: the level of the heading, from 1; nil for other styles.
  mutating func style(_ kind: StaticString, _ number: Int, _ name: String, headingLevel: Int? = nil) {
    out.newLine()
    out.open()
    out.word(kind, number)
    if let level = headingLevel {
      out.word("outlinelevel", level - 1)
      out.word("b")
      out.word("fs", RTFStyleDefaults.headingSize(level))
    }
    if number > 0 { out.word("sbasedon", 0) }
    out.word("snext", 0)
    out.entry(name)
    out.close()
  }

  /// Writes the authors of tracked changes: `{\*\revtbl{Unknown;}{Ada;}}`. Word expects `Unknown` as
  /// the first, so the numbers of authors begin at 1.
  private mutating func revisionTable() {
    guard !tables.authors.values.isEmpty else { return }
    out.newLine()
    out.openIgnorable("revtbl")
    for name in ["Unknown"] + tables.authors.values {
      out.open()
      out.entry(name)
      out.close()
    }
    out.close()
  }

  /// Writes `\info`, unless the document has no information.
  ///
  /// `\manager`, `\company` and `\category` are newer than RTF 1.0, so they are written as ignorable
  /// destinations: an old reader would otherwise show them as text.
  ///
  /// ```
  /// {\info{\title The garden}{\author Ada}{\*\company Plants}{\keywords roses, weeds}}
  /// ```
  private mutating func information() {
    let info = document.info
    guard info != DocumentInfo() else { return }
    out.newLine()
    out.open("info")
    let texts: [(StaticString, String?, isIgnorable: Bool)] = [
      ("title", info.title, false), ("subject", info.subject, false), ("author", info.author, false),
      ("manager", info.manager, true), ("company", info.company, true), ("category", info.category, true),
      ("keywords", info.keywords.isEmpty ? nil : info.keywords.joined(separator: ", "), false),
      ("doccomm", info.comment, false),
    ]
    for case (let name, let value?, let isIgnorable) in texts {
      if isIgnorable { out.openIgnorable(name) } else { out.open(name) }
      out.text(value)
      out.close()
    }
    if let created = info.created { date("creatim", created) }
    if let modified = info.modified { date("revtim", modified) }
    out.close()
  }

  /// Writes a date in the form of `\info`: `{\creatim\yr2024\mo5\dy1\hr12\min0\sec0}`.
  private mutating func date(_ destination: StaticString, _ date: CalendarDate) {
    out.open(destination)
    out.word("yr", date.year)
    out.word("mo", date.month)
    out.word("dy", date.day)
    out.word("hr", date.hour)
    out.word("min", date.minute)
    out.word("sec", date.second)
    out.close()
  }

  /// Writes user-defined properties, all of them as text, which is type 30:
  ///
  /// ```
  /// {\*\userprops{\propname Status}\proptype30{\staticval draft}}
  /// ```
  private mutating func userProperties() {
    guard !document.info.userProperties.isEmpty else { return }
    out.newLine()
    out.openIgnorable("userprops")
    for property in document.info.userProperties {
      out.open("propname")
      out.text(property.name)
      out.close()
      out.word("proptype", 30)
      out.open("staticval")
      out.text(property.value)
      out.close()
    }
    out.close()
  }

  /// Writes the size and the margins of the pages, and what headers and footers need: `\facingp` for left and
  /// right pages, `\titlepg` for the first page. Without these words, word processors ignore such headers.
  private mutating func pageSetup() {
    if let page = document.page {
      out.word("paperw", page.width)
      out.word("paperh", page.height)
      out.word("margl", page.left)
      out.word("margr", page.right)
      out.word("margt", page.top)
      out.word("margb", page.bottom)
      if page.width > page.height { out.word("landscape") }
    }
    let kinds = Set(document.headersAndFooters.map(\.kind))
    if !kinds.isDisjoint(with: [.headerLeft, .headerRight, .footerLeft, .footerRight]) {
      out.word("facingp")
    }
    if !kinds.isDisjoint(with: [.headerFirst, .footerFirst]) { out.word("titlepg") }
    noteNumbering()
  }

  /// Writes how notes are numbered, where it differs from 1, 2, 3: `\ftnnrlc\ftnstart5` for footnotes
  /// that begin with v.
  private mutating func noteNumbering() {
    let (footnotes, endnotes) = (document.footnoteNumbering, document.endnoteNumbering)
    switch footnotes.style {
    case .decimal: break
    case .lowerLetter: out.word("ftnnalc")
    case .upperLetter: out.word("ftnnauc")
    case .lowerRoman: out.word("ftnnrlc")
    case .upperRoman: out.word("ftnnruc")
    case .symbols: out.word("ftnnchi")
    }
    if footnotes.start != 1 { out.word("ftnstart", footnotes.start) }
    switch endnotes.style {
    case .decimal: break
    case .lowerLetter: out.word("aftnnalc")
    case .upperLetter: out.word("aftnnauc")
    case .lowerRoman: out.word("aftnnrlc")
    case .upperRoman: out.word("aftnnruc")
    case .symbols: out.word("aftnnchi")
    }
    if endnotes.start != 1 { out.word("aftnstart", endnotes.start) }
  }
}
