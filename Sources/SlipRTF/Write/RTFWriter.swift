internal import SlipBase
public import SlipDocument

/// Writes canonical RTF: the same document always gives the same bytes, all of them ASCII.
///
/// What is written is RTF 1.9.1 as Word and LibreOffice read it; `RTFReader` gives the document back
/// (`Document.normalized()` of it).
public enum RTFWriter {
  /// - Parameter isNormalForm: `document` is what `RTFReader` gave, and so in its normal form already.
  public static func write(_ document: Document, isNormalForm: Bool = false) -> [UInt8] {
    var builder = RTFBuilder(document: isNormalForm ? document : document.normalized())
    builder.write()
    return builder.out.bytes
  }

  /// The same in pieces: memory holds a buffer of the file.
  ///
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

/// Lays a document out as RTF. The parts of the file stand in extensions.
struct RTFBuilder {
  let document: Document
  let tables: RTFWriterTables
  var out: RTFOutput
  /// What was written for a run's formatting.
  var formats = RecentValues<(style: CharacterStyle, heading: Int?), Format>()
  /// Table cells open around what is written; text boxes and notes begin anew.
  var tableDepth = 0
  /// The note whose mark its first paragraph shows.
  var pendingMark: MarginNote?
  /// Names of resources that are files beside the text, as in RTFD; others stand in it.
  var fileNames: [Int: String] = [:]

  struct Format {
    let words: RTFOutput.Words
    /// Text of this formatting stands in a field.
    let isOfField: Bool
  }

  init(document: Document, out: RTFOutput = RTFOutput()) {
    self.document = document
    self.out = out
    tables = RTFWriterTables(document: document)
  }

  /// For a slice of a document whose tables are known.
  private init(_ document: Document, _ tables: RTFWriterTables) {
    self.document = document
    self.tables = tables
    out = RTFOutput(capacity: BodySlices.capacity)
  }

  mutating func write() {
    out.open()
    out.word("rtf", 1)
    header()
    for part in document.headersAndFooters { headerOrFooter(part) }
    body()
    out.close()
    out.newLine()
  }

  /// A long body in slices: a paragraph says all of itself, and so does a table.
  private mutating func body() {
    guard out.isDrained, let slices = BodySlices.cut(document.blocks, where: { _, _ in true }) else {
      return blocks(document.blocks[...])
    }
    let (document, tables, fileNames) = (document, tables, fileNames)
    BodySlices.write(slices) { slice in
      var builder = RTFBuilder(document, tables)
      builder.fileNames = fileNames
      builder.blocks(document.blocks[slice])
      return builder.out.bytes
    } take: { _, bytes in
      out.flush()
      out.group(bytes)
    }
  }
}
