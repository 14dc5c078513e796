public import RTFSyntax
public import SlipBase
internal import SlipRTF
public import SlipRTFD

/// Makes a note of one file, or of a directory that counts as one: a row of
/// `ExchangeTable.importers`.
///
/// An importer knows nothing about the slip-box. It turns bytes into an `ImportedNote`, and
/// `ImportMerger` decides what becomes of that.
public struct Importer: Sendable {
  /// What an importer reads, and the function that does it. The functions are pure, so several
  /// threads may call them.
  public enum Input: Sendable {
    /// Reads a file's bytes.
    case file(
      @Sendable (_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError) -> ImportedNote)
    /// Reads a directory that is one document.
    case package(
      @Sendable (_ package: FilePackage, _ context: ImportContext) throws(SlipError) -> ImportedNote)
  }

  /// The name on the command line and in the manifest.
  public let name: String
  /// One line for the help.
  public let title: String
  /// The extensions of file names, in lower case and without the dot.
  public let suffixes: [String]
  /// What the importer reads.
  public let input: Input

  /// Whether the importer reads directories.
  public var isForPackages: Bool { if case .package = input { true } else { false } }

  /// Reads a file.
  ///
  /// - Throws: When the importer reads directories, or the file doesn't have the format that its
  ///   name claims.
  public func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    guard case .file(let read) = input else { throw wrongInput(context) }
    return try read(bytes, context)
  }

  /// Reads a directory.
  ///
  /// - Throws: When the importer reads files, or the directory is not a document of its format.
  public func read(_ package: FilePackage, _ context: ImportContext) throws(SlipError) -> ImportedNote {
    guard case .package(let read) = input else { throw wrongInput(context) }
    return try read(package, context)
  }

  /// The error for a file given to an importer of directories, or the other way round.
  private func wrongInput(_ context: ImportContext) -> SlipError {
    SlipError(
      .badInput, code: ExchangeCode.unknownFormat,
      isForPackages
        ? "This importer reads directories, not files." : "This importer reads files, not directories.",
      at: SourceLocation(file: context.key.path))
  }
}

/// What an importer needs to know about a file besides its bytes.
public struct ImportContext: Sendable {
  /// Where the dates of notes come from.
  public enum Dates: String, Sendable, Hashable, CaseIterable {
    /// The document; the file system fills in for missing ones.
    case document
    /// The file system only.
    case file
  }

  /// Identifies the file.
  public var key: ImportKey
  /// When the file was last modified; nil when unknown.
  public var fileModified: Timestamp?
  /// Where the dates come from.
  public var dates = Dates.document
  /// The time zone of dates without one; nil takes them as UTC and marks the note.
  public var zone: TimeZoneRules?
  /// Where the title comes from.
  public var title = TitleSource.source
  /// The encoding of text files; nil: what they say themselves.
  public var encoding: TextEncoding?
  /// The limits for reading.
  public var limits = Limits()
  /// How many threads may work on one large file.
  public var workers = 1

  /// Creates a context with default choices.
  public init(key: ImportKey, fileModified: Timestamp? = nil) {
    self.key = key
    self.fileModified = fileModified
  }
}
