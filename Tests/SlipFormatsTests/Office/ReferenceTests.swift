import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing

/// Fields that refer to bookmarks, and phonetic guides, which RTF has as fields.
struct ReferenceTests {
  private static func read(_ bytes: [UInt8], _ name: String) throws -> Document {
    let format = try #require(FormatTable.named(name))
    let read = try #require(format.read)
    return bytes.withUnsafeBytes { read($0, Limits()) }.document
  }

  private static func converted(_ document: Document, _ name: String) throws -> Document {
    let format = try #require(FormatTable.named(name))
    let write = try #require(format.write)
    return try read(write(document, WriteOptions()), name)
  }

  /// Collects bookmarks and fields.
  private struct Names: DocumentVisitor {
    var bookmarks: [String] = []
    var fields: [String] = []
    var links: [String] = []
    var text = ""
    mutating func visit(_ inline: Inline) {
      if case .bookmarkStart(let name) = inline { bookmarks.append(name) }
      guard case .run(let run) = inline else { return }
      text += run.text
      if let field = run.style.field { fields.append(field) }
      if let link = run.style.link { links.append(link.target) }
    }
  }

  private static func names(_ document: Document) -> Names {
    var names = Names()
    document.walk(&names)
    return names
  }

  private static func document(_ body: String) throws -> Document {
    try read(Array("{\\rtf1 \(body)}".utf8), "rtf")
  }

  private static func field(_ instruction: String) -> String {
    "{\\field{\\*\\fldinst \(instruction)}{\\fldrslt 1}}"
  }

  @Test("Names that differ by case alone are one bookmark, which fields and links spell as it does")
  func spelling() throws {
    let mark = "{\\*\\bkmkstart _Ref1}one{\\*\\bkmkend _Ref1}{\\*\\bkmkstart b}two{\\*\\bkmkend b}"
    let fields = ["REF _ref1 \\\\n \\\\h", "PAGEREF _REF1", "REF B", "REF none", "SEQ _ref1"].map(
      ReferenceTests.field
    )
    .joined(separator: " ")
    let found = names(
      try ReferenceTests.document(mark + fields + ReferenceTests.field("HYPERLINK \\\\l \"_reF1\"")))
    #expect(found.fields == ["REF _Ref1 \\n \\h", "PAGEREF _Ref1", "REF b", "REF none", "SEQ _ref1"])
    #expect(found.links == ["#_Ref1"])
    // Where both spellings are bookmarks, each is its own.
    let both = "{\\*\\bkmkstart A}1{\\*\\bkmkend A}{\\*\\bkmkstart a}2{\\*\\bkmkend a}"
    #expect(names(try ReferenceTests.document(both + ReferenceTests.field("REF a"))).fields == ["REF a"])
  }

  private func names(_ document: Document) -> Names { ReferenceTests.names(document) }

  private static let long = String(repeating: "chapter", count: 8)

  @Test("Fields of Word name bookmarks as they are written there", arguments: ["X Y", long, "plain"])
  func renamed(name: String) throws {
    let quoted = name.contains(" ") ? "\"\(name)\"" : name
    let body =
      "{\\*\\bkmkstart \(name)}one{\\*\\bkmkend \(name)} \(ReferenceTests.field("REF \(quoted) \\\\r"))"
    let found = names(try ReferenceTests.converted(ReferenceTests.document(body), "docx"))
    let written = try #require(found.bookmarks.first)
    #expect(found.fields == ["REF \(written) \\r"])
    #expect(written.utf16.count <= 40 && !written.contains(" "))
  }

  // MARK: Phonetic guides

  @Test(
    "A word keeps its reading above it", arguments: ["docx", "odt", "fodt", "rtf"], ["kan", "a(b),c;d\\e"])
  func guides(name: String, reading: String) throws {
    let instruction = try #require(EquationField.instruction(base: "漢字", reading: reading))
    var style = CharacterStyle()
    style.isBold = true
    style.field = instruction
    var document = Document()
    document.blocks = [
      .paragraph(
        Paragraph(inlines: [.run(Run("a ")), .run(Run("漢字(\(reading))", style: style)), .run(Run(" b"))]))
    ]
    let result = try ReferenceTests.converted(document, name)
    let found = names(result)
    #expect(found.text == "a 漢字(\(reading)) b")
    #expect(found.fields == [instruction])
    let format = try #require(FormatTable.named("html"))
    let html = try #require(format.write)
    let page = String(decoding: try html(result, WriteOptions()), as: UTF8.self)
    #expect(page.contains("<strong><ruby>漢字<rp>(</rp><rt>\(reading)</rt><rp>)</rp></ruby></strong>"))
  }

  @Test("A guide in the form of Word has no result in RTF, and keeps its looks")
  func formOfWord() throws {
    let field =
      "{\\field{\\*\\fldinst EQ \\\\* jc2 \\\\* hps10 \\\\o\\\\ad(\\\\s\\\\up 9(kan),x)}{\\fldrslt }}"
    let document = try ReferenceTests.document("a {\\b " + field + "} b")
    let format = try #require(FormatTable.named("rtf"))
    let write = try #require(format.write)
    let written = try write(document, WriteOptions())
    #expect(
      String(decoding: written, as: UTF8.self).contains(
        "{\\b" + field.replacing("fldrslt }", with: "fldrslt}") + "}"))
    #expect(try ReferenceTests.read(written, "rtf") == document)
    #expect(names(document).text == "a x(kan) b")
  }

  @Test("A guide that was edited is text, and its field stays what it was")
  func edited() throws {
    var style = CharacterStyle()
    style.field = EquationField.instruction(base: "x", reading: "y")
    var document = Document()
    document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("z(y)", style: style))]))]
    #expect(names(try ReferenceTests.converted(document, "docx")).text == "z(y)")
    #expect(names(try ReferenceTests.converted(document, "odt")).text == "z(y)")
  }

  @Test(
    "Elements of both formats give the same guide, and a word of several looks its reading in parentheses")
  func elements() {
    func inlines(_ base: [Inline]) -> [Inline] {
      var all: [Inline] = [.run(Run("before "))] + base
      all.addReading("r", from: 1)
      return all
    }
    let plain = inlines([.run(Run("w"))])
    #expect(plain.map(\.runText) == ["before ", "w(r)"])
    if case .run(let run)? = plain.last { #expect(run.phoneticGuide?.base == "w") }
    var bold = CharacterStyle()
    bold.isBold = true
    let mixed = inlines([.run(Run("w")), .run(Run("x", style: bold))])
    #expect(
      mixed == [
        .run(Run("before ")), .run(Run("w")), .run(Run("x", style: bold)), .run(Run("(r)", style: bold)),
      ])
  }

  @Test("An EQ field of Word without a result keeps its instruction")
  func equations() throws {
    let document = try ReferenceTests.document("{\\field{\\*\\fldinst EQ \\\\f(1,2)}}")
    let found = names(try ReferenceTests.converted(document, "docx"))
    #expect(found.text == "1/2" && found.fields == ["EQ \\f(1,2)"])
  }
}
