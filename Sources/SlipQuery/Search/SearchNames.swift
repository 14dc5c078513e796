import SlipBase
public import SlipNotes

/// What a search may name of a slip-box: properties of notes, and folders with a saved search.
public struct SearchNames: Sendable {
  /// A property that some note has.
  struct PropertyName: Sendable, Hashable {
    /// The name as one of the notes writes it.
    var name: String
    /// What its values are; several where notes differ.
    var kinds: [Property.Kind]
  }

  /// The properties by their folded names.
  private let properties: [String: PropertyName]
  /// The properties with a colon in their names by the folded part after it.
  private let byLocalName: [String: [PropertyName]]
  /// The box with its folders.
  let box: SlipBox

  /// The names of a box.
  public init(_ box: SlipBox) {
    self.box = box
    var found: [String: (name: String, kinds: Set<Property.Kind>)] = [:]
    for property in box.notes.lazy.flatMap(\.properties) {
      found[TextForm.fold(property.name, .cd), default: (property.name, [])].kinds.insert(property.kind)
    }
    properties = found.mapValues { row in
      PropertyName(name: row.name, kinds: Property.Kind.allCases.filter(row.kinds.contains))
    }
    byLocalName = SearchNames.byLocalName(properties)
  }

  /// The names of properties and folders.
  ///
  /// - Parameters:
  ///   - properties: The properties of notes, each with what its values are.
  ///   - folders: The folders, with their saved searches.
  package init(properties: [String: Set<Property.Kind>], folders: [Folder]) {
    box = SlipBox(folders: folders)
    var found: [String: PropertyName] = [:]
    for (name, kinds) in properties.sorted(by: { $0.key < $1.key }) {
      let key = TextForm.fold(name, .cd)
      let all = kinds.union(found[key]?.kinds ?? [])
      found[key] = PropertyName(
        name: found[key]?.name ?? name, kinds: Property.Kind.allCases.filter(all.contains))
    }
    self.properties = found
    byLocalName = SearchNames.byLocalName(found)
  }

  /// Why the search that a folder keeps can't be used; nil where it can, or the folder keeps none.
  ///
  /// Nobody reads the remarks of a saved search, so a field that doesn't exist is a fault here.
  ///
  /// - Parameters:
  ///   - folder: A folder of the box.
  ///   - clock: The time and zone of dates.
  package func fault(inSearchOf folder: Folder, clock: QueryClock) -> QueryError? {
    guard let saved = folder.savedSearch else { return nil }
    do throws(QueryError) {
      if let words = saved.words {
        let query = try SearchQuery(words, clock: clock, names: self)
        if let remark = query.remarks.first(where: \.isUnknownField) {
          return QueryError(.check, at: remark.place, remark.message)
        }
      }
      if let predicate = saved.predicate {
        var request = QueryRequest(predicate, clock: clock)
        request.properties = PropertyKeys(self)
        _ = try request.prepare()
      }
      return nil
    } catch {
      return error
    }
  }

  /// The properties of a name in any case: those of that name, and those that an import has put below the name
  /// of a program, so that `year` also means `obsidian:year`. Empty where no note has one.
  func properties(_ name: String) -> [PropertyName] {
    let folded = TextForm.fold(name, .cd)
    let exact = properties[folded].map { [$0] } ?? []
    return exact + (byLocalName[folded] ?? [])
  }

  /// The properties by the folded names that mean them: their own, and those without the name of a program.
  var propertiesByName: [String: [PropertyName]] {
    var found: [String: [PropertyName]] = [:]
    for folded in Set(properties.keys).union(byLocalName.keys) { found[folded] = self.properties(folded) }
    return found
  }

  /// The names of properties as notes write them, in order.
  package var propertyNames: [String] { properties.values.map(\.name).sorted() }

  /// The part of a folded name after its first colon; nil where it has none.
  private static func localName(_ folded: String) -> String? {
    folded.firstIndex(of: ":").map { String(folded[folded.index(after: $0)...]) }
  }

  /// The properties with a colon in their names by the part after it, in order.
  private static func byLocalName(_ properties: [String: PropertyName]) -> [String: [PropertyName]] {
    var found: [String: [PropertyName]] = [:]
    for (folded, property) in properties.sorted(by: { $0.key < $1.key }) {
      if let local = localName(folded) { found[local, default: []].append(property) }
    }
    return found
  }

  /// The name nearest to one that is neither a field nor a property.
  func nearest(to name: String) -> String? {
    SearchField.nearest(to: name)
      ?? Suggestion.nearest(
        to: name, among: properties.values.map(\.name).sorted() + byLocalName.keys.sorted())
  }
}

