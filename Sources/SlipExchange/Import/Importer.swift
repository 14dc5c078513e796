public import SlipBase

/// One row of the table of importers: makes a note of one file's bytes.
public struct Importer: Sendable {
  /// For the command line and the manifest.
  public let name: String
  /// One line of help.
  public let title: String
  /// Extensions in lower case, without the dot.
  public let suffixes: [String]
  /// Pure; may run on many threads at once.
  public let read:
    @Sendable (_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError) -> ImportedNote
}

/// What an importer is told about a file beside its bytes.
public struct ImportContext: Sendable {
  /// Which dates a note gets.
  public enum Dates: String, Sendable, Hashable, CaseIterable {
    /// The document's own, else the file's.
    case document
    /// The file's only.
    case file
  }

  public var key: ImportKey
  public var fileModified: Timestamp?
  public var dates = Dates.document
  /// Minutes east of UTC that dates without a zone are taken in; nil takes them as UTC and marks the note.
  public var zoneOffset: Int?
  public var limits = Limits()
  /// Threads that work on one large file at most.
  public var workers = 1

  public init(key: ImportKey, fileModified: Timestamp? = nil) {
    self.key = key
    self.fileModified = fileModified
  }
}
