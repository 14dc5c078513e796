import SlipBase
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipOffice

/// Reads a document and gives its plain text.
func text(_ maker: DOCXMaker) -> String {
  String(decoding: PlainTextWriter.write(read(maker).document), as: UTF8.self)
}

/// The plain text of a body.
func text(_ body: String) -> String { text(DOCXMaker(body: body)) }

/// Reads a document.
func read(_ maker: DOCXMaker) -> ReadResult { maker.bytes().withUnsafeBytes { DOCXReader.read($0) } }

/// A paragraph with a text.
func paragraph(_ text: String, _ properties: String = "") -> String {
  "<w:p>\(properties.isEmpty ? "" : "<w:pPr>\(properties)</w:pPr>")<w:r><w:t>\(text)</w:t></w:r></w:p>"
}

/// The paragraphs of a document's body.
func paragraphs(_ document: Document) -> [Paragraph] {
  document.blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
}

@Suite struct DOCXTextTests {
  @Test func paragraphsAndRuns() {
    let body = """
      <w:p><w:r><w:t>One</w:t></w:r><w:r><w:t xml:space="preserve"> two</w:t><w:tab/><w:t> three </w:t></w:r></w:p>
      <w:p><w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t></w:r></w:p>
      """
    #expect(text(body) == "One two\tthree\na\nb\u{2011}c")
  }

  @Test("Runs that differ in nothing are one") func mergedRuns() throws {
    let document = read(
      DOCXMaker(
        body: """
          <w:p><w:r w:rsidR="1"><w:t>wo</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:t>rd</w:t></w:r></w:p>
          """)
    ).document
    #expect(try #require(paragraphs(document).first).inlines.count == 1)
  }

  @Test("Wrappers are transparent at any depth")
  func wrappers() {
    let body = """
      <w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent><w:sdt><w:sdtContent><w:p><w:smartTag><w:customXml>\
      <w:r><w:t>in</w:t></w:r></w:customXml></w:smartTag><x:other><w:r><w:t>side</w:t></w:r></x:other></w:p>\
      </w:sdtContent></w:sdt></w:sdtContent></w:sdt>
      """
    #expect(text(body) == "inside")
  }

  @Test("Exactly one branch of AlternateContent counts")
  func alternatives() {
    func choice(_ requires: String, _ choice: String, _ fallback: String) -> String {
      """
      <mc:AlternateContent><mc:Choice Requires="\(requires)">\(choice)</mc:Choice>\
      <mc:Fallback>\(fallback)</mc:Fallback></mc:AlternateContent>
      """
    }
    let (a, b) = ("<w:t>a</w:t>", "<w:t>b</w:t>")
    #expect(text("<w:p><w:r>\(choice("wps", a, b))</w:r></w:p>") == "a")
    #expect(text("<w:p><w:r>\(choice("x", a, b))</w:r></w:p>") == "b")
    // What is understood but shows nothing gives way.
    #expect(text("<w:p><w:r>\(choice("w14", "<x:ink/>", b))</w:r></w:p>") == "b")
    #expect(text("<w:p><w:r>\(choice("wps", choice("x", a, b), a))</w:r></w:p>") == "b")
  }

  @Test("Elements of an ignorable namespace vanish with what they hold")
  func ignorable() {
    let document = """
      <w:document \(DOCXMaker.namespaces) mc:Ignorable="x"><w:body><w:p><x:a><w:r><w:t>gone</w:t></w:r></x:a>\
      <w:r><w:t>here</w:t></w:r></w:p></w:body></w:document>
      """
    let bytes = DOCXMaker.with(main: document)
    let result = bytes.withUnsafeBytes { DOCXReader.read($0) }
    #expect(String(decoding: PlainTextWriter.write(result.document), as: UTF8.self) == "here")
  }

  @Test func symbols() {
    let body = """
      <w:p><w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Segoe UI Symbol" w:char="2713"/></w:r>\
      <w:r><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr><w:t>\u{F061}</w:t></w:r></w:p>
      """
    #expect(text(body) == "✔✓α" || text(body) == "✓✓α")
  }

  @Test("Formulas read as those of RTF")
  func formulas() {
    func run(_ text: String) -> String { "<m:r><m:t>\(text)</m:t></m:r>" }
    let fraction = "<m:f><m:num>\(run("a+b"))</m:num><m:den>\(run("c"))</m:den></m:f>"
    #expect(text("<w:p><m:oMath>\(fraction)</m:oMath></w:p>") == "(a+b)/c")
    let root = "<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>\(run("x+1"))</m:e></m:rad>"
    #expect(text("<w:p><m:oMathPara><m:oMath>\(root)</m:oMath></m:oMathPara></w:p>") == "√(x+1)")
    let sum = """
      <m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>\(run("i=1"))</m:sub><m:sup>\(run("n"))</m:sup>\
      <m:e>\(run("i"))</m:e></m:nary>
      """
    #expect(text("<w:p><m:oMath>\(sum)</m:oMath></w:p>") == "∑_(i=1)^n i")
    // An operator without its operands is one as well.
    #expect(text("<w:p><m:oMath><m:nary/></m:oMath></w:p>") == "")
  }

  @Test func ruby() {
    let body = """
      <w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase>\
      </w:ruby></w:r></w:p>
      """
    #expect(text(body) == "漢字(かんじ)")
  }

  @Test("Hidden text is in the document, and a hidden paragraph leaves no line")
  func hidden() {
    let hidden = "<w:rPr><w:vanish/></w:rPr>"
    let body =
      paragraph("one")
      + "<w:p><w:pPr>\(hidden)</w:pPr><w:r>\(hidden)<w:t>secret</w:t></w:r></w:p>" + paragraph("two")
    let maker = DOCXMaker(body: body)
    #expect(text(maker) == "one\ntwo")
    #expect(read(maker).document.blocks.contains { $0.inlines.contains { $0.runText == "secret" } })
  }

  @Test("A drop cap belongs to the text after it") func dropCap() {
    #expect(text(paragraph("O", "<w:framePr w:dropCap=\"drop\"/>") + paragraph("nce")) == "Once")
  }

  @Test("Text boxes follow the paragraph that they belong to, once")
  func textBoxes() {
    let box = """
      <mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>\(paragraph("box"))</w:txbxContent>\
      </wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>\(paragraph("box"))\
      </w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>
      """
    #expect(text("<w:p><w:r>\(box)<w:t>anchor</w:t></w:r></w:p>" + paragraph("next")) == "anchor\nbox\nnext")
  }
}
