public import SlipBase
public import SlipNotes

/// Finds the notes that links lead to.
///
/// It never guesses: a target that matches several notes leads to none of them.
public struct LinkResolver: Sendable {
  /// What a link leads to.
  public enum Resolution: Sendable, Equatable {
    /// A note.
    case note(Note.ID)
    /// Nothing: no note matches.
    case missing
    /// Several notes, sorted.
    case ambiguous([Note.ID])
    /// A local file that isn't in the box, and of a kind that isn't imported.
    case otherFile
  }

  /// The slip-box whose notes are found.
  private let box: SlipBox
  /// The notes by title.
  private let titles: Deferred<TitleIndex>
  /// The notes by the names of their imported files, without extension.
  private let stems: Deferred<TitleIndex>
  /// Sources by case-folded key, for links that differ in case from the file's name.
  private let foldedKeys: Deferred<[String: [Source.ID]]>

  /// Creates a resolver. Its indexes are built when the first link needs them.
  ///
  /// - Parameter known: The titles of all notes of the box, where they are known; nil: they are looked at when needed.
  public init(_ box: SlipBox, titles known: TitleIndex? = nil) {
    self.box = box
    titles = Deferred { known ?? TitleIndex(box) }
    stems = Deferred { Self.stems(of: box) }
    foldedKeys = Deferred {
      Dictionary(
        grouping: box.sources.lazy.map(\.id).filter { !ImportKey.isSuperseded($0) },
        by: TextFolding.caseFolded)
    }
  }

  /// The index of file names.
  private static func stems(of box: SlipBox) -> TitleIndex {
    var stems = TitleIndex()
    for source in box.sources where !ImportKey.isSuperseded(source.id) {
      for note in box.notes(from: source.id) { stems.add(note, title: ImportKey.stem(of: source.path)) }
    }
    return stems
  }

  /// What a link leads to.
  ///
  /// - Parameter source: What the note with the link was imported from. Relative paths need it.
  ///
  /// - A UUID leads to the note with this id.
  /// - A title leads to the only note with this title, or else to the only one whose file has this
  ///   name. Titles are compared exactly first, then regardless of case and marks.
  /// - A relative path leads to the note that was imported from this file, within the same source.
  ///   Paths are compared exactly first, then regardless of case.
  public func resolve(_ target: LinkTarget, from source: Source?) -> Resolution {
    switch target {
    case .note(let id): box.has(note: id) ? .note(id) : .missing
    case .title(let title): resolve(title: title)
    case .file(let reference): source.map { resolve(file: reference, from: $0) } ?? .missing
    }
  }

  /// The notes that links lead to, in the order of the links. Links to anything else are left out.
  ///
  /// - Parameter source: What the note with the links was imported from.
  public func notes(of targets: [LinkTarget], from source: Source?) -> [Note.ID] {
    targets.compactMap { target in
      if case .note(let id) = resolve(target, from: source) { id } else { nil }
    }
  }

  /// The note with a title, or else with a file name.
  ///
  /// The text is tried as a whole, then as `title|shown text`, then as `title#heading`.
  private func resolve(title: String) -> Resolution {
    for candidate in Self.titleCandidates(title) {
      for index in [titles, stems] {
        if let resolution = Self.single(index.value.notes(titled: candidate)) { return resolution }
      }
    }
    return .missing
  }

  /// Whether a note has the whole text as its title, including any `|` and `#`.
  func isWholeTitle(_ text: String) -> Bool {
    [titles, stems].contains { !$0.value.notes(titled: text.trimmingBlanks()).isEmpty }
  }

  /// The titles that the text in `[[…]]` may stand for, the whole one first.
  ///
  /// `Plan#Costs|see there` gives `Plan#Costs|see there`, `Plan#Costs` and `Plan`.
  package static func titleCandidates(_ title: String) -> [String] {
    let plain = title.prefix { $0 != "|" }
    var candidates = [title, String(plain), String(plain.prefix { $0 != "#" })].map { $0.trimmingBlanks() }
    candidates.removeAll { $0.isEmpty }
    return candidates
  }

  /// The note that was imported from the file at a relative path, seen from the source. A path of
  /// the same case comes first.
  private func resolve(file reference: String, from source: Source) -> Resolution {
    let sourceName = source.id.prefix { $0 != "/" }
    // The keys of other programs needn't contain a path. Variants and older versions have more behind it.
    guard source.id.hasPrefix(sourceName + "/" + source.path) else { return .missing }
    let paths = RelativePath.candidates(for: reference, from: source.path)
    for path in paths {
      let notes = box.notes(from: sourceName + "/" + path)
      if let note = Self.single(notes) { return note }
    }
    for path in paths {
      let keys = foldedKeys.value[TextFolding.caseFolded(sourceName + "/" + path)] ?? []
      if let note = Self.single(keys.flatMap { box.notes(from: $0) }) { return note }
    }
    return paths.contains { ExchangeTable.importer(forPath: $0) != nil } || paths.isEmpty
      ? .missing : .otherFile
  }

  /// What several matches mean; nil for none.
  private static func single(_ notes: [Note.ID]) -> Resolution? {
    switch notes.count {
    case 0: nil
    case 1: .note(notes[0])
    default: .ambiguous(notes.sorted())
    }
  }
}
