internal import SlipBase
internal import SlipNotes

/// A box of schema version 1. Notes have no ids: only their position tells them apart.
struct V1Box: Sendable, Equatable {
  /// A note.
  struct Note: Sendable, Equatable {
    /// Its title.
    var title: String
    /// When it was created, if that is known.
    var creationDate: Timestamp?
    /// Its plain text.
    var text: String
  }

  /// What was done to the bundle.
  var history: [HistoryEvent] = []
  /// In the document's order.
  var notes: [Note] = []
}

/// Reads and writes version 1: one XML file with titles, dates and plain text.
///
/// ```
/// <slipbox xmlns="urn:slipbox:manifest">
///   <notes>
///     <note title="Bees &amp; hives" creationDate="2019-05-06T07:08:09Z">
///       <text>First line
/// Second line</text>
///     </note>
///   </notes>
/// </slipbox>
/// ```
///
/// `version="1"` and `history` may be missing. White space in `text` counts.
enum V1Format {
  /// The elements and attributes of version 1.
  ///
  /// `Schemas/slipbox-1.xsd` says the same; both are frozen.
  static let form = VersionForm(
    [
      (.slipbox, [VersionForm.may("version", .words(["1"]))]), (.history, []), VersionForm.event,
      (.notes, []),
      (.note, [VersionForm.must("title", .text), VersionForm.may("creationDate", .date)]), (.text, []),
    ])

  /// Reads a document.
  ///
  /// - Throws: `SlipError` with line and column for anything that the version doesn't have.
  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits
  ) throws(SlipError) -> V1Box {
    let reader = Reader()
    try VersionWalker.read(bytes, form, file: file, limits: limits, reader)
    return reader.box
  }

  /// Writes a document. The same box gives the same bytes.
  static func bytes(_ box: V1Box) throws(SlipError) -> [UInt8] {
    try VersionWriter.bytes(version: 1) { writer in
      try writer.history(box.history)
      try writer.start(.notes)
      for note in box.notes {
        try writer.start(.note)
        writer.text("title", note.title)
        writer.date("creationDate", note.creationDate)
        try writer.content(.text, note.text)
        writer.end()
      }
      writer.end()
    }
  }

  /// Fills a box.
  private final class Reader: VersionConsumer {
    var box = V1Box()

    func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
      switch kind {
      case .event: box.history.append(try HistoryEvent(attributes))
      case .note:
        box.notes.append(
          V1Box.Note(
            title: attributes.requiredText("title"), creationDate: try attributes.date("creationDate"),
            text: ""))
      default: break
      }
    }

    func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {
      if kind == .text { box.notes[box.notes.count - 1].text = VersionText.text(text) }
    }
  }
}
