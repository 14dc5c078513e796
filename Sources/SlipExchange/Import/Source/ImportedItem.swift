public import SlipBase
public import SlipNotes

/// What a source says of one of its notes beyond the text.
public struct ImportedItem: Sendable, Equatable {
  /// The note's id within the container; empty for a file that is one note.
  public var id: String
  /// The note's UUID.
  public var note: UniqueID
  /// How messages name the note.
  public var place: String
  /// The folders that it is in, from the container's top.
  public var folder: [SourceFolder] = []
  /// How far the work on it has come.
  public var status = Note.Status.draft
  /// Whether it is a favourite.
  public var isFavorite = false
  /// Its place among the notes of the container.
  public var order = 0
  /// Its keywords.
  public var keywords: [SourceKeyword] = []
  /// Facts that a slip-box has no field for.
  public var properties: [Property] = []
  /// Notes that it leads to although its text doesn't say so.
  public var relations: [UniqueID] = []
  /// What it links to that is no note.
  public var unresolved: [SourceLink] = []
  /// Whether the note has no date of its own, and got that of its file.
  public var isDatedByFile = false
  /// The digest of all that the container says of the note, which tells versions of the note apart.
  public var digest = Digest(of: [])

  /// Creates an item without facts.
  public init(id: String, note: UniqueID, place: String) {
    (self.id, self.note, self.place) = (id, note, place)
  }
}

extension ImportedItem {
  /// The one item of a file that is one note. Its folders are those of the file.
  init(file note: ImportedNote) {
    self.init(id: "", note: note.key.noteID, place: note.key.path)
    keywords = note.keywords.map { SourceKeyword(path: [$0]) }
    digest = note.original.digest
  }
}

extension ImportedNote {
  /// The digest of all that a container says of the note.
  ///
  /// Dates are in it, too: a program that only touched a note gives it a new date, and the slip-box should follow.
  func itemDigest(_ item: ImportedItem) -> Digest {
    var digester = Digester()
    func add(_ text: String?) {
      let text = text.map { Array($0.utf8) }
      var length = Int64(text?.count ?? -1).littleEndian
      withUnsafeBytes(of: &length) { digester.update($0) }
      text?.withUnsafeBytes { digester.update($0) }
    }
    for text in [title, body.fact.digest.hex, created?.rfc3339, modified?.rfc3339] { add(text) }
    add("\(zoneIsUnknown) \(item.status.rawValue) \(item.isFavorite)")
    for folder in item.folder { add(folder.name) }
    for keyword in item.keywords {
      add(keyword.path.joined(separator: "\n"))
      add(keyword.color.map { "\($0)" })
    }
    for property in item.properties {
      for text in [property.name, property.kind.rawValue, property.value] { add(text) }
    }
    for file in attachments {
      for text in [file.payload.fact.digest.hex, file.name, file.description] { add(text) }
    }
    for note in item.relations { add(note.description) }
    return digester.finish()
  }
}
