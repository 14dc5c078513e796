internal import SlipFormats
public import SlipNotes

/// The list of all pages of an export, with the folders and notes in the order of the box: files are in the order of their
/// names everywhere else.
public enum ExportIndex {
  /// The page.
  ///
  /// - Parameters:
  ///   - box: The slip-box.
  ///   - plan: Where the notes are.
  ///   - title: The title of the page.
  public static func page(_ box: SlipBox, _ plan: ExportPlan, title: String) -> [UInt8] {
    var sink = HTMLSink()
    HTMLIndex.begin(title, &sink)
    let folders = Set(plan.folders(of: box).map(\.id))
    notes(box.notes(in: nil), plan, &sink)
    /// Folders that are still to be written; nil ends a folder.
    var pending: [Folder.ID?] = box.children(of: nil).map(\.id).filter(folders.contains).reversed()
    while let next = pending.popLast() {
      guard let id = next else {
        sink.markup("</details>\n")
        continue
      }
      sink.markup("<details open><summary><bdi>")
      sink.text(box.folder(id)?.name ?? "")
      sink.markup("</bdi></summary>\n")
      notes(box.notes(in: id), plan, &sink)
      pending.append(nil)
      pending += box.children(of: id).map(\.id).filter(folders.contains).reversed().map { Optional($0) }
    }
    HTMLIndex.end(&sink)
    return sink.bytes
  }

  /// Writes the notes of a folder.
  private static func notes(_ notes: [Note], _ plan: ExportPlan, _ sink: inout HTMLSink) {
    let rows = notes.compactMap { note in
      plan.path(of: note.id).map { (title: note.title, path: $0, date: note.modified ?? note.created) }
    }
    HTMLIndex.list(
      rows.map { row in
        (
          row.title, row.path,
          row.date.flatMap { $0.isWithinRFC3339 ? String($0.rfc3339.prefix(10)) : nil } ?? ""
        )
      }, &sink)
  }
}
