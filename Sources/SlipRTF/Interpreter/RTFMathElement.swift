internal import RTFSyntax

/// An element of a formula that is open, and what of it stands between its operands in a line of text: as Unicode
/// Technical Note 28 has it, but for matrices and functions.
struct RTFMathElement {
  /// How much an operand is.
  enum Content { case nothing, one, several }

  let kind: MathPart
  /// Groups around it.
  let depth: Int
  private var values: [MathProperty: String] = [:]
  private var operands = 0
  private var hasScripts = false
  private var hasDegree = false

  init(_ kind: MathPart, depth: Int) { (self.kind, self.depth) = (kind, depth) }

  mutating func set(_ property: MathProperty, _ value: String) { values[property] = value }

  private func isOn(_ property: MathProperty, default isOn: Bool) -> Bool {
    guard let value = values[property] else { return isOn }
    return !["0", "off", "false"].contains(value)
  }

  /// Whether nothing of the operand is seen.
  func hides(_ part: MathPart) -> Bool {
    switch part {
    case .degree: isOn(.hidesDegree, default: false)
    case .sub: isOn(.hidesSub, default: false)
    case .sup: isOn(.hidesSup, default: false)
    case .operand: kind == .phantom && !isOn(.isShown, default: true)
    default: false
    }
  }

  /// What stands before the next operand, and whether parentheses hold it together.
  mutating func lead(_ part: MathPart, _ content: Content) -> (text: String, isHeld: Bool) {
    defer { operands += 1 }
    let isFirst = operands == 0
    let sign = kind == .nary && isFirst ? values[.character] ?? "\u{222B}" : ""
    let isHeld = content == .several
    switch part {
    case .sub, .sup, .limit:
      guard content != .nothing else { return (sign, false) }
      hasScripts = true
      return (sign + RTFMathElement.mark(part == .limit && kind == .lower ? .sub : part), isHeld)
    case .numerator: return ("", isHeld)
    case .denominator: return (values[.type] == "noBar" ? "\u{A6}" : "/", isHeld)
    case .degree:
      hasDegree = content != .nothing
      return (hasDegree ? "\u{221A}(" : "", false)
    case .operand: return operandLead(isFirst, sign, isHeld)
    default: return ("", false)
    }
  }

  private func operandLead(_ isFirst: Bool, _ sign: String, _ isHeld: Bool) -> (text: String, isHeld: Bool) {
    switch kind {
    case .superscript, .subscript, .subSuperscript, .lower, .upper, .accent, .bar: ("", isHeld)
    case .radical: hasDegree ? ("&", false) : ("\u{221A}", isHeld)
    case .nary: (sign + (hasScripts ? " " : ""), false)
    case .delimiters: (isFirst ? values[.begin] ?? "(" : values[.separator] ?? "|", false)
    case .function: (" ", isHeld)
    case .matrixRow: (isFirst ? "" : ", ", false)
    case .matrix, .equations: (isFirst ? "" : "; ", false)
    case .groupCharacter: (values[.character] ?? "\u{23DF}", isHeld)
    default: ("", false)
    }
  }

  /// What stands behind the last operand.
  var end: String {
    switch kind {
    case .delimiters: (operands == 0 ? values[.begin] ?? "(" : "") + (values[.end] ?? ")")
    case .radical: hasDegree ? ")" : ""
    case .accent: operands == 0 ? "" : values[.character] ?? "\u{302}"
    case .bar: operands == 0 ? "" : values[.position] == "top" ? "\u{305}" : "\u{332}"
    default: ""
    }
  }

  /// Before an index or exponent.
  static func mark(_ part: MathPart) -> String {
    switch part {
    case .sub: "_"
    case .sup, .limit: "^"
    case .denominator: "/"
    default: ""
    }
  }
}
