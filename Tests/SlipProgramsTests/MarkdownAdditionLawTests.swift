import SlipDocument
import SlipFormats
import SlipRTF
import SlipTestSupport
import Testing

/// What holds for any text with the signs of note programs.
@Suite struct MarkdownAdditionLawTests {
  /// All that programs add, one program at a time and together.
  private static let dialects: [MarkdownAdditions] = [
    .obsidian, .bear, .logseq, .joplin, .gollum, [.obsidian, .bear, .logseq, .gollum],
  ]

  /// Signs of Markdown and of programs.
  private static let parts = [
    "[[", "]]", "![[", "[", "]", "(", ")", "|", "#", "==", "=", "%%", "$", "$$", "^[", " ^id\n", "^^", "~",
    "~~", "`", "``", "*",
    "_", "\\", "<", ">", "<b>", "</b>", "<!--", "-->", "{{embed ", "}}", "{:width 9}", "((", "))", "> ",
    "> [!note] ", "- ", "- [-] ",
    "1. ", "    ", "\t", "\n", "\n", "\n\n", "```\n", "~~~\n", "|a|b|\n|-|-|\n", "# ", "[^1]", "[^1]: ",
    "https://x.org/", "![", "](y.png)",
    "é", "花", " ", " ", "&amp;", "---\n", "===\n",
  ]

  /// A random text, in which each word occurs once.
  private static func text(_ generator: inout SeededGenerator, _ parts: [String]) -> String {
    (0..<Int.random(in: 0...40, using: &generator)).map { number in
      let part = parts.randomElement(using: &generator) ?? ""
      return Bool.random(using: &generator) ? part : part + "w\(number)w"
    }.joined()
  }

  /// The text of a document with that which isn't shown, and all addresses.
  private static func words(_ document: Document) -> String {
    sketch(document, isFull: true)
      + document.resources.map { resource in
        if case .file(let path) = resource.content { path } else { "" }
      }.joined()
  }

  @Test func withoutAdditionsMarkdownIsRead() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let text = Self.text(&generator, Self.parts)
      let plain = Array(text.utf8).withUnsafeBytes { MarkdownReader.readGFM($0).document }
      #expect(
        plain
          == Array(text.utf8).withUnsafeBytes {
            MarkdownReader.read($0, limits: .init(), pictures: .relative, additions: []).result.document
          })
      // Additions whose signs don't occur change nothing, although they are looked for.
      let other = text.filter { !"[#=%$^~{(|!".contains($0) }
      let found = MarkdownAdditionTests.document(other, .obsidian.subtracting([.lineBreaks]))
      #expect(
        sketch(found.0) == sketch(MarkdownAdditionTests.document(other, []).0), "\(other.debugDescription)")
    }
  }

  /// No word of a text is lost, whatever it means; what GFM itself leaves out is left out there, too.
  @Test(arguments: dialects.indices) func wordsStay(_ index: Int) {
    var generator = SeededGenerator(seed: UInt64(20 + index))
    for _ in 0..<500 {
      let text = Self.text(&generator, Self.parts)
      // Comments of HTML aren't shown, and where one is, depends on where tables and paragraphs end.
      if text.contains("<!--"), text.contains("-->") { continue }
      let shown = Self.words(MarkdownAdditionTests.document(text, Self.dialects[index]).0)
      let plain = Self.words(MarkdownAdditionTests.document(text, []).0)
      for number in 0..<40 where plain.contains("w\(number)w") {
        #expect(shown.contains("w\(number)w"), "w\(number)w of \(text.debugDescription): \(shown)")
      }
    }
  }

  /// Code is the same in each dialect: between fences, indented, and in a line.
  @Test(arguments: dialects.indices) func codeStays(_ index: Int) {
    var generator = SeededGenerator(seed: UInt64(40 + index))
    let parts = Self.parts.filter { !$0.contains("`") && !$0.contains("~~~") }
    for _ in 0..<300 {
      let code = Self.text(&generator, parts).replacing("~~~", with: "~")
      let line = code.filter { !$0.isNewline && $0 != "\t" }
      let indented = "    " + line + "x"
      let text = "~~~\n\(code)\n~~~\n\n``a\(line)a``\n\n\(indented)\n"
      let (document, tags) = MarkdownAdditionTests.document(text, Self.dialects[index])
      #expect(
        sketch(document) == sketch(MarkdownAdditionTests.document(text, []).0), "\(text.debugDescription)")
      #expect(tags.isEmpty)
    }
  }

  @Test func anyBytesAreRead() {
    var generator = SeededGenerator(seed: 60)
    for _ in 0..<1_500 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : Array("[]!|#%=`~>-^ \n\\a$({})".utf8).randomElement(using: &generator) ?? 0
      }
      let document = bytes.withUnsafeBytes {
        MarkdownReader.read($0, limits: .init(), pictures: .program, additions: Self.dialects[5]).result
          .document
      }
      #expect(String(validating: PlainTextWriter.write(document), as: UTF8.self) != nil)
    }
  }

  /// Beginnings without ends, each of which looks for an end.
  @Test(
    arguments: [
      "[[", "[[a ", "![[", "[[a|", "$", "$$", "$a ", "%%", "%%a\n", "\n%%\n", "\n$$\n", "==", "==a ", "a==",
      "^[", "^[a](b) ", "[a ^[b](c) d]",
      "^^", " ^a", "#a", "#a b", "~", "~a ", "a~ ", "((", "{{", "{{a ", "{:", "![](a){:", "> [!", "> [!a",
      "- [-", "- [-] a\n", "](([[a ",
      "*[[", "[[*", "|[[a|b", "&[[", "#[[", "[[]]", "[a](b){:width 3}", "<!--{\"width\":1}-->",
    ]) func hostileTexts(_ part: String)
  {
    // A step that goes over all of it for each sign would take hours.
    let text = String(repeating: part, count: 200_000 / part.utf8.count)
    let time = CPUTime.measure { _ = MarkdownAdditionTests.document(text, Self.dialects[5]) }
    #expect(time < .seconds(60))
  }
}
