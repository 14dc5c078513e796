import SlipBase
import SlipDocument
import SlipNotes
import SlipboxKit

/// What is open in a note, as people read it: tracked changes of its text, and other conflicts.
///
///     1  … bees have
///          was    nine frames
///        A here   seven frames
///        B a.md   eight frames
struct OpenChangeText {
  /// The tracked changes of the text.
  let changes: [OpenChange]
  /// The other conflicts.
  let conflicts: [OpenConflict]
  /// The note; its facts are what stands now.
  let summary: NoteSummary

  /// What is open in a note.
  init(_ changes: [OpenChange], _ conflicts: [OpenConflict], _ summary: NoteSummary) {
    (self.changes, self.conflicts, self.summary) = (changes, conflicts, summary)
  }

  /// How much is open.
  var count: Int { changes.count + conflicts.count }

  /// The sides, of which the first is A: the authors in the order of the text, and whose other values of facts are.
  var sides: [String] {
    var found: [String] = []
    for author in changes.flatMap(\.authors) + conflicts.map(\.side) where !found.contains(author) {
      found.append(author)
    }
    // What stands is a side, too.
    if found.count == 1, !conflicts.isEmpty { found.insert(OpenChangeText.standing, at: 0) }
    return found
  }

  /// The side of values that stand, where nobody is named.
  static let standing = "now"

  /// The letter of a side.
  private func letter(_ side: String) -> String {
    guard let index = sides.firstIndex(of: side), index < 26 else { return " " }
    return String(Unicode.Scalar(UInt8(0x41 + index)))
  }

  /// The side that a letter or a name means; nil for another text.
  func side(named text: String) -> String? {
    sides.first { $0 == text } ?? sides.first { letter($0) == text.uppercased() }
  }

  /// A tracked change as lines.
  func lines(_ change: OpenChange) -> [String] {
    let lead = PlainLine.text(change.lead.trimmed)
    var rows: [(String, String, String)] = []
    if !change.deleted.isEmpty { rows.append((" ", "was", shown(change.deleted))) }
    for insertion in change.insertions {
      rows.append((letter(insertion.author), insertion.author, shown(insertion.text)))
    }
    for author in change.deletedBy where !change.insertions.contains(where: { $0.author == author }) {
      rows.append((letter(author), author, "(deleted)"))
    }
    return ["\(change.number)  \(lead.isEmpty ? "at the beginning of a paragraph" : "… " + lead)"]
      + aligned(rows)
  }

  /// Another conflict as lines.
  ///
  /// - Parameter number: Its number in the list of all.
  func lines(_ conflict: OpenConflict, _ number: Int) -> [String] {
    let now = sides.first { $0 != conflict.side } ?? OpenChangeText.standing
    if conflict.field == .version {
      return ["\(number)  another version of the note"]
        + aligned([
          (letter(now), now, "this note"), (letter(conflict.side), conflict.side, "note \(conflict.other)"),
        ])
    }
    let value: String =
      switch conflict.field {
      case .title: summary.title
      case .status: summary.status
      case .favorite: String(summary.isFavorite)
      case .folder: FolderPath.text(summary.folder)
      case .created: summary.created ?? ""
      case .version: ""
      }
    return ["\(number)  \(conflict.field.rawValue)"]
      + aligned([
        (letter(now), now, shown(value) + " (stands now)"),
        (letter(conflict.side), conflict.side, shown(conflict.other)),
      ])
  }

  /// All of it as lines.
  var lines: [String] {
    changes.flatMap(lines)
      + conflicts.enumerated().flatMap { lines($0.element, changes.count + 1 + $0.offset) }
  }

  /// Rows with their names in a column.
  private func aligned(_ rows: [(String, String, String)]) -> [String] {
    let width = rows.map { $0.1.count }.max() ?? 0
    return rows.map { letter, name, text in
      "   \(letter) \(PlainLine.text(name))\(String(repeating: " ", count: width - name.count))  \(text)"
    }
  }

  /// A text in one line.
  private func shown(_ text: String) -> String {
    let line = PlainLine.text(text.replacing("\n", with: " ⏎ ")).trimmed
    if line.isEmpty { return "(nothing)" }
    return line.count > 200 ? line.prefix(199) + "…" : line
  }
}
