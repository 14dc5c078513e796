import SlipDocument
import Testing

/// Formulas of EQ fields in a line of text.
@Suite struct EquationFieldTests {
  /// Instructions without `EQ`, and what they show.
  static let formulas: [(String, String)] = [
    (#"\f(1,2)"#, "1/2"), (#"\f(a+b, c)"#, "(a+b)/c"), (#"x=\f(1,\f(2,3))+1"#, "x=1/(2/3)+1"),
    (#"2\f(1,2)"#, "2(1/2)"), (#"2 \f(1,2)"#, "2 1/2"), (#"\f(1.5,x)"#, "1.5/x"), (#"\f(1)"#, "1/"),
    (#"\f(1,5;2)"#, "1,5/2"), (#"\f(1;\r(2,5))"#, "1/(√2,5)"), (#"\f(1;2)"#, "1/2"),
    (#"\f(a\,b,c)"#, "(a,b)/c"), (#"\f((a,b),c)"#, "((a,b))/c"), (#"\f(\(,\))"#, "(/)"),
    (#"\r(x)"#, "√x"), (#"\r(x+1)"#, "√(x+1)"), (#"\r(3,x)"#, "³√(x)"), (#"\r(n,x)"#, "ⁿ√(x)"),
    (#"\R(,x)"#, "√x"), (#"\r(2)x"#, "(√2)x"),
    (#"\r(n-1,x+y)"#, "ⁿ⁻¹√(x+y)"), (#"\r(Ω,x)"#, "√(Ω&x)"), (#"a\r(3,x)"#, "a(³√(x))"),
    (#"x\s\up8(2)"#, "x^2"), (#"x\s\do 5(i+1)\up 8(2)"#, "x_(i+1)^2"), (#"a\s(2)"#, "a^2"),
    (#"a\s\ai6(b)"#, "ab"),
    (#"\i(0,1,x dx)"#, "∫_0^1 x dx"), (#"\i\su(i=1,n,i)"#, "∑_(i=1)^n i"), (#"\i \pr (,,x)"#, "∏x"),
    (#"\i\fc\D(a,,b)"#, "D_a b"),
    (#"\l(A, B,C)"#, "A, B,C"), (#"\l(1,5;2)"#, "1,5;2"),
    (#"\a(1,2)"#, "1; 2"), (#"\a\ac\co2\vs2\hs3(1,2,3,4)"#, "1, 2; 3, 4"), (#"2\a(1,2)"#, "2(1; 2)"),
    (#"\b(x,y)"#, "(x,y)"), (#"\b\bc\{(x)"#, "{x}"), (#"\b\lc\[\rc\)(x)"#, "[x)"), (#"\b \bc\|(x)"#, "|x|"),
    (#"\b\lc\{(\a(1,2))"#, "{1; 2"), (#"\f(\b(a+b),2)"#, "(a+b)/2"),
    (#"\o(a,b)"#, "ab"), (#"\o\ac(○,12)"#, "⑫"), (#"\o\ac(○,A)"#, "Ⓐ"), (#"\o\ac(○,印)"#, "○印"),
    (#"a\o\al(\s\up5(2),\s\do5(1))"#, "a^2_1"),
    (#"\x(a)b"#, "ab"), (#"\x\to(AB)"#, "AB\u{305}"), (#"\x\bo(a b)"#, "(a b)\u{332}"),
    (#"\x\to\bo(5)"#, "5"),
    (#"a\d\fo10()b"#, "a b"), (#"a\d\ba10()b"#, "ab"),
    (#"\* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(ふりがな),漢字)"#, "漢字(ふりがな)"),
    (#"\f(1,2) \* MERGEFORMAT"#, "1/2"), ("plain text", "plain text"), ("a\tb\n", "a b"), ("", ""),
  ]

  @Test(arguments: formulas) func formula(instruction: String, text: String) throws {
    let equation = try #require(EquationField(instruction: " eq " + instruction))
    #expect(equation.text == text)
    #expect(equation.isFormula)
  }

  /// What is no formula stays as it stands.
  @Test(arguments: [
    #"\f(1,2"#, #"\f1,2)"#, #"a)"#, #"(a"#, #"\q(1)"#, #"\f\zzz(1,2)"#, #"\f"#, #"\"#, #"\b\lc"#,
    #"\f(\* x,2)"#,
  ])
  func faults(instruction: String) throws {
    let equation = try #require(EquationField(instruction: "EQ " + instruction))
    #expect(equation.text == instruction)
    #expect(!equation.isFormula)
  }

  @Test(arguments: [
    (#"\f(1,2)"#, "<mfrac><mn>1</mn><mn>2</mn></mfrac>"), ("ab", nil), (#"\s\up8(th)"#, nil),
    (#"x\s\up8(2)<3"#, "<mrow><msup><mi>x</mi><mn>2</mn></msup><mo>&lt;</mo><mn>3</mn></mrow>"),
    (#"\r(3,x)"#, "<mroot><mi>x</mi><mn>3</mn></mroot>"),
    (#"\r(a+b)"#, "<msqrt><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></msqrt>"),
    (
      #"\i\su(i=1,n,i)"#,
      "<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi></mrow>"
    ),
    (#"\b\bc\[(1.5)"#, "<mrow><mo>[</mo><mn>1.5</mn><mo>]</mo></mrow>"),
    (#"\a\co2(1,2)"#, "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>"),
  ])
  func mathML(instruction: String, expected: String?) throws {
    #expect(try #require(EquationField(instruction: "EQ " + instruction)).mathML == expected)
  }

  @Test func otherFields() {
    #expect(EquationField(instruction: "EQUATION x") == nil)
    #expect(EquationField(instruction: "PAGE") == nil)
    #expect(EquationField(instruction: #"EQ\f(1,2)"#)?.text == "1/2")
  }

  @Test func fieldsThatOnlyMoveText() throws {
    let raised = try #require(EquationField(instruction: #"EQ \s\up8(th)"#))
    #expect(raised.text == "th" && raised.position == .superscript)
    let lowered = try #require(EquationField(instruction: #"EQ \s\do5(1)"#))
    #expect(lowered.text == "1" && lowered.position == .subscript)
    #expect(EquationField(instruction: #"EQ x\s\up8(2)"#)?.position == nil)
  }

  @Test func phoneticGuides() throws {
    let guide = try #require(EquationField(instruction: #"EQ \o\ad(\s\up 9(kan),漢)"#)?.guide)
    #expect(guide.base == "漢" && guide.reading == "kan")
    #expect(EquationField(instruction: #"EQ \f(1,2)"#)?.guide == nil)
  }

  /// Deep nesting is no formula, and takes no deep stack.
  @Test func nesting() throws {
    func nested(_ depth: Int) -> String {
      "EQ " + String(repeating: #"\b("#, count: depth) + "x" + String(repeating: ")", count: depth)
    }
    #expect(try #require(EquationField(instruction: nested(60))).isFormula)
    #expect(try #require(EquationField(instruction: nested(100_000))).isFormula == false)
  }
}