extension Folder {
  /// The search that the folder keeps: words, a predicate or both; nil for a folder without one.
  package var savedSearch: (words: String?, predicate: String?)? {
    func value(_ name: String) -> String? { properties.first { $0.name == name }?.value }
    let found = (value(Property.WellKnown.search), value(Property.WellKnown.predicate))
    return found.0 == nil && found.1 == nil ? nil : found
  }
}

/// Puts saved searches into the searches that name them, as if they stood there in parentheses.
struct SavedSearches {
  /// Names of the box.
  let names: SearchNames
  /// The time and zone by which dates are read.
  let clock: QueryClock
  /// The folders whose searches are being read: the one from which each comes first.
  private var open: [Folder.ID] = []
  /// How many searches have been put in.
  private var count = 0

  /// The most searches within searches.
  private static let depth = 16
  /// The most searches in all: each may name others several times.
  private static let most = 256

  /// Begins with none.
  init(names: SearchNames, clock: QueryClock) { (self.names, self.clock) = (names, clock) }

  /// A search with saved searches in the place of their names.
  ///
  /// - Throws: `QueryError` in phase `check` at the name for an unknown folder, one without a search, a circle, and
  ///   a search that can't be used.
  mutating func inserted(in tree: SearchTree) throws(QueryError) -> SearchTree {
    switch tree {
    case .and(let parts): return .joined(try inserted(in: parts))
    case .or(let parts): return .or(try inserted(in: parts))
    case .not(let inner): return .not(try inserted(in: inner))
    case .field(.saved, let values, _):
      var found: [SearchTree] = []
      for value in values { found.append(try search(value)) }
      return found.count == 1 ? found[0] : .or(found)
    default: return tree
    }
  }

  /// Several parts with saved searches in them.
  private mutating func inserted(in parts: [SearchTree]) throws(QueryError) -> [SearchTree] {
    var found: [SearchTree] = []
    for part in parts { found.append(try inserted(in: part)) }
    return found
  }

  /// The search that a value names.
  private mutating func search(_ value: SearchValue) throws(QueryError) -> SearchTree {
    try SearchCompiler.expectText(value, SearchField.saved.name)
    let path = value.joinedText
    guard let id = names.box.folder(at: path), let folder = names.box.folder(id) else {
      throw QueryError(.check, at: value.place, "there is no folder '\(path)' with a saved search")
    }
    guard let saved = folder.savedSearch else {
      throw QueryError(.check, at: value.place, "the folder '\(path)' has no saved search")
    }
    count += 1
    guard !open.contains(id) else {
      throw QueryError(.check, at: value.place, "the saved search '\(path)' is part of itself")
    }
    guard open.count < SavedSearches.depth, count <= SavedSearches.most else {
      throw QueryError(.check, at: value.place, "too many saved searches within saved searches")
    }
    open.append(id)
    defer { open.removeLast() }
    do throws(QueryError) {
      let words = try saved.words.map { (text) throws(QueryError) in try self.words(text) }
      let predicate = try saved.predicate.map { (text) throws(QueryError) in try self.predicate(text) }
      return SearchTree.joined([words, predicate].compactMap { $0 }).moved(to: value.place)
    } catch {
      let message =
        open.count > 1 ? error.message : "the saved search '\(path)' can't be used: \(error.message)"
      throw QueryError(.check, at: value.place, message, hint: error.hint)
    }
  }

  /// The tree of saved words.
  private mutating func words(_ text: String) throws(QueryError) -> SearchTree {
    var parser = SearchParser(text, names)
    let tree = try inserted(in: try parser.parsed())
    // What a field refuses is found while the name of the saved search is known.
    var compiler = SearchCompiler(clock: clock)
    _ = try compiler.predicate(tree)
    return tree
  }

  /// A saved predicate, which is checked.
  private func predicate(_ text: String) throws(QueryError) -> SearchTree {
    .predicate(try QueryRequest(text, clock: clock).prepare().predicate)
  }
}

extension SearchTree {
  /// The same with all places at one, for a tree that was read from another text.
  fileprivate func moved(to place: Int) -> SearchTree {
    /// Values with the place.
    func moved(_ values: [SearchValue]) -> [SearchValue] {
      values.map { value in
        var value = value
        (value.place, value.end) = (place, 0)
        return value
      }
    }
    switch self {
    case .and(let parts): return .and(parts.map { $0.moved(to: place) })
    case .or(let parts): return .or(parts.map { $0.moved(to: place) })
    case .not(let inner): return .not(inner.moved(to: place))
    case .field(let field, let values, _): return .field(field, moved(values), place: place)
    case .property(let name, let kinds, let values): return .property(name, kinds, moved(values))
    case .words, .symbols, .regex, .predicate: return self
    }
  }
}
