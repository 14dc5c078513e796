internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Makes the text of a page of Roam: its blocks as a list.
///
/// | in a block | text |
/// | --- | --- |
/// | `[[Page]]`, `[label]([[Page]])` | a link, by the exact title |
/// | `#tag`, `#[[several words]]` | a keyword; the text keeps it |
/// | `Key:: value` at the top | a property, and for `Tags` keywords |
/// | `((id))`, `[label](((id)))`, `{{embed: ((id))}}` | the text of the block, as a link to its page |
/// | `{{[[TODO]]}}`, `{{[[DONE]]}}` | ☐, ☑ |
/// | `{{[[table]]}}` | a table of the blocks below it |
/// | `{{[[video]]: u}}` and the like | the address |
/// | other `{{…}}` | code, as it stands, with links |
struct RoamText {
  /// The pages.
  private let graph: RoamGraph
  /// The notes of the import.
  private let context: SourceContext
  /// The note itself, to which no link leads.
  private let own: UniqueID?
  /// The text so far.
  private var builder = DocumentBuilder()
  /// What was found in the text.
  private let found = Found()

  /// What is found while a text is read.
  private final class Found {
    var tags: [String] = []
    var unresolved: [SourceLink] = []
    var relations: [UniqueID] = []
    var properties: [Property] = []
    var isEncrypted = false
    /// How many bytes of other blocks the page shows.
    var shownBytes = 0
    /// Whether blocks that it refers to aren't shown.
    var hasHidden = false
    /// The blocks of the page that references on it lead to.
    var places: Set<String> = []
  }

  /// How often a reference may lead to a block with a reference.
  private static let deepestReference = 6
  /// How many bytes of other blocks a page shows: each of them may show others.
  private static let mostShownBytes = 1 << 20
  /// How long an id is at least that the program makes, and at most.
  private static let (shortestID, longestID) = (6, 40)
  /// How deep blocks are read as items of a list.
  private static let deepest = 256
  /// The most columns of a table.
  private static let mostColumns = 64

  /// Begins a page.
  init(_ graph: RoamGraph, _ context: SourceContext, note: UniqueID?) {
    (self.graph, self.context, own) = (graph, context, note)
  }

  /// Gives a note what was read.
  func fill(_ note: inout SourceNote) {
    note.keywords += found.tags.map { SourceKeyword(path: [$0]) }
    note.relations += found.relations
    note.properties += found.properties
    note.unresolved += found.unresolved
    if found.isEncrypted {
      note.diagnostics.append(SourceFault.encrypted("A part of the page is encrypted; its original is kept."))
    }
    if found.hasHidden {
      note.diagnostics.append(
        SourceFault.dropped("The page refers to more blocks than are shown in it; the others are links."))
    }
    MarkdownBody(builder.document, context) { _, _ in .elsewhere }.fill(&note)
  }

  // MARK: Blocks

  /// Reads the blocks of a page.
  mutating func read(_ blocks: [JSONValue]) {
    findPlaces(blocks)
    var open = blocks.reversed().map { (block: $0, level: 0, isTop: true) }
    while let (block, level, isTop) = open.popLast() {
      let text = block["string"]?.string ?? ""
      let children = block["children"]?.array ?? []
      if RoamText.macro(text) == "table", !children.isEmpty {
        table(children)
        continue
      }
      if let id = block["uid"]?.string, found.places.contains(id), !text.trimmingBlanks().isEmpty,
        RoamText.code(text.trimmingBlanks()) == nil
      {
        builder.bookmark(id)
      }
      var below = level + 1
      if let heading = block["heading"]?.int, (1...6).contains(heading), !text.isEmpty {
        if let (key, value) = RoamText.attribute(text) { attribute(key, value, isTop) } else { inline(text) }
        builder.end(.heading(Int(heading)))
        below = 0
      } else {
        self.block(text, level, isTop: isTop)
      }
      let next = min(below, RoamText.deepest)
      open += children.reversed().map { ($0, next, false) }
    }
  }

