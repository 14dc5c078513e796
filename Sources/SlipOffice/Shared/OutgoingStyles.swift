internal import SlipDocument
internal import SlipRTF

/// The styles of a document that is written: what most paragraphs of a name have in common is their style, so that a
/// word processor changes all of them at one place. Only what differs is direct formatting.
struct OutgoingStyles: Sendable {
  /// A style of paragraphs.
  struct Style: Sendable {
    /// The name that people see.
    var name: String
    /// The level of a heading; nil for other text.
    var headingLevel: Int?
    /// What it says of paragraphs, without name and level.
    var paragraph: ParagraphStyle
    /// What it says of characters.
    var run: RunLook
  }

  /// A style of characters. It says nothing where its runs differ.
  struct CharacterEntry: Sendable {
    var name: String
    /// The font; nil for that of the paragraph.
    var font: String?
    /// Whether it has the look of links.
    var isLink = false
    /// Whether it raises marks of notes.
    var isMark = false
  }

  /// Where paragraphs stand, which decides the style of those that name none.
  enum Place: Hashable, Sendable {
    case body, footnote, endnote, annotation, header, footer

    /// The style of unnamed paragraphs.
    var styleName: String {
      switch self {
      case .body: OutgoingStyles.normal
      case .footnote: "footnote text"
      case .endnote: "endnote text"
      case .annotation: "annotation text"
      case .header: "header"
      case .footer: "footer"
      }
    }
  }

  /// The style of paragraphs that say nothing.
  static let normal = "Normal"
  /// The style of items that name no style.
  static let item = "List Paragraph"
  /// The style of links.
  static let link = "Hyperlink"

  /// The styles of paragraphs, `Normal` first, and the others in order of their first use.
  private(set) var paragraphs: [Style] = []
  /// The styles of characters in order of their first use.
  private(set) var characters: [CharacterEntry] = []
  private var numbers: [String: Int] = [:]
  private var characterNumbers: [String: Int] = [:]

  /// The name of the style with which a paragraph is written.
  static func name(of paragraph: Paragraph, _ place: Place) -> String {
    let style = paragraph.style
    if let name = style.name, !name.isEmpty { return name }
    if let level = style.headingLevel { return RTFStyleDefaults.headingStyle(level) }
    return paragraph.listItem != nil && place == .body ? item : place.styleName
  }

  /// The number of a paragraph's style.
  func number(of paragraph: Paragraph, _ place: Place) -> Int {
    numbers[OutgoingStyles.name(of: paragraph, place).lowercased()] ?? 0
  }

  /// The number of a style of characters; nil for one that isn't used.
  func number(ofCharacters name: String) -> Int? { characterNumbers[name.lowercased()] }

  /// Learns the styles of a document.
  init(_ document: Document) {
    var counter = Counter(document)
    counter.count(document)
    for name in counter.order { add(counter.style(name)) }
    for name in counter.characterOrder {
      add(characters: counter.characterStyle(name, body: paragraphs[0].run))
    }
  }

  private mutating func add(_ style: Style) {
    numbers[style.name.lowercased()] = paragraphs.count
    paragraphs.append(style)
  }

  private mutating func add(characters style: CharacterEntry) {
    characterNumbers[style.name.lowercased()] = characters.count
    characters.append(style)
  }
}

/// Counts what paragraphs and runs of each style have.
private struct Counter {
  /// Values with how often they occur.
  struct Counts<Value: Hashable> {
    private var numbers: [Value: Int] = [:]
    private var counts: [(value: Value, count: Int)] = []

    mutating func add(_ value: Value, _ weight: Int = 1) {
      if let number = numbers[value] {
        counts[number].count += weight
      } else {
        numbers[value] = counts.count
        counts.append((value, weight))
      }
    }

    /// The most frequent value; of several the one that occurs first. Nil for none.
    var most: Value? {
      var found: (value: Value, count: Int)?
      for entry in counts where found.map({ entry.count > $0.count }) ?? true { found = entry }
      return found?.value
    }
  }

  /// What was counted for one style.
  struct Tally {
    var name: String
    var levels = Counts<Int>()
    var paragraphs = Counts<ParagraphStyle>()
    var runs = Counts<RunLook>()
  }

  let document: Document
  var tallies: [String: Tally] = [:]
  /// Names in lower case by first use.
  var order: [String] = []
  var characterOrder: [String] = []
  var characterNames: [String: String] = [:]
  var characterFonts: [String: Counts<String>] = [:]

  init(_ document: Document) {
    self.document = document
    begin(OutgoingStyles.normal)
  }

  private mutating func begin(_ name: String) {
    let key = name.lowercased()
    if tallies[key] == nil {
      tallies[key] = Tally(name: name)
      order.append(key)
    }
  }

  private mutating func begin(characters name: String) {
    let key = name.lowercased()
    // That is text without a style.
    guard key != "default paragraph font" else { return }
    if characterNames[key] == nil {
      characterNames[key] = name
      characterOrder.append(key)
    }
  }

