/// What a formula is made of (RTF 1.9.1, "Office Math"): elements, and the operands that stand in them.
public enum MathPart: Int32, Sendable, CaseIterable {
  case fraction, radical, superscript, `subscript`, subSuperscript, preScript, nary, delimiters, function
  case lower, upper, matrix, matrixRow, equations, accent, bar, groupCharacter, phantom, box

  case numerator, denominator, degree, operand, sub, sup, limit, name

  public var isElement: Bool { rawValue <= MathPart.box.rawValue }
}

/// What an element's properties say that bears on its text.
public enum MathProperty: Int32, Sendable, CaseIterable {
  /// The sign of a sum, an accent, a brace over a group.
  case character
  /// Of delimiters.
  case begin, end, separator
  /// Of a fraction.
  case type
  case hidesDegree, hidesSub, hidesSup
  /// Of a phantom.
  case isShown
  /// Of a bar.
  case position
}
