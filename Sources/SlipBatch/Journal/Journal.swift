internal import SlipFiles
public import SlipBase
internal import Synchronization

/// The record of a run: a file with one JSON object a line, written while the run proceeds.
///
/// Each item has a line as soon as it is finished, so a later run can continue where an earlier one
/// ended, however that came about. Memory holds sixteen bytes for each path of earlier runs; the
/// records stay in the file.
public final class Journal: Sendable {
  /// What earlier runs wrote, and where to find it.
  private struct Past {
    var reader: LineReader
    var index: JournalIndex
  }

  /// The end of the file, where lines are appended.
  private let file: AppendingFile
  /// The earlier records; nil for a new journal.
  private let past: Mutex<Past?>

  /// Begins a journal at `path`, or on standard output for `-`. With `resume`, continues the one at
  /// `path` if there is one.
  ///
  /// - Throws: `BatchCode.journalExists` when the journal exists and `resume` is false;
  ///   `BatchCode.otherJob` when it belongs to other work; `BatchCode.notJournal` when the file is
  ///   something else. The file is unchanged in all these cases.
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

  /// The record that an earlier run wrote about this path; nil when there is none.
  public func earlier(_ path: String) -> ItemRecord? {
    past.withLock { past in
      guard let past, let offset = past.index.offset(of: path) else { return nil }
      do throws(SlipError) {
        try past.reader.seek(to: offset)
        guard let line = try past.reader.next(), case .item(let record) = JournalLine(line.bytes) else {
          return nil
        }
        // The index knows only a hash, which two paths might share.
        return record.path == path || record.output == path ? record : nil
      } catch {
        return nil
      }
    }
  }

  /// Writes a line. Several threads may call this.
  ///
  /// - Throws: When the file can't be written.
  public func append(_ line: JournalLine) throws(SlipError) { try file.append(line.bytes) }

  /// Writes the last line of the run and flushes the file.
  public func finish(_ summary: BatchSummary) throws(SlipError) {
    try append(.end(EndRecord(summary)))
    try file.flush()
  }

  /// Whether the journal begins at this path; false when there is one to continue. Nothing is
  /// changed yet.
  private static func isNew(_ path: String, _ run: RunRecord, resume: Bool) throws(SlipError) -> Bool {
    guard let status = try FileSystem.status(path), status.kind == .file, status.length > 0 else {
      return true
    }
    let first = try LineReader(path).next()
    let isTorn = first.map { !$0.isWhole && isStart($0.bytes) } ?? false
    guard !isTorn else { return true }
    guard let first, case .run(let earlier) = JournalLine(first.bytes) else {
      throw SlipError(
        .usage, code: BatchCode.notJournal, "This file is not a journal; nothing was written to it.",
        at: SourceLocation(file: path))
    }
    guard resume else {
      throw SlipError(
        .usage, code: BatchCode.journalExists,
        "This journal exists already. Continue it with --resume, or name another file.",
        at: SourceLocation(file: path))
    }
    guard earlier.isSameWork(as: run) else {
      throw SlipError(
        .usage, code: BatchCode.otherJob,
        "This journal belongs to other work: another command, other options, other inputs or another shard.",
        at: SourceLocation(file: path))
    }
    return false
  }

  /// Whether a torn line is the beginning of a journal. Any other file belongs to someone and must
  /// not be overwritten.
  private static func isStart(_ bytes: [UInt8]) -> Bool {
    let start = Array("{\"form\":\(RunRecord.currentForm),\"inputs\":[".utf8)
    return zip(bytes, start).allSatisfy { $0 == $1 }
  }

  /// Indexes the records of a journal. Lines that can't be read are passed over.
  private static func read(_ path: String) throws(SlipError) -> Past {
    var index = JournalIndex()
    let reader = try LineReader(path)
    while let line = try reader.next() {
      if case .item(let record) = JournalLine(line.bytes) { index.note(record, at: line.offset) }
    }
    return Past(reader: reader, index: index)
  }
}

/// Where in a journal the last record of each path is. It holds sixteen bytes for each path, not
/// the paths themselves.
struct JournalIndex: Sendable {
  /// The offset of the last record by the hash of its path.
  private var offsets: [UInt64: Int] = [:]

  /// Remembers where a record is.
  mutating func note(_ record: ItemRecord, at offset: Int) {
    offsets[JournalIndex.key(record.path)] = offset
    // Something that moved is found by its new path, too.
    if let output = record.output { offsets[JournalIndex.key(output)] = offset }
  }

  /// The offset of the last record about a path; nil when there is none.
  func offset(of path: String) -> Int? { offsets[JournalIndex.key(path)] }

  /// The first eight bytes of the path's SHA-256 digest as a number.
  static func key(_ path: String) -> UInt64 {
    UInt64(Digest(of: Array(path.utf8)).hex.prefix(16), radix: 16) ?? 0
  }
}
