internal import RTFSyntax
internal import SlipDocument

/// EQ fields, whose instruction is a formula: `EQ \f(1,2)`. Word stores no result for them.
extension RTFInterpreter {
  /// Delivers the formula of an EQ field as text, inside the field, so that a document retains the instruction.
  ///
  /// - Returns: False if the field is no EQ field, or shows nothing.
  mutating func insertEquation(of frame: RTFFieldFrame) -> Bool {
    // Few fields are, and no others are worth a string.
    guard RTFField(named: "EQ", parsing: frame.instruction, most: 0) != nil,
      let equation = EquationField(instruction: String(decoding: frame.instruction, as: UTF8.self)),
      !equation.text.isEmpty
    else { return false }
    if !equation.isFormula && !isUnwanted { faults.note(.badEquation, at: group.start) }
    if Sink.wantsFormatting && !frame.isStarted {
      if attention.contains(.note) { startNote() }
      sink.at(tokenizer.position)
      sink.fieldStart(RTFField(parsing: frame.instruction))
    }
    let position = format.character.position
    switch equation.position {
    case .superscript: format.character.position = 1
    case .subscript: format.character.position = -1
    case nil: break
    }
    for scalar in equation.text.unicodeScalars { character(scalar.value, tokenizer.position) }
    finishPendingText()
    format.character.position = position
    if Sink.wantsFormatting && !frame.isStarted { sink.fieldEnd() }
    return true
  }

  // MARK: Within other instructions

  /// Begins an instruction within another one. It is captured behind what came of that.
  mutating func beginNestedInstruction() {
    fields.nestedStarts.append(capture.count)
    fields.nestedEquation = nil
    group.opening = .nestedInstruction
  }

  /// Ends an instruction within another one. The codes of an EQ field are codes of the formula around it; of all other
  /// fields only the result counts.
  mutating func endNestedInstruction() {
    guard let start = fields.nestedStarts.popLast(), start < capture.count else { return }
    let code = EquationField.code(of: String(decoding: capture[start...], as: UTF8.self))
    capture.removeSubrange(start...)
    rawStart = capture.count
    guard let code else { return }
    capture += code.utf8
    fields.nestedEquation = groups.count
  }
}
