/// A part of a formula (RTF 1.9.1, "Office Math"): an element, such as a fraction, or an operand within
/// one.
///
/// A formula nests as Office MathML does: `{\*\mf {\*\mnum …}{\*\mden …}}` is a fraction whose operands
/// are its numerator and its denominator. `ControlWord.value` carries the raw value. The elements come
/// first, up to `box`, which `isElement` depends on.
public enum MathPart: Int32, Sendable, CaseIterable {
  /// `\mf`: a numerator over a denominator.
  case fraction
  /// `\mrad`: a root, with or without a degree.
  case radical
  /// `\msSup`: a base with a superscript.
  case superscript
  /// `\msSub`: a base with a subscript.
  case `subscript`
  /// `\msSubSup`: a base with both.
  case subSuperscript
  /// `\msPre`: a base with a subscript and a superscript on its left.
  case preScript
  /// `\mnary`: a sum, product or integral with its limits.
  case nary
  /// `\md`: operands between parentheses, braces or other delimiters.
  case delimiters
  /// `\mfunc`: a function name and its argument.
  case function
  /// `\mlimLow`: a base with a limit below it.
  case lower
  /// `\mlimUpp`: a base with a limit above it.
  case upper
  /// `\mm`: a matrix.
  case matrix
  /// `\mmr`: a row of a matrix.
  case matrixRow
  /// `\meqArr`: equations below each other.
  case equations
  /// `\macc`: a base with an accent.
  case accent
  /// `\mbar`: a base with a bar above or below it.
  case bar
  /// `\mgroupChr`: a base with a brace or similar sign above or below it.
  case groupCharacter
  /// `\mphant`: an operand that takes up space and may be invisible.
  case phantom
  /// `\mbox` and `\mborderBox`: an operand that is treated as one.
  case box

  /// `\mnum`: the upper operand of a fraction.
  case numerator
  /// `\mden`: the lower operand of a fraction.
  case denominator
  /// `\mdeg`: the degree of a root.
  case degree
  /// `\me`: the base or argument of an element.
  case operand
  /// `\msub`: a subscript, or the lower limit of an n-ary operator.
  case sub
  /// `\msup`: a superscript, or the upper limit of an n-ary operator.
  case sup
  /// `\mlim`: a limit.
  case limit
  /// `\mfName`: the name of a function.
  case name

  /// Whether the part is an element, which contains operands, and not itself an operand.
  public var isElement: Bool { rawValue <= MathPart.box.rawValue }
}

/// A property of a formula's element that decides how the element reads as text.
///
/// Properties stand in a group of their own, such as `{\*\mdPr {\*\mbegChr [}{\*\mendChr ]}}` in `\md`.
/// Others, such as those of layout, are skipped.
public enum MathProperty: Int32, Sendable, CaseIterable {
  /// `\mchr`: the sign of an n-ary operator, an accent, or the sign above or below a group.
  case character
  /// `\mbegChr`: the opening delimiter.
  case begin
  /// `\mendChr`: the closing delimiter.
  case end
  /// `\msepChr`: what separates the operands between delimiters.
  case separator
  /// `\mtype`: the kind of a fraction, such as `lin` for one on a line.
  case type
  /// `\mdegHide`: a root shows no degree.
  case hidesDegree
  /// `\msubHide`: an n-ary operator shows no lower limit.
  case hidesSub
  /// `\msupHide`: an n-ary operator shows no upper limit.
  case hidesSup
  /// `\mshow`: whether a phantom is visible.
  case isShown
  /// `\mpos`: whether a bar stands at the top or at the bottom.
  case position
}
