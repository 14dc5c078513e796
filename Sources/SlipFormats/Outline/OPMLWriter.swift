internal import SlipBase
internal import SlipDocument
internal import SlipRTF
internal import XMLSyntax

/// Writes a document as an outline (OPML 2.0): each paragraph is an item, below the heading or the item of a list that it
/// belongs to.
///
/// | in the document | in the outline |
/// | --- | --- |
/// | heading | an item; what follows lies below it |
/// | item of a list | an item at its level; a number stays before its text, `☑` and `☐` are `complete` and `checkbox` |
/// | paragraph, row of a table | an item |
/// | further lines of it, and its foot notes | `_note` |
/// | link that is a whole paragraph | `type="link"`, `url` |
///
/// Outlines have plain text: formatting and pictures are left out.
struct OPMLWriter {
  /// An item.
  private struct Item {
    /// How many items it lies below.
    var depth: Int
    /// The text.
    var text: String
    /// Further lines; empty for none.
    var note = ""
    /// Whether it is done; nil where it is no task.
    var isDone: Bool?
    /// Where it leads to.
    var address: String?
  }

  /// The document.
  private let document: Document
  /// The items so far.
  private var items: [Item] = []
  /// The levels of the headings that are open.
  private var headings: [Int] = []

  /// Writes a document.
  ///
  /// - Throws: `SlipError` where the XML can't be written.
  static func write(_ document: Document, options: WriteOptions) throws(SlipError) -> [UInt8] {
    var writer = OPMLWriter(document)
    for block in document.blocks { writer.add(block) }
    let title = options.title ?? document.info.title ?? options.fallbackTitle
    return try slipErrors { try writer.bytes(title) }
  }

  /// Prepares to write a document.
  private init(_ document: Document) { self.document = document }

  // MARK: Items

  /// Adds the items of a block.
  private mutating func add(_ block: Block) {
    switch block {
    case .break: break
    case .table(let table):
      for row in table.rows {
        var one = table
        one.rows = [row]
        let line = lines([.table(one)]).joined(separator: " ").replacing("\t", with: " | ")
        if !line.isEmpty { items.append(Item(depth: headings.count, text: line)) }
      }
    case .paragraph(let paragraph): add(paragraph)
    }
  }

  /// Adds the item of a paragraph, and those of the text boxes behind it.
  private mutating func add(_ paragraph: Paragraph) {
    var plain = paragraph
    plain.listItem = nil
    plain.textBoxes = []
    let lines = lines([.paragraph(plain)])
    if let first = lines.first {
      var item = Item(depth: headings.count, text: first, note: lines.dropFirst().joined(separator: "\n"))
      if let level = paragraph.style.headingLevel {
        headings.removeLast(headings.count - (headings.firstIndex { $0 >= level } ?? headings.count))
        item.depth = headings.count
        headings.append(level)
        if let number = paragraph.headingNumber(in: document.lists), !number.isEmpty {
          item.text = number + " " + item.text
        }
      } else if let place = paragraph.listItem {
        // An item can't lie deeper than right below the one before it.
        item.depth = min(headings.count + place.level, (items.last?.depth ?? -1) + 1)
        let isNumber = place.marker.contains { $0.isLetter || $0.isNumber }
        if isNumber { item.text = place.marker + " " + item.text }
      }
      for (sign, isDone) in [("☑ ", true), ("☐ ", false)] where item.text.hasPrefix(sign) {
        item.text.removeFirst(sign.count)
        item.isDone = isDone
      }
      item.address = OPMLWriter.address(paragraph)
      items.append(item)
    }
    for box in paragraph.textBoxes { for block in box.blocks { add(block) } }
  }

  /// Where a paragraph leads to that is a link as a whole; nil for others.
  private static func address(_ paragraph: Paragraph) -> String? {
    let visible = paragraph.inlines.filter(\.isVisible)
    let targets = visible.map { inline -> String? in
      if case .run(let run) = inline { run.style.link?.target } else { nil }
    }
    guard let first = targets.first, let target = first, targets.allSatisfy({ $0 == target }),
      LinkPolicy.scheme(of: target).map({ ["http", "https", "mailto"].contains($0) }) == true
    else { return nil }
    return target
  }

  /// The lines of blocks as plain text, without empty ones, pictures and what XML can't hold.
  private func lines(_ blocks: [Block]) -> [String] {
    var part = Document()
    (part.blocks, part.notes, part.lists, part.resources) = (
      blocks, document.notes, document.lists, document.resources
    )
    (part.footnoteNumbering, part.endnoteNumbering) = (document.footnoteNumbering, document.endnoteNumbering)
    let text = String(decoding: PlainTextWriter.write(part), as: UTF8.self)
    return text.split(separator: "\n").map(OPMLWriter.line).filter { !$0.isEmpty }
  }

  /// Text in one line, without pictures and what XML can't hold.
  private static func line(_ text: some StringProtocol) -> String {
    let kept = text.unicodeScalars.filter {
      $0 != "\u{FFFC}" && ($0.value >= 0x20 || $0 == "\t") && $0.value != 0xFFFE && $0.value != 0xFFFF
    }
    return String(String.UnicodeScalarView(kept)).trimmingBlanks()
  }

  // MARK: XML

  /// The outline.
  private func bytes(_ title: String?) throws -> [UInt8] {
    var output: [UInt8] = []
    var xml = XMLWriter { output.append(contentsOf: $0) }
    try xml.start("opml")
    xml.attribute("version", "2.0")
    try xml.start("head")
    for (name, value) in [("title", title), ("ownerName", document.info.author)] as [(StaticString, String?)]
    {
      guard let line = value.map(OPMLWriter.line), !line.isEmpty else { continue }
      try xml.start(name)
      xml.text(line)
      xml.end()
    }
    xml.end()
    try xml.start("body")
    var depth = -1
    for item in items {
      while depth >= item.depth {
        xml.end()
        depth -= 1
      }
      try xml.start("outline")
      depth += 1
      xml.attribute("text", item.text)
      if let address = item.address {
        xml.attribute("type", "link")
        xml.attribute("url", OPMLWriter.line(address))
      }
      if let isDone = item.isDone {
        xml.attribute("checkbox", "true")
        if isDone { xml.attribute("complete", "true") }
      }
      if !item.note.isEmpty { xml.attribute("_note", item.note) }
    }
    try xml.finish()
    return output
  }
}