  mutating func count(_ document: Document) {
    count(document.blocks, .body)
    for note in document.notes {
      let place: OutgoingStyles.Place =
        switch note.kind {
        case .footnote: .footnote
        case .endnote: .endnote
        case .annotation: .annotation
        }
      begin(place.styleName)
      begin(characters: note.kind.markStyle)
      count(note.blocks, place)
    }
    for part in document.headersAndFooters {
      let place: OutgoingStyles.Place = part.kind.isHeader ? .header : .footer
      begin(place.styleName)
      count(part.blocks, place)
    }
  }

  /// Counts blocks. Recursion is as deep as tables and text boxes nest.
  private mutating func count(_ blocks: [Block], _ place: OutgoingStyles.Place) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        count(paragraph, place)
        for box in paragraph.textBoxes { count(box.blocks, place) }
      case .table(let table):
        for row in table.rows { for cell in row.cells { count(cell.blocks, place) } }
      case .break: break
      }
    }
  }

  private mutating func count(_ paragraph: Paragraph, _ place: OutgoingStyles.Place) {
    let name = OutgoingStyles.name(of: paragraph, place)
    begin(name)
    let key = name.lowercased()
    tallies[key]?.levels.add(paragraph.style.headingLevel ?? 0)
    // Indents of items are those of their lists.
    var style = paragraph.style.written
    if paragraph.listItem != nil { style.edit { ($0.leftIndent, $0.firstLineIndent) = (0, 0) } }
    tallies[key]?.paragraphs.add(style.withoutName)
    let heading = RTFStyleDefaults.isBare(heading: paragraph) ? paragraph.style.headingLevel : nil
    for inline in paragraph.inlines {
      guard case .run(let run) = inline else { continue }
      var look = RunLook(run.style, heading: heading, in: document)
      let weight = run.text.utf8.count
      if let name = run.style.name {
        begin(characters: name)
        characterFonts[name.lowercased(), default: Counts()].add(look.font, weight)
        continue
      }
      if run.style.link != nil {
        begin(characters: OutgoingStyles.link)
        (look.underline, look.color) = (nil, nil)
      }
      look.position = nil
      tallies[key]?.runs.add(look, weight)
    }
  }

  /// The style that most paragraphs of a name have.
  func style(_ key: String) -> OutgoingStyles.Style {
    let tally = tallies[key] ?? Tally(name: key)
    let level = tally.levels.most ?? 0
    var run = tally.runs.most
    if run == nil {
      run = RunLook(CharacterStyle(), heading: level > 0 ? level : nil, in: document)
    }
    let paragraph = tally.paragraphs.most
    return OutgoingStyles.Style(
      name: tally.name, headingLevel: level > 0 ? level : nil, paragraph: paragraph ?? ParagraphStyle(),
      run: run ?? RunLook(font: RunLook.usualFont, language: nil))
  }

  /// A style of characters, with the font that most of its text has.
  func characterStyle(_ key: String, body: RunLook) -> OutgoingStyles.CharacterEntry {
    let name = characterNames[key] ?? key
    var entry = OutgoingStyles.CharacterEntry(name: name)
    let font = characterFonts[key]?.most
    if let font, font != body.font { entry.font = font }
    entry.isLink = key == OutgoingStyles.link.lowercased()
    entry.isMark = MarginNote.Kind.allCases.contains { $0 != .annotation && $0.markStyle == key }
    return entry
  }
}

extension MarginNote.Kind {
  /// The style of the marks of such notes, as Word names it.
  var markStyle: String {
    switch self {
    case .footnote: "footnote reference"
    case .endnote: "endnote reference"
    case .annotation: "annotation reference"
    }
  }
}

extension HeaderOrFooter.Kind {
  /// Whether it is a header.
  var isHeader: Bool {
    switch self {
    case .header, .headerFirst, .headerLeft, .headerRight: true
    case .footer, .footerFirst, .footerLeft, .footerRight: false
    }
  }
}

extension ParagraphStyle {
  /// The style without its name and level.
  var withoutName: ParagraphStyle {
    var style = self
    style.edit { ($0.name, $0.headingLevel) = (nil, nil) }
    return style
  }

  /// The style as it is written: a thematic break is shown by a line.
  var written: ParagraphStyle {
    guard borders == nil, role.content == .rule else { return self }
    var style = self
    style.borders = Borders(bottom: .init(width: 10, space: 20))
    return style
  }
}

extension OutgoingStyles {
  /// The language of most of the text, as a BCP 47 tag or one that only programs know, such as `x-none`; nil where it isn't known.
  func language(_ document: Document, _ options: OfficeOptions) -> String? {
    options.language ?? paragraphs[0].run.language ?? document.defaultLanguage
  }

  /// The same, where it is a tag that everyone knows.
  func publicLanguage(_ document: Document, _ options: OfficeOptions) -> String? {
    language(document, options).flatMap(LanguageTag.valid).flatMap { $0.hasPrefix("x-") ? nil : $0 }
  }
}
