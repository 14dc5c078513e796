internal import SlipBundle
internal import SlipFiles
public import SlipQuery
internal import SlipIndex
public import SlipBase
internal import SlipNotes

/// What a search found in one bundle, with the bundle that notes are described from: opened, or
/// represented by its index.
public struct FoundNotes: Sendable {
  /// Where facts of notes come from.
  enum Source: Sendable {
    /// An opened bundle.
    case bundle(OpenBundle)
    /// What an index has of the notes, and the files of its bundle for texts.
    case index([UniqueID: IndexedSummary], any BundleStorage)
  }

  /// The path of the bundle.
  public let path: String
  /// What the search means in the bundle.
  public let search: SearchQuery
  /// The number of notes that were found.
  public let count: Int
  /// The notes, best first; only so many as were asked for.
  public let hits: [SearchHit]
  /// Where facts of notes come from.
  let source: Source
  /// Notes that the search names and the bundle doesn't have.
  var missing: [SearchReference] = []
  /// Takes the notes whose texts aren't there; nil: such a text is an error.
  var passedOver: MissingTexts?
  /// The notes whose texts aren't there, so that they were passed over: those that were searched or described so far.
  public var missingTexts: [Diagnostic] { passedOver?.diagnostics(in: path) ?? [] }
  /// Whether an index was made for this search, without being asked for.
  public internal(set) var madeIndex = false

  /// Some of the notes in sections; nil where an index answered.
  ///
  /// - Parameters:
  ///   - hits: Those of `hits` that are wanted, in order.
  ///   - order: By what.
  /// - Throws: `SlipError` of a note's text that can't be read.
  public func sections(of hits: [SearchHit], by order: NoteSections.Order) throws(SlipError) -> NoteSections?
  {
    guard case .bundle(let bundle) = source else { return nil }
    return try NoteSections(
      hits.compactMap { bundle.box.note($0.note) }, in: bundle, by: order, clock: search.clock)
  }

  /// Describes a hit.
  ///
  /// - Parameters:
  ///   - hit: One of `hits`.
  ///   - listsAll: Whether all matches are listed, and not only those of the snippet.
  /// - Throws: `SlipError` where the note's text can't be read.
  public func note(_ hit: SearchHit, listsAll: Bool = false) throws(SlipError) -> FoundNote {
    switch source {
    case .bundle(let bundle): return try FoundNote(hit, in: bundle, of: search, listsAll: listsAll)
    case .index(let summaries, let storage):
      guard let summary = summaries[hit.note] else {
        return try FoundNote(hit, in: OpenBundle(path), of: search, listsAll: listsAll)
      }
      var found = FoundNote(hit, path, summary)
      do throws(SlipError) {
        try slipErrors {
          try storage.withBytes(of: PayloadPath.mirror(hit.note)) { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { found.setText($0, search, listsAll: listsAll) }
          }
        }
      } catch {
        guard let passedOver, error.code == FileCode.missing else { throw error }
        passedOver.add(hit.note, title: found.title)
      }
      return found
    }
  }
}

extension FindRequest {
  /// Searches a bundle, with its index where that is possible.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - cache: Where indexes are; nil to do without.
  ///   - limit: How many hits are wanted at most; nil for all.
  ///   - needsNotes: Whether the caller needs `FoundNotes.sections(of:by:)`, which no index has.
  /// - Throws: `KitCode.badQuery` where the search can't be used, also for a note that it names and the bundle
  ///   doesn't have; `KitCode.noSuchNote` for an unknown folder; `SlipError` of a text that can't be read.
  public func search(
    _ argument: String, cache: IndexCache?, limit: Int? = nil, needsNotes: Bool = false
  ) throws(SlipError) -> FoundNotes {
    let found = try attempt(argument, cache, limit, needsNotes)
    if let missing = found.missing.first { throw FindRequest.fault(missing, found.search) }
    return found
  }

