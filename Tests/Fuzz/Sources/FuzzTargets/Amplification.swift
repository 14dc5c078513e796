import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF

/// What a document may become, measured by the length of the file.
enum Amplification {
  /// Limits that short inputs reach.
  static let limits: Limits = {
    var limits = Limits()
    limits.repeatedCells = 1_000
    limits.repeatedBytes = 16 << 10
    limits.repeatedPictureBytes = 16 << 10
    return limits
  }()

  /// The most cells for each byte of a file: `|` begins one.
  private static let cellsPerByte = 2
  /// The most bytes of a written document for each byte of a file: a cell of RTF needs 150.
  private static let bytesPerByte = 512
  /// What any document may have.
  private static let base = 512 << 10

  /// Claims that a document has no more cells and notes than its file can ask for, and that no format makes more of it.
  ///
  /// - Parameters:
  ///   - length: The bytes of the file, unpacked.
  ///   - document: What was read of it within `limits`.
  static func check(_ length: Int, _ document: Document) {
    var counter = Counter()
    document.walk(&counter)
    let mostCells = limits.repeatedCells + cellsPerByte * length
    claim(counter.cells <= mostCells, "\(counter.cells) cells of \(length) bytes")
    let mostNotes = limits.repeatedBytes / 512 + length
    claim(document.notes.count <= mostNotes, "\(document.notes.count) notes of \(length) bytes")
    var shown = document
    _ = shown.makePicturesVisible(to: .wordProcessor, limits: limits)
    let most = base + bytesPerByte * length
    let written = [
      ("rtf", RTFWriter.write(shown)), ("html", HTMLWriter.write(shown)),
      ("markdown", MarkdownWriter.write(shown)),
      ("txt", PlainTextWriter.write(shown)),
    ]
    for (name, bytes) in written {
      claim(bytes.count <= most, "\(bytes.count) bytes of \(name) of \(length) bytes")
    }
  }

  /// Counts cells.
  private struct Counter: DocumentVisitor {
    var cells = 0
    mutating func enter(_ cell: DocumentTableCell) { cells += 1 }
  }
}
