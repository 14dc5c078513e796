internal import SlipDocument

/// The box of a task, which documents have as a sign at the beginning of an item's text: `☐ open`, `☑ done`.
extension Paragraph {
  /// Removes the sign of a task from the beginning of an item's text.
  ///
  /// - Parameters:
  ///   - inlines: The inlines of the paragraph, which lose the sign and the blank after it.
  ///   - isBox: Whether a sign is one of a task.
  /// - Returns: The sign; nil where there is none, in headings, and if no text follows. Nothing changes then.
  func takeTask(_ inlines: inout [Inline], _ isBox: (Character) -> Bool) -> Character? {
    guard let first = inlines.firstIndex(where: \.isVisible), case .run(var run) = inlines[first],
      let sign = run.text.first, run.text.dropFirst().first == " ", style.headingLevel == nil, isBox(sign)
    else { return nil }
    run.text = String(run.text.dropFirst(2))
    let isSeen =
      run.text.contains { !$0.isWhitespace } || inlines[(first + 1)...].contains(where: \.isVisible)
    guard isSeen else { return nil }
    inlines[first] = .run(run)
    return sign
  }
}
