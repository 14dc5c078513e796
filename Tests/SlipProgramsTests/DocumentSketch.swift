import SlipDocument
import SlipNotes

/// A document in few signs, one line a block: `# heading`, `  2. item of the second level`, `> quote`, `---`, `` `lines of code` ``,
/// `|cell|cell|` with `!` before a head, `→2 ` before an indent, `/` for a line break, `[file]` for a file.
func sketch(_ document: Document) -> String {
  document.blocks.map { sketch($0, document) }.joined(separator: "\n")
}

private func sketch(_ block: Block, _ document: Document) -> String {
  switch block {
  case .break: return "break"
  case .table(let table):
    return table.rows.map { row in
      (row.isHeader ? "!" : "")
        + row.cells.map { "|" + $0.blocks.map { sketch($0, document) }.joined(separator: "¶") }.joined() + "|"
    }.joined(separator: "\n")
  case .paragraph(let paragraph):
    let role = paragraph.style.role
    let text = paragraph.inlines.map { sketch($0, document) }.joined()
    let quotes = String(repeating: "> ", count: role.containers.count { $0 == .quote })
    if role.content == .rule { return quotes + "---" }
    if role.isCode { return quotes + "`" + text + "`" }
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
}

private func sketch(_ inline: Inline, _ document: Document) -> String {
  switch inline {
  case .run(let run):
    let style = run.style
    var text = run.text
    if style.font == CharacterStyle.codeFont, style.name != nil { text = "<c>\(text)</c>" }
    if style.position == .subscript { text = "<sub>\(text)</sub>" }
    if style.position == .superscript { text = "<sup>\(text)</sup>" }
    if style.background != nil { text = "<mark>\(text)</mark>" }
    if style.isStruck { text = "<s>\(text)</s>" }
    if style.underline != nil { text = "<u>\(text)</u>" }
    if style.isItalic { text = "<i>\(text)</i>" }
    if style.isBold { text = "<b>\(text)</b>" }
    if let link = style.link { text = "<a \(link.target)>\(text)</a>" }
    return text
  case .lineBreak: return "/"
  case .picture(let picture):
    return "[\(document.resources[picture.resource].name ?? "")]"
  case .attachment(let file): return "[\(document.resources[file.resource].name ?? "")]"
  case .noteReference, .deletedNote, .bookmarkStart, .bookmarkEnd, .break: return "?"
  }
}
