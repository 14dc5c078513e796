import SlipDocument
import SlipNotes

/// A document in few signs, one line a block: `# heading`, `  2. item of the second level`, `> quote`, `---`, `` `lines of code` ``,
/// `|cell|cell|` with `!` before a head, `→2 ` before an indent, `/` for a line break, `[file]` for a file, `[^1]` for a note, whose
/// text comes after the others, `<ins>` and `<del>` for tracked changes, `{#name}` for a bookmark.
///
/// - Parameter isFull: Whether colours, alignment, sizes of pictures and their descriptions are shown as well.
func sketch(_ document: Document, isFull: Bool = false) -> String {
  let sketch = DocumentSketch(document: document, isFull: isFull)
  let notes = document.notes.enumerated().map { index, note in
    let author = note.author.map { " by " + $0 } ?? ""
    return "[^\(index + 1)] \(note.kind)\(author): " + sketch.text(note.blocks).replacing("\n", with: "¶")
  }
  return ([sketch.text(document.blocks)] + notes).joined(separator: "\n")
}

/// Makes the signs for a document.
private struct DocumentSketch {
  /// What is shown.
  let document: Document
  /// Whether colours, alignment, sizes and descriptions are shown.
  let isFull: Bool

  /// Blocks, one a line.
  func text(_ blocks: [Block]) -> String { blocks.map(block).joined(separator: "\n") }

  /// A block.
  private func block(_ block: Block) -> String {
    switch block {
    case .break: return "break"
    case .table(let table):
      return table.rows.map { row in
        (row.isHeader ? "!" : "")
          + row.cells.map { "|" + mark($0) + $0.blocks.map(self.block).joined(separator: "¶") }.joined() + "|"
      }.joined(separator: "\n")
    case .paragraph(let paragraph):
      return aligned(paragraph.style) + self.paragraph(paragraph)
        + paragraph.textBoxes.map { "[box " + text($0.blocks) + "]" }.joined()
    }
  }

  /// How a cell is merged with others.
  private func mark(_ cell: DocumentTableCell) -> String {
    guard isFull else { return "" }
    return (cell.horizontalMerge == .continued ? "←" : "") + (cell.verticalMerge == .continued ? "↑" : "")
  }

  /// The alignment of a paragraph, unless it is the usual one.
  private func aligned(_ style: ParagraphStyle) -> String {
    guard isFull else { return "" }
    return (style.isRightToLeft ? "{right-to-left}" : "")
      + (style.alignment == .left ? "" : "{\(style.alignment)}")
  }

  /// A paragraph.
  private func paragraph(_ paragraph: Paragraph) -> String {
    let role = paragraph.style.role
    let text = paragraph.inlines.map(inline).joined()
    let quotes = String(repeating: "> ", count: role.containers.count { $0 == .quote })
    if role.content == .rule { return quotes + "---" }
    if case .code(let language) = role.content {
      return quotes + "`" + (isFull ? language.map { "{\($0)}" } ?? "" : "") + text + "`"
    }
    if let level = paragraph.style.headingLevel { return String(repeating: "#", count: level) + " " + text }
    if let item = paragraph.listItem {
      return quotes + String(repeating: "  ", count: item.level) + item.marker + " " + text
    }
    if case .item(let level)? = role.containers.last {
      return quotes + String(repeating: "  ", count: level) + "+ " + text
    }
    let indent = paragraph.style.leftIndent / 360
    return quotes + (indent > 0 && quotes.isEmpty ? "→\(indent) " : "") + text
  }

  /// A piece of a paragraph.
  private func inline(_ inline: Inline) -> String {
    switch inline {
    case .run(let run): return self.run(run)
    case .lineBreak: return "/"
    case .picture(let picture):
      let name = document.resources[picture.resource].name ?? ""
      guard isFull else { return "[\(name)]" }
      let size = picture.width.map { " \($0)×\(picture.height.map(String.init) ?? "")" } ?? ""
      let words = picture.description.map { " “\($0)”" } ?? ""
      return link(picture.style, "[picture \(name)\(size)\(words)]")
    case .attachment(let file): return "[\(document.resources[file.resource].name ?? "")]"
    case .noteReference(let index): return "[^\(index + 1)]"
    case .deletedNote(let index): return "<del>[^\(index + 1)]</del>"
    case .bookmarkStart(let name): return isFull ? "{#\(name)}" : ""
    case .bookmarkEnd: return ""
    case .break(let kind): return "{\(kind) break}"
    }
  }

  /// A run of text.
  private func run(_ run: Run) -> String {
    let style = run.style
    var text = run.text
    if style.font == CharacterStyle.codeFont, style.name != nil { text = "<c>\(text)</c>" }
    if isFull, let name = style.name, style.font != CharacterStyle.codeFont { text = "{\(name)}\(text){/}" }
    if style.position == .subscript { text = "<sub>\(text)</sub>" }
    if style.position == .superscript { text = "<sup>\(text)</sup>" }
    if let color = style.background { text = "<mark\(hex(color))>\(text)</mark>" }
    if isFull, let color = style.color, style.link == nil { text = "<color\(hex(color))>\(text)</color>" }
    if style.isStruck { text = "<s>\(text)</s>" }
    if style.underline != nil, style.link == nil || !isFull { text = "<u>\(text)</u>" }
    if style.isItalic { text = "<i>\(text)</i>" }
    if style.isBold { text = "<b>\(text)</b>" }
    if isFull, style.isHidden { text = "<hidden>\(text)</hidden>" }
    if let revision = style.revision {
      let tag = revision.kind == .insertion ? "ins" : "del"
      text = "<\(tag)>\(text)</\(tag)>"
    }
    return link(style, text)
  }

  /// A text with the address that it leads to.
  private func link(_ style: CharacterStyle, _ text: String) -> String {
    style.link.map { "<a \($0.target)>\(text)</a>" } ?? text
  }

  /// A colour as it is shown.
  private func hex(_ color: DocumentColor) -> String {
    guard isFull else { return "" }
    return [color.red, color.green, color.blue].map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }.reduce(" #", +)
  }
}
