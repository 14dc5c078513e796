public import SlipBase
internal import SlipBundle

/// A diagnostic of validation together with what reports show besides: the place in the file,
/// the line of text, the note's title, and a fingerprint.
public struct ValidationFinding: Sendable, Hashable {
  /// A line of the user's text with the place of the finding in it. Of a long line it is the
  /// part around the place.
  public struct Excerpt: Sendable, Hashable {
    /// The text, without control characters; `…` stands where a long line was cut.
    public var text: String
    /// The number of characters of `text` before the place.
    public var caret: Int
  }

  /// What was found: code, severity, message, location, hint.
  public var diagnostic: Diagnostic
  /// The path of the file in the bundle; empty for the bundle itself.
  public var entry: String
  /// The line, from 1; nil where it isn't known.
  public var line: Int?
  /// The column, from 1, in Unicode code points; nil where it isn't known.
  public var column: Int?
  /// The line of text; nil where there is none to show, or where a bundle has very many
  /// findings.
  public var excerpt: Excerpt?
  /// The title of the note whose body or mirror the finding is about; nil for other files.
  public var noteTitle: String?
  /// 64 hexadecimal digits that identify the finding within the bundle. They depend on code,
  /// path and object, but not on the line, so they stay the same in the next run even if lines
  /// have moved. Reports use the fingerprint of `ReportFingerprint`, which is unique among
  /// bundles.
  public var fingerprint: String
}

/// Turns diagnostics into findings by looking at the bytes they point to, while the bundle is
/// open.
///
/// Diagnostics of one file should be neighbours: each run of neighbours opens its file once.
struct FindingContext {
  /// The number of findings of a bundle that get an excerpt and, in files without lines, a line
  /// number.
  private static let excerptLimit = 1000
  /// Larger files, in bytes, aren't searched for line numbers.
  private static let lineSearchLimit = 1_000_000

  /// The findings for these diagnostics, in the same order.
  ///
  /// A file that can't be read gives findings without line and excerpt; that it can't be read
  /// is a finding of its own.
  static func findings(_ diagnostics: [Diagnostic], in storage: some BundleStorage) -> [ValidationFinding] {
    let bundle = storage.displayPath
    let root = bundle.hasSuffix("/") ? bundle : bundle + "/"
    var context = FindingContext()
    var result: [ValidationFinding] = []
    result.reserveCapacity(diagnostics.count)
    var start = 0
    while start < diagnostics.count {
      let file = diagnostics[start].location.file
      let end = diagnostics[start...].firstIndex { $0.location.file != file } ?? diagnostics.count
      var entry = file == bundle ? "" : file ?? ""
      if entry.utf8.starts(with: root.utf8) {
        entry = String(Substring(entry.utf8.dropFirst(root.utf8.count)))
      }
      let needsBytes = diagnostics[start..<end].contains { offset($0) != nil }
      let add = { (bytes: UnsafeRawBufferPointer?) in
        for diagnostic in diagnostics[start..<end] {
          result.append(context.finding(diagnostic, entry, bytes))
        }
      }
      // A file that can no longer be read gives findings without context.
      if !needsBytes || (try? storage.withBytes(of: entry) { add($0) }) == nil { add(nil) }
      start = end
    }
    return result
  }

  /// How many findings have an excerpt so far.
  private var excerpts = 0
  /// How often each identity occurred, to number equal findings.
  private var seen: [String: Int] = [:]

  /// The finding for one diagnostic.
  ///
  /// - Parameters:
  ///   - entry: The path of the file in the bundle.
  ///   - bytes: The content of the file; nil where it isn't needed or can't be read.
  private mutating func finding(
    _ diagnostic: Diagnostic, _ entry: String, _ bytes: UnsafeRawBufferPointer?
  ) -> ValidationFinding {
    var finding = ValidationFinding(diagnostic: diagnostic, entry: entry, fingerprint: "")
    var object = ""
    switch diagnostic.location.place {
    case .wholeFile: break
    case .object(let name): object = name
    case .position(let line, _, _): finding.line = line
    case .byte(let offset):
      if let bytes, excerpts < Self.excerptLimit, bytes.count <= Self.lineSearchLimit,
        case .position(let line, _, _) = SourceLocation.position(of: offset, in: bytes)
      {
        finding.line = line
      }
    }
    if let bytes, let offset = Self.offset(diagnostic), offset <= bytes.count {
      let window = SourceWindow(bytes, offset)
      finding.column = finding.line == nil ? nil : window.column
      object = window.object
      if excerpts < Self.excerptLimit, finding.line != nil {
        finding.excerpt = window.excerpt
        excerpts += 1
      }
    }
    finding.fingerprint = fingerprint("\(diagnostic.code)\n\(entry)\n\(object)")
    return finding
  }

  /// The digest of code, path and object. Equal findings are numbered, so that each has a
  /// fingerprint of its own.
  private mutating func fingerprint(_ identity: String) -> String {
    let number = seen[identity, default: 0]
    seen[identity] = number + 1
    return Digest(of: Array((number == 0 ? identity : "\(identity)\n\(number)").utf8)).hex
  }

  /// The byte offset of a diagnostic; nil where it is about a whole file or an entity.
  private static func offset(_ diagnostic: Diagnostic) -> Int? {
    switch diagnostic.location.place {
    case .position(_, _, let offset): offset
    case .byte(let offset): offset
    case .wholeFile, .object: nil
    }
  }
}
