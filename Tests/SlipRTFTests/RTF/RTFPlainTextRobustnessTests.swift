import SlipBase
import SlipFiles
import Testing

@testable import SlipRTF
@testable import SlipRTFD

@Suite struct RTFPlainTextRobustnessTests {
  private func codes(_ rtf: String) -> [String] {
    var sink = DiagnosticSink()
    _ = mirror(rtf, diagnostics: &sink)
    return sink.diagnostics.map(\.code)
  }

  @Test func cleanFilesHaveNoFindings() {
    #expect(codes(#"{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0 one \'e9\u8364 ?{\*\generator x;}\par}"#).isEmpty)
  }

  @Test func fontNamesAreNoText() {
    let head = #"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 \'81\'8d;}{\f1\fcharset161 Times\'d2;}}"#
    #expect(codes(head + "x}").isEmpty)
    #expect(codes(head + #"\f0\'81}"#) == ["SBXR007"])
  }

  @Test(arguments: [
    (#"\levelnfc23{\*\levelmarker \{disc\}}"#, "•\ta\n•\tb"),
    (#"\levelnfc23{\*\levelmarker \{square\}}{\leveltext\'00;}"#, "▪\ta\n▪\tb"),
    (#"\levelnfc4{\*\levelmarker (\{lower-alpha\})}"#, "(a)\ta\n(b)\tb"),
    (#"\levelnfc23{\*\levelmarker \{disc\}}{\leveltext\'01-;}"#, "-\ta\n-\tb"),
    (#"\levelnfc23{\*\levelmarker \{unheard-of\}}"#, "a\nb"),
    (#"\levelnfc23{\*\levelmarker \{disc}"#, "a\nb"),
  ])
  func markersThatCocoaNames(level: String, text: String) {
    var sink = DiagnosticSink()
    let found = mirror(
      #"{\rtf1{\*\listtable{\list{\listlevel"# + level + #"}\listid1}}"#
        + #"{\*\listoverridetable{\listoverride\listid1\ls1}}\ls1\ilvl0 a\par b}"#, diagnostics: &sink)
    #expect(found == text)
  }

  @Test func findingsHavePlaces() {
    var sink = DiagnosticSink()
    _ = mirror("{\\rtf1 one\n\\'zz two \\'zz\n\\u-8704?}}x", diagnostics: &sink)
    #expect(sink.diagnostics.map(\.code) == ["SBXR006", "SBXR009", "SBXR003"])
    #expect(sink.diagnostics.first?.location.place == .position(line: 2, column: 1, offset: 11))
    #expect(sink.diagnostics.first?.count == 2)
  }

  @Test(arguments: [
    (#"one"#, "SBXR001"), (#"{\rtf1 one"#, "SBXR002"), (#"{\rtf1 one}x"#, "SBXR003"),
    (#"{\rtf1 {\pict\bin99 x}"#, "SBXR005"), (#"{\rtf1 \'zz}"#, "SBXR006"),
    (#"{\rtf1\ansicpg932 \'93\par}"#, "SBXR008"), (#"{\rtf1\u-8704?}"#, "SBXR009"),
    (#"{\rtf1\u-99999?}"#, "SBXR010"), (#"{\rtf1\'01}"#, "SBXR011"), (#"{\rtf1{\*\foobar x}}"#, "SBXR012"),
    (#"{\rtf1 x\info y}"#, "SBXR013"), (#"{\rtf1\ansicpg4711 x}"#, "SBXR014"),
  ])
  func finding(rtf: String, code: String) { #expect(codes(rtf).contains(code)) }

  @Test func deepGroups() {
    var limits = Limits()
    limits.rtfGroupDepth = 50
    let rtf = Array(
      ("{\\rtf1 " + String(repeating: "{", count: 200) + "x" + String(repeating: "}", count: 200) + "y}").utf8
    )
    var sink = DiagnosticSink()
    let text = rtf.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &sink) }
    #expect(text == Array("xy".utf8))
    #expect(sink.diagnostics.map(\.code) == ["SBXR004"])
  }

  @Test func aMillionBraces() {
    let open = [UInt8](repeating: 0x7B, count: 1_000_000)
    var sink = DiagnosticSink()
    #expect(open.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }.isEmpty)
    let nested =
      Array("{\\rtf1 ".utf8)
      + Array(repeatElement(Array("{\\upr{\\field{\\fldrslt".utf8), count: 20_000).joined())
    #expect(nested.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }.isEmpty)
  }

  @Test(arguments: [
    "", "{", "}", "\\", "{\\", "{\\rtf1\\'", "{\\rtf1\\bin", "{\\rtf1\\u", "\\bin5 ", "{\\rtf1\\uc-5\\u5 x",
    "{\\rtf1\\li-",
  ])
  func fragments(rtf: String) { #expect(!mirror(rtf).contains("\\")) }

  @Test func streamingGivesTheSame() throws {
    var body = "{\\rtf1\\ansi "
    for index in 0..<20_000 {
      body += "word \(index) \\b bold\\b0 \\'e9\\u8364 ?\\par "
      if index % 7 == 0 { body += "\\pard\\intbl a\\par b\\cell c\\cell\\row\\pard " }
      if index % 11 == 0 { body += "{\\footnote\\chftn  note}" }
    }
    let bytes = Array((body + "}").utf8)
    try bytes.withUnsafeBytes { raw in
      var sink = DiagnosticSink()
      let whole = RTFPlainText.extract(raw, diagnostics: &sink)
      var parts: [UInt8] = []
      var count = 0
      try RTFPlainText.extract(raw, limits: Limits(), diagnostics: &sink) { piece in
        parts += piece
        count += 1
      }
      #expect(parts == whole)
      #expect(count > 1)
      #expect(whole.count > 400_000)
    }
  }

  /// A cell has no TAB and no line end, however long it is.
  @Test(arguments: ["\\intbl ", ""]) func longCell(inTable: String) {
    let words = String(repeating: "long words of a long cell ", count: 40)
    var body = "{\\rtf1 one\\par\\trowd\\pard\(inTable)A\\cell "
    for _ in 0..<6_000 { body += words + "\\tab\\par\\line " }
    let text = mirror(body + "\\cell C\\cell\\row\\pard two\\tab}")
    #expect(text.utf8.count > 5 << 20)
    #expect(text.utf8.count { $0 == 0x0A } == 2)
    #expect(text.utf8.count { $0 == 0x09 } == 3)
    #expect(text.hasSuffix(" \tC\ntwo\t"))
  }

  /// Any bytes give well-formed text without control characters, the same in one piece and in many.
  @Test(arguments: 0..<100) func anyBytes(seed: Int) throws {
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
    let pieces = [
      "{", "}", "}", "\\par ", "\\cell ", "\\row ", "\\intbl ", "{\\footnote ",
      "{\\shp{\\*\\shpinst{\\shptxt ", "{\\field ",
      "{\\*\\fldinst X}", "{\\fldrslt ", "\\u-10179?", "\\u-8704?", "\\'93", "{\\pict 00", "\\bin3 ",
      "{\\listtext 1.}",
      "\\ls1 ", "{\\upr{", "{\\*\\ud ", "\\trowd ", "\\itap2 ", "\\nestcell ", "\\nestrow ", "\\page ",
      "\\v ", "\\deleted ",
      "{\\*\\annotation ", "\\ansicpg932 ", "text ", "\\tab ", "\\pard ", "\\plain ", "{{\\NeXTGraphic p}",
      "\\'ac", "\\line ",
    ].map { Array($0.utf8) }
    var bytes = Array("{\\rtf1 ".utf8)
    for _ in 0..<400 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      bytes += pieces[Int(state % UInt64(pieces.count))]
    }
    try bytes.withUnsafeBytes { raw in
      var sink = DiagnosticSink()
      let text = RTFPlainText.extract(raw, diagnostics: &sink)
      #expect(String(validating: text, as: UTF8.self) != nil)
      #expect(text.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A })
      var parts: [UInt8] = []
      sink = DiagnosticSink()
      try RTFPlainText.extract(raw, limits: Limits(), diagnostics: &sink) { parts += $0 }
      #expect(parts == text)
      // However often it stops, and whatever waits in files.
      for step in [1, 40] {
        var (stepping, steps) = (DiagnosticSink(), [UInt8]())
        try RTFPlainText.extract(
          raw, limits: Limits(), diagnostics: &stepping,
          spill: RTFPlainTextSpill(body: 1, other: 1) { Spool() },
          step: step
        ) { steps += $0 }
        #expect(steps == text)
        #expect(stepping.diagnostics == sink.diagnostics)
      }
    }
  }

  @Test func probe() {
    func isRTF(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { RTFProbe.isRTF($0) } }
    #expect(isRTF("{\\rtf1 x}") && isRTF("\u{FEFF}\r\n {\\rtf x}"))
    #expect(!isRTF("") && !isRTF("{\\rt") && !isRTF("x{\\rtf1}") && !isRTF("{ \\rtf1}"))
  }
}