  /// Finds the blocks of the page that references on it lead to.
  private func findPlaces(_ blocks: [JSONValue]) {
    var (open, own, asked) = (blocks, Set<String>(), Set<String>())
    while let block = open.popLast() {
      open += block["children"]?.array ?? []
      if let id = block["uid"]?.string { own.insert(id) }
      var rest = (block["string"]?.string ?? "")[...]
      while let start = rest.firstRange(ofASCII: "((") {
        if let id = RoamText.id(rest[start.lowerBound...]) { asked.insert(String(id)) }
        // A label may lead there: `(((id)))`.
        rest = rest[start.lowerBound...].dropFirst()
      }
    }
    found.places = own.intersection(asked)
  }

  /// Adds a block.
  private mutating func block(_ text: String, _ level: Int, isTop: Bool) {
    let bare = text.trimmingBlanks()
    if bare.isEmpty { return }
    if bare == "---" { return builder.end(.rule) }
    if let (language, code) = RoamText.code(bare) { return builder.codeBlock(code, language) }
    let pieces = RoamText.pieces(of: bare[...])
    if pieces.count > 1 {
      for (number, piece) in pieces.enumerated() {
        if piece.isCode {
          builder.codeBlock(piece.text, piece.language, inItem: number > 0 ? level : nil)
        } else {
          inline(String(piece.text))
          builder.end(number == 0 ? .item(level: level, number: nil) : .inItem(level: level))
        }
      }
      return
    }
    if let sign = ["> ", "[[>]] "].first(where: bare.hasPrefix) {
      builder.quotes += 1
      inline(String(bare.dropFirst(sign.count)))
      builder.end()
      builder.quotes -= 1
      return
    }
    if let (key, value) = RoamText.attribute(text) { attribute(key, value, isTop) } else { inline(text) }
    builder.end(.item(level: level, number: nil))
  }

  /// The language and the lines of a block that is code; nil for others.
  private static func code(_ text: String) -> (String?, Substring)? {
    guard text.count > 6, text.hasPrefix("```"), text.hasSuffix("```") else { return nil }
    let inside = text.dropFirst(3).dropLast(3)
    guard !inside.contains("```") else { return nil }
    let line = inside.prefix { !$0.isNewline }
    if line == "plain text", inside.count > line.count { return (nil, inside.dropFirst(line.count + 1)) }
    guard inside.count > line.count, !line.contains(" ") else { return (nil, inside) }
    return (line.isEmpty ? nil : String(line.trimmingBlanks()), inside.dropFirst(line.count + 1))
  }

  /// A text within a block, or code of several lines.
  private struct Piece {
    var text: Substring
    var isCode = false
    /// What the code says that it is written in.
    var language: String?
  }

  /// The texts and codes of a block in order; one piece where no code of several lines is in it.
  private static func pieces(of text: Substring) -> [Piece] {
    let mark: StaticString = "```"
    var pieces: [Piece] = []
    /// Adds a text that isn't blank.
    func add(_ part: Substring) {
      let bare = part.trimmingBlanks()
      if !bare.isEmpty { pieces.append(Piece(text: bare)) }
    }
    var (plain, rest) = (text, text)
    while let start = rest.firstRange(ofASCII: mark),
      let end = text[start.upperBound...].firstRange(ofASCII: mark)
    {
      let whole = text[start.lowerBound..<end.upperBound]
      rest = text[end.upperBound...]
      guard whole.contains(where: \.isNewline), let (language, code) = code(String(whole)) else { continue }
      add(plain[..<start.lowerBound])
      pieces.append(Piece(text: Substring(String(code)), isCode: true, language: language))
      plain = rest
    }
    if pieces.isEmpty { return [Piece(text: text)] }
    add(plain)
    return pieces
  }

