public import SlipBase
internal import SlipNotes
public import SlipQuery

/// A search that is kept in a bundle: a folder whose properties `search` and `predicate` say which notes are
/// in it.
///
/// Such a smart folder may hold notes of its own as well; these are not meant.
public struct SavedSearch: Sendable {
  /// The words; nil: all notes.
  public var search: String?
  /// The predicate; nil: all notes.
  public var predicate: String?

  /// A search that can be saved.
  public init(search: String?, predicate: String?) { (self.search, self.predicate) = (search, predicate) }

  /// The search that a folder has; nil for a folder without one.
  init?(_ folder: Folder) {
    guard let saved = folder.savedSearch else { return nil }
    self.init(search: saved.words, predicate: saved.predicate)
  }

  /// The search that the folder at a path has.
  ///
  /// - Throws: `SlipError` with code `KitCode.noSuchFolder` where there is no such folder, or it has no search,
  ///   and `KitCode.badQuery` where the search can't be used.
  init(at path: String, in bundle: OpenBundle) throws(SlipError) {
    guard let folder = bundle.box.folder(at: path).flatMap(bundle.box.folder) else {
      throw FindRequest.noFolder(bundle.path)
    }
    guard let search = SavedSearch(folder) else {
      throw SlipError(
        .usage, code: KitCode.noSuchFolder, "This folder has no saved search.",
        at: SourceLocation(file: bundle.path))
    }
    let clock = QueryClock(now: Timestamp(seconds: 0), zone: .utc)
    if let fault = SearchNames(bundle.box).fault(inSearchOf: folder, clock: clock) {
      throw SavedSearch.unusable(path, fault)
    }
    self = search
  }

  /// The error of a saved search that can't be used.
  static func unusable(_ path: String, _ fault: QueryError) -> SlipError {
    let hint = fault.hint.map { " (\($0))" } ?? ""
    return SlipError(
      .usage, code: KitCode.badQuery,
      "The saved search of the folder \u{201C}\(path)\u{201D} can't be used: \(fault.message)\(hint).")
  }

  /// The search as a query of notes.
  public func query(clock: QueryClock) -> NoteQuery {
    var query = NoteQuery(clock: clock)
    (query.search, query.predicate) = (search, predicate)
    return query
  }

  /// The properties that a folder gets.
  var properties: [Property] {
    let values = [(Property.WellKnown.search, search), (Property.WellKnown.predicate, predicate)]
    return values.compactMap { name, value in value.map { Property(name, .text, $0) } }
  }
}

extension EditSession {
  /// Changes names or places of folders and keywords; saved searches that name them follow.
  ///
  /// - Parameter change: Changes a copy of the facts, which is taken over when it returns.
  /// - Throws: What `change` throws; then the facts are as they were.
  mutating func editNames(_ change: (inout SlipBox) throws(SlipError) -> Void) throws(SlipError) {
    try edit { (box) throws(SlipError) in
      let old = box
      try change(&box)
      for folder in old.folders {
        guard let words = folder.savedSearch?.words, box.folder(folder.id) != nil else { continue }
        let renamed = SearchReferences.renamed(words, from: old, to: box)
        guard renamed != words else { continue }
        try box.update(folder: folder.id) { folder in
          for index in folder.properties.indices
          where folder.properties[index].name == Property.WellKnown.search {
            folder.properties[index].value = renamed
          }
        }
      }
    }
  }

  /// Saves a search as a folder, which is created when missing; a search that the folder has is replaced.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - path: The path of the folder, such as `Smart/This week`.
  /// - Throws: `SlipError` with code `KitCode.badQuery` for a search that can't be used, and for an empty path.
  public mutating func save(_ search: SavedSearch, asFolder path: String) throws(SlipError) {
    // A search that can't run would be found out only by those who use it. Notes that this session has created have
    // no texts yet.
    let query = search.query(clock: QueryClock(now: date ?? Timestamp(seconds: 0), zone: .utc))
    let saved = box.notes.filter { original.note($0.id) != nil }
    _ = try query.notes(of: OpenBundle(path: self.path, storage: old, box: box), among: saved)
    var probe = Folder(id: UniqueID(high: 0, low: 0), name: "")
    probe.properties = search.properties
    if let fault = SearchNames(box).fault(inSearchOf: probe, clock: query.clock) {
      throw SavedSearch.unusable(path, fault)
    }
    guard let id = try addFolder(path) else { throw EditSession.empty("folder") }
    try edit { (box) throws(SlipError) in
      try box.update(folder: id) { folder in
        folder.properties.removeAll {
          [Property.WellKnown.search, Property.WellKnown.predicate].contains($0.name)
        }
        folder.properties += search.properties
      }
    }
  }
}
