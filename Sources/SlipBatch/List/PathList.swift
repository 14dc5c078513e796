internal import SlipFiles
public import SlipBase

/// Paths from a file or from standard input.
///
/// There may be one path a line, or paths separated by NUL, as `find -print0` writes them. Lines
/// may also be JSON objects with a member `path`, such as the records of a journal; a run can so
/// repeat what another run did.
public final class PathList: WorkSource {
  /// Reads the entries.
  private let reader: LineReader
  /// The list's name for messages.
  private let path: String
  /// The number of the current entry, from 1.
  private var line = 0
  /// Whether the list is at its end, or can't be read any further.
  private var isAtEnd = false

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - path: A file, or `-` for standard input.
  ///   - isStopped: Asked while a pipe has nothing to read; true ends the list.
  ///
  /// - Throws: When the file can't be opened.
  public init(_ path: String, isStopped: @escaping () -> Bool = { false }) throws(SlipError) {
    self.path = path == "-" ? "<stdin>" : path
    reader = try LineReader(path, separator: .nulOrNewline, isStopped: isStopped)
  }

  /// The next path; nil at the end. An entry that can't be used is an item with a problem.
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

  /// The item of an entry; nil for entries without one: an empty line, or the first or last line of
  /// a journal's run.
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
    // Paths may also begin with a brace.
    case nil: return WorkItem(path: JournalLine.path(entry.bytes) ?? text)
    }
  }

  /// The error for an entry that can't be used.
  private func fault(_ what: String) -> SlipError {
    SlipError(
      .badInput, code: BatchCode.badEntry, "This entry of the list \(what).",
      at: SourceLocation(file: path, .position(line: line, column: 1, offset: nil)))
  }
}
