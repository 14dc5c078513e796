internal import SlipFiles
public import SlipBase

/// Findings of an earlier day, which aren't told again: one line each, so that version control merges them.
///
///     # slipconv baseline 1
///     SBXP003 <64 hexadecimal digits> Notes.slipbox/attachments/9f/9f86….png
///
/// The digits are the finding's fingerprint, the same as in SARIF.
public struct Baseline: Sendable, Equatable {
  struct Entry: Sendable, Hashable, Comparable {
    var code: String
    var fingerprint: String
    /// Relative to the working directory.
    var path: String

    static func < (a: Entry, b: Entry) -> Bool {
      if a.path != b.path { return a.path.utf8.lexicographicallyPrecedes(b.path.utf8) }
      return (a.code, a.fingerprint) < (b.code, b.fingerprint)
    }
  }

  private static let heading = "# slipconv baseline 1"
  private static let limit = 1 << 30

  /// Sorted.
  let entries: [Entry]

  public var count: Int { entries.count }

  init(entries: [Entry]) { self.entries = entries.sorted() }

  /// - Throws: `SlipError` where it can't be read or isn't a baseline.
  public init(file: String) throws(SlipError) {
    guard try FileSystem.status(file) != nil else {
      throw SlipError(
        .usage, code: KitCode.baselineMissing,
        "The baseline doesn't exist; --write-baseline creates one from the current findings.",
        at: SourceLocation(file: file))
    }
    try self.init(try FileSystem.readFile(file, limit: Self.limit), file: file)
  }

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

  /// Written all at once. What is there is replaced if it is a baseline, or with `replacing`.
  public func write(to file: String, replacing: Bool = false) throws(SlipError) {
    let isOurs = try Self.isBaseline(file)
    try FileSystem.writeFileAtomically(
      file, Array(text.utf8), existing: replacing || isOurs ? .replace : .refuse)
  }

  private static func isBaseline(_ file: String) throws(SlipError) -> Bool {
    guard try FileSystem.status(file)?.kind == .file else { return false }
    let start = Array((Self.heading + "\n").utf8)
    return try FileSystem.readStart(of: file, count: start.count) == start
  }

  var text: String {
    var text = Self.heading + "\n"
    for entry in entries { text += "\(entry.code) \(entry.fingerprint) \(Self.escaped(entry.path))\n" }
    return text
  }

  /// Line ends in names would end the entry.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("\r\n", with: "%0D%0A").replacing("\n", with: "%0A")
      .replacing("\r", with: "%0D")
  }

  private static func unescaped(_ path: Substring) -> String {
    String(path).replacing("%0A", with: "\n").replacing("%0D", with: "\r").replacing("%25", with: "%")
  }
}
