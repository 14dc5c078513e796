package import RTFSyntax

/// An element of a formula that is open, and the signs that stand between its operands in
/// a line of text.
///
/// The linear form follows Unicode Technical Note 28, except for matrices and functions:
/// a fraction is `a/b`, a root `√(x+1)`, a sum `∑_(i=1)^n a_i`, a matrix `1, 2; 3, 4`.
package struct RTFMathElement {
  /// How much an operand holds: nothing, one unit that needs no parentheses, or several.
  package enum Content { case nothing, one, several }

  /// Which element it is.
  let kind: MathPart
  /// How many groups were open where it began.
  let depth: Int
  /// The properties that the element has given, such as the sign of a sum.
  private var values: [MathProperty: String] = [:]
  /// How many operands have begun.
  private var operands = 0
  /// The element has an index or an exponent that shows something.
  private var hasScripts = false
  /// A root has a degree, as a cube root has.
  private var hasDegree = false

  /// Creates an element without operands.
  package init(_ kind: MathPart, depth: Int) { (self.kind, self.depth) = (kind, depth) }

  /// Records a property.
  package mutating func set(_ property: MathProperty, _ value: String) { values[property] = value }

  /// Whether a property is on. `0`, `off` and `false` are off.
  private func isOn(_ property: MathProperty, default isOn: Bool) -> Bool {
    guard let value = values[property] else { return isOn }
    return !["0", "off", "false"].contains(value)
  }

  /// Whether an operand is hidden by a property of its element.
  package func hides(_ part: MathPart) -> Bool {
    switch part {
    case .degree: isOn(.hidesDegree, default: false)
    case .sub: isOn(.hidesSub, default: false)
    case .sup: isOn(.hidesSup, default: false)
    case .operand: kind == .phantom && !isOn(.isShown, default: true)
    default: false
    }
  }

  /// What stands before the next operand.
  ///
  /// - Returns: The signs, and whether parentheses enclose the operand.
  package mutating func lead(_ part: MathPart, _ content: Content) -> (text: String, isHeld: Bool) {
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

  /// What stands before a plain operand (`\me`), which depends on the element.
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
  package var end: String {
    switch kind {
    case .delimiters: (operands == 0 ? values[.begin] ?? "(" : "") + (values[.end] ?? ")")
    case .radical: hasDegree ? ")" : ""
    case .accent: operands == 0 ? "" : values[.character] ?? "\u{302}"
    case .bar: operands == 0 ? "" : values[.position] == "top" ? "\u{305}" : "\u{332}"
    default: ""
    }
  }

  /// The sign before an index, an exponent or a denominator.
  static func mark(_ part: MathPart) -> String {
    switch part {
    case .sub: "_"
    case .sup, .limit: "^"
    case .denominator: "/"
    default: ""
    }
  }
}