  /// The key and the value of `Key:: value`; nil for other blocks.
  private static func attribute(_ text: String) -> (key: String, value: Substring)? {
    guard let mark = text.firstRange(ofASCII: "::"), mark.lowerBound > text.startIndex else { return nil }
    let (key, value) = (text[..<mark.lowerBound], text[mark.upperBound...])
    guard !key.contains(where: { $0.isNewline || "`{".contains($0) }), key.count <= 200,
      value.first.map(\.isWhitespace) ?? true
    else { return nil }
    return (String(key), value)
  }

  /// Adds an attribute. Its key is the name of a page, too.
  private mutating func attribute(_ key: String, _ value: Substring, _ isTop: Bool) {
    let bold = CharacterStyle().with { $0.isBold = true }
    let name = RoamText.bare(key.trimmingBlanks())
    // Without a page of its own a key is no link.
    if graph.hasPage(titled: name) {
      page(name, label: name[...], bold, &builder)
    } else {
      builder.text(name, bold)
    }
    builder.text(":", bold)
    inline(String(value))
    guard isTop else { return }
    let text = String(value.trimmingBlanks())
    if name.lowercased() == "tags" {
      found.tags += RoamText.names(in: text)
    } else if !text.isEmpty {
      found.properties.append(Property("roam:" + name, .text, text))
    }
  }

  /// The name of an attribute without the marks or brackets around it.
  private static func bare(_ key: String) -> String {
    for (start, end) in [("**", "**"), ("__", "__"), ("^^", "^^"), ("[[", "]]")]
    where key.hasPrefix(start) && key.hasSuffix(end) && key.utf8.count > 4 {
      let inside = String(key.dropFirst(2).dropLast(2))
      return inside.contains(end) ? key : bare(inside)
    }
    return key
  }

  /// The names in brackets in a text, without those in them.
  private static func names(in text: String) -> [String] {
    var names: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(ofASCII: "[[") {
      rest = rest[start.lowerBound...]
      guard let name = name(rest) else {
        rest = rest.dropFirst(2)
        continue
      }
      names.append(String(name))
      rest = rest.dropFirst(name.count + 4)
    }
    return names
  }

  /// Adds a table: the blocks are the first cells, the first block in each the next one. Further blocks in one begin a row
  /// below it.
  private mutating func table(_ rows: [JSONValue]) {
    var cells: [[[Inline]]] = []
    var open = rows.reversed().map { (block: $0, column: 0, isFirst: false) }
    while let (block, column, isFirst) = open.popLast() {
      if !isFirst { cells.append([[Inline]](repeating: [], count: column)) }
      inline(block["string"]?.string ?? "")
      cells[cells.count - 1].append(builder.takeInlines())
      let next = min(column + 1, RoamText.mostColumns)
      let children = block["children"]?.array ?? []
      open += children.enumerated().reversed().map { ($0.element, next, $0.offset == 0 && next > column) }
    }
    builder.table(cells)
  }

  // MARK: In a block

  /// Adds a text to the open paragraph.
  private mutating func inline(_ text: String) { marks(depth: 0).read(text[...], into: &builder) }

