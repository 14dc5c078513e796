internal import SlipCore
public import SlipDocument

/// Writes canonical RTF: the same document always gives the same bytes, all of them ASCII.
///
/// It writes RTF 1.9.1 in the form that Word and LibreOffice read. `RTFReader` reads back the document,
/// in the normal form that `Document.normalized()` gives it.
public enum RTFWriter {
  /// Writes a document as one array of bytes.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - isNormalForm: whether the document is known to be in normal form, as one from `RTFReader` is.
  ///     This saves the time for normalizing it.
  /// - Returns: RTF that ends with a line end.
  public static func write(_ document: Document, isNormalForm: Bool = false) -> [UInt8] {
    var builder = RTFBuilder(document: isNormalForm ? document : document.normalized())
    builder.write()
    return builder.out.bytes
  }

  /// Writes a document in normal form, of which some resources are files beside it.
  ///
  /// - Parameter fileNames: The names of the files, by the indexes of the resources.
  package static func write(normal document: Document, fileNames: [Int: String]) -> [UInt8] {
    var builder = RTFBuilder(document: document)
    builder.fileNames = fileNames
    builder.write()
    return builder.out.bytes
  }

  /// Writes a document in pieces, so that memory contains the document and a buffer instead of the
  /// whole file.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - isNormalForm: whether the document is known to be in normal form.
  ///   - chunk: receives the pieces in order. Their bytes are valid only during the call.
  /// - Throws: what `chunk` throws.
  public static func write(
    _ document: Document, isNormalForm: Bool = false, chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let document = isNormalForm ? document : document.normalized()
    try PiecewiseOutput.run(chunk) { drain in
      var builder = RTFBuilder(document: document, out: RTFOutput(drain: drain))
      builder.write()
      builder.out.flush()
    }
  }
}

/// Builds the RTF of one document. Extensions contain the parts: header, blocks, inlines, fields,
/// lists, pictures, tables.
///
/// A function writes to `out` and relies on nothing that was written before: each paragraph begins with
/// `\pard\plain`, and the formatting of a run ends with its group. So slices of the body can be written
/// separately.
struct RTFBuilder {
  /// The document, in normal form.
  let document: Document
  /// The numbers of fonts, colours, styles and authors.
  let tables: RTFHeaderTables
  /// What has been written.
  var out: RTFOutput
  /// The control words of recent formatting, since text alternates between few kinds of it.
  var formats = RecentValues<(style: CharacterStyle, heading: Int?), Format>()
  /// How many table cells are open around the current place. Text boxes and notes begin again at 0.
  var tableDepth = 0
  /// The note whose mark is to be repeated at the beginning of its text; nil when there is none.
  var pendingMark: MarginNote?
  /// Names of the resources that are files beside the text, as in an RTFD package, by index. Other
  /// resources are embedded in the text.
  var fileNames: [Int: String] = [:]

  /// The lists that are written; nil for a part of a file that exists.
  var lists: RTFWrittenLists?
  /// How many list items have been written.
  var itemCount = 0
  /// For lists of a file that exists, N of `\lsN`, by index; other lists are counted from 1.
  var listNumbers: [Int: Int] = [:]
  /// The lists that such a file lacks, by index.
  var newLists: [Int] = []

  /// The formatting of a run in RTF.
  struct Format {
    /// The control words of the formatting.
    let words: RTFOutput.Words
    /// Whether text of this formatting belongs to a field or link.
    let isOfField: Bool
  }

  /// Creates a builder, which walks over the document once to collect its tables.
  ///
  /// - Parameter out: where to write; without a drain it collects all bytes.
  init(document: Document, out: RTFOutput = RTFOutput()) {
    self.document = document
    self.out = out
    tables = RTFHeaderTables(document: document)
    if !document.lists.isEmpty { lists = RTFWrittenLists(document) }
  }

  /// Creates a builder for a part of a document whose tables are known.
  init(_ document: Document, _ tables: RTFHeaderTables) {
    self.document = document
    self.tables = tables
    out = RTFOutput(capacity: BodySlices.capacity)
  }

  /// Writes the whole file.
  mutating func write() {
    out.open()
    out.word("rtf", 1)
    header()
    for part in document.headersAndFooters { headerOrFooter(part) }
    body()
    out.close()
    out.newLine()
  }

  /// Writes the body. A long one is written in slices by several threads, where the output is drained.
  /// The slices may be cut between any two blocks, as each paragraph and table carries its whole
  /// formatting.
  private mutating func body() {
    guard out.isDrained, let slices = BodySlices.cut(document.blocks, where: { _, _ in true }) else {
      return blocks(document.blocks[...])
    }
    let (document, tables, fileNames, lists) = (document, tables, fileNames, lists)
    BodySlices.write(slices) { slice in
      var builder = RTFBuilder(document, tables)
      builder.fileNames = fileNames
      builder.lists = lists
      builder.itemCount = lists?.firstItems[slice.lowerBound] ?? 0
      builder.blocks(document.blocks[slice])
      return builder.out.bytes
    } take: { _, bytes in
      out.flush()
      out.group(bytes)
    }
  }
}
