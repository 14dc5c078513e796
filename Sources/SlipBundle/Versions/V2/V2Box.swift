internal import SlipBase
internal import SlipNotes

/// A box of schema version 2: rich notes, and a palette of keywords that nothing refers to yet.
struct V2Box: Sendable, Equatable {
  enum Status: String, Sendable { case draft = "Draft", review = "Review", archived = "Archived" }

  struct Keyword: Sendable, Equatable {
    var id: UniqueID
    var name: String
    /// RRGGBB or RRGGBBAA.
    var colorHex: String
  }

  struct Note: Sendable, Equatable {
    var id: UniqueID
    var title: String
    var status = Status.draft
    var isFavorite = false
    var order = 0
    var creationDate: Timestamp?
    /// RTF.
    var formattedBodyText: [UInt8] = []
    /// The plain text of the RTF in lower case.
    var bodyText = ""
    var image: InlineImage?
  }

  var history: [HistoryEvent] = []
  /// By id.
  var keywords: [Keyword] = []
  /// By id.
  var notes: [Note] = []

  mutating func sort() {
    keywords.sort { $0.id < $1.id }
    notes.sort { $0.id < $1.id }
  }
}
