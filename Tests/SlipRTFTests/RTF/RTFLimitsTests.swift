import SlipBase
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// What memory holds of a file is bounded, whatever the file says, and what lies beyond is told.
@Suite struct RTFLimitsTests {
  /// - Parameter isSame: whether the document has the same text; it holds all lists.
  private func read(
    _ rtf: String, _ limits: Limits = Limits(), isSame: Bool = true
  ) -> (text: String, codes: [String]) {
    var sink = DiagnosticSink()
    let text = Array(rtf.utf8).withUnsafeBytes {
      RTFPlainText.extract($0, limits: limits, diagnostics: &sink)
    }
    let document = Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0, limits: limits) }.document
    #expect((PlainTextWriter.write(document) == text) == isSame)
    return (String(decoding: text, as: UTF8.self), sink.diagnostics.map(\.code))
  }

  private static func list(_ number: Int, _ level: String) -> String {
    "{\\list\(level)\\listid\(number)}"
  }

  private static func lists(_ count: Int, level: (Int) -> String) -> String {
    "{\\rtf1{\\*\\listtable" + (1...count).map { list($0, level($0)) }.joined() + "}{\\*\\listoverridetable"
      + (1...count).map { "{\\listoverride\\listid\($0)\\listoverridecount0\\ls\($0)}" }.joined() + "}"
  }

  private static func level(_ text: String) -> String {
    "{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext \(text);}{\\levelnumbers;}}"
  }

  @Test func moreListsThanCanBe() {
    let most = RTFInterpreter<RTFPlainTextSink>.mostLists
    let head = Self.lists(most + 1) { _ in Self.level("\\'02\\'00.") }
    let (text, codes) = read(
      head + "\\pard\\ls1 a\\par\\pard\\ls\(most) b\\par\\ls\(most) c\\par\\pard\\ls\(most + 1) d\\par}",
      isSame: false)
    #expect(text == "1.\ta\n1.\tb\n2.\tc\nd")
    #expect(codes == ["SBXR018"])
    // The markers that the file shows are enough.
    let shown = read(head + "\\pard\\ls\(most + 1){\\listtext 1.\\tab}d\\par}")
    #expect(shown.text == "1.\td" && shown.codes.isEmpty)
  }

  @Test func moreLevelsThanAreHeld() {
    let count = 200
    let long = String(repeating: "x", count: 240)
    // All levels of each are different.
    let head = Self.lists(count) { number in
      (0..<9).map { Self.level("\\'ff \(number * 9 + $0)\(long)") }.joined()
    }
    let (text, codes) = read(head + (1...count).map { "\\pard\\ls\($0) a\\par " }.joined() + "}")
    #expect(codes.isEmpty)
    #expect(text.split(separator: "\n").count { $0.contains("x") } == count)
    let many = Self.lists(count * 20) { number in
      (0..<9).map { Self.level("\\'ff \(number * 9 + $0)\(long)") }.joined()
    }
    let (partly, findings) = read(
      many + (1...count * 20).map { "\\pard\\ls\($0) a\\par " }.joined() + "}", isSame: false)
    #expect(findings == ["SBXR018"])
    let marked = partly.split(separator: "\n").count { $0.contains("x") }
    #expect(marked >= count && marked < count * 20)
  }

  @Test func equalLevelsAreHeldOnce() {
    var pool = RTFLevelPool(mostBytes: 10_000)
    let level = RTFList.Level(pattern: Array(repeating: 0x61, count: 1_000))
    for _ in 0..<100_000 { #expect(pool.shared([level, level])?.count == 2) }
  }

  /// The semicolon behind a name that was cut ends it all the same.
  @Test func longNames() {
    let name = String(repeating: "N", count: 10_000)
    let (text, codes) = read("{\\rtf1{\\fonttbl{\\f0 \(name);}{\\f1\\fcharset204 B;}}\\f1\\'c0\\f0 x}")
    #expect(text == "\u{410}x")
    #expect(codes == ["SBXR019"])
  }

  @Test func longInstructions() {
    let long = String(repeating: "a b ", count: 300_000)
    let (text, codes) = read(
      "{\\rtf1 {\\field{\\*\\fldinst HYPERLINK \(long)}{\\fldrslt x}}{\\field{\\*\\fldinst SYMBOL 65}}}")
    #expect(text == "xA")
    #expect(codes == ["SBXR019"])
  }

  @Test func longMarkers() {
    let (text, codes) = read("{\\rtf1{\\listtext \(String(repeating: "12", count: 600_000))}item}")
    #expect(text.utf8.count == (1 << 20) + 5)
    #expect(text.hasSuffix("2\titem"))
    #expect(codes == ["SBXR019"])
  }

  /// Words that open groups within one of the file count as such.
  @Test func destinationsInOneGroup() {
    var limits = Limits()
    limits.rtfGroupDepth = 50
    let fields = String(repeating: "\\field\\fldrslt ", count: 100)
    let (text, codes) = read("{\\rtf1 a{\(fields)b}c{\\b d}}", limits)
    #expect(text == "abcd")
    #expect(codes.contains("SBXR004"))
  }

  @Test func deepFormulas() {
    let formulas = String(repeating: "{\\md ", count: 6_000) + "x" + String(repeating: "}", count: 6_000)
    #expect(read("{\\rtf1 \(formulas)}").codes == ["SBXR004"])
  }

  /// A group longer than what is passed over at once, and its end.
  @Test(arguments: ["{\\*\\unknown ", "{\\upr{", "{\\pict ", "{\\object{\\*\\objdata ", "{\\info "])
  func farEnds(opening: String) {
    let groups = String(repeating: "01ab{\\x\\}\\bin3 }}}}23", count: 60_000)
    let closing = opening == "{\\upr{" ? "}{\\*\\ud{u}}}" : opening.hasPrefix("{\\object") ? "}}" : "}"
    let seen =
      opening == "{\\upr{" ? "u" : opening == "{\\pict " || opening.hasPrefix("{\\object") ? "\u{FFFC}" : ""
    let (text, codes) = read("{\\rtf1 a\(opening)\(groups)\(closing)b\\par c}")
    let isRight = text == "a\(seen)b\nc"
    #expect(isRight)
    #expect(!codes.contains("SBXR002"))
    #expect(read("{\\rtf1 a\(opening)\(groups)").codes.contains("SBXR002"))
  }
}
