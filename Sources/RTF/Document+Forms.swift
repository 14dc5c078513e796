/// Documents from the bytes of a file, in one line.
///
/// ```swift
/// import RTF
///
/// let document = Document(rtf: bytes)
/// print(document.markdown)
/// ```
///
/// Any bytes give a document. What was wrong with them is in `ReadResult.diagnostics`, which the readers give
/// (`RTFReader.read`, `HTMLReader.read`, `MarkdownReader.read`).
extension Document {
  /// Reads RTF. What doesn't begin as RTF does is read as well as possible.
  public init(rtf bytes: some Sequence<UInt8>) {
    self = Document.read(bytes) { RTFReader.read($0).document }
  }

  /// Reads HTML.
  public init(html bytes: some Sequence<UInt8>) {
    self = Document.read(bytes) { HTMLReader.read($0).document }
  }

  /// Reads Markdown: CommonMark with the extensions of GitHub.
  public init(markdown text: some StringProtocol) {
    self = Document.read(text.utf8) { MarkdownReader.read($0).document }
  }

  /// Reads plain text: each line becomes a paragraph.
  public init(plainText text: some StringProtocol) {
    self = Document.read(text.utf8) { PlainTextReader.read($0).document }
  }

  /// Calls a reader with bytes in one piece.
  private static func read(
    _ bytes: some Sequence<UInt8>, _ reader: (UnsafeRawBufferPointer) -> Document
  ) -> Document {
    if let document = bytes.withContiguousStorageIfAvailable({ reader(UnsafeRawBufferPointer($0)) }) {
      return document
    }
    return Array(bytes).withUnsafeBytes(reader)
  }
}

/// The document in other forms. The writers of the same names have options (`WriteOptions`).
extension Document {
  /// Canonical RTF 1.9.1: the same document always gives the same bytes, all of them ASCII.
  public var rtf: [UInt8] { RTFWriter.write(self) }

  /// A page of HTML 5.
  public var html: String { String(decoding: HTMLWriter.write(self), as: UTF8.self) }

  /// Markdown, with a front matter where the document has facts about itself.
  public var markdown: String { String(decoding: MarkdownWriter.write(self), as: UTF8.self) }

  /// The text alone. Lines end in LF, except the last one.
  public var plainText: String { String(decoding: PlainTextWriter.write(self), as: UTF8.self) }
}
