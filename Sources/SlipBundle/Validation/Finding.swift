internal import SlipBase
internal import XMLSyntax

/// A fault that was found, before its place is turned into line and column.
///
/// Checks run in any order and on several threads; `FindingList.diagnostics` sorts, so that the report
/// doesn't depend on either.
struct Finding: Sendable {
  /// Where a fault is.
  enum Place: Sendable, Hashable {
    /// The manifest's element whose start tag ends at this byte (`XMLElement.tagEnd`).
    case tag(Int)
    /// A byte of the manifest.
    case offset(Int)
    /// A file of the bundle, or a place in it.
    case file(String, SourceLocation.Place)
  }

  /// The code and severity of the rule that is broken.
  ///
  /// Not the rule itself, which would take ten times the room: there can be as many findings as entities.
  var code: String
  /// The rule's severity; the user's configuration comes later.
  var severity: Diagnostic.Severity
  /// The rule's title, with the detail of this finding.
  var message: String
  /// Where it is.
  var place: Place
  /// What to do about it, where there is a command for that.
  var hint: String?
}

/// Collects findings.
struct FindingList: Sendable {
  /// In the order in which they were found.
  private(set) var findings: [Finding] = []
  /// How many findings of each code there are, with those that aren't in the list.
  private var counts: [String: Int] = [:]
  /// The most findings of one code that are listed; the others are counted. A manifest of a few megabytes can have millions.
  static let mostOfOneCode = 20_000

  /// Whether nothing was found.
  var isEmpty: Bool { findings.isEmpty }

  /// Adds a finding of a rule.
  ///
  /// - Parameters:
  ///   - rule: The rule that is broken.
  ///   - detail: What to append to the rule's title, after a colon. It must not have text of the user's.
  ///   - place: Where it is.
  ///   - hint: A command that helps.
  mutating func report(
    _ rule: ValidationRule, _ detail: String? = nil, at place: Finding.Place, hint: String? = nil
  ) {
    guard count(rule.code) else { return }
    let message = detail.map { "\(rule.title): \($0)" } ?? rule.title
    findings.append(
      Finding(code: rule.code, severity: rule.severity, message: message, place: place, hint: hint))
  }

  /// Counts a finding, and says whether it is listed.
  private mutating func count(_ code: String) -> Bool {
    counts[code, default: 0] += 1
    return counts[code, default: 0] <= FindingList.mostOfOneCode
  }

  /// Adds a finding about a whole file of the bundle.
  mutating func report(
    _ rule: ValidationRule, _ detail: String? = nil, file: String, hint: String? = nil
  ) {
    report(rule, detail, at: .file(file, .wholeFile), hint: hint)
  }

  /// Adds another list, with the numbers of what isn't listed there.
  mutating func append(_ list: FindingList) {
    append(list.findings)
    for (code, count) in list.counts where count > FindingList.mostOfOneCode {
      counts[code, default: 0] += count - FindingList.mostOfOneCode
    }
  }

  /// Adds findings.
  mutating func append(_ others: [Finding]) {
    for finding in others where count(finding.code) { findings.append(finding) }
  }
}

extension FindingList {
  /// The findings as diagnostics: those of the manifest in its order, then those of files by path.
  func diagnostics(
    manifest bytes: UnsafeRawBufferPointer?, _ documents: ManifestDocuments = ManifestDocuments(root: 0),
    storage: some BundleStorage
  ) -> [Diagnostic] {
    var moved = self
    moved.placeParts(documents, storage)
    return moved.diagnostics(manifest: bytes, name: storage.displayPath(of: BundleLayout.manifestPath)) {
      storage.displayPath(of: $0)
    }
  }

