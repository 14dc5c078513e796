internal import SlipDocument

/// Writes tasks as GitHub does: `<li class="task-list-item"><input type="checkbox" disabled=""> open</li>`.
extension HTMLDocumentWriter {
  /// The signs of an open and of a done task.
  private static let signs: [Character] = ["☐", "☑"]

  /// Whether an item is a task. Fragments keep the sign: the programs that they are for have tasks of their own, or none.
  func isTask(_ paragraph: Paragraph) -> Bool {
    var inlines = paragraph.inlines
    return takeTask(paragraph, &inlines) != nil
  }

  /// Writes the box of a task, and removes its sign from the inlines that follow.
  mutating func taskBox(of paragraph: Paragraph, _ inlines: inout [Inline]) {
    guard let isDone = takeTask(paragraph, &inlines) else { return }
    sink.markup("<input type=\"checkbox\" disabled=\"\"")
    if isDone { sink.markup(" checked=\"\"") }
    sink.attribute("aria-label", isDone ? "Completed task" : "Incomplete task")
    sink.endVoid()
    // Where blanks stay as they are, readers would take this one for one of the text.
    if !WhiteSpace.stays(in: paragraph) { sink.markup(" ") }
  }

  /// Removes the sign of a task. Returns whether it is done; nil for what is no task.
  private func takeTask(_ paragraph: Paragraph, _ inlines: inout [Inline]) -> Bool? {
    guard !isFragment, let item = paragraph.listItem, !item.marker.isEmpty else { return nil }
    return paragraph.takeTask(&inlines, HTMLDocumentWriter.signs.contains).map { $0 == "☑" }
  }
}
