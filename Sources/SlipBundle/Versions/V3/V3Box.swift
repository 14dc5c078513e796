internal import SlipBase
internal import SlipNotes

/// A box of schema version 3: notes in nested folders, with keywords and links.
struct V3Box: Sendable, Equatable {
  /// The same as in version 2.
  typealias Status = V2Box.Status

  /// A folder.
  struct Folder: Sendable, Equatable {
    var id: UniqueID
    var name: String
    /// The folder that contains it; nil at the top.
    var parent: UniqueID?
    var order = 0
    var creationDate: Timestamp?
  }

  /// A keyword; its colour has components now.
  struct Keyword: Sendable, Equatable {
    var id: UniqueID
    var name: String
    var color: ColorHex.Components
  }

  /// A note.
  struct Note: Sendable, Equatable {
    var id: UniqueID
    var title: String
    var status = Status.draft
    var isFavorite = false
    var order = 0
    var creationDate: Timestamp?
    /// The folder that contains it; nil at the top.
    var folder: UniqueID?
    /// Ids of its keywords, in the user's order.
    var keywords: [UniqueID] = []
    /// Ids of the notes that it links to.
    var links: [UniqueID] = []
    /// The RTF.
    var formattedBodyText: [UInt8] = []
    /// The plain text of the RTF, in lower case, for searching.
    var bodyText = ""
    /// Its picture, if it has one.
    var image: InlineImage?
  }

  var history: [HistoryEvent] = []
  /// By id.
  var folders: [Folder] = []
  /// By id.
  var keywords: [Keyword] = []
  /// By id.
  var notes: [Note] = []

  /// Sorts by id, as documents list entities.
  mutating func sort() {
    folders.sort { $0.id < $1.id }
    keywords.sort { $0.id < $1.id }
    notes.sort { $0.id < $1.id }
  }
}
