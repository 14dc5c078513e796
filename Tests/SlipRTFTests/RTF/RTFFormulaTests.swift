import Testing

/// Formulas in a line of text.
@Suite struct RTFFormulaTests {
  static let formulas: [MirrorCase] = [
    .init(
      "a fraction",
      #"{\rtf1{\mmath{\*\moMath{\*\mf{\*\mfPr{\*\mctrlPr}}{\*\mnum{\*\mr a+b}}{\*\mden{\*\mr c}}}}}}"#,
      "(a+b)/c"),
    .init(
      "a binomial",
      #"{\rtf1{\mmath{\*\moMath{\md{\mdPr}{\me{\mf{\mfPr{\mtype noBar}}{\mnum{\*\mr n}}{\mden{\*\mr k}}}}}}}}"#,
      "(n\u{A6}k)"),
    .init(
      "scripts",
      #"{\rtf1{\mmath{\*\moMath{\msSup{\me{\*\mr x+1}}{\msup{\*\mr 12}}}{\mr +}{\msSubSup{\me{\*\mr y}}{\msub{\*\mr i,j}}{\msup{\*\mr 2}}}{\msPre{\msub{\*\mr a}}{\msup}{\me{\*\mr X}}}}}}"#,
      "(x+1)^12+y_(i,j)^2_aX"),
    .init(
      "a sum",
      #"{\rtf1{\mmath{\*\moMath{\mnary{\mnaryPr{\mchr \u8721?}{\msupHide on}}{\msub{\*\mr i=1}}{\msup}{\me{\*\mr a+b}}}{\mnary{\me{\*\mr x}}}}}}"#,
      "\u{2211}_(i=1) a+b\u{222B}x"),
    .init(
      "a product with a property that says nothing here",
      #"{\rtf1{\mmath{\*\moMath{\mnary{\mnaryPr{\mchr \u8719?}{\mlimLoc undOvr}{\msubHide0}}{\msub{\*\mr k}}{\msup{\*\mr m}}{\me{\*\mr b}}}}}}"#,
      "\u{220F}_k^m b"),
    .init(
      "roots",
      #"{\rtf1{\mmath{\*\moMath{\mrad{\mradPr{\mdegHide on}}{\mdeg}{\me{\*\mr x+1}}}{\mrad{\mdeg{\*\mr 3}}{\me{\*\mr y}}}}}}"#,
      "\u{221A}(x+1)\u{221A}(3&y)"),
    .init(
      "delimiters",
      #"{\rtf1{\mmath{\*\moMath{\md{\mdPr{\mbegChr \{}{\mendChr }{\msepChr ;}}{\me{\*\mr a}}{\me{\*\mr b}}}{\md}}}}"#,
      "{a;b()"),
    .init(
      "delimiters hold together",
      #"{\rtf1{\mmath{\*\moMath{\mf{\mnum{\md{\me{\*\mr a+b}}}}{\mden{\md{\me{\*\mr c}}}{\*\mr d}}}}}}"#,
      "(a+b)/((c)d)"),
    .init(
      "functions and limits",
      #"{\rtf1{\mmath{\*\moMath{\mfunc{\mfName{\mlimLow{\me{\*\mr lim}}{\mlim{\*\mr n\u8594?0}}}}{\me{\*\mr n}}}{\mfunc{\mfName{\*\mr sin}}{\me{\*\mr x+1}}}}}}"#,
      "lim_(n\u{2192}0) nsin (x+1)"),
    .init(
      "a matrix and equations",
      #"{\rtf1{\mmath{\*\moMath{\mm{\mmr{\me{\*\mr 1}}{\me{\*\mr 2}}}{\mmr{\me{\*\mr 3}}{\me{\*\mr 4}}}}{\meqArr{\me{\*\mr 5}}{\me{\*\mr 6}}}}}}"#,
      "1, 2; 3, 45; 6"),
    .init(
      "accents and bars",
      #"{\rtf1{\mmath{\*\moMath{\macc{\maccPr{\mchr \u771?}}{\me{\*\mr a}}}{\mbar{\mbarPr{\mpos top}}{\me{\*\mr b}}}{\mgroupChr{\mgroupChrPr{\mchr \u9182?}}{\me{\*\mr x+1}}}}}}"#,
      "a\u{303}b\u{305}\u{23DE}(x+1)"),
    .init(
      "a phantom",
      #"{\rtf1{\mmath{\*\moMath{\mphant{\mphantPr{\mshow off}}{\me{\*\mr gone}}}{\mphant{\me{\*\mr seen}}}}}}"#,
      "seen"),
    .init(
      "an exponent without an element", #"{\rtf1{\mmath{\*\moMath{\mr{\mtext mc}{\msup{\me{\mtext 2}}}}}}}"#,
      "mc^2"),
    .init(
      "a level of a list override",
      #"{\rtf1{\*\listtable{\list{\listlevel\levelnfc0{\leveltext\'02\'00.;}{\levelnumbers\'01;}}\listid5}}{\*\listoverridetable{\listoverride\listid5{\lfolevel\listoverridestartat\listoverrideformat{\listlevel\levelnfc3\levelstartat3{\leveltext\'02\'00);}{\levelnumbers\'01;}}}\ls1}}\ls1 x\par y\par}"#,
      "C)\tx\nD)\ty"),
  ]

  @Test(arguments: formulas) func formula(_ test: MirrorCase) { #expect(mirror(test.rtf) == test.text) }

  @Test func picturesInFormulasAreFound() {
    let hex = smallPNG.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let rtf = #"{\rtf1{\mmath{\*\moMath{\mf{\mnum{\mr a{\pict\pngblip "# + hex + #"}}}{\mden{\mr b}}}}}}"#
    let lift = Lift(rtf)
    #expect(lift.result.pictures.map(\.bytes) == [smallPNG])
    #expect(mirror(rtf) == "(a\u{FFFC})/b" && mirror(lift.body) == mirror(rtf))
  }
}
