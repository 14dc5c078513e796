internal import SlipBase
internal import SlipNotes

/// A box of schema version 1, as it was: notes are told apart by their position only.
struct V1Box: Sendable, Equatable {
  struct Note: Sendable, Equatable {
    var title: String
    var creationDate: Timestamp?
    var text: String
  }

  var history: [HistoryEvent] = []
  var notes: [Note] = []
}

/// Reads and writes version 1: one XML file of titles, dates and plain text.
enum V1Format {
  static let form = VersionForm(
    1,
    [
      (.slipbox, [VersionForm.may("version", .words(["1"]))]), (.history, []), VersionForm.event,
      (.notes, []),
      (.note, [VersionForm.must("title", .text), VersionForm.may("creationDate", .date)]), (.text, []),
    ])

  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits
  ) throws(SlipError) -> V1Box {
    let reader = Reader()
    try VersionWalker.read(bytes, form, file: file, limits: limits, reader)
    return reader.box
  }

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
