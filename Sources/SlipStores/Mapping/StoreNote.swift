package import SlipBase
package import SlipNotes

/// A note as a store has it, before its body is read.
package struct StoreNote: Sendable {
  /// A part of the body.
  package struct Part: Sendable {
    /// The attribute that it comes from.
    package var name: String
    /// The value.
    package var value: StoreValue
  }

  /// A file.
  package struct File: Sendable {
    /// The name; nil where the store has none.
    package var name: String?
    /// The content.
    package var bytes: [UInt8]
    /// What is said of it in the note; nil for nothing.
    package var caption: String?
  }

  /// The id: that of the program, or else the object's URI.
  package var id: String
  /// What messages call the note: its entity and its key.
  package var place = ""
  /// The title; nil where there is none.
  package var title: String?
  /// Whether the store has titles, and this note has none.
  package var isUntitled = false
  /// The parts of the body that have a value, in order.
  package var body: [Part] = []
  /// The body as plain text, for a body that can't be read; nil where there is none.
  package var plain: String?
  /// When the note was created; nil when unknown.
  package var created: Timestamp?
  /// When it was last changed; nil when unknown.
  package var modified: Timestamp?
  /// How far the work on it has come.
  package var status = Note.Status.draft
  /// Whether it is a favourite.
  package var isFavorite = false
  /// Whether the program has thrown it away.
  package var isTrashed = false
  /// The folders that it is in, from the top, with their ids.
  package var folder: [StoreFolder] = []
  /// The keywords, in order.
  package var keywords: [StoreKeyword] = []
  /// The ids of the notes that it leads to.
  package var links: [String] = []
  /// The files, apart from those in the text.
  package var files: [File] = []
  /// Facts that a slip-box has no field for.
  package var properties: [Property] = []
  /// How many of its values lie in files that aren't there.
  package var missingValues = 0
  /// Findings.
  package var diagnostics: [Diagnostic] = []
  /// About how many bytes the note has.
  package var length = 0

  /// Creates a note without content.
  package init(id: String) { self.id = id }
}

/// A folder of a store.
package struct StoreFolder: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The folder's id; nil where there is only a name.
  package var id: String?
  /// When it was created; nil where that isn't known.
  package var created: Timestamp?

  /// Creates a folder.
  package init(_ name: String, id: String?) { (self.name, self.id) = (name, id) }
}

/// A keyword of a store.
package struct StoreKeyword: Sendable, Hashable {
  /// The name.
  package var name: String
  /// Red, green and blue, each 0 to 1, and perhaps the opacity; nil for none.
  package var color: [Double]?
  /// The names of the keywords that it lies below, from the top.
  package var parents: [String] = []

  /// Creates a keyword that lies below none.
  package init(_ name: String, color: [Double]? = nil) { (self.name, self.color) = (name, color) }
}
