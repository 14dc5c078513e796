internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Makes the text of an Org file: headings, lists, tables, blocks and paragraphs.
///
/// All that the user wrote is text, also below `COMMENT` and `:noexport:`. Only drawers of properties, log books, comments and
/// keywords for programs aren't.
struct OrgText {
  /// The lines.
  private let lines: [Substring]
  private let head: OrgHead
  /// The headings that links in the text lead to.
  private let places: OrgPlaces
  private let path: String
  private let vault: OrgVault
  private let context: SourceContext
  /// The text so far.
  private var builder = DocumentBuilder()
  /// The tags of headings.
  private(set) var tags: [String] = []
  /// The next line.
  private var place = 0
  /// The lines of the open paragraph.
  private var paragraph: [Substring] = []
  /// The open lists: how far their items are indented, and the number of the last one.
  private var lists: [(indent: Int, number: Int?)] = []
  /// How many blank lines came last.
  private var blanks = 0
  /// Blocks that are open, such as quotations.
  private var blocks: [String] = []
  /// Ids and folders of headings above, by their levels.
  private var above: [OrgHead.Section] = []
  /// Where parts end.
  private let ends: OrgEnds
  /// Up to which line all is text, because a block has no end.
  private var plainEnd = 0
  /// Foot notes that stand on their own, by label.
  private var definitions: [String: Substring] = [:]
  /// The lines in which they begin.
  private var definitionLines: Set<Int> = []
  /// What links and notes found.
  private let found = Found()

  /// What is found in paragraphs.
  private final class Found {
    var unresolved: [SourceLink] = []
    var files: [String: SourceFile] = [:]
    var missing: [String] = []
    /// The numbers of foot notes that were used, by their labels.
    var notes: [String: Int] = [:]
    /// How many foot notes there are, also without labels.
    var noteCount = 0
    /// Tags in texts.
    var tags: [String] = []
    var isEncrypted = false
    /// How wide the pictures of the next paragraph are shown, in twips.
    var width: Int?
    /// Ids and folders of headings above.
    var above: [OrgHead.Section] = []
  }

  /// Begins a file.
  init(_ text: String, _ head: OrgHead, _ path: String, _ vault: OrgVault, _ context: SourceContext) {
    let text = text.drop { $0 == "\u{FEFF}" }
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    (self.head, self.path, self.vault, self.context) = (head, path, vault, context)
    places = OrgPlaces(text, lines, head)
    ends = OrgEnds(text, lines)
  }

  /// Gives a note what was read.
  func fill(_ note: inout SourceNote) {
    MarkdownBody(builder.document, context) { _, _ in .elsewhere }.fill(&note)
    note.keywords += found.tags.compactMap { SourceKeyword(nested: $0) }
    note.linkedFiles = found.files
    note.unresolved += found.unresolved
    note.reportMissing(found.missing)
    if found.isEncrypted {
      note.diagnostics.append(SourceFault.encrypted("A part of the file is encrypted; its original is kept."))
    }
  }

  // MARK: Lines

  /// Reads the file.
  mutating func read() {
    (definitions, definitionLines) = OrgFootnotes.definitions(in: lines)
    while place < lines.count {
      let line = lines[place]
      let bare = line.trimmingBlanks()
      if bare.isEmpty {
        endParagraph()
        blanks += 1
        if blanks > 1 { lists = [] }
        place += 1
        continue
      }
      let start = place
      // Whatever a line looks like, it is read once.
      if !special(line, bare) || place == start {
        text(line, bare)
        place += 1
      }
      blanks = 0
    }
    endParagraph()
    for label in definitions.keys.sorted() where found.notes[label] == nil {
      builder.text("[\(label)] ")
      inline.read(definitions[label] ?? "", into: &builder)
      builder.end()
    }
  }