  /// Gives findings in parts of the manifest the places in their files.
  private mutating func placeParts(_ documents: ManifestDocuments, _ storage: some BundleStorage) {
    guard !documents.parts.isEmpty else { return }
    var indices: [String: (start: Int, findings: [Int])] = [:]
    for (index, finding) in findings.enumerated() {
      let place: Int
      switch finding.place {
      case .tag(let tagEnd): place = tagEnd
      case .offset(let offset): place = offset
      case .file: continue
      }
      guard let part = documents.part(at: place) else { continue }
      indices[part.path, default: (part.start, [])].findings.append(index)
    }
    for (path, part) in indices {
      // A part that can't be read any more has no lines.
      let bytes = (try? storage.read(path)) ?? []
      bytes.withUnsafeBytes { bytes in
        var lines = LineIndex(bytes)
        let placed = part.findings.map { index in
          let offset =
            switch findings[index].place {
            case .tag(let tagEnd): ManifestLines.tagStart(tagEnd - part.start, bytes)
            case .offset(let offset): offset - part.start
            case .file: 0
            }
          return (index: index, offset: offset)
        }
        // Lines are found in the order of the file.
        for (index, offset) in placed.sorted(by: { ($0.offset, $0.index) < ($1.offset, $1.index) }) {
          findings[index].place = .file(path, bytes.isEmpty ? .wholeFile : lines.place(ofByte: offset))
        }
      }
    }
  }

  /// The same for any manifest and files.
  ///
  /// - Parameters:
  ///   - bytes: The manifest; nil where there is none, and places in it have no line.
  ///   - name: The manifest's name for messages.
  ///   - place: Gives a file's name for messages.
  func diagnostics(
    manifest bytes: UnsafeRawBufferPointer?, name: String, place: (String) -> String
  ) -> [Diagnostic] {
    var lines = ManifestLines(bytes)
    let placed = findings.enumerated().map { index, finding in
      (key: FindingList.key(finding, index, bytes), finding: finding)
    }
    let listed = placed.sorted { $0.key < $1.key }.map { key, finding in
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
    return listed + unlisted(name)
  }

  /// A diagnostic for each code of which there are more findings than are listed, with their number.
  private func unlisted(_ name: String) -> [Diagnostic] {
    counts.filter { $0.value > FindingList.mostOfOneCode }.sorted { $0.key < $1.key }.compactMap {
      code, count in
      guard let finding = findings.first(where: { $0.code == code }) else { return nil }
      let further = count - FindingList.mostOfOneCode
      return Diagnostic(
        code: code, severity: finding.severity,
        message: "There are \(further) further findings of this code, which are not listed.",
        location: SourceLocation(file: name), count: further)
    }
  }

  /// What findings are sorted by: offset in the manifest, path, and order of finding.
  private struct Key: Comparable {
    /// The byte of the manifest; the highest number for a finding about a file.
    var offset: Int
    /// The file's path; empty for a finding about the manifest.
    var path: String
    /// The place in the order in which the findings were made, from 0.
    var index: Int

    /// Compares offsets first, then paths byte by byte, then the order of finding.
    static func < (a: Key, b: Key) -> Bool {
      if a.offset != b.offset { return a.offset < b.offset }
      if a.path != b.path { return a.path.utf8.lexicographicallyPrecedes(b.path.utf8) }
      return a.index < b.index
    }
  }

  /// A finding's key. Those of files come after all of the manifest.
  private static func key(_ finding: Finding, _ index: Int, _ bytes: UnsafeRawBufferPointer?) -> Key {
    switch finding.place {
    case .offset(let offset): return Key(offset: offset, path: "", index: index)
    case .tag(let tagEnd):
      let start = bytes.map { ManifestLines.tagStart(tagEnd, $0) } ?? tagEnd
      return Key(offset: start, path: "", index: index)
    case .file(let path, _): return Key(offset: .max, path: path, index: index)
    }
  }
}

/// Lines and columns of a manifest that may be missing.
struct ManifestLines {
  /// Made once, at the first place that is asked for.
  private var lines: LineIndex?

  /// For a manifest in memory.
  init(_ bytes: UnsafeRawBufferPointer?) { lines = bytes.map { LineIndex($0) } }

  /// Line and column of a byte; the whole file where there is no manifest.
  mutating func place(ofByte offset: Int) -> SourceLocation.Place {
    lines?.place(ofByte: offset) ?? .wholeFile
  }

  /// Where the start tag begins that ends at this byte.
  static func tagStart(_ tagEnd: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    LineIndex.tagStart(endingAt: tagEnd, in: bytes)
  }
}
