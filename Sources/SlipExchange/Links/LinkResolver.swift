public import SlipBase
public import SlipNotes

/// Finds the notes that links mean. Nothing is guessed: a target that fits several notes fits none.
public struct LinkResolver: Sendable {
  public enum Resolution: Sendable, Equatable {
    case note(Note.ID)
    case missing
    /// Sorted.
    case ambiguous([Note.ID])
    /// A local file that isn't in the box, and of a kind that isn't imported.
    case otherFile
  }

  private let box: SlipBox
  private let titles: Deferred<TitleIndex>
  /// Names of the imported files, without extension.
  private let stems: Deferred<TitleIndex>
  /// Folded keys of sources, for links that differ in case from the file's name.
  private let foldedKeys: Deferred<[String: [Source.ID]]>

  /// Indexes are made when the first link wants them.
  public init(_ box: SlipBox) {
    self.box = box
    titles = Deferred { TitleIndex(box) }
    stems = Deferred { Self.stems(of: box) }
    foldedKeys = Deferred {
      Dictionary(
        grouping: box.sources.lazy.map(\.id).filter { !ImportKey.isSuperseded($0) },
        by: TextFolding.caseFolded)
    }
  }

  private static func stems(of box: SlipBox) -> TitleIndex {
    var stems = TitleIndex()
    for source in box.sources where !ImportKey.isSuperseded(source.id) {
      for note in box.notes(from: source.id) { stems.add(note, title: ImportKey.stem(of: source.path)) }
    }
    return stems
  }

  /// What a link in a note from `source` leads to; a relative path needs one.
  public func resolve(_ target: LinkTarget, from source: Source?) -> Resolution {
    switch target {
    case .note(let id): box.note(id) == nil ? .missing : .note(id)
    case .title(let title): resolve(title: title)
    case .file(let reference): source.map { resolve(file: reference, from: $0) } ?? .missing
    }
  }

  /// `[[title]]`, else `[[title|shown text]]`, else `[[title#heading]]`; by title, else by file name.
  private func resolve(title: String) -> Resolution {
    for candidate in Self.titleCandidates(title) {
      for index in [titles, stems] {
        if let resolution = Self.single(index.value.notes(titled: candidate)) { return resolution }
      }
    }
    return .missing
  }

  /// Whether a note has all of the text as its title, `|` and `#` included.
  func isWholeTitle(_ text: String) -> Bool {
    [titles, stems].contains { !$0.value.notes(titled: text.trimmingBlanks()).isEmpty }
  }

  static func titleCandidates(_ title: String) -> [String] {
    let plain = title.prefix { $0 != "|" }
    var candidates = [title, String(plain), String(plain.prefix { $0 != "#" })].map { $0.trimmingBlanks() }
    candidates.removeAll { $0.isEmpty }
    return candidates
  }

  private func resolve(file reference: String, from source: Source) -> Resolution {
    let sourceName = source.id.prefix { $0 != "/" }
    // Other programs have keys of their own; variants and older versions have more behind the path.
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

  private static func single(_ notes: [Note.ID]) -> Resolution? {
    switch notes.count {
    case 0: nil
    case 1: .note(notes[0])
    default: .ambiguous(notes.sorted())
    }
  }
}
