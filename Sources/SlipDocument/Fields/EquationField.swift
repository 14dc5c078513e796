/// A formula in the instruction of an EQ field (ECMA-376-1, 17.16.5.18, which leaves its codes to Word's manual), as a
/// line of text.
///
/// Word stores no result for such a field, so the instruction alone says what it shows: `EQ \f(a+b,c)` is `(a+b)/c`.
/// Formulas of RTF and MathML read the same (Unicode Technical Note 28).
///
/// ```
/// \f(a,b)              a/b              \r(3,x)    ³√(x)
/// \s\up8(2) in a row   x^2              \i(a,b,f)  ∫_a^b f
/// \b\bc\[(x)           [x]              \a\co2(1,2,3,4)   1, 2; 3, 4
/// ```
public struct EquationField: Sendable, Hashable {
  /// The formula as text; what stands in the instruction if it isn't a formula.
  public private(set) var text: String
  /// Whether the instruction is a formula: its codes are known and its parentheses balanced.
  public private(set) var isFormula: Bool
  /// Where the text stands if the field does nothing but raise or lower it.
  public private(set) var position: CharacterStyle.Position?
  /// The word and its reading if the field is a phonetic guide, as Word makes it for Chinese and Japanese.
  public private(set) var guide: PhoneticGuide?

  /// The formula as an element of MathML, without `<math>`; nil if it is text, or a phonetic guide.
  public private(set) var mathML: String?

  /// A word with its reading above it: `漢字(かんじ)`.
  public struct PhoneticGuide: Sendable, Hashable {
    /// The word.
    public var base: String
    /// How it is read.
    public var reading: String
  }

  /// The instruction without `EQ` in front of it; nil for other fields.
  public static func code(of instruction: String) -> Substring? {
    let text = instruction.drop(while: \.isWhitespace)
    guard text.prefix(2).uppercased() == "EQ" else { return nil }
    let rest = text.dropFirst(2)
    return rest.first.map { $0.isWhitespace || $0 == "\\" } ?? true ? rest : nil
  }

  /// The instruction of a phonetic guide; nil where it would be read as something else.
  ///
  /// It lacks the switches that Word writes (`\* jc2`), by which LibreOffice shows the word once more before the result.
  ///
  /// - Parameters:
  ///   - base: The word.
  ///   - reading: How it is read.
  public static func instruction(base: String, reading: String) -> String? {
    func escaped(_ text: String) -> String {
      text.reduce(into: "") { $0 += "\\(),;".contains($1) ? "\\\($1)" : String($1) }
    }
    let instruction = "EQ \\o\\ad(\\s\\up 9(\(escaped(reading))),\(escaped(base)))"
    let field = EquationField(instruction: instruction)
    return field?.guide == PhoneticGuide(base: base, reading: reading) ? instruction : nil
  }

  /// Reads the instruction of a field; nil if it isn't an EQ field.
  public init?(instruction: String) {
    guard let code = EquationField.code(of: instruction) else { return nil }
    // Word separates operands as the system separates lists. That is a semicolon where numbers have commas.
    let scalars = code.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
    if scalars.contains(";") {
      var reader = EquationReader(scalars, separator: ";")
      if let formula = reader.read(), reader.hasSeparated {
        self.init(formula)
        return
      }
    }
    var reader = EquationReader(scalars, separator: ",")
    guard let formula = reader.read() else {
      let all = String(String.UnicodeScalarView(scalars))
      self.init(text: String(EquationLine.trimmed(all[...])))
      return
    }
    self.init(formula)
  }

  /// Makes text of what is no formula.
  private init(text: String) { (self.text, isFormula) = (text, false) }

  /// Makes text of a formula.
  private init(_ formula: EquationLine) {
    (text, isFormula, position) = (formula.text, true, nil)
    if formula.hasForm { mathML = formula.mathML }
    guard formula.pieces.count == 1 else { return }
    switch formula.pieces[0] {
    case .raised(let content): (text, position, mathML) = (content.text, .superscript, nil)
    case .lowered(let content): (text, position, mathML) = (content.text, .subscript, nil)
    case .guide(let base, let reading): guide = PhoneticGuide(base: base, reading: reading)
    default: break
    }
  }
}

extension Run {
  /// The word and its reading where the run is nothing but a phonetic guide: `漢字(かんじ)`.
  package var phoneticGuide: EquationField.PhoneticGuide? {
    guard let field = style.field, let equation = EquationField(instruction: field), equation.text == text
    else { return nil }
    return equation.guide
  }
}

/// Words with their reading above them, as office documents have them (`ruby`).
extension [Inline] {
  /// Makes inlines from an index on a word with a reading.
  ///
  /// A word of one formatting becomes a phonetic guide, as a field of RTF is. The reading of any other follows it in
  /// parentheses.
  package mutating func addReading(_ reading: String, from start: Int) {
    guard !reading.isEmpty, start <= count else { return }
    let base = self[start...]
    var last = CharacterStyle()
    if case .run(let run)? = base.last { last = run.style }
    let suffix = "(" + reading + ")"
    guard base.count == 1, case .run(let run)? = base.first, run.style.field == nil,
      let instruction = EquationField.instruction(base: run.text, reading: reading)
    else { return append(.run(Run(suffix, style: last))) }
    var style = run.style
    style.field = instruction
    self[start] = .run(Run(run.text + suffix, style: style))
  }
}
