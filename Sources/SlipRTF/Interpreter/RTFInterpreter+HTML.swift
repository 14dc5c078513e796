/// Encapsulated HTML (MS-OXRTFEX, "Recognizing RTF Containing Encapsulation"): only for sinks that want it.
extension RTFInterpreter {
  /// `\htmlrtf`: a brace restores it, `\plain` does not.
  mutating func suppress(_ isOn: Bool) {
    settleText()
    group.suppression.set(.suppressed, isOn)
  }

  /// `{\*\htmltag …}`: its text is markup.
  mutating func beginHTML() {
    settleText()
    group.opening = .htmlTag
    if !isLeftOut { sink.htmlStart() }
  }

  mutating func endHTML() {
    settleText()
    sink.htmlEnd()
  }
}
