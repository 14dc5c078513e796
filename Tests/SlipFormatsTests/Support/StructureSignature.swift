import SlipDocument

/// What a document says beyond its text, as far as markup can hold it: one line a paragraph, with each character
/// that can be seen and its formatting.
struct StructureSignature: DocumentVisitor {
  private(set) var lines: [String] = []
  private var line = ""
  private var marks = ""
  private let links: (String) -> String?

  /// `links` gives what a link is expected to lead to, nil where it isn't live.
  static func lines(of blocks: [Block], links: @escaping (String) -> String? = { $0 }) -> [String] {
    var signature = StructureSignature(links: links)
    Document.walk(blocks, &signature)
    return signature.lines
  }

  private init(links: @escaping (String) -> String?) { self.links = links }

  mutating func enter(_ paragraph: Paragraph) {
    line = ""
    marks = ""
    // A thematic break.
    if paragraph.style.name == "Horizontal Line" { line += "break" }
    if let level = paragraph.style.headingLevel { line += "h\(level) " }
    if let item = paragraph.listItem { line += "level \(item.level) \(item.marker) " }
  }

  mutating func leave(_ paragraph: Paragraph) {
    if !line.isEmpty { lines.append(line) }
    line = ""
  }

  mutating func enter(_ table: DocumentTable) { lines.append("table") }
  mutating func leave(_ table: DocumentTable) { lines.append("end of table") }
  mutating func enter(_ row: DocumentTableRow) { lines.append(row.isHeader ? "header" : "row") }
  mutating func enter(_ cell: DocumentTableCell) {
    lines.append("cell \(cell.horizontalMerge?.rawValue ?? "") \(cell.verticalMerge?.rawValue ?? "")")
  }
  mutating func visit(_ break: BreakKind) { lines.append("break") }

  mutating func visit(_ inline: Inline) {
    switch inline {
    case .run(let run):
      guard run.style.isVisible else { return }
      var next = ""
      if run.style.isBold { next += "b" }
      if run.style.isItalic { next += "i" }
      if run.style.isStruck { next += "s" }
      if let position = run.style.position { next += position.rawValue }
      if let target = run.style.link.flatMap({ links($0.target) }) { next += "<\(target)>" }
      for scalar in run.text.unicodeScalars where !scalar.properties.isWhitespace {
        if next != marks { line += "{\(next)}" }
        marks = next
        line.unicodeScalars.append(scalar)
      }
    case .picture: line += "[picture]"
    case .noteReference(let index): line += "[note \(index)]"
    default: break
    }
  }
}
