internal import SlipBase
internal import SlipBundle
internal import XMLSyntax

/// Reads the titles of some notes from a manifest, however invalid it is.
///
/// Findings name a file by the UUID of its note; people know notes by title. The manifest may
/// be what is wrong, so it is read as a stream of elements, without the checks of
/// `ManifestReader`.
final class NoteTitles: XMLHandler {
  /// The titles that were found.
  private var titles: [UniqueID: String]
  /// The notes whose titles are looked for.
  private let wanted: Set<UniqueID>

  /// A reader that takes the titles of these notes only, so that memory doesn't grow with the
  /// bundle.
  private init(_ wanted: Set<UniqueID>) {
    self.wanted = wanted
    titles = [:]
  }

  /// Gives findings in bodies and mirrors the titles of their notes. Without such findings the
  /// manifest isn't read.
  static func naming(_ findings: [ValidationFinding], in storage: some BundleStorage) -> [ValidationFinding] {
    let notes = findings.map { note(at: $0.entry) }
    let wanted = Set(notes.compactMap { $0 })
    guard !wanted.isEmpty else { return findings }
    let reader = NoteTitles(wanted)
    // An unreadable manifest is reported by a finding of its own.
    for path in [BundleLayout.manifestPath] + ((try? ManifestDocument.parts(of: storage)) ?? []) {
      _ = try? storage.withBytes(of: path) { try XMLParser.parse($0, handler: reader) }
    }
    return zip(findings, notes).map { finding, note in
      var finding = finding
      finding.noteTitle = note.flatMap { reader.titles[$0] }
      return finding
    }
  }

  /// The note whose body or mirror is at this path; nil for other files.
  private static func note(at entry: String) -> UniqueID? {
    switch PayloadPath(entry)?.key {
    case .body(let id), .mirror(let id): id
    default: nil
    }
  }

  /// Takes the title of a `note` element that is looked for.
  func startElement(_ element: XMLElement) throws(SlipError) {
    guard element.isNamed("note"), let id = element.string("id").flatMap({ UniqueID($0) }),
      wanted.contains(id)
    else { return }
    titles[id] = element.string("title")
  }
}
