internal import SlipFiles
public import SlipBase

/// The findings of an earlier run, which are no longer reported. It lets a project fail on new
/// findings while it still has old ones.
///
/// The file has one line per finding, sorted by path, so that version control merges it line by
/// line:
///
///     # slipconv baseline 1
///     SBXP003 <64 hexadecimal digits> Notes.slipbox/attachments/9f/9f86….png
///
/// The digits are the fingerprint of the finding, the same as in SARIF reports. Code and path
/// are for readers; only the fingerprint is compared.
public struct Baseline: Sendable, Equatable {
  /// One finding of the baseline.
  struct Entry: Sendable, Hashable, Comparable {
    /// The code of the rule.
    var code: String
    /// The fingerprint of the finding among all bundles: see `ReportFingerprint`.
    var fingerprint: String
    /// The file that the finding is about, relative to the working directory of the run.
    var path: String

    /// Orders by path bytewise, then by code and fingerprint, whatever the locale.
    static func < (a: Entry, b: Entry) -> Bool {
      if a.path != b.path { return a.path.utf8.lexicographicallyPrecedes(b.path.utf8) }
      return (a.code, a.fingerprint) < (b.code, b.fingerprint)
    }
  }

  /// The first line, by which a baseline is recognized.
  private static let heading = "# slipconv baseline 1"
  /// The largest file that is read as a baseline, in bytes.
  private static let limit = 1 << 30

  /// All entries in sorted order. Findings with the same fingerprint occur as often as they
  /// were found.
  let entries: [Entry]

  /// The number of findings.
  public var count: Int { entries.count }

  /// A baseline of these entries, in any order.
  init(entries: [Entry]) { self.entries = entries.sorted() }

  /// Reads a baseline.
  ///
  /// - Throws: `SlipError` of kind `usage`: `KitCode.baselineMissing` where there is no such
  ///   file, `KitCode.baselineBroken` with the line where it isn't a baseline.
  public init(file: String) throws(SlipError) {
    guard try FileSystem.status(file) != nil else {
      throw SlipError(
        .usage, code: KitCode.baselineMissing,
        "The baseline doesn't exist; --write-baseline creates one from the current findings.",
        at: SourceLocation(file: file))
    }
    try self.init(try FileSystem.readFile(file, limit: Self.limit), file: file)
  }

  /// Parses the bytes of a baseline. Empty lines and lines that begin with `#` are comments.
  init(_ bytes: [UInt8], file: String) throws(SlipError) {
    var entries: [Entry] = []
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      let isHeading = index == 0
      if isHeading ? text == Self.heading : text.isEmpty || text.hasPrefix("#") { continue }
      let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard !isHeading, parts.count == 3, Digest(hex: parts[1]) != nil else {
        throw SlipError(
          .usage, code: KitCode.baselineBroken,
          isHeading ? "This file is not a slipconv baseline." : "This line is not a baseline entry.",
          at: SourceLocation(file: file, .position(line: index + 1, column: 1, offset: nil)))
      }
      entries.append(
        Entry(code: String(parts[0]), fingerprint: String(parts[1]), path: Self.unescaped(parts[2])))
    }
    self.init(entries: entries)
  }

  /// Writes the baseline atomically.
  ///
  /// - Parameters:
  ///   - file: The path of the baseline.
  ///   - replacing: Whether any existing file may be replaced. An existing baseline is
  ///     always replaced.
  /// - Throws: `SlipError`, with `FileCode.exists` for a file that isn't a baseline.
  public func write(to file: String, replacing: Bool = false) throws(SlipError) {
    let isOurs = try Self.isBaseline(file)
    try FileSystem.writeFileAtomically(
      file, Array(text.utf8), existing: replacing || isOurs ? .replace : .refuse)
  }

  /// Whether the file begins with the heading of a baseline.
  private static func isBaseline(_ file: String) throws(SlipError) -> Bool {
    guard try FileSystem.status(file)?.kind == .file else { return false }
    let start = Array((Self.heading + "\n").utf8)
    return try FileSystem.readStart(of: file, count: start.count) == start
  }

  /// The content of the file.
  var text: String {
    var text = Self.heading + "\n"
    for entry in entries { text += "\(entry.code) \(entry.fingerprint) \(Self.escaped(entry.path))\n" }
    return text
  }

  /// Escapes the line ends in a path, which would end the entry, as `%0A` and `%0D`, and
  /// therefore `%` as `%25`.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A").replacing("\n", with: "%0A")
      .replacing("\r", with: "%0D")
  }

  /// Undoes `escaped`. `%25` is replaced last, so that `%250A` gives `%0A`.
  private static func unescaped(_ path: Substring) -> String {
    String(path).replacing("%0A", with: "\n").replacing("%0D", with: "\r").replacing("%25", with: "%")
  }
}
