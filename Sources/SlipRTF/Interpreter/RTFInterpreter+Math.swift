internal import RTFSyntax

/// Formulas (`\mmath`; ECMA-376, "Math"), written as a line of text: `(a+b)/c`, `x^2`,
/// `∑_(i=1)^n a_i`.
///
/// A formula is a tree of elements, such as a fraction, with operands, such as the
/// numerator. The text of the operands is ordinary text. What is inserted here are the
/// signs between operands, and parentheses where an operand is more than one number or
/// word.
extension RTFInterpreter {
  /// Handles a word that begins an element or an operand. Elsewhere than at a group's
  /// beginning it says nothing.
  mutating func beginMath(_ value: Int32, _ token: Token) {
    guard let part = MathPart(rawValue: value), group.destination == .body, isFirstInGroup(token.offset)
    else { return }
    if group.opening != .nothing && !pushVirtual() { return }
    if part.isElement { beginElement(part) } else { beginOperand(part) }
  }

  /// The element that the open group stands in directly, as an index into `math`.
  private var outerElement: Int? {
    media.math.indices.last.flatMap { media.math[$0].depth == groups.count - 1 ? $0 : nil }
  }

  /// Begins an element such as `\mf`, a fraction. The rows of a matrix are elements as
  /// well as operands.
  private mutating func beginElement(_ kind: MathPart) {
    guard media.math.count < Self.mostFrames else { return faults.note(.depthLimit, at: group.start) }
    if kind == .matrixRow, let matrix = outerElement { insert(media.math[matrix].lead(.operand, .one).text) }
    media.math.append(RTFMathElement(kind, depth: groups.count))
    (group.opening, group.detail) = (.math, 0)
  }

  /// Begins an operand such as `\mnum`, a numerator: inserts what stands before it, and a
  /// parenthesis if it needs one. An operand that is hidden is skipped.
  private mutating func beginOperand(_ part: MathPart) {
    let content = operandContent()
    var lead = (text: content == .nothing ? "" : RTFMathElement.mark(part), isHeld: content == .several)
    if let outer = outerElement {
      if media.math[outer].hides(part) { return skipGroup() }
      lead = media.math[outer].lead(part, content)
    } else if lead.text.isEmpty {
      return
    }
    insert(lead.text)
    guard lead.isHeld else { return }
    insert("(")
    (group.opening, group.detail) = (.math, 1)
  }

  /// Ends an element or an operand in parentheses. `group.detail` tells which of the two
  /// it is.
  mutating func endMath() {
    if group.detail == 1 { return insert(")") }
    guard let element = media.math.popLast() else { return }
    insert(element.end)
  }

  /// Delivers signs as if the file had them.
  private mutating func insert(_ text: String) {
    guard !text.isEmpty else { return }
    finishPendingText()
    for scalar in text.unicodeScalars { deliver(scalar.value, tokenizer.position) }
  }

  // MARK: Looking ahead

  /// How many tokens of an operand are looked at.
  private static var mostTokens: Int { 64 }

  /// How much stands in the operand that begins here. One number, word, sign or pair of
  /// delimiters needs no parentheses.
  private mutating func operandContent() -> RTFMathElement.Content {
    guard lookAhead > 0 else { return .several }
    var reader = RTFMathReader(tokenizer, bytes, skipCount: group.skipCount)
    defer { lookAhead -= reader.tokenizer.position - tokenizer.position }
    for _ in 0..<RTFInterpreter.mostTokens { if let content = reader.step() { return content } }
    return .several
  }

  // MARK: Properties

  /// Reads the properties of an element (`\mfPr` and its like), such as the sign of a
  /// sum.
  mutating func mathProperties() {
    if let outer = outerElement {
      var reader = RTFMathReader(tokenizer, bytes, skipCount: group.skipCount)
      while let property = reader.nextProperty() { media.math[outer].set(property.name, property.value) }
    }
    skipGroup()
  }
}
