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
