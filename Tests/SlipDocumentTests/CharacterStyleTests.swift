import SlipDocument
import Testing

struct CharacterStyleTests {
  @Test("Copies don't share changes")
  func copies() {
    var style = CharacterStyle()
    style.isBold = true
    var other = style
    other.size = 30
    #expect(style.size == nil && style.isBold && other.isBold && other.size == 30)
    other.size = nil
    #expect(style == other && style.hashValue == other.hashValue)
    other.isBold = false
    #expect(other.isPlain && other == CharacterStyle())
  }

  @Test("Copies of a paragraph's style don't share changes, either")
  func paragraphs() {
    var style = ParagraphStyle()
    style.edit {
      $0.leftIndent = 20
      $0.alignment = .center
    }
    var other = style
    other.headingLevel = 2
    #expect(style.headingLevel == nil && style.leftIndent == 20 && other.alignment == .center)
    other.headingLevel = nil
    #expect(style == other && style.hashValue == other.hashValue)
    other.edit {
      $0.leftIndent = 0
      $0.alignment = .left
    }
    #expect(other == ParagraphStyle())
    var paragraph = Paragraph(endRevision: Revision(kind: .deletion, author: "Ann"))
    #expect(
      !paragraph.endIsVisible && paragraph == Paragraph(endRevision: Revision(kind: .deletion, author: "Ann"))
    )
    paragraph.endRevision = nil
    #expect(paragraph == Paragraph())
  }

  @Test("Runs differ by code points, not by canonical equivalence")
  func codePoints() {
    #expect(Run("e\u{301}") != Run("\u{e9}"))
  }

  @Test("Hidden and deleted text is not seen")
  func visibility() {
    var hidden = CharacterStyle()
    hidden.isHidden = true
    var deleted = CharacterStyle()
    deleted.revision = Revision(kind: .deletion)
    var inserted = CharacterStyle()
    inserted.revision = Revision(kind: .insertion)
    #expect([hidden, deleted, inserted, CharacterStyle()].map(\.isVisible) == [false, false, true, true])
  }

  @Test("The dump leaves defaults out and escapes what can't be seen")
  func dump() {
    var document = Document()
    var style = CharacterStyle()
    style.isItalic = true
    document.blocks = [
      .paragraph(Paragraph(inlines: [.run(Run("a\"\u{200B}\u{e9}", style: style)), .lineBreak]))
    ]
    #expect(
      TreeDump.text(of: document)
        == "document\n  paragraph\n    text \"a\\\"\\u{200b}\u{e9}\" italic\n    lineBreak\n")
  }
}
