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
enum V1Format {
  /// The version's elements and attributes.
  static let form = VersionForm(
    1,
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
