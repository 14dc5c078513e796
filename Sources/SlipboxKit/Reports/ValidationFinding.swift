public import SlipBase
internal import SlipBundle

/// A finding with what reports tell of it besides.
public struct ValidationFinding: Sendable, Hashable {
  /// A line of the user's text with the place in it. It is short: of a long line it is what stands around the place.
  public struct Excerpt: Sendable, Hashable {
    /// Without control characters.
    public var text: String
    /// Characters of `text` before the place.
    public var caret: Int
  }

  public var diagnostic: Diagnostic
  /// The path in the bundle; empty for the bundle itself.
  public var entry: String
  /// Line from 1, where it is known.
  public var line: Int?
  /// Column from 1 in Unicode code points, where it is known.
  public var column: Int?
  public var excerpt: Excerpt?
  /// Of the note whose body or mirror it is about.
  public var noteTitle: String?
  /// 64 hexadecimal digits of code, path and object: the same in the next run, also when lines have moved. It is one
  /// within the bundle; reports have that of `ReportFingerprint`.
  public var fingerprint: String
}

/// Looks up where findings stand while the bundle is open.
struct FindingContext {
  /// Findings of a bundle that get an excerpt and, in files without lines, a line number.
  private static let excerptLimit = 1000
  /// Files above aren't searched for line numbers.
  private static let lineSearchLimit = 1_000_000

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
      // A file that can't be read any more gives findings without context.
      if !needsBytes || (try? storage.withBytes(of: entry) { add($0) }) == nil { add(nil) }
      start = end
    }
    return result
  }

  private var excerpts = 0
  private var seen: [String: Int] = [:]

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

  /// Equal findings are numbered.
  private mutating func fingerprint(_ identity: String) -> String {
    let number = seen[identity, default: 0]
    seen[identity] = number + 1
    return Digest(of: Array((number == 0 ? identity : "\(identity)\n\(number)").utf8)).hex
  }

  private static func offset(_ diagnostic: Diagnostic) -> Int? {
    switch diagnostic.location.place {
    case .position(_, _, let offset): offset
    case .byte(let offset): offset
    case .wholeFile, .object: nil
    }
  }
}
