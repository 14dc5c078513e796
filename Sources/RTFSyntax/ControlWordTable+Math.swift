extension ControlWordTable {
  /// Words of formulas (RTF 1.9.1, "Office Math"). Word writes each of these groups with `\*`, so one
  /// that has no row here is skipped with its text.
  static let mathRows: [ControlWord] = {
    var rows = mathText + mathPropertyGroups
    for (name, part) in mathParts { rows.append(ControlWord(name, .destination, .math, part.rawValue)) }
    for (name, property) in mathProperties {
      rows.append(ControlWord(name, .destination, .mathProperty, property.rawValue))
    }
    return rows
  }()

  /// The names of elements and operands.
  private static let mathParts: [(StaticString, MathPart)] = [
    ("mf", .fraction), ("mrad", .radical), ("msSup", .superscript), ("msSub", .subscript),
    ("msSubSup", .subSuperscript), ("msPre", .preScript), ("mnary", .nary), ("md", .delimiters),
    ("mfunc", .function), ("mlimLow", .lower), ("mlimUpp", .upper), ("mm", .matrix), ("mmr", .matrixRow),
    ("meqArr", .equations), ("macc", .accent), ("mbar", .bar), ("mgroupChr", .groupCharacter),
    ("mphant", .phantom), ("mbox", .box), ("mborderBox", .box), ("mnum", .numerator),
    ("mden", .denominator), ("mdeg", .degree), ("me", .operand), ("msub", .sub), ("msup", .sup),
    ("mlim", .limit), ("mfName", .name),
  ]

  /// The names of the properties that decide how an element reads as text.
  private static let mathProperties: [(StaticString, MathProperty)] = [
    ("mchr", .character), ("mbegChr", .begin), ("mendChr", .end), ("msepChr", .separator), ("mtype", .type),
    ("mdegHide", .hidesDegree), ("msubHide", .hidesSub), ("msupHide", .hidesSup), ("mshow", .isShown),
    ("mpos", .position),
  ]

  /// Groups whose text belongs to the formula around them.
  private static let mathText: [ControlWord] = [
    .init("moMath", .destination, .transparent),
    .init("moMathPara", .destination, .transparent),
    .init("mr", .destination, .transparent),
    .init("mtext", .destination, .transparent),
  ]

  /// Groups of properties: those with a property that is used, and those that are skipped.
  private static let mathPropertyGroups: [ControlWord] = [
    .init("maccPr", .destination, .mathProperties),
    .init("mbarPr", .destination, .mathProperties),
    .init("mdPr", .destination, .mathProperties),
    .init("mfPr", .destination, .mathProperties),
    .init("mgroupChrPr", .destination, .mathProperties),
    .init("mnaryPr", .destination, .mathProperties),
    .init("mphantPr", .destination, .mathProperties),
    .init("mradPr", .destination, .mathProperties),
    .init("moMathParaPr", .destination, .skipped),
    .init("mborderBoxPr", .destination, .skipped),
    .init("mboxPr", .destination, .skipped),
    .init("mctrlPr", .destination, .skipped),
    .init("meqArrPr", .destination, .skipped),
    .init("mfuncPr", .destination, .skipped),
    .init("mlimLowPr", .destination, .skipped),
    .init("mlimUppPr", .destination, .skipped),
    .init("mmPr", .destination, .skipped),
    .init("mrPr", .destination, .skipped),
    .init("msPrePr", .destination, .skipped),
    .init("msSubPr", .destination, .skipped),
    .init("msSubSupPr", .destination, .skipped),
    .init("msSupPr", .destination, .skipped),
  ]
}
