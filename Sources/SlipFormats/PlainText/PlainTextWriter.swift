public import SlipDocument

/// Writes the text that a reader of a document sees: the plain-text mirror that `Schemas/README.md` defines.
///
/// For every RTF file `x`, `PlainTextWriter.write(RTFReader.read(x).document)` are the bytes of
/// `RTFPlainText.extract(x)`.
public enum PlainTextWriter {
  /// UTF-8 without BOM; lines end in LF, except the last one.
  public static func write(_ document: Document) -> [UInt8] {
    var writer = MirrorWriter(document: document)
    writer.body()
    return writer.output
  }
}

/// Lays a document's text out as lines.
struct MirrorWriter {
  private let document: Document
  private(set) var output: [UInt8] = []

  /// A line has ended; LF is due when more text follows.
  private var owesLineEnd = false
  /// The line that has ended was ended by a break, whose LF an adjacent paragraph end doesn't double.
  private var isAfterBreak = false
  /// Cells open; within them line ends and tabs are spaces.
  private var cellDepth = 0
  /// A paragraph whose end is hidden runs on: boxes wait for the end that is seen, and no second marker comes.
  private var runsOn = false
  private var waitingBoxes: [TextBox] = []
  private var notes: [MarginNote.Kind: [MarginNote]] = [:]

  init(document: Document) {
    self.document = document
  }

  mutating func body() {
    blocks(document.blocks)
    flushBoxes()
    // Notes may refer to notes: a list grows while it is written.
    for kind in MarginNote.Kind.allCases {
      var index = 0
      while index < notes[kind, default: []].count {
        note(notes[kind, default: []][index])
        index += 1
      }
    }
  }
}
