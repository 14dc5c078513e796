public import SlipRTF
public import SlipBase
internal import SlipFormats

/// One row of the table of importers: makes a note of one file, or of a directory that counts as one.
public struct Importer: Sendable {
  public enum Input: Sendable {
    /// A file's bytes.
    case file(
      @Sendable (_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError) -> ImportedNote)
    /// A directory that is one document.
    case package(
      @Sendable (_ package: FilePackage, _ context: ImportContext) throws(SlipError) -> ImportedNote)
  }

  /// For the command line and the manifest.
  public let name: String
  /// One line of help.
  public let title: String
  /// Extensions in lower case, without the dot.
  public let suffixes: [String]
  /// Pure; may run on many threads at once.
  public let input: Input
  /// The keywords that a source brought, told by what is kept of it.
  public let keywords: @Sendable (_ kept: UnsafeRawBufferPointer) -> [String]

  public var isForPackages: Bool { if case .package = input { true } else { false } }

  public func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    guard case .file(let read) = input else { throw wrongInput(context) }
    return try read(bytes, context)
  }

  public func read(_ package: FilePackage, _ context: ImportContext) throws(SlipError) -> ImportedNote {
    guard case .package(let read) = input else { throw wrongInput(context) }
    return try read(package, context)
  }

  private func wrongInput(_ context: ImportContext) -> SlipError {
    SlipError(
      .badInput, code: ExchangeCode.unknownFormat, "There is no importer for this: a file is no package.",
      at: SourceLocation(file: context.key.path))
  }
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
  /// Where dates without a zone are from; nil takes them as UTC and marks the note.
  public var zone: TimeZoneRules?
  public var limits = Limits()
  /// Threads that work on one large file at most.
  public var workers = 1

  public init(key: ImportKey, fileModified: Timestamp? = nil) {
    self.key = key
    self.fileModified = fileModified
  }
}
