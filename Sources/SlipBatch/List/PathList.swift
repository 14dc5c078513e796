internal import SlipFiles
public import SlipBase

/// Paths from a file or from standard input: one a line, or each ended by NUL, or as records (one JSON object a line)
/// with a member `path`, such as the records of a journal.
public final class PathList: WorkSource {
  private let reader: LineReader
  private let path: String
  private var line = 0
  private var isAtEnd = false

  /// `path` is a file, or `-` for standard input. `isStopped` is asked while there is nothing to read.
  public init(_ path: String, isStopped: @escaping () -> Bool = { false }) throws(SlipError) {
    self.path = path == "-" ? "<stdin>" : path
    reader = try LineReader(path, separator: .nulOrNewline, isStopped: isStopped)
  }

  public func next() -> WorkItem? {
    while !isAtEnd {
      line += 1
      do throws(SlipError) {
        guard let entry = try reader.next() else { break }
        if let item = item(entry) { return item }
      } catch {
        isAtEnd = true
        return WorkItem(path: path, problem: error)
      }
    }
    isAtEnd = true
    return nil
  }

  /// Nil for what is no entry: an empty line, a journal's beginning or end.
  private func item(_ entry: LineReader.Line) -> WorkItem? {
    guard !entry.bytes.isEmpty else { return nil }
    guard !entry.isCut, let text = String(validating: entry.bytes, as: UTF8.self) else {
      return WorkItem(
        path: String(decoding: entry.bytes.prefix(1024), as: UTF8.self),
        problem: fault(entry.isCut ? "is too long" : "is not UTF-8"))
    }
    guard text.hasPrefix("{") else { return WorkItem(path: text) }
    switch JournalLine(entry.bytes) {
    case .item(let record): return WorkItem(path: record.path)
    case .run, .end: return nil
    // A path may begin with a brace, too.
    case nil: return WorkItem(path: JournalLine.path(entry.bytes) ?? text)
    }
  }

  private func fault(_ what: String) -> SlipError {
    SlipError(
      .badInput, code: BatchCode.badEntry, "This entry of the list \(what).",
      at: SourceLocation(file: path, .position(line: line, column: 1, offset: nil)))
  }
}