  /// Reads the text of a block.
  ///
  /// - Parameters:
  ///   - depth: How many references led to it.
  ///   - isCode: Whether it stays as it stands, with links.
  private func marks(depth: Int, isCode: Bool = false) -> MarkedText {
    MarkedText(
      marks: [
        ("**", { $0.isBold = true }), ("__", { $0.isItalic = true }), ("~~", { $0.isStruck = true }),
        ("^^", { $0.background = DocumentColor(red: 255, green: 255, blue: 0) }),
      ], signs: "([{#",
      link: { text, target, label, builder, style in
        if target.hasPrefix("[["), target.hasSuffix("]]") {
          page(String(target.dropFirst(2).dropLast(2)), label: label, style, &builder)
        } else if target.hasPrefix("(("), target.hasSuffix("))") {
          reference(target.dropFirst(2).dropLast(2), label: label, style, &builder, depth)
        } else {
          text.label(label, of: target, into: &builder, style)
        }
      },
      special: { text, rest, before in
        switch rest.utf8.first {
        case UInt8(ascii: "{"): return braces(rest, text, depth)
        case UInt8(ascii: "["):
          guard let name = RoamText.name(rest) else { return nil }
          let whole = rest[..<rest.index(name.endIndex, offsetBy: 2)]
          return MarkedText.Piece(whole) { page(String(name), label: isCode ? whole : name, $1, &$0) }
        case UInt8(ascii: "("):
          // A short word in parentheses is a reference only where there is such a block.
          guard let id = RoamText.id(rest),
            id.utf8.count >= RoamText.shortestID || graph.hasBlock(id)
          else { return nil }
          return MarkedText.Piece(rest[..<rest.index(id.endIndex, offsetBy: 2)]) {
            reference(id, label: "", $1, &$0, depth)
          }
        default: return tag(rest, before)
        }
      })
  }

  /// The name in `[[name]]` at the beginning of a text, in which names may stand; nil for anything else.
  private static func name(_ rest: Substring) -> Substring? {
    guard rest.hasPrefix("[["), let end = MarkedText.closing(rest.utf8.prefix(4_096), 0x5B, 0x5D) else {
      return nil
    }
    let whole = rest[...end]
    guard whole.hasSuffix("]]"), whole.count > 4 else { return nil }
    return whole.dropFirst(2).dropLast(2)
  }

  /// The id in `((id))` at the beginning of a text; nil for anything else.
  private static func id(_ rest: Substring) -> Substring? {
    guard rest.hasPrefix("((") else { return nil }
    let id = rest.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard (1...RoamText.longestID).contains(id.count), rest[id.endIndex...].hasPrefix("))") else {
      return nil
    }
    return id
  }

  /// A tag, which the text keeps.
  private func tag(_ rest: Substring, _ before: UInt8) -> MarkedText.Piece? {
    guard rest.first == "#", !MarkedText.isWord(before), before != UInt8(ascii: "#"),
      before != UInt8(ascii: "/")
    else {
      return nil
    }
    if let name = RoamText.name(rest.dropFirst()) {
      return MarkedText.Piece(rest[..<rest.index(name.endIndex, offsetBy: 2)]) { builder, style in
        found.tags.append(String(name))
        builder.text("#" + name, style)
      }
    }
    var name = rest.dropFirst().prefix { !$0.isWhitespace && !"#,()[]{}\"'`;:!?*^~".contains($0) }
    // A mark that ends here, and not two signs in a name.
    if let mark = name.firstRange(ofASCII: "__"), mark.lowerBound > name.startIndex {
      name = name[..<mark.lowerBound]
    }
    let end =
      name.drop { $0 == "." }.isEmpty
      ? name.startIndex : name.lastIndex { $0 != "." }.map { name.index(after: $0) }
    let bare = name[..<(end ?? name.startIndex)]
    guard !bare.isEmpty else { return nil }
    return MarkedText.Piece(rest[..<bare.endIndex]) { builder, style in
      found.tags.append(String(bare))
      builder.text("#" + bare, style)
    }
  }

  // MARK: Links

  /// Adds a link to a page. Names within its name count as well.
  private func page(
    _ name: String, label: Substring, _ style: CharacterStyle, _ builder: inout DocumentBuilder
  ) {
    let target = graph.note(titled: name, context)
    // A page without text is no note; a link to it is nothing that is missing.
    if target == nil, !graph.hasPage(titled: name) { found.unresolved.append(SourceLink(name)) }
    for inner in RoamText.names(in: name) {
      if let note = graph.note(titled: inner, context) {
        if note != own { found.relations.append(note) }
      } else if !graph.hasPage(titled: inner) {
        found.unresolved.append(SourceLink(inner))
      }
    }
    add(label, target, style, &builder)
  }

