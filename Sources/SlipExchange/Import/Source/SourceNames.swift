public import SlipBase

/// The notes of an import by their ids and names, over all its containers.
///
/// It is made before any note is read, so that links come out right whichever note comes first. A name is looked for in the
/// container of the link first, and then in all others: a notebook that was exported in several files has links between
/// them. It never guesses: a name that several notes have stands for none of them.
public struct SourceNames: Sendable, Equatable {
  /// What a name stands for.
  public enum Match: Sendable, Equatable {
    /// One note.
    case note(UniqueID)
    /// Several notes, sorted.
    case ambiguous([UniqueID])
    /// None.
    case missing
  }

  /// Notes by id, for each container.
  private var byID: [[String: UniqueID]] = []
  /// Notes by folded name, for each container.
  private var byName: [[String: [UniqueID]]] = []

  /// Creates an empty index.
  public init() {}

  /// Adds a container.
  ///
  /// - Returns: Its number.
  public mutating func addContainer() -> Int {
    byID.append([:])
    byName.append([:])
    return byID.count - 1
  }

  /// Adds a note.
  ///
  /// - Returns: False where the container has a note of this id; then nothing is added.
  public mutating func add(_ id: String, names: [String], _ note: UniqueID, in container: Int) -> Bool {
    guard byID[container].updateValue(note, forKey: id) == nil else { return false }
    for name in Set(names.map(SourceNames.folded)) where !name.isEmpty {
      byName[container][name, default: []].append(note)
    }
    return true
  }

  /// The note with an id: of this container, or else the only one of another.
  public func note(_ id: String, from container: Int) -> UniqueID? {
    if byID.indices.contains(container), let note = byID[container][id] { return note }
    let others = byID.indices.filter { $0 != container }.compactMap { byID[$0][id] }
    return others.count == 1 ? others[0] : nil
  }

  /// The note with a name, regardless of case: of this container, or else of all others.
  ///
  /// White space counts once, since programs wrap titles in their links.
  public func named(_ name: String, from container: Int) -> Match {
    let folded = SourceNames.folded(name)
    if byName.indices.contains(container), let match = SourceNames.match(byName[container][folded] ?? []) {
      return match
    }
    let others = byName.indices.filter { $0 != container }.flatMap { byName[$0][folded] ?? [] }
    return SourceNames.match(others) ?? .missing
  }

  /// What several notes mean; nil for none.
  private static func match(_ notes: [UniqueID]) -> Match? {
    switch Set(notes).count {
    case 0: nil
    case 1: .note(notes[0])
    default: .ambiguous(Set(notes).sorted())
    }
  }

  /// A name without case, and with its white space collapsed.
  private static func folded(_ name: String) -> String {
    TextFolding.caseFolded(name.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}

extension SourceContext {
  /// The target of a hyperlink to a note: `slipbox:note/<uuid>`.
  package static func target(_ note: UniqueID) -> String { LinkTarget.notePrefix + note.description }

  /// The note with an id.
  package func note(_ id: String) -> UniqueID? { names.note(id, from: container) }

  /// The note with a name.
  package func note(named name: String) -> SourceNames.Match { names.named(name, from: container) }
}
