internal import SlipBase
internal import SlipBundle
internal import SlipNotes
public import SlipCore

/// Names of a box that a shell offers while a command line is typed.
public enum OfferedNames {
  /// What has the names.
  public enum Kind: Sendable, Hashable {
    /// Titles of notes, or UUIDs where at least four digits of one are there.
    case notes
    /// Paths of folders, such as `Work/Ideas`.
    case folders
    /// Paths of keywords, such as `bees/queens`.
    case keywords
    /// Names of properties.
    case properties
    /// Paths of folders with a saved search.
    case searches
  }

  /// The names that begin with a text, without regard to case and marks.
  ///
  /// Titles, folders and keywords come from the index, where the bundle has one, so that the manifest need not be read.
  ///
  /// - Parameters:
  ///   - kind: What has the names.
  ///   - start: How they begin; empty for all.
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - cache: Where indexes are; nil to do without.
  ///   - limit: The most names.
  /// - Returns: The names, in alphabetical order.
  /// - Throws: `SlipError` where the bundle can't be read.
  public static func names(
    of kind: Kind, beginning start: String, in argument: String, cache: IndexCache?, limit: Int = 1_000
  ) throws(SlipError) -> [String] {
    let key = TextFolding.caseAndMarkFolded(start)
    let all: [String]
    if let cache, let found = try indexed(kind, start, argument, cache, limit) {
      all = found
    } else {
      let found = try scanned(kind, start, argument)
      if let found { all = found } else { all = try names(of: kind, start, in: OpenBundle(argument)) }
    }
    let wanted = Set(
      all.filter { key.isEmpty || mayBegin($0, key) && TextFolding.caseAndMarkFolded($0).hasPrefix(key) })
    return Array(wanted.sorted { NaturalKey($0) < NaturalKey($1) }.prefix(limit))
  }

  /// Whether a name may begin with a folded text: its first letter is that one, or has to be folded.
  private static func mayBegin(_ name: String, _ key: String) -> Bool {
    guard let first = name.utf8.first, let wanted = key.utf8.first, first < 0x80 else { return true }
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    return (isCapital ? first | 0x20 : first) == wanted
  }

  /// The names that a manifest of canonical form has, without reading all of it; nil where it has another form.
  private static func scanned(
    _ kind: Kind, _ start: String, _ argument: String
  ) throws(SlipError) -> [String]? {
    guard let storage = try BundleLocator.locate(argument).storage() else { return nil }
    switch kind {
    case .notes:
      guard let found = try CanonicalTitles(of: storage) else { return nil }
      let digits = start.lowercased()
      let mayBeID =
        digits.utf8.count >= NoteLookup.shortestBeginning
        && digits.utf8.allSatisfy {
          $0.isLowercaseHexDigit || $0 == UInt8(ascii: "-")
        }
      return found.titles + (mayBeID ? found.ids.map(\.description).filter { $0.hasPrefix(digits) } : [])
    case .properties: return try CanonicalTitles(of: storage).map { Array($0.properties) }
    case .folders, .keywords, .searches:
      guard let box = try ManifestReader.read(ManifestExcerpt(), of: storage) else { return nil }
      let bundle = OpenBundle(path: storage.displayPath, storage: storage, box: box)
      return try names(of: kind, start, in: bundle)
    }
  }

  /// The names that an index has; nil where there is none, or it doesn't have them.
  private static func indexed(
    _ kind: Kind, _ start: String, _ argument: String, _ cache: IndexCache, _ limit: Int
  ) throws(SlipError) -> [String]? {
    if kind == .properties || kind == .searches { return nil }
    let location = try BundleLocator.locate(argument)
    guard cache.hasIndex(location) else { return nil }
    return try cache.answer(location) { index throws(SlipError) in
      switch kind {
      case .notes:
        try index.titles(beginning: start, limit: limit)
          + IndexNames(index: index).notes(beginning: start).map(\.description)
      case .folders: index.paths.folders.map { FolderPath.text($0) }
      case .keywords: index.paths.keywords
      case .properties, .searches: nil
      }
    }
  }

  /// The names of a bundle; all titles, whatever they begin with.
  private static func names(of kind: Kind, _ start: String, in bundle: OpenBundle) throws(SlipError)
    -> [String]
  {
    let box = bundle.box
    switch kind {
    case .notes:
      return try box.notes.map(\.title)
        + NoteLookup(box, path: bundle.path).notes(beginning: start).map(\.description)
    case .folders: return box.folders.map { FolderPath.text(box.path(of: $0.id)) }
    case .keywords: return box.keywords.map { box.path(ofKeyword: $0.id) }
    case .properties: return box.notes.flatMap { $0.properties.map(\.name) }
    case .searches:
      return box.folders.filter { SavedSearch($0) != nil }.map { FolderPath.text(box.path(of: $0.id)) }
    }
  }
}
