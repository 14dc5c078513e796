internal import RTFSyntax
internal import SlipCore
internal import SlipDocument

/// A document together with the bytes of the file that its blocks come from.
///
/// The file's body is cut where blocks end: behind `\par`, behind the last `\row` of a table, behind a break.
struct RTFBodyMap {
  /// Bytes of the file and the blocks that they say.
  struct Segment: Equatable {
    /// The bytes. Those of neighbouring segments touch.
    var bytes: Range<Int>
    /// The blocks of the body, mostly one.
    var blocks: Range<Int>
  }

  /// The document, in normal form.
  let document: Document
  /// What the file's head defines.
  let tables: RTFTables
  /// For each list of the document that the file defines, N of `\lsN`.
  let listNumbers: [Int: Int]
  /// The parts of the body, in order, without gaps; nil where blocks and bytes can't be told apart.
  let segments: [Segment]?
  /// Where the body begins: behind the head.
  let start: Int
  /// Where the body ends: at the last brace.
  let end: Int
  /// For each table of the head, the offset of its closing brace.
  let tableEnds: [String: Int]

  /// Reads a file.
  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: RTFDocumentSink(input: bytes))
    var recorder = Recorder()
    var before = 0
    while true {
      before = interpreter.tokenizer.position
      let isDone = interpreter.run(to: before + 1)
      let position = isDone ? before : interpreter.tokenizer.position
      if isDone || !interpreter.sink.isInterrupted {
        recorder.note(interpreter.sink, at: position, isRowEnd: RTFBodyMap.isRowEnd(bytes, before))
      }
      if isDone { break }
    }
    document = interpreter.sink.document
    tables = interpreter.tables
    listNumbers = interpreter.sink.lists.numbers
    let head = RTFHeadScan(bytes)
    (start, tableEnds) = (head.bodyStart, head.tableEnds)
    end = max(before, start)
    recorder.close(document.blocks.count, at: end)
    segments = recorder.segments(from: start, in: bytes, count: document.blocks.count)
  }

  /// Whether the next token ends a row, which may complete a table.
  private static func isRowEnd(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = offset
    guard let token = tokenizer.next(), token.kind == .controlWord else { return false }
    return ControlWordTable.rows[Int(token.word)].action == .row
  }

  /// Collects where blocks end while a file is read.
  private struct Recorder {
    /// Where the number of complete blocks grew, and to how many.
    private var ends: [(offset: Int, count: Int)] = []
    /// Where the last row of the open table ended.
    private var rowEnd = 0
    private var rows = 0

    mutating func note(_ sink: RTFDocumentSink, at offset: Int, isRowEnd: Bool) {
      let count = sink.story.blockCount
      let last = ends.last?.count ?? 0
      if count > last {
        // A table is complete only when something follows it.
        if rows > 0, count - last > 1 { ends.append((rowEnd, last + 1)) }
        ends.append((rows > 0 && count - last == 1 && !isRowEnd ? rowEnd : offset, count))
        rows = 0
      }
      if sink.story.rowCount > rows { (rows, rowEnd) = (sink.story.rowCount, offset) }
    }

    /// Notes that the document has so many blocks at its end.
    mutating func close(_ count: Int, at offset: Int) {
      let last = ends.last?.count ?? 0
      if count > last { ends.append((offset, count)) }
    }

    /// The segments; nil where the document was changed after it was read.
    func segments(from start: Int, in bytes: UnsafeRawBufferPointer, count: Int) -> [Segment]? {
      guard (ends.last?.count ?? 0) == count else { return nil }
      var segments: [Segment] = []
      var (offset, blocks) = (start, 0)
      for end in ends {
        guard end.offset >= offset else { return nil }
        let behind = RTFSkeleton.endOfGroups(bytes, offset..<end.offset)
        segments.append(Segment(bytes: offset..<behind, blocks: blocks..<end.count))
        (offset, blocks) = (behind, end.count)
      }
      return segments
    }
  }
}

/// Finds where the head of a file ends, and the tables in it.
struct RTFHeadScan {
  /// The offset behind the head.
  private(set) var bodyStart = 0
  /// For each table, the offset of its closing brace.
  private(set) var tableEnds: [String: Int] = [:]

  /// Words in front of the body that begin it.
  private static let bodyWords: Set<String> = [
    "pard", "plain", "trowd", "intbl", "par", "line", "tab", "page", "sect", "b", "i", "f", "fs", "cf", "s",
  ]
  /// Destinations of the head.
  private static let headGroups: Set<String> = [
    "fonttbl", "colortbl", "stylesheet", "info", "header", "headerf", "headerl", "headerr", "footer",
    "footerf",
    "footerl", "footerr", "filetbl", "listtable", "listoverridetable", "revtbl", "rsidtbl", "generator",
    "userprops",
    "pgdsctbl", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn",
  ]

  /// Scans the beginning of a file.
  init(_ bytes: UnsafeRawBufferPointer) {
    var tokenizer = Tokenizer(bytes)
    guard let first = tokenizer.next(), first.kind == .groupStart else { return }
    bodyStart = tokenizer.position
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart:
        var inner = tokenizer
        guard let name = RTFHeadScan.destination(&inner, bytes) else { return }
        guard tokenizer.skipGroup() else { return }
        tableEnds[name] = tokenizer.position - 1
        bodyStart = tokenizer.position
      case .controlWord:
        if RTFHeadScan.bodyWords.contains(RTFHeadScan.name(token, bytes)) { return }
        bodyStart = token.end
      case .text:
        if !bytes[token.offset..<token.end].allSatisfy({ $0 <= 0x20 }) { return }
      default: return
      }
    }
  }

  /// The name of a group of the head; nil for a group of the body. Groups with `\*` belong to the head, except bookmarks
  /// and the like that stand in the text.
  private static func destination(_ tokenizer: inout Tokenizer, _ bytes: UnsafeRawBufferPointer) -> String? {
    guard var token = tokenizer.next() else { return nil }
    let isIgnorable = token.kind == .controlSymbol && token.parameter == 0x2A
    if isIgnorable {
      guard let next = tokenizer.next() else { return nil }
      token = next
    }
    guard token.kind == .controlWord else { return nil }
    let name = name(token, bytes)
    // Two spellings of the same, such as two font tables: it belongs to the head where they do.
    if name == "upr" {
      guard let brace = tokenizer.next(), brace.kind == .groupStart else { return nil }
      return destination(&tokenizer, bytes).map { _ in name }
    }
    let isOfText = ["bkmkstart", "bkmkend", "shppict", "pn", "atnid", "atnauthor", "NeXTGraphic"].contains(
      name)
    return headGroups.contains(name) || isIgnorable && !isOfText ? name : nil
  }

  /// The name of a control word as it is written.
  static func name(_ token: Token, _ bytes: UnsafeRawBufferPointer) -> String {
    let letters = bytes[(token.offset + 1)..<token.end].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    return String(decoding: letters, as: UTF8.self)
  }
}
