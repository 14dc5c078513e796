internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Makes a note of a page of OneNote.
struct OneNotePage {
  private let store: OneNoteStore
  private let space: OneNoteStore.Space
  private let bytes: UnsafeRawBufferPointer
  private let context: SourceContext
  private let page: OneNoteSection.Page
  private var builder = DocumentBuilder()
  private var tags: [String] = []
  private var unresolved: [SourceLink] = []
  private var missing: [String] = []
  /// Whether there is handwriting, which stays in the original.
  private var hasInk = false
  /// The numbers of the open lists by their levels.
  private var numbers: [Int: Int] = [:]
  /// How many objects may still be read, since objects may lie in themselves.
  private var left = 1_000_000

  /// How deep objects are read.
  private static let deepest = 48

  /// The note.
  private(set) var note: SourceNote

  /// Reads a page.
  init(
    _ store: OneNoteStore, _ page: OneNoteSection.Page, _ bytes: UnsafeRawBufferPointer,
    _ context: SourceContext
  ) {
    (self.store, self.bytes, self.context, self.page) = (store, bytes, context, page)
    space = store.spaces[page.space]
    note = SourceNote(title: page.title.isEmpty ? nil : page.title, body: .document(Document()))
    (note.created, note.modified) = (page.created, page.modified)
    if let root = space.roots[1], let object = space.objects[root] {
      for id in OneNoteProperties(object, bytes).objects(OneNoteName.content) { read(id, level: 0, depth: 0) }
    }
    builder.endOpen()
    MarkdownBody(builder.document, context) { _, _ in .elsewhere }.fill(&note)
    note.unresolved += unresolved
    note.reportMissing(missing)
    tags.removeRepetitions()
    note.properties += tags.map { Property("onenote:tag", .text, $0) }
    if hasInk {
      note.diagnostics.append(
        SourceFault.dropped("Handwriting is in the original file only, which the bundle has."))
    }
  }

  /// An object with its properties; nil where there is none.
  private mutating func object(_ id: OneNoteID) -> (kind: UInt32, properties: OneNoteProperties)? {
    guard left > 0, let object = space.objects[id] else { return nil }
    left -= 1
    return (object.kind & 0xFFFFF, OneNoteProperties(object, bytes))
  }

  // MARK: Objects

  /// Reads an object with what is in it. Objects nest no deeper than `deepest`.
  ///
  /// - Parameter level: How many elements lie around it.
  private mutating func read(_ id: OneNoteID, level: Int, depth: Int) {
    guard depth < OneNotePage.deepest, let (kind, properties) = object(id) else { return }
    switch kind {
    case OneNoteName.text:
      text(properties)
      builder.end()
    case OneNoteName.element: element(properties, level, depth)
    case OneNoteName.picture:
      show(properties, file: 0x2000_1C3F, name: 0x1C00_1DD7)
      builder.endOpen()
    case OneNoteName.file:
      show(properties, file: 0x2000_1D9B, name: 0x1C00_1D9C)
      builder.endOpen()
    case OneNoteName.table: table(properties, depth)
    case 0x60014: hasInk = true
    case OneNoteName.outline, OneNoteName.page, OneNoteName.group:
      numbers = [:]
      for child in properties.objects(OneNoteName.children) { read(child, level: level, depth: depth + 1) }
    default:
      for child in properties.objects(OneNoteName.children) { read(child, level: level, depth: depth + 1) }
    }
  }

  /// Reads an element: a paragraph, perhaps with a sign of a list, and those below it.
  private mutating func element(_ properties: OneNoteProperties, _ level: Int, _ depth: Int) {
    var form = level == 0 ? DocumentBuilder.Form.text : .inItem(level: level - 1)
    if let list = properties.objects(0x2400_1C26).first, let (_, sign) = object(list) {
      form = .item(level: level, number: number(sign, level))
    } else {
      numbers[level] = nil
    }
    for id in properties.objects(OneNoteName.content) {
      guard let (kind, content) = object(id) else { continue }
      switch kind {
      case OneNoteName.text:
        mark(properties)
        let heading = text(content)
        builder.end(heading > 0 ? .heading(heading) : form)
      case OneNoteName.table: table(content, depth + 1)
      default:
        read(id, level: level, depth: depth + 1)
      }
    }
    for child in properties.objects(OneNoteName.children) { read(child, level: level + 1, depth: depth + 1) }
  }

  /// The number of an item; nil where its list doesn't count. The form of the sign has U+FFFD in the place of the number.
  private mutating func number(_ sign: OneNoteProperties, _ level: Int) -> Int? {
    let form = sign.data(0x1C00_1C1A)
    let counts = stride(from: 2, to: form.count - 1, by: 2).contains {
      form[$0] == 0xFD && form[$0 + 1] == 0xFF
    }
    for deeper in numbers.keys where deeper > level { numbers[deeper] = nil }
    guard counts else {
      numbers[level] = nil
      return nil
    }
    let restart = sign.number(0x1400_1CB7).flatMap { Int(exactly: $0) }
    let next = restart ?? (numbers[level] ?? 0) + 1
    numbers[level] = next
    return next
  }

  /// Reads a table.
  private mutating func table(_ properties: OneNoteProperties, _ depth: Int) {
    var rows: [[[Inline]]] = []
    for row in properties.objects(OneNoteName.children) {
      guard let (_, row) = object(row) else { continue }
      var cells: [[Inline]] = []
      for cell in row.objects(OneNoteName.children) {
        guard let (_, cell) = object(cell) else { continue }
        for element in cell.objects(OneNoteName.children) { inCell(element, depth + 1) }
        cells.append(builder.takeInlines())
      }
      rows.append(cells)
    }
    builder.table(rows)
  }

