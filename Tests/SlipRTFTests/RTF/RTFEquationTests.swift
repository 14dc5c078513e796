import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing

/// EQ fields, whose instruction is a formula.
@Suite struct RTFEquationTests {
  static let fields: [MirrorCase] = [
    .init("no result", #"{\rtf1 a {\field{\*\fldinst EQ \\f(1,2)}{\fldrslt }} b}"#, "a 1/2 b"),
    .init("no result group", #"{\rtf1{\field{\*\fldinst EQ \\r(3,x)}}}"#, "³√(x)"),
    .init(
      "a result of formatting alone", #"{\rtf1{\field{\*\fldinst {\b EQ \\f(1}{\i ,2)}}{\fldrslt {\b\i }}}}"#,
      "1/2"),
    .init("a result counts", #"{\rtf1{\field{\*\fldinst EQ \\f(1,2)}{\fldrslt one half}}}"#, "one half"),
    .init(
      "a phonetic guide",
      #"{\rtf1{\field{\*\fldinst EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(\u12363?\u12435?),\u28450?)}{\fldrslt }}}"#,
      "漢(かん)"),
    .init("raised text alone", #"{\rtf1 CO{\field{\*\fldinst EQ \\s\\do5(2)}{\fldrslt }}}"#, "CO2"),
    .init(
      "a field in a field",
      #"{\rtf1{\field{\*\fldinst EQ \\f(1,{\field{\*\fldinst { EQ \\r(2)}}{\fldrslt x}}{\field{\*\fldinst PAGE}{\fldrslt 7}})}{\fldrslt }}}"#,
      "1/((√2)7)"),
    .init("not balanced", #"{\rtf1{\field{\*\fldinst EQ \\f(1,2}{\fldrslt }}}"#, #"\f(1,2"#),
    .init("hidden", #"{\rtf1 a{\v{\field{\*\fldinst EQ \\f(1,2)}{\fldrslt }}}b}"#, "ab"),
    .init(
      "within a link",
      #"{\rtf1{\field{\*\fldinst HYPERLINK "x"}{\fldrslt {\field{\*\fldinst EQ \\f(1,2)}}}}}"#, "1/2"),
    .init(
      "in a list and a note",
      #"{\rtf1{\pntext 1.\tab}{\field{\*\fldinst EQ \\f(1,2)}}{\super\chftn{\footnote\chftn{\field{\*\fldinst EQ \\f(3,4)}}}}}"#,
      "1.\t1/21\n1\t3/4"),
  ]

  @Test(arguments: fields) func text(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }

  private func read(_ rtf: String) -> ReadResult {
    Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0, limits: Limits()) }
  }

  @Test func documentRetainsInstruction() throws {
    let document = read(
      #"{\rtf1 a{\field{\*\fldinst EQ \\f(1,2)}{\fldrslt }}{\field{\*\fldinst EQ \\s\\up8(th)}}b}"#
    ).document
    guard case .paragraph(let paragraph) = try #require(document.blocks.first) else { return }
    let runs = paragraph.inlines.compactMap { if case .run(let run) = $0 { run } else { nil } }
    #expect(runs.map(\.text) == ["a", "1/2", "th", "b"])
    #expect(runs.map(\.style.field) == [nil, #"EQ \f(1,2)"#, #"EQ \s\up8(th)"#, nil])
    #expect(runs.map(\.style.position) == [nil, nil, .superscript, nil])
    let rtf = RTFWriter.write(document)
    #expect(String(decoding: rtf, as: UTF8.self).contains(#"EQ \\f(1,2)}{\fldrslt 1/2}"#))
    #expect(rtf.withUnsafeBytes { RTFReader.read($0, limits: Limits()) }.document == document)
  }

  @Test func pageShowsReadingAboveWord() {
    let field = #"{\field{\*\fldinst EQ \\o\\ad(\\s\\up 9(kan),\u28450?)}{\fldrslt }}"#
    let result = read(#"{\rtf1 "# + field + #" x \b "# + field + #" {\field{\*\fldinst EQ \\f(1,2)}}}"#)
    let page = String(decoding: HTMLWriter.write(result.document), as: UTF8.self)
    let ruby = "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>"
    let half = #"<math alttext="1/2"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"#
    #expect(page.contains("<p>\(ruby) x <strong>\(ruby) \(half)</strong></p>"))
    // What shows fragments, such as Markdown, knows no MathML.
    var options = WriteOptions()
    options.isFragment = true
    let fragment = String(decoding: HTMLWriter.write(result.document, options: options), as: UTF8.self)
    #expect(fragment.contains("<p>\(ruby) x <strong>\(ruby) 1/2</strong></p>"))
  }

  @Test func faultIsReported() {
    #expect(read(#"{\rtf1{\field{\*\fldinst EQ \\f(1,2}}}"#).diagnostics.map(\.code) == ["SBXR020"])
    #expect(read(#"{\rtf1{\field{\*\fldinst EQ \\f(1,2)}}}"#).diagnostics.isEmpty)
    #expect(read(#"{\rtf1 a{\field{\*\fldinst EQ }}}"#).diagnostics.map(\.code) == ["SBXR111"])
  }
}
