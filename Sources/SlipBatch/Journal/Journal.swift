internal import SlipFiles
public import SlipBase
internal import Synchronization

/// The record of a run, one JSON object a line, kept while it goes on; a later run can go on where it ended.
public final class Journal: Sendable {
  private struct Past {
    var reader: LineReader
    var index: JournalIndex
  }

  private let file: AppendingFile
  private let past: Mutex<Past?>

  /// Begins a journal at `path`, or on standard output where that is `-`. With `resume`, goes on with the one that is
  /// there, if there is one.
  ///
  /// - Throws: Where there is a journal and `resume` is false, where it is another job's, where the file is none.
  public init(_ path: String, run: RunRecord, resume: Bool = false) throws(SlipError) {
    guard path != "-" else {
      file = .onStandardOutput()
      past = Mutex(nil)
      try append(.run(run))
      return
    }
    let isNew = try Journal.isNew(path, run, resume: resume)
    file = try AppendingFile(path)
    past = Mutex(isNew ? nil : try Journal.read(path))
    try append(.run(run))
  }

  /// The record that an earlier run left of this path.
  public func earlier(_ path: String) -> ItemRecord? {
    past.withLock { past in
      guard let past, let offset = past.index.offset(of: path) else { return nil }
      do throws(SlipError) {
        try past.reader.seek(to: offset)
        guard let line = try past.reader.next(), case .item(let record) = JournalLine(line.bytes) else {
          return nil
        }
        // Two paths may share a key, though hardly ever.
        return record.path == path || record.output == path ? record : nil
      } catch {
        return nil
      }
    }
  }

  public func append(_ line: JournalLine) throws(SlipError) { try file.append(line.bytes) }

  /// Writes the end and flushes the file.
  public func finish(_ summary: BatchSummary) throws(SlipError) {
    try append(.end(EndRecord(summary)))
    try file.flush()
  }

  /// False where there is a journal to go on with. Nothing is changed yet.
  private static func isNew(_ path: String, _ run: RunRecord, resume: Bool) throws(SlipError) -> Bool {
    guard let status = try FileSystem.status(path), status.kind == .file, status.length > 0 else {
      return true
    }
    let first = try LineReader(path).next()
    let isTorn = first.map { !$0.isWhole && isStart($0.bytes) } ?? false
    guard !isTorn else { return true }
    guard let first, case .run(let earlier) = JournalLine(first.bytes) else {
      throw SlipError(
        .usage, code: BatchCode.notJournal, "This file is no journal; nothing was written to it.",
        at: SourceLocation(file: path))
    }
    guard resume else {
      throw SlipError(
        .usage, code: BatchCode.journalExists,
        "This journal is there already: go on with it by --resume, or name another.",
        at: SourceLocation(file: path))
    }
    guard earlier.isSameWork(as: run) else {
      throw SlipError(
        .usage, code: BatchCode.otherJob,
        "This journal was begun by other work: another command, other options, other inputs or another shard.",
        at: SourceLocation(file: path))
    }
    return false
  }

  /// Whether a torn line is the beginning of a journal; any other file is somebody's.
  private static func isStart(_ bytes: [UInt8]) -> Bool {
    let start = Array("{\"form\":\(RunRecord.currentForm),\"inputs\":[".utf8)
    return zip(bytes, start).allSatisfy { $0 == $1 }
  }

  private static func read(_ path: String) throws(SlipError) -> Past {
    var index = JournalIndex()
    let reader = try LineReader(path)
    while let line = try reader.next() {
      if case .item(let record) = JournalLine(line.bytes) { index.note(record, at: line.offset) }
    }
    return Past(reader: reader, index: index)
  }
}
