import SlipBase
import SlipNotes
import SlipboxKit

/// One note as people or programs read it.
struct NoteText {
  /// The note.
  let shown: ShownNote
  /// The time zone of dates.
  let zone: ZoneOption

  /// The result as JSON, `{ "note" : { … }, "properties" : [ … ], "text" : "…" }`. The facts have the keys
  /// of `NoteSummary`; the text is complete, whatever its characters.
  private struct Result: Encodable {
    /// The facts of the note.
    var note: NoteSummary
    /// The properties of the note, in its order.
    var properties: [NoteSummary.PropertySummary]
    /// The plain text of the note.
    var text: String
  }

  /// Prints the note.
  ///
  /// - Parameters:
  ///   - asJSON: Whether all of it is printed as JSON.
  ///   - onlyText: Whether the facts are left out.
  func print(asJSON: Bool, onlyText: Bool) throws {
    let mirror = String(decoding: shown.text, as: UTF8.self)
    let summary = shown.summary
    if asJSON {
      let properties = shown.properties.map { NoteSummary.PropertySummary($0) }
      return try JSONOutput.print(Result(note: summary, properties: properties, text: mirror))
    }
    if !onlyText { try Terminal.standardOutput.writeResult(facts(summary, shown.properties) + "\n") }
    // A program that reads the text gets it unchanged.
    let body = onlyText && !Terminal.standardOutput.isTerminal ? mirror : PlainLine.lines(mirror)
    try Terminal.standardOutput.writeResult(body.isEmpty || body.hasSuffix("\n") ? body : body + "\n")
  }

  /// What is open in the note.
  private var open: OpenChangeText {
    OpenChangeText(shown.openChanges, shown.properties.compactMap(OpenConflict.init), shown.summary)
  }

  /// The facts as rows of names and values.
  private func facts(_ note: NoteSummary, _ properties: [Property]) -> String {
    var rows = [("title", note.title), ("uuid", note.id), ("status", note.status)]
    if note.isFavorite { rows.append(("favorite", "yes")) }
    if !note.folder.isEmpty { rows.append(("folder", FolderPath.text(note.folder))) }
    if !note.keywords.isEmpty { rows.append(("keywords", note.keywords.joined(separator: ", "))) }
    let remark = note.zoneIsUnknown ? " (zone unknown)" : ""
    for (name, date) in [("created", note.created), ("modified", note.modified)] {
      guard let date else { continue }
      rows.append((name, zone.text(date, zoneIsUnknown: note.zoneIsUnknown) + remark))
    }
    rows += properties.filter { OpenConflict($0) == nil }.map { property in
      // A value may have lines.
      let value = property.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return ("property", "\(property.name): \(value.joined(separator: " ⏎ "))")
    }
    rows += note.links.map { ("links to", $0.title) }
    rows += note.backlinks.map { ("linked from", $0.title) }
    rows += note.attachments.map { attachment in
      let size = attachment.width.flatMap { width in attachment.height.map { ", \(width) × \($0)" } } ?? ""
      let facts = "\(attachment.mediaType), \(byteCount(attachment.length))\(size)"
      return ("attachment", "\(attachment.name) (\(facts))  \(attachment.path)")
    }
    if let source = note.source { rows.append(("source", source)) }
    rows.append(("body", note.body))
    if open.count > 0 { rows.append(("open", "\(open.count.of("change")) (`slipconv resolve` decides)")) }
    return rows.map { key, value in
      key + String(repeating: " ", count: max(1, 13 - key.count)) + PlainLine.text(value) + "\n"
    }.joined() + open.lines.map { "  " + $0 + "\n" }.joined()
  }
}
