internal import SlipBase
internal import SlipNotes

/// The notes that somebody may mean by a part of a title.
///
/// Case and marks don't count. The first of these that any note meets decides:
///
/// - an alias of the note is the name, or the number with which its title begins (`1a2`, see `SequenceNumber`)
/// - its title, or an alias, begins with the name
/// - each word of the name begins a word of the title or of an alias: `lemon cak` means *Lemon drizzle cake*
struct NoteGuess {
  /// The notes, by title; none where no title fits.
  private(set) var notes: [Note.ID] = []
  /// Notes whose titles are spelled nearly so, where `notes` is empty.
  private(set) var similar: [Note.ID] = []

  /// How well a name fits a title, the best first.
  private enum Fit: Int, Comparable {
    case alias, beginning, words
    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  /// Looks for a name in all titles of a box.
  init(_ name: String, in box: SlipBox) {
    let wanted = TextFolding.caseAndMarkFolded(name.trimmed)
    guard !wanted.isEmpty else { return }
    let words = NoteGuess.words(wanted)
    var number = SequenceNumber(title: name.trimmed)
    if number?.description != name.trimmed { number = nil }
    var found: [(fit: Fit, id: Note.ID, title: String)] = []
    var titles: [(id: Note.ID, title: String)] = []
    for note in box.notes {
      let aliases = note.properties.filter { $0.name == Property.WellKnown.alias }.map(\.value)
      let fits = [(note.title, false)] + aliases.map { ($0, true) }
      titles.append((note.id, note.title))
      if let number, SequenceNumber(title: note.title) == number {
        found.append((.alias, note.id, note.title))
      } else if let fit = fits.compactMap({ NoteGuess.fit(wanted, words, $0, isAlias: $1) }).min() {
        found.append((fit, note.id, note.title))
      }
    }
    if let best = found.map(\.fit).min() {
      notes = found.filter { $0.fit == best }
        .sorted { (NaturalKey($0.title), $0.id) < (NaturalKey($1.title), $1.id) }.map(\.id)
    } else {
      let near = Set(Suggestion.near(name, among: titles.map(\.title)))
      similar = titles.filter { near.contains($0.title) }.map(\.id)
    }
  }

  /// How a name fits a title or an alias; nil where it doesn't.
  private static func fit(_ wanted: String, _ words: [Substring], _ title: String, isAlias: Bool) -> Fit? {
    let title = TextFolding.caseAndMarkFolded(title)
    if isAlias, title == wanted { return .alias }
    if title.hasPrefix(wanted) { return .beginning }
    guard !words.isEmpty else { return nil }
    let own = self.words(title)
    return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } } ? .words : nil
  }

  /// The words of a folded text.
  private static func words(_ text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber }
  }
}