  /// Adds a text as a link to a note, or as it is.
  private func add(
    _ text: Substring, _ target: UniqueID?, _ style: CharacterStyle, _ builder: inout DocumentBuilder
  ) {
    guard let target, target != own else { return builder.text(text, style) }
    builder.link(SourceContext.target(target), String(text), style)
  }

  /// Adds a reference to a block: its text, or a label, as a link to the page that it is on.
  private func reference(
    _ id: Substring, label: Substring, _ style: CharacterStyle, _ builder: inout DocumentBuilder, _ depth: Int
  ) {
    guard let block = graph.block(id, context) else {
      found.unresolved.append(SourceLink("((\(id)))"))
      return builder.text(label.isEmpty ? "((\(id)))" : label, style)
    }
    var style = style
    if found.places.contains(String(id)) { style.link = Hyperlink(target: "#\(id)") }
    guard label.isEmpty else { return add(label, block.note, style, &builder) }
    guard depth < RoamText.deepestReference else { return add("((\(id)))", block.note, style, &builder) }
    found.shownBytes += block.text.utf8.count
    guard found.shownBytes <= RoamText.mostShownBytes else {
      found.hasHidden = true
      return add("((\(id)))", block.note, style, &builder)
    }
    if let note = block.note, note != own { style.link = Hyperlink(target: SourceContext.target(note)) }
    marks(depth: depth + 1).read(block.text[...], style, into: &builder)
  }

  // MARK: Macros

  /// The name of the macro that a block consists of, without brackets; nil for other blocks.
  private static func macro(_ text: String) -> String? {
    let bare = text.trimmingBlanks()
    guard bare.hasPrefix("{{"), bare.hasSuffix("}}") else { return nil }
    return bare.dropFirst(2).dropLast(2).filter { !"[]".contains($0) }.trimmingBlanks().lowercased()
  }

  /// Macros that show what is at an address.
  private static let shows: Set<String> = ["video", "audio", "pdf", "iframe", "youtube", "twitter", "tweet"]

  /// What stands in double braces at the beginning of a text.
  private func braces(_ rest: Substring, _ text: MarkedText, _ depth: Int) -> MarkedText.Piece? {
    guard rest.hasPrefix("{{"), let end = MarkedText.closing(rest.utf8.prefix(20_000), 0x7B, 0x7D) else {
      return nil
    }
    let whole = rest[...end]
    guard whole.hasSuffix("}}"), whole.count >= 4 else { return nil }
    let inside = whole.dropFirst(2).dropLast(2)
    let head = inside.prefix { $0 != ":" }
    let name = head.filter { !"[]".contains($0) }.trimmingBlanks().lowercased()
    let value = inside.dropFirst(head.count + 1).trimmingBlanks()
    switch name {
    case "todo": return MarkedText.Piece(whole) { $0.text("☐", $1) }
    case "done": return MarkedText.Piece(whole) { $0.text("☑", $1) }
    case "embed", "embed-path", "embed-children":
      guard !value.isEmpty else { break }
      return MarkedText.Piece(whole) { text.read(value, $1, into: &$0) }
    case "encrypt":
      return MarkedText.Piece(whole) { builder, style in
        found.isEncrypted = true
        builder.text("🔒", style)
      }
    // A program, which a reference names.
    case _ where name.hasPrefix("roam/"): return MarkedText.Piece(whole) { $0.code(String(whole), $1) }
    case _ where RoamText.shows.contains(name) && MarkedText.address(value) != nil:
      return MarkedText.Piece(whole) { builder, style in builder.link(String(value), String(value), style) }
    default: break
    }
    // Anything else stays as it is; names in it are links all the same, but not that of the macro.
    return MarkedText.Piece(whole) { builder, style in
      let code = style.code
      builder.text("{{" + head, code)
      marks(depth: depth, isCode: true).read(inside[head.endIndex...], code, into: &builder)
      builder.text("}}", code)
    }
  }
}