  /// Searches several bundles, each as `search(_:cache:limit:needsNotes:)` does.
  ///
  /// - Parameters:
  ///   - arguments: The bundles: see `BundleLocator.locate`.
  ///   - cache: Where indexes are; nil to do without.
  ///   - limit: How many hits are wanted of each at most; nil for all.
  ///   - needsNotes: Whether the caller needs `FoundNotes.sections(of:by:)`, which no index has.
  ///   - opened: Bundles that are open, such as encrypted packs, by their arguments.
  /// - Throws: As for one bundle, but a note that the search names may be in any of them.
  public func search(
    _ arguments: [String], cache: IndexCache?, limit: Int? = nil, needsNotes: Bool = false,
    opened: [String: OpenBundle] = [:]
  ) throws(SlipError) -> [FoundNotes] {
    var searches: [FoundNotes] = []
    for argument in arguments {
      if let bundle = opened[argument] {
        searches.append(try found(in: bundle, limit))
      } else {
        searches.append(try attempt(argument, cache, limit, needsNotes))
      }
    }
    if let first = searches.first,
      let missing = first.missing.first(where: { one in searches.allSatisfy { $0.missing.contains(one) } })
    {
      throw FindRequest.fault(missing, first.search)
    }
    return searches
  }

  /// Searches a bundle, and keeps which notes it doesn't have.
  private func attempt(
    _ argument: String, _ cache: IndexCache?, _ limit: Int?, _ needsNotes: Bool
  ) throws(SlipError) -> FoundNotes {
    var missingIndex: (cache: IndexCache, location: BundleLocation)?
    if let cache, sort.isEmpty, !needsNotes, search.references.isEmpty, !search.needsBox {
      if let found = try indexed(argument, cache, limit) { return found }
      let location = try BundleLocator.locate(argument)
      if cache.isIndexWanted(location), (try? cache.build(argument)) != nil,
        var found = try indexed(argument, cache, limit)
      {
        found.madeIndex = true
        return found
      }
      if !cache.hasIndex(location) { missingIndex = (cache, location) }
    }
    return try retryingWhenReplaced { () throws(SlipError) in
      let bundle = try OpenBundle(argument)
      let found = try found(in: bundle, limit)
      if let (cache, location) = missingIndex { cache.noteSearch(of: location, notes: bundle.box.noteCount) }
      return found
    }
  }

  /// Searches a bundle that is open, and keeps which notes it doesn't have.
  func found(in bundle: OpenBundle, _ limit: Int?) throws(SlipError) -> FoundNotes {
    var bundle = bundle
    bundle.missingTexts = passesOverMissing ? MissingTexts() : nil
    let search = try search(in: bundle)
    let hits = try run(search, in: bundle)
    try bundle.expectCurrent()
    return FoundNotes(
      path: bundle.path, search: search, count: hits.count, hits: Array(hits.prefix(limit ?? .max)),
      source: .bundle(bundle), missing: FindRequest.missing(search, in: bundle),
      passedOver: bundle.missingTexts)
  }

  /// The answer of the index; nil where there is none, or it can't be read.
  private func indexed(
    _ argument: String, _ cache: IndexCache, _ limit: Int?
  ) throws(SlipError) -> FoundNotes? {
    let location = try BundleLocator.locate(argument)
    guard let storage = try location.storage() else { return nil }
    return try cache.answer(location) { index throws(SlipError) -> FoundNotes? in
      do throws(QueryError) {
        let scope = try slots(index, location.path)
        let found = try SearchRun(search).found(
          in: index, scope: scope, limit: countsOnly ? 0 : limit ?? .max)
        var summaries: [UniqueID: IndexedSummary] = [:]
        if describes {
          for hit in found.hits {
            summaries[hit.note] = try QueryError.evaluating { () throws(SlipError) in
              try index.summary(of: hit.note)
            }
          }
        }
        return FoundNotes(
          path: location.path, search: search, count: found.count, hits: found.hits,
          source: .index(summaries, storage), passedOver: passesOverMissing ? MissingTexts() : nil)
      } catch {
        throw NoteQuery.fault(error, "search", search.text)
      }
    }
  }

  /// The notes of the scope; nil for all.
  ///
  /// - Throws: `QueryError` with the `SlipError` as its cause: an unknown folder, or an index that can't be
  ///   read.
  private func slots(_ index: NoteIndex, _ path: String) throws(QueryError) -> SlotSet? {
    guard let (name, isTree) = scope.path else { return nil }
    return try QueryError.evaluating { () throws(SlipError) in
      if let slots = try index.slots(inFolderAt: name, andBelow: isTree) { return slots }
      throw FindRequest.noFolder(path)
    }
  }
}
