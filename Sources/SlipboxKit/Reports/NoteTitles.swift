internal import SlipBase
internal import SlipBundle
internal import XMLSyntax

/// The titles of notes in a manifest, however invalid it is.
final class NoteTitles: XMLHandler {
  private var titles: [UniqueID: String]
  private let wanted: Set<UniqueID>

  private init(_ wanted: Set<UniqueID>) {
    self.wanted = wanted
    titles = [:]
  }

  /// Gives findings in bodies and mirrors the titles of their notes.
  static func naming(_ findings: [ValidationFinding], in storage: some BundleStorage) -> [ValidationFinding] {
    let notes = findings.map { note(at: $0.entry) }
    let wanted = Set(notes.compactMap { $0 })
    guard !wanted.isEmpty else { return findings }
    let reader = NoteTitles(wanted)
    // A manifest that can't be read has a finding of its own.
    _ = try? storage.withBytes(of: BundleLayout.manifestPath) { try XMLParser.parse($0, handler: reader) }
    return zip(findings, notes).map { finding, note in
      var finding = finding
      finding.noteTitle = note.flatMap { reader.titles[$0] }
      return finding
    }
  }

  private static func note(at entry: String) -> UniqueID? {
    switch PayloadPath(entry)?.key {
    case .body(let id), .mirror(let id): id
    default: nil
    }
  }

  func startElement(_ element: XMLElement) throws(SlipError) {
    guard element.isNamed("note"), let id = element.string("id").flatMap({ UniqueID($0) }),
      wanted.contains(id)
    else { return }
    titles[id] = element.string("title")
  }
}