  /// Reads what isn't a line of a paragraph; false for those.
  private mutating func special(_ line: Substring, _ bare: Substring) -> Bool {
    let indent = OrgLine.indent(line)
    if OrgLine.isHeading(line) { return heading(line) }
    // Most lines begin with another sign.
    guard let sign = bare.utf8.first, "#:|-\\[".utf8.contains(sign) else {
      // In a graph, stars alone are an empty block.
      if vault.isGraph, indent == 0, bare.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) {
        endParagraph()
        return skip()
      }
      return item(line, bare, indent)
    }
    if place < plainEnd, bare.hasPrefix("#"), !bare.lowercased().hasPrefix("#+begin_") { return false }
    if bare.hasPrefix("#+") { return keyword(bare) }
    if bare == "#" || bare.hasPrefix("# ") || bare.hasPrefix("#\t") { return skip() }
    if bare.hasPrefix(":"), bare.hasSuffix(":"), bare.count > 2, drawer(bare) { return true }
    if bare == ":" || bare.hasPrefix(": ") { return fixed() }
    if bare.hasPrefix("|") { return table() }
    if bare.hasPrefix("-----"), bare.utf8.allSatisfy({ $0 == UInt8(ascii: "-") }) {
      endParagraph()
      lists = []
      builder.end(.rule)
      return skip()
    }
    if bare.hasPrefix("\\begin{"), environment(bare) { return true }
    if bare.hasPrefix("-----BEGIN PGP MESSAGE"), encrypted() { return true }
    // Of several with one label the first is the note, and the others are text.
    if indent == 0, bare.hasPrefix("[fn:"), definitionLines.contains(place) { return skipDefinition() }
    return item(line, bare, indent)
  }

  /// Goes to the next line.
  private mutating func skip() -> Bool {
    place += 1
    return true
  }

  /// Adds a line to the paragraph, which it may begin.
  private mutating func text(_ line: Substring, _ bare: Substring) {
    let indent = OrgLine.indent(line)
    // What isn't indented further than the item doesn't belong to it.
    if let last = lists.last, indent <= last.indent {
      endParagraph()
      while let last = lists.last, indent <= last.indent { lists.removeLast() }
    }
    paragraph.append(bare)
  }

  /// Ends the open paragraph.
  private mutating func endParagraph() {
    guard !paragraph.isEmpty || !builder.isAtStart else { return }
    inline.read(paragraph.joined(separator: "\n")[...], into: &builder)
    paragraph = []
    found.width = nil
    end()
  }

  /// Ends what is in the builder as an item that begins, as a further paragraph of one, or as a paragraph.
  private mutating func end() {
    if let item = opening {
      opening = nil
      builder.end(.item(level: item.level, number: item.number))
    } else {
      builder.end(lists.isEmpty ? .text : .inItem(level: lists.count - 1))
    }
  }

  /// The item that the open paragraph begins.
  private var opening: (level: Int, number: Int?)?

  // MARK: Headings and drawers

  /// Reads a heading with what belongs to it.
  private mutating func heading(_ line: Substring) -> Bool {
    endParagraph()
    (lists, blocks) = ([], [])
    builder.quotes = 0
    if let name = places.bookmark(ofLine: place) { builder.bookmark(name) }
    let level = line.prefix { $0 == "*" }.count
    var rest = line.dropFirst(level).trimmingBlanks()
    let word = rest.firstWord
    if let isDone = head.states[String(word)] {
      builder.text(isDone ? "☑ " : "☐ ")
      // Only these two say no more than a box does.
      if word == "TODO" || word == "DONE" { rest = rest.dropFirst(word.count).drop(while: \.isWhitespace) }
    }
    let (title, names) = OrgLine.tags(ofHeading: rest)
    tags += names
    inline.read(title, into: &builder)
    builder.end(.heading(level))
    place += 1
    above.removeAll { $0.level >= level }
    var facts = OrgHead.Section(level: level)
    while place < lines.count {
      let bare = lines[place].trimmingBlanks()
      if ["SCHEDULED:", "DEADLINE:", "CLOSED:"].contains(where: { bare.hasPrefix($0) }) {
        inline.read(bare, into: &builder)
        builder.end()
        place += 1
      } else if bare.uppercased() == ":PROPERTIES:", let end = endOfDrawer(place),
        OrgLine.areProperties(lines[(place + 1)..<end])
      {
        facts.take(lines[(place + 1)..<end])
        place = end + 1
      } else {
        break
      }
    }
    above.append(facts)
    found.above = above
    return true
  }

  /// The line that ends the drawer that begins at a line.
  private func endOfDrawer(_ start: Int) -> Int? { ends.next(OrgEnds.drawer, from: start + 1) }

  /// Reads a drawer; false where it has no end, so that it is text.
  private mutating func drawer(_ bare: Substring) -> Bool {
    let name = bare.dropFirst().dropLast()
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else { return false }
    if name.uppercased() == "END", blocks.last == "drawer" {
      endParagraph()
      blocks.removeLast()
      return skip()
    }
    guard let end = endOfDrawer(place) else { return false }
    endParagraph()
    let isMachine =
      name.uppercased() == "PROPERTIES"
      ? OrgLine.areProperties(lines[(place + 1)..<end]) : name.uppercased() == "LOGBOOK"
    if isMachine {
      if above.isEmpty { takeFileDrawer(end) }
      place = end + 1
    } else {
      blocks.append("drawer")
      place += 1
    }
    return true
  }

  /// Takes the id and folder in the drawer of the file.
  private mutating func takeFileDrawer(_ end: Int) {
    var facts = OrgHead.Section(level: 0)
    facts.take(lines[place..<end])
    above = [facts]
    found.above = above
  }

  // MARK: Blocks

  /// Reads a line that begins with `#+`.
  private mutating func keyword(_ bare: Substring) -> Bool {
    let word = bare.firstWord.lowercased()
    if word.hasPrefix("#+begin_") { return begin(String(word.dropFirst(8)), bare) }
    if word.hasPrefix("#+end_") {
      let name = String(word.dropFirst(6))
      guard let open = blocks.lastIndex(of: name) else { return false }
      endParagraph()
      for block in blocks[open...] where block == "quote" { builder.quotes -= 1 }
      blocks.removeSubrange(open...)
      return skip()
    }
    guard let (key, value) = OrgHead.keyword(bare) else {
      // `#+RESULTS[…]:` and the like
      if bare.contains(":") { return skip() }
      return false
    }
    endParagraph()
    if key == "CAPTION" || key.hasPrefix("CAPTION[") {
      inline.read(value[...], into: &builder)
      builder.end()
    }
    if key == "ATTR_ORG" || key == "ATTR_HTML" && found.width == nil {
      let words = value.split(whereSeparator: \.isWhitespace)
      let place = words.firstIndex { $0.lowercased() == ":width" }.map { $0 + 1 } ?? words.endIndex
      found.width = place < words.endIndex ? PictureSize.twips(pixels: words[place]) : nil
    }
    return skip()
  }

  /// Begins a block; false where it has no end.
  private mutating func begin(_ name: String, _ bare: Substring) -> Bool {
    guard let end = ends.next(OrgEnds.block(name), from: place + 1) else {
      // What looks like comments and keywords in it is text, as all of it.
      if place >= plainEnd { plainEnd = ends.heading(from: place + 1) ?? lines.count }
      return false
    }
    endParagraph()
    let inside = lines[(place + 1)..<end]
    switch name {
    case "comment": place = end + 1
    case _ where OrgBlocks.exports.contains(name):
      code(inside, name)
      place = end + 1
    case "src", "example", "export":
      let language = bare.split(whereSeparator: \.isWhitespace).dropFirst().first.map(String.init)
      code(inside, name == "example" ? nil : language)
      place = end + 1
    case "verse":
      let indent = OrgLine.indent(ofAll: inside)
      for (number, line) in inside.enumerated() {
        if number > 0 { builder.lineBreak() }
        builder.text(String(repeating: " ", count: max(0, OrgLine.indent(line) - indent)))
        inline.read(line.trimmingBlanks(), into: &builder)
      }
      builder.end()
      place = end + 1
    default:
      if name == "quote" { builder.quotes += 1 }
      blocks.append(name)
      place += 1
    }
    return true
  }

  /// Adds code without the indent that all of its lines have, and without the commas that protect them.
  private mutating func code(_ lines: ArraySlice<Substring>, _ language: String?) {
    let indent = OrgLine.indent(ofAll: lines)
    let all = lines.map { line in
      let rest = line.dropFirst(min(indent, line.prefix { $0 == " " }.count))
      let isProtected = [",*", ",#+", ",,"].contains { rest.drop { $0 == " " }.hasPrefix($0) }
      guard isProtected, let comma = rest.firstIndex(of: ",") else { return rest }
      return Substring(rest[..<comma] + rest[rest.index(after: comma)...])
    }
    builder.codeBlock(
      all.joined(separator: "\n"), language, inItem: lists.isEmpty ? nil : lists.count - 1)
  }

  /// Reads lines that begin with a colon, which are code.
  private mutating func fixed() -> Bool {
    endParagraph()
    var code: [Substring] = []
    while place < lines.count {
      let bare = lines[place].trimmingBlanks()
      guard bare == ":" || bare.hasPrefix(": ") else { break }
      // Blanks at the end belong to the code.
      code.append(lines[place].drop { $0 != ":" }.dropFirst(2))
      place += 1
    }
    builder.codeBlock(code.joined(separator: "\n"))
    return true
  }

  /// Reads an environment of LaTeX; false where it has no end.
  private mutating func environment(_ bare: Substring) -> Bool {
    let name = bare.dropFirst("\\begin{".count).prefix { $0 != "}" }
    guard let end = ends.next(OrgEnds.formula(name), from: place) else { return false }
    endParagraph()
    builder.formula(lines[place...end].joined(separator: "\n"))
    builder.end()
    place = end + 1
    return true
  }

  /// Passes over encrypted text.
  private mutating func encrypted() -> Bool {
    guard let end = ends.next(OrgEnds.encrypted, from: place, crossesHeadings: true) else { return false }
    endParagraph()
    builder.paragraph("🔒")
    found.isEncrypted = true
    place = end + 1
    return true
  }

  /// Reads a table.
  private mutating func table() -> Bool {
    endParagraph()
    var rows: [[[Inline]]] = []
    var header = 0
    while place < lines.count {
      let bare = lines[place].trimmingBlanks()
      guard bare.hasPrefix("|") else { break }
      place += 1
      if bare.dropFirst().first == "-" {
        if header == 0, !rows.isEmpty { header = rows.count }
        continue
      }
      let inside = bare.dropFirst()
      let cells = (inside.hasSuffix("|") ? inside.dropLast() : inside).split(
        separator: "|", omittingEmptySubsequences: false
      ).map { $0.trimmingBlanks() }
      // Rows that only say how wide columns are.
      let isWidths = cells.contains { !$0.isEmpty } && cells.allSatisfy { $0.isEmpty || OrgLine.isWidth($0) }
      // Rows that only say how columns belong together.
      let isGroups = cells.first == "/" && cells.dropFirst().allSatisfy { ["", "<", ">", "<>"].contains($0) }
      if isWidths || isGroups { continue }
      rows.append(
        cells.map { cell in
          inline.read(cell, into: &builder)
          return builder.takeInlines()
        })
    }
    builder.table(rows, headers: header == rows.count ? 0 : header)
    return true
  }

  // MARK: Lists

  /// Reads the first line of an item; false for other lines.
  private mutating func item(_ line: Substring, _ bare: Substring, _ indent: Int) -> Bool {
    guard let (sign, number) = OrgLine.sign(bare), sign.first != "*" || indent > 0 else { return false }
    if OrgLine.isLetter(sign), !isLettered(number ?? 0, indent) { return false }
    endParagraph()
    while let last = lists.last, indent < last.indent { lists.removeLast() }
    var rest = bare.dropFirst(sign.count).trimmingBlanks()
    var count = number == nil ? nil : 1
    if rest.hasPrefix("[@"), let end = rest.firstIndex(of: "]"),
      let start = Int(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
    {
      count = start
      rest = rest[rest.index(after: end)...].trimmingBlanks()
    } else if let last = lists.last, last.indent == indent, let before = last.number, number != nil {
      count = before + 1
    } else if let number {
      count = number
    }
    if let last = lists.last, last.indent == indent { lists.removeLast() }
    lists.append((indent, count))
    for (box, shown) in [("[ ]", "☐ "), ("[X]", "☑ "), ("[x]", "☑ "), ("[-]", "☐ ")] where rest.hasPrefix(box)
    {
      builder.text(shown)
      rest = rest.dropFirst(3).trimmingBlanks()
      break
    }
    opening = (lists.count - 1, count)
    if number == nil, let mark = OrgLine.term(rest) {
      inline.read(rest[..<mark.lowerBound], CharacterStyle().with { $0.isBold = true }, into: &builder)
      builder.text(" ")
      rest = rest[mark.upperBound...].trimmingBlanks()
    }
    if rest.isEmpty { end() } else { paragraph = [rest] }
    return skip()
  }

  /// Whether a letter is the sign of an item: it goes on with a list, or it is the first, and the second one follows.
  private func isLettered(_ number: Int, _ indent: Int) -> Bool {
    if let last = lists.last(where: { $0.indent == indent }), last.number == number - 1 { return true }
    return number == 1 && paragraph.isEmpty && OrgLine.beginsWithSecondLetter(lines[(place + 1)...], indent)
  }

  // MARK: Foot notes

  /// Passes over a foot note, which is shown where it is used.
  private mutating func skipDefinition() -> Bool {
    endParagraph()
    place = OrgFootnotes.end(ofDefinition: place, in: lines)
    return true
  }

  // MARK: Inline

  /// Reads the text of paragraphs.
  private var inline: OrgInline {
    let (found, definitions, places) = (found, definitions, places)
    let (vault, path, context) = (vault, path, context)
    return OrgInline(
      link: { [head] text, target, label, style, builder in
        let target = head.expanded(target)
        let link = OrgLink(target, path, found.above, places, vault, context)
        let picture = label.flatMap { OrgLink.picture($0, path, vault, context) }
        link.add(label, picture: picture, text, style, width: found.width, &builder) {
          found.unresolved.append($0)
        } file: {
          found.files[$0] = $1
        }
      },
      note: { text, label, inside, style, builder in
        let name = String(label)
        let body = inside ?? definitions[name]
        guard let body, found.notes[name] == nil else {
          // A note can be shown once; where it is used again, its number stands, and without a note its label.
          let shown = found.notes[name].map(String.init) ?? name
          return builder.text(shown, style.with { $0.position = .superscript })
        }
        found.noteCount += 1
        if !name.isEmpty { found.notes[name] = found.noteCount }
        builder.beginNote()
        let pieces = OrgFootnotes.pieces(of: body)
        for (number, piece) in pieces.enumerated() {
          if let language = piece.code {
            builder.codeBlock(piece.text, language)
          } else {
            text.read(piece.text[...], into: &builder)
            if number < pieces.count - 1 { builder.end() }
          }
        }
        builder.endNote()
      },
      graph: vault.isGraph
        ? OrgInline.Graph(tag: { found.tags.append($0) }, block: { vault.block(id: $0) }) : nil)
  }
}
