internal import SlipBase
internal import XMLSyntax

/// A fault that was found, before its place is turned into line and column.
struct Finding: Sendable {
  enum Place: Sendable, Hashable {
    /// The manifest's element whose attributes end at this byte (`XMLElement.tagEnd`).
    case tag(Int)
    /// A byte of the manifest.
    case offset(Int)
    /// A file of the bundle, or a place in it.
    case file(String, SourceLocation.Place)
  }

  /// The broken rule's code and severity. The rule itself would take ten times the room, and there can be many findings.
  var code: String
  var severity: Diagnostic.Severity
  /// The rule's title, and the detail of this finding.
  var message: String
  var place: Place
  var hint: String?
}

/// Collects findings.
struct FindingList: Sendable {
  private(set) var findings: [Finding] = []

  var isEmpty: Bool { findings.isEmpty }

  /// `detail` is added to the rule's title; it is never the user's own text.
  mutating func report(
    _ rule: ValidationRule, _ detail: String? = nil, at place: Finding.Place, hint: String? = nil
  ) {
    let message = detail.map { "\(rule.title): \($0)" } ?? rule.title
    findings.append(
      Finding(code: rule.code, severity: rule.severity, message: message, place: place, hint: hint))
  }

  mutating func report(
    _ rule: ValidationRule, _ detail: String? = nil, file: String, hint: String? = nil
  ) {
    report(rule, detail, at: .file(file, .wholeFile), hint: hint)
  }

  mutating func append(_ others: [Finding]) { findings += others }
}

extension FindingList {
  /// The findings as diagnostics: those of the manifest in its order, then those of files by path.
  func diagnostics(manifest bytes: UnsafeRawBufferPointer?, storage: some BundleStorage) -> [Diagnostic] {
    diagnostics(manifest: bytes, name: storage.displayPath(of: BundleLayout.manifestPath)) {
      storage.displayPath(of: $0)
    }
  }

  /// `name` is the manifest's name for messages, `place` gives that of a file.
  func diagnostics(
    manifest bytes: UnsafeRawBufferPointer?, name: String, place: (String) -> String
  ) -> [Diagnostic] {
    var lines = LineIndexBox(bytes)
    let placed = findings.enumerated().map { index, finding in
      (key: FindingList.key(finding, index, bytes), finding: finding)
    }
    return placed.sorted { $0.key < $1.key }.map { key, finding in
      let location: SourceLocation
      switch finding.place {
      case .tag, .offset:
        location = SourceLocation(file: name, lines.place(ofByte: key.offset))
      case .file(let path, let position):
        location = SourceLocation(file: place(path), position)
      }
      return Diagnostic(
        code: finding.code, severity: finding.severity, message: finding.message,
        location: location,
        hint: finding.hint)
    }
  }

  private struct Key: Comparable {
    var offset: Int
    var path: String
    var index: Int

    static func < (a: Key, b: Key) -> Bool {
      if a.offset != b.offset { return a.offset < b.offset }
      if a.path != b.path { return a.path.utf8.lexicographicallyPrecedes(b.path.utf8) }
      return a.index < b.index
    }
  }

  private static func key(_ finding: Finding, _ index: Int, _ bytes: UnsafeRawBufferPointer?) -> Key {
    switch finding.place {
    case .offset(let offset): return Key(offset: offset, path: "", index: index)
    case .tag(let tagEnd):
      let start = bytes.map { LineIndexBox.tagStart(tagEnd, $0) } ?? tagEnd
      return Key(offset: start, path: "", index: index)
    case .file(let path, _): return Key(offset: .max, path: path, index: index)
    }
  }
}

/// Lines of a manifest that may be missing.
struct LineIndexBox {
  private var lines: LineIndex?

  init(_ bytes: UnsafeRawBufferPointer?) { lines = bytes.map { LineIndex($0) } }

  mutating func place(ofByte offset: Int) -> SourceLocation.Place {
    lines?.place(ofByte: offset) ?? .wholeFile
  }

  static func tagStart(_ tagEnd: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    LineIndex.tagStart(endingAt: tagEnd, in: bytes)
  }
}
