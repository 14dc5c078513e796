internal import SlipDocument

/// Collects what hidden blocks hold: their text and pictures in one line.
struct HiddenInlines: DocumentVisitor {
  var inlines: [Inline] = []

  mutating func enter(_ paragraph: Paragraph) {
    if !inlines.isEmpty, !paragraph.inlines.isEmpty { add(" ", CharacterStyle()) }
  }

  mutating func visit(_ inline: Inline) {
    switch inline {
    case .run(let run): add(run.text, run.style)
    case .lineBreak: add(" ", CharacterStyle())
    case .picture(var picture):
      picture.style.isHidden = true
      inlines.append(.picture(picture))
    case .attachment(var file):
      file.style.isHidden = true
      inlines.append(.attachment(file))
    case .bookmarkStart, .bookmarkEnd: inlines.append(inline)
    case .break, .noteReference, .deletedNote: break
    }
  }

  private mutating func add(_ text: String, _ style: CharacterStyle) {
    var style = style
    style.isHidden = true
    inlines.append(.run(Run(text, style: style)))
  }
}
