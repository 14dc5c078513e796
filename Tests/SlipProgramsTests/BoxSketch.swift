import SlipBase
import SlipDocument
import SlipExchange
import SlipNotes
import SlipRTF
import SlipboxKit

/// What an import made of a container, as a text that people read beside the container.
///
/// First come the source, folders and keywords that no note shows, and the findings; then each note with all its facts, a line
/// `---`, and its body as `sketch` shows it. Ids of notes are replaced by titles.
struct BoxSketch {
  /// The bundle with the notes.
  private let bundle: OpenBundle
  /// What the import says.
  private let outcome: ImportOutcome
  /// The notes in the order in which they came.
  private let notes: [Note]

  /// Prepares the text of an import into a new bundle.
  init(_ outcome: ImportOutcome) throws {
    self.outcome = outcome
    bundle = try OpenBundle(outcome.bundlePath)
    let box = bundle.box
    notes = outcome.report.added.compactMap { box.note($0.note) }
  }

  /// The names of the formats that the notes came from.
  var formats: Set<String> { Set(bundle.box.sources.map(\.format)) }

  /// The text. Paths below the folder of the test are shortened.
  func text(in folder: String) throws -> String {
    var lines = head
    for note in notes { try add(note, to: &lines) }
    return lines.joined(separator: "\n").replacing(folder + "/", with: "") + "\n"
  }

  /// What isn't about one note.
  private var head: [String] {
    let box = bundle.box
    var lines = box.sources.map { "source: \($0.id) (\($0.format))" }.sorted()
    lines += box.folders.filter { box.notes(in: $0.id).isEmpty && box.children(of: $0.id).isEmpty }.map {
      "empty folder: " + box.path(of: $0.id).joined(separator: " / ")
    }.sorted()
    lines += box.folders.filter { !$0.properties.isEmpty }.map { folder in
      "folder \(folder.name): " + folder.properties.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
    }.sorted()
    lines += box.keywords.compactMap { keyword in
      let color = keyword.color == Keyword.Color(forName: keyword.name) ? "" : self.color(keyword.color)
      let isUsed = !box.notes(with: keyword.id).isEmpty
      guard !isUsed || !color.isEmpty else { return nil }
      return "keyword: " + box.path(ofKeyword: keyword.id) + color + (isUsed ? "" : " (of no note)")
    }.sorted()
    lines += outcome.report.skipped.map { "skipped: \($0.path): \($0.reason.name)" }
    lines += outcome.report.unresolvedLinks.map { link in
      let found = link.candidates.isEmpty ? "no note" : "\(link.candidates.count) notes"
      return "link to \(found): \(title(link.note)) -> \(link.target.text)"
    }
    lines += outcome.diagnostics.map { finding in
      let count = finding.count > 1 ? " (\(finding.count) times)" : ""
      return
        "\(finding.severity) \(finding.code) at \(place(finding.location)): \(titled(finding.message))\(count)"
    }
    return lines
  }

  /// Adds a note.
  private func add(_ note: Note, to lines: inout [String]) throws {
    let box = bundle.box
    lines += ["", "== \(note.title)"]
    if let item = note.sourceItem { lines.append("item: " + item) }
    if note.folder != nil { lines.append("folder: " + box.path(of: note.folder).joined(separator: " / ")) }
    if let time = note.created { lines.append("created: " + time.rfc3339) }
    if let time = note.modified { lines.append("modified: " + time.rfc3339) }
    if note.zoneIsUnknown { lines.append("zone: unknown") }
    if note.status != .draft { lines.append("status: \(note.status)") }
    if note.isFavorite { lines.append("favorite") }
    for keyword in note.keywords { lines.append("keyword: " + box.path(ofKeyword: keyword)) }
    for property in note.properties {
      let kind = property.kind == .text ? "" : " (\(property.kind))"
      lines.append("\(property.name)\(kind) = \(property.value.replacing("\n", with: "¶"))")
    }
    for link in note.links {
      lines.append("link\(note.manualLinks.contains(link) ? " by hand" : ""): " + title(link))
    }
    for use in note.attachments {
      let blob = box.attachment(use.attachment)
      let words = use.description.map { " “\($0)”" } ?? ""
      let more = use.properties.map { ", \($0.name) = \($0.value)" }.joined()
      lines.append(
        "attachment: \(use.name) (\(blob?.mediaType ?? "?"), \(blob?.blob.length ?? -1) bytes)\(words)\(more)"
      )
    }
    let result = try bundle.body(of: note).withUnsafeBytes { RTFReader.read($0) }
    lines += ["---", titled(sketch(result.document, isFull: true))]
  }

  /// The title of a note.
  private func title(_ id: Note.ID) -> String { bundle.box.note(id).map { $0.title } ?? "no note" }

  /// A text with the titles of notes in place of their ids.
  private func titled(_ text: String) -> String {
    var text = text
    for note in bundle.box.notes { text = text.replacing(note.id.description, with: "«\(note.title)»") }
    return text
  }

  /// A colour.
  private func color(_ color: Keyword.Color) -> String {
    " \(color.red) \(color.green) \(color.blue) \(color.opacity)"
  }

  /// A place.
  private func place(_ location: SourceLocation) -> String {
    let file = location.file ?? ""
    return switch location.place {
    case .wholeFile: file
    case .byte(let offset): "\(file) byte \(offset)"
    case .position(let line, let column, _): "\(file):\(line):\(column)"
    case .object(let name): "\(file) in \(name)"
    }
  }
}