  /// Adds what is in a cell, with a line for each paragraph.
  private mutating func inCell(_ id: OneNoteID, _ depth: Int) {
    guard depth < OneNotePage.deepest, let (kind, properties) = object(id) else { return }
    switch kind {
    case OneNoteName.text:
      if !builder.isAtStart { builder.lineBreak() }
      _ = text(properties)
    case OneNoteName.picture: show(properties, file: 0x2000_1C3F, name: 0x1C00_1DD7)
    case OneNoteName.file: show(properties, file: 0x2000_1D9B, name: 0x1C00_1D9C)
    default:
      for child in properties.objects(OneNoteName.content) + properties.objects(OneNoteName.children) {
        inCell(child, depth + 1)
      }
    }
  }

  /// Adds a picture or a file.
  private mutating func show(_ properties: OneNoteProperties, file: UInt32, name: UInt32) {
    let title = properties.text(name)
    guard let id = properties.objects(file).first, let object = space.objects[id],
      let range = store.file(of: object),
      !range.isEmpty, range.upperBound <= bytes.count
    else {
      missing.append(title)
      return
    }
    builder.file(Array(bytes[range]), named: title.isEmpty ? nil : title)
  }

  // MARK: Text

  /// Adds the signs of tags.
  private mutating func mark(_ properties: OneNoteProperties) {
    for tag in properties.sets(0x4000_3489) {
      let status = tag.number(0x1000_3470) ?? 0
      guard let id = tag.objects(0x2000_3488).first, let (_, definition) = object(id) else { continue }
      let shape = definition.number(0x1000_3464) ?? 0
      if (1...12).contains(shape) || shape == 28 || shape == 51 {
        builder.text(status & 1 == 1 ? "☑ " : "☐ ")
      } else if case let label = definition.text(0x1C00_3468), !label.isEmpty {
        tags.append(label)
      }
    }
  }

  /// Adds the runs of a text, and returns its level as a heading; 0 for none.
  @discardableResult
  private mutating func text(_ properties: OneNoteProperties) -> Int {
    mark(properties)
    var units = OneNotePage.units(properties.data(0x1C00_1C22))
    if units.isEmpty { units = properties.data(0x1C00_3498).map { UInt16(Windows1252.scalar($0).value) } }
    if let end = units.firstIndex(of: 0) { units.removeSubrange(end...) }
    let ends = stride(from: 0, to: properties.data(0x1C00_1E12).count - 3, by: 4).map { place in
      properties.data(0x1C00_1E12)[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let styles = properties.objects(0x2400_1E13)
    var start = 0
    var link: String?
    for run in 0...ends.count {
      let end = run < ends.count ? min(max(start, ends[run]), units.count) : units.count
      let piece = String(decoding: units[start..<end], as: UTF16.self)
      start = end
      guard !piece.isEmpty else { continue }
      let facts =
        run < styles.count ? object(styles[run])?.properties ?? OneNoteProperties() : OneNoteProperties()
      if piece.unicodeScalars.first?.value == 0xFDDF {
        let (target, rest) = OneNotePage.field(piece)
        link = target.map { self.target($0) } ?? nil
        add(rest, facts, link)
        continue
      }
      if !facts.flag(0x0800_1E14) { link = nil }
      add(piece, facts, link)
    }
    guard let style = properties.objects(0x2000_342C).first, let (_, paragraph) = object(style) else {
      return 0
    }
    let name = paragraph.text(0x1C00_345A)
    guard name.count == 2, name.first == "h", let level = Int(name.dropFirst()) else { return 0 }
    return level
  }

  /// The units of text in UTF-16.
  private static func units(_ data: [UInt8]) -> [UInt16] {
    stride(from: 0, to: data.count - 1, by: 2).map { UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8 }
  }

  /// The address in a field `HYPERLINK "…"`, and what stands behind it.
  private static func field(_ text: String) -> (String?, String) {
    let bare = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst()))
    guard bare.hasPrefix("HYPERLINK \""), let end = bare.dropFirst(11).firstIndex(of: "\"") else {
      return (nil, "")
    }
    return (String(bare.dropFirst(11)[..<end]), String(bare[bare.index(after: end)...]))
  }

  /// Where a link leads to: a page by its id, or an address.
  private mutating func target(_ address: String) -> String? {
    guard address.lowercased().hasPrefix("onenote:") else { return address }
    if let mark = address.lowercased().firstRange(ofASCII: "page-id={") {
      let id = address.lowercased()[mark.upperBound...].prefix { $0 != "}" }
      if let found = context.note(String(id)) {
        return found == context.note(page.id) ? nil : SourceContext.target(found)
      }
    }
    unresolved.append(SourceLink(address))
    return nil
  }

  /// Adds a run.
  private mutating func add(_ text: String, _ facts: OneNoteProperties, _ link: String?) {
    guard !text.isEmpty, !facts.flag(0x0800_1E16) || link != nil else { return }
    let style = CharacterStyle().with { style in
      style.isBold = facts.flag(0x0800_1C04)
      style.isItalic = facts.flag(0x0800_1C05)
      if facts.flag(0x0800_1C06), link == nil { style.underline = .single }
      style.isStruck = facts.flag(0x0800_1C07)
      if facts.flag(0x0800_1C08) { style.position = .superscript }
      if facts.flag(0x0800_1C09) { style.position = .subscript }
      style.background = OneNotePage.color(facts.number(0x1400_1C0D))
      style.link = link.map { Hyperlink(target: $0) }
    }
    builder.text(text, style)
  }

  /// A colour (COLORREF); nil for none.
  private static func color(_ value: UInt64?) -> DocumentColor? {
    guard let value, value >> 24 == 0 else { return nil }
    return DocumentColor(
      red: UInt8(value & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value >> 16 & 255))
  }
}
