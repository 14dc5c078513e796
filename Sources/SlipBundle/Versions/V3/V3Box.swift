internal import SlipBase
internal import SlipNotes

/// A box of schema version 3: notes in nested folders, with keywords and links.
struct V3Box: Sendable, Equatable {
  typealias Status = V2Box.Status

  struct Folder: Sendable, Equatable {
    var id: UniqueID
    var name: String
    var parent: UniqueID?
    var order = 0
    var creationDate: Timestamp?
  }

  struct Keyword: Sendable, Equatable {
    var id: UniqueID
    var name: String
    var color: ColorHex.Components
  }

  struct Note: Sendable, Equatable {
    var id: UniqueID
    var title: String
    var status = Status.draft
    var isFavorite = false
    var order = 0
    var creationDate: Timestamp?
    var folder: UniqueID?
    var keywords: [UniqueID] = []
    var links: [UniqueID] = []
    var formattedBodyText: [UInt8] = []
    /// The plain text of the RTF in lower case.
    var bodyText = ""
    var image: InlineImage?
  }

  var history: [HistoryEvent] = []
  /// By id, as keywords and notes are.
  var folders: [Folder] = []
  var keywords: [Keyword] = []
  var notes: [Note] = []

  mutating func sort() {
    folders.sort { $0.id < $1.id }
    keywords.sort { $0.id < $1.id }
    notes.sort { $0.id < $1.id }
  }
}
