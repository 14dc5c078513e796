public import SlipBase
public import SlipDocument

/// A document format: how it is called and recognised, read and written.
public struct Format: Sendable {
  public typealias Read = @Sendable (UnsafeRawBufferPointer, Limits) -> ReadResult
  public typealias Write = @Sendable (Document, WriteOptions) -> [UInt8]
  public typealias WritePieces =
    @Sendable (Document, WriteOptions, (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  /// What a format is to those who treat some unlike others. Several formats may be of one kind (HTML and XHTML).
  public enum Kind: Sendable, Hashable {
    case rtf
    /// RTF with its files beside it.
    case package
    case html
    case markdown
    /// Text without pictures and formatting.
    case plainText
  }

  /// What commands call it, such as `html`.
  public let name: String
  /// What it is, whatever it is called.
  public let kind: Kind
  /// For people: `HTML 5`.
  public let title: String
  /// File suffixes, lower case, without the dot; the first one is written.
  public let suffixes: [String]
  public let mediaType: MediaType
  /// Text may be shown in a terminal and is UTF-8 or ASCII when we write it.
  public let isText: Bool
  /// Who shows it, or what is made of it: its pictures have to be of types that they know. Nil where any will do.
  public let viewer: PictureViewer?
  /// Whether bytes look like this format; formats without marks of their own never do.
  public let sniff: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// Nil where the format can only be written.
  public let read: Read?
  /// Nil where the format can only be read.
  public let write: Write?
  /// Writes the same in pieces, for what may be large; nil where nothing is gained by it.
  public let writePieces: WritePieces?

  init(
    name: String, kind: Kind, title: String, suffixes: [String], mediaType: MediaType, isText: Bool,
    viewer: PictureViewer? = nil,
    sniff: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool, read: Read?, write: Write?,
    writePieces: WritePieces? = nil
  ) {
    self.name = name
    self.kind = kind
    self.title = title
    self.suffixes = suffixes
    self.mediaType = mediaType
    self.isText = isText
    self.viewer = viewer
    self.sniff = sniff
    self.read = read
    self.write = write
    self.writePieces = writePieces
  }
}

extension Format {
  /// A directory, or one file that stands for one, rather than a file of its own.
  public var isPackage: Bool { kind == .package }
  /// Whether a document's pictures can be shown.
  public var showsPictures: Bool { kind != .plainText }
  /// Whether pictures lie beside the written file where the caller wishes nothing else.
  public var hasPicturesBeside: Bool { kind == .markdown }
  /// Whether the written file can hold files that are no pictures.
  public var holdsFiles: Bool { kind != .html }
  /// Whether several documents can stand in one file, one behind the other.
  public var canBeJoined: Bool { kind == .plainText || kind == .markdown }
}
