internal import SlipOffice
public import RTFSyntax
public import SlipBase
public import SlipDocument

/// A document format as a value: its names, how to recognise it, and how to read and
/// write it.
///
/// Each format is one row of `FormatTable`. Code that handles formats asks a row for its
/// capabilities (`read`, `write`, `isText`, `viewer`) and never compares names, so that a
/// new format needs no changes elsewhere.
public struct Format: Sendable {
  /// Reads bytes as a document. Reading is total: any bytes give a result, and what could
  /// not be read is reported in its diagnostics.
  public typealias Read = @Sendable (UnsafeRawBufferPointer, Limits) -> ReadResult
  /// Writes a document to memory. The same document and options always give the same
  /// bytes.
  ///
  /// - Throws: `SlipError` where the files of a packed format can't be packed.
  public typealias Write = @Sendable (Document, WriteOptions) throws(SlipError) -> [UInt8]
  /// Writes a document and passes the bytes on in pieces, in order, as they are ready.
  /// Throws only what the closure throws.
  public typealias WritePieces =
    @Sendable (Document, WriteOptions, (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  /// What a format is to code that treats some formats unlike others. Several formats may be of
  /// one kind, as HTML and XHTML are.
  public enum Kind: Sendable, Hashable {
    /// Rich Text Format, in one file.
    case rtf
    /// RTF with its files beside it: RTFD.
    case package
    /// HTML 5, as text or as XML.
    case html
    /// GitHub Flavored Markdown.
    case markdown
    /// A Word document, with its pictures in one file.
    case office
    /// An OpenDocument text, with its pictures in one file.
    case openDocument
    /// A publication for reading programs, with its pictures in one file.
    case book
    /// Text without pictures and formatting.
    case plainText
    /// Items of plain text, some below others.
    case outline
  }

  /// The short name that commands and options use, such as `html`. Lower case, and unique
  /// within the table.
  public let name: String
  /// What the format is, whatever it is called.
  public let kind: Kind
  /// The name for people, such as `HTML 5`. Messages use it.
  public let title: String
  /// File name suffixes in lower case, without the dot. Reading accepts all of them;
  /// writing uses the first one.
  public let suffixes: [String]
  /// The media type of the written form. Formats without a registered type use
  /// `application/octet-stream`.
  public let mediaType: MediaType
  /// Whether the written form is text (UTF-8 or ASCII), which can be shown in a terminal.
  public let isText: Bool
  /// Who displays the written form, which decides the types its pictures may have:
  /// `Document.makePicturesVisible` converts the others. Nil for formats that can hold
  /// any type of picture, or none.
  public let viewer: PictureViewer?
  /// Whether bytes look like this format. Formats without a signature of their own, such
  /// as Markdown, always answer no.
  public let sniff: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// The reader of a format that refuses some bytes, such as an encrypted file; nil for formats that any bytes can be read
  /// as.
  public let readSound: (@Sendable (UnsafeRawBufferPointer, Limits) throws(SlipError) -> ReadResult)?
  /// The reader; nil for a format that can only be written, and for one that `readSound` alone reads.
  public let read: Read?
  /// The writer, or nil for a format that can only be read.
  public let write: Write?
  /// A writer that gives the same bytes as `write`, but needs memory for one buffer only.
  /// Nil for formats whose output is small.
  public let writePieces: WritePieces?

  /// Creates a row of `FormatTable`. See the properties for the meaning of the
  /// parameters.
  package init(
    name: String, kind: Kind, title: String, suffixes: [String], mediaType: MediaType, isText: Bool,
    viewer: PictureViewer? = nil,
    sniff: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    readSound: (@Sendable (UnsafeRawBufferPointer, Limits) throws(SlipError) -> ReadResult)? = nil,
    read: Read?,
    write: Write?,
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
    self.readSound = readSound
    self.read = read
    self.write = write
    self.writePieces = writePieces
  }
}

extension Format {
  /// Reads a file whose encoding is known from elsewhere: it counts whatever the file says. RTF and word processors'
  /// documents say their encodings themselves, and are read as they are.
  ///
  /// - Parameter encoding: the encoding; nil lets the file say it.
  /// - Returns: nil for a format that can only be written.
  /// - Throws: `SlipError` for bytes that the format refuses.
  public func read(
    _ bytes: UnsafeRawBufferPointer, in encoding: TextEncoding?, limits: Limits
  ) throws(SlipError) -> ReadResult? {
    if let readSound { return try readSound(bytes, limits) }
    guard let read else { return nil }
    try expectLength(bytes, limits)
    guard let encoding, kind != .rtf, kind != .package, let text = encoding.decode(bytes) else {
      return read(bytes, limits)
    }
    // A byte order mark wins over what a page declares.
    return ([0xEF, 0xBB, 0xBF] + text).withUnsafeBytes { read($0, limits) }
  }

  /// Refuses a text that is too long to be one document. Pictures in it have limits of their own.
  func expectLength(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(SlipError) {
    switch kind {
    case .html, .markdown, .plainText:
      guard bytes.count > limits.textBytes else { return }
      let text = kind == .plainText ? bytes.count : bytes.count - DataURL.length(in: bytes)
      if text > limits.textBytes { throw MarkupCode.longText(limits.textBytes) }
    case .rtf, .package, .office, .openDocument, .book, .outline: break
    }
  }

  /// Whether it is RTF, alone or with its files beside it.
  public var isRTF: Bool { kind == .rtf || kind == .package }
  /// A directory, or one file that stands for one, rather than a file of its own.
  public var isPackage: Bool { kind == .package }
  /// Whether it is the format of a word processor, other than RTF.
  public var isOffice: Bool { kind == .office || kind == .openDocument }
  /// Whether a document's pictures can be shown.
  public var showsPictures: Bool { kind != .plainText && kind != .outline }
  /// Whether pictures lie beside the written file where the caller wishes nothing else.
  public var hasPicturesBeside: Bool { kind == .markdown }
  /// Whether the written file can hold files that are no pictures.
  public var holdsFiles: Bool { kind != .html && !isOffice }
  /// Whether the written file can hold the data of an object of another program, behind the picture that shows it.
  public func holds(object: Resource) -> Bool {
    switch kind {
    case .office: DOCXWriter.holds(object: object)
    case .openDocument: !isText && ODTWriter.holds(object: object)
    default: holdsFiles
    }
  }
  /// Whether styles, page, headers and footers can be taken of another document.
  public func takesTemplate(_ bytes: [UInt8]) -> Bool {
    isOffice && !isText && bytes.withUnsafeBytes(sniff)
  }
  /// Whether several documents can stand in one file, one behind the other.
  public var canBeJoined: Bool { kind == .plainText || kind == .markdown }
}
