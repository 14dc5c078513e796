import SlipRTF
import Testing

@Suite struct RTFHyperlinksTests {
  func rewrite(_ text: String, _ target: (String) -> String?) -> String {
    Array(text.utf8).withUnsafeBytes {
      String(decoding: RTFHyperlinks.rewrite($0, target: target), as: UTF8.self)
    }
  }

  func targets(_ text: String) -> [String] {
    Array(text.utf8).withUnsafeBytes { RTFHyperlinks.targets(in: $0) }
  }

  static let cases: [(String, String)] = [
    (#"{\*\fldinst HYPERLINK "a.rtf"}"#, "a.rtf"),
    (#"{\*\fldinst { HYPERLINK "a.rtf" \\o "tip" }}"#, "a.rtf"),
    (#"{\*\fldinst{\rs1 HYPERLINK \\h "..\\\\b\\\\c.rtf"}}"#, #"..\b\c.rtf"#),
    (#"{\fldinst hyperlink a.rtf \\t "_blank"}"#, "a.rtf"),
    (#"{\*\fldinst HYPERLINK "\u233?\'e8\'a4\{\}.rtf"}"#, "éè¤{}.rtf"),
    (#"{\*\fldinst HYPERLINK "\u-10179?\u-8704?"}"#, "😀"),
  ]

  @Test(arguments: cases) func aTargetIsReadAndChangedInPlace(instruction: String, target: String) {
    let text = "{\\rtf1 HYPERLINK {\\field\(instruction){\\fldrslt x}} end}"
    #expect(targets(text) == [target])
    var asked: [String] = []
    let changed = rewrite(text) {
      asked.append($0)
      return "New é\"\\{file.rtf"
    }
    #expect(asked == [target])
    #expect(targets(changed) == ["New %C3%A9\"\\{file.rtf"])
    #expect(changed.hasSuffix("{\\fldrslt x}} end}") && changed.hasPrefix("{\\rtf1 HYPERLINK {\\field"))
    #expect(rewrite(text) { _ in nil } == text)
  }

  @Test func anchorsStay() {
    let text =
      #"{\rtf1{\field{\*\fldinst HYPERLINK "a.rtf" \\l "here"}{\fldrslt x}}{\field{\*\fldinst HYPERLINK \\l "in"}{\fldrslt y}}}"#
    #expect(targets(text) == ["a.rtf#here", "#in"])
    #expect(
      rewrite(text) { $0 == "a.rtf" ? "b.rtf" : nil }
        == text.replacing("\"a.rtf\"", with: "\"b.rtf\""))
  }

  @Test(arguments: [
    #"{\rtf1{\field{\*\fldinst HYPERLINK "a.rtf"#,
    #"{\rtf1{\field{\*\fldinst PAGE "a.rtf"}{\fldrslt HYPERLINK}}}"#, "HYPERLINK", "",
  ]) func whatIsNoLinkOrCutOffStays(text: String) {
    #expect(rewrite(text) { _ in "new" } == text)
  }

  /// However an instruction is spelled, the interpreter's reading of it counts.
  @Test(arguments: [
    #"{\*\fldinst HYPERLINK "a{\b b}.rtf"}"#, #"{\*\fldinst {HYPER}LINK "\'61b.rtf"}"#,
    #"{\*\fldinst\uc0 \u72 YPERLINK \u34 ab.rtf\u34 }"#, #"{\*\fldinst \upr{x}{\*\ud HYPERLINK "ab.rtf"}}"#,
    #"{\*\fldinst HYPER{\*\unknown x}LINK "ab.rtf"{\*\datafield 0041}}"#,
    #"{{\fldinst{{HYPERLINK}} ab.rtf}}"#,
    #"\fldinst HYPERLINK "ab.rtf""#,
  ]) func spellings(instruction: String) {
    let text = "{\\rtf1{\\field\(instruction)}{\\field{\\fldrslt x}}}"
    #expect(targets(text) == ["ab.rtf"])
    #expect(targets(rewrite(text) { $0 + "x" }) == ["ab.rtfx"])
    #expect(rewrite(text) { $0 + "x" }.hasSuffix("}{\\field{\\fldrslt x}}}"))
  }

  /// What the interpreter passes over is read for links all the same, with what is in force there.
  @Test(arguments: [
    #"{\header {\field{\*\fldinst HYPERLINK "ab.rtf"}}}"#,
    #"{\*\unknown{\*\other\uc2\f1{\*\fldinst HYPERLINK "\u97??b.rtf"}}}"#,
    #"{\pict\pngblip 00{\*\fldinst HYPERLINK "ab.rtf"}00}"#, #"{\*\fldinst HYPERLINK "ab.rtf"}"#,
    #"{\upr{\field{\*\fldinst HYPERLINK "ab.rtf"}}{\*\ud x}}"#,
    #"{\object{\*\objdata 00{\*\fldinst HYPERLINK "ab.rtf"}}}"#,
    #"{\field{\*\fldinst PAGE{\*\x{\field{\*\fldinst HYPERLINK "ab.rtf"}}}}{\fldrslt}}"#,
    #"{\v{\footnote{\field{\*\fldinst HYPERLINK "ab.rtf"}}}}"#,
  ]) func whatIsPassedOver(text: String) {
    let text = "{\\rtf1 a\(text)b}"
    #expect(targets(text) == ["ab.rtf"])
    #expect(rewrite(text) { _ in "n" }.contains(#"HYPERLINK "n""#))
  }

  @Test func instructionsWithinInstructionsTakeLinearTime() {
    let text = "{\\rtf1 " + String(repeating: "{\\*\\x{\\*\\fldinst HYPERLINK \"a\"", count: 20_000)
    #expect(targets(text).count == 20_000)
  }
}
