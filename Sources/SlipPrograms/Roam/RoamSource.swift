internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads a graph of Roam: one JSON file with all pages.
///
/// ```json
/// [ { "title": "Garden", "uid": "PcPr2qz3O", "create-time": 1603542400000, "edit-time": 1603542400005,
///     "children": [ { "string": "**Bees** and [[Orchard]]", "uid": "Im2Hlzz8t", "edit-time": 1603542402000,
///                     "children": [] } ] } ]
/// ```
///
/// A page is a note. Pages without a block are only names that other pages mention, and are left out. A page's own time is
/// that of its title, so the newest time of its blocks counts as well.
struct RoamSource: NoteSource {
  /// The pages and their blocks.
  private let graph: RoamGraph
  /// The next page.
  private var position = 0
  /// How many pages have no blocks.
  private var names = 0

  /// How many files of an archive are looked at.
  private static let probed = 8
  /// The largest graph that is read, in bytes.
  private static let longest = 1 << 30
  /// What a graph in Datomic's notation begins with.
  private static let datascript = Array("#datascript/DB".utf8)

  /// The place of the graph; nil where there is none.
  static func graph(in tree: SourceTree) -> Int? {
    guard tree.form != .folder else { return nil }
    let top = tree.topPath
    let places = tree.files.indices.filter { place in
      let path = tree.files[place].path
      return path.hasPrefix(top) && !path.dropFirst(top.count).contains("/")
        && ["json", "edn"].contains(path.suffixName)
    }
    return places.prefix(probed).first { place in
      let file = tree.files[place]
      guard !file.isClutter, file.length <= longest,
        let bytes = tree.soundBytes(at: place)
      else { return false }
      if isEDN(tree, place) { return true }
      // The title may come after the blocks, and far behind the beginning of the file.
      if SourceJSON.begins(bytes, "[", ["\"string\"", "\"children\"", "\"edit-time\""]) { return true }
      guard SourceJSON.begins(bytes, "[", ["\"title\""]) else { return false }
      let marks: [StaticString] = ["\"edit-time\"", "\"create-time\""]
      return marks.contains { SourceJSON.begins(bytes, "[", [$0]) }
        || SourceJSON.begins(bytes, "[", ["\"uid\"", "\"children\""])
        || SourceJSON.begins(bytes, "[", ["\"string\"", "\"children\""])
    }
  }

  /// Whether a file is a graph in Datomic's notation.
  private static func isEDN(_ tree: SourceTree, _ place: Int) -> Bool {
    tree.soundBytes(at: place)?.withBytes { $0.starts(with: datascript) } ?? false
  }

  /// Reads the graph.
  ///
  /// - Throws: `SlipError` where it can't be read, or is in Datomic's notation.
  init(_ tree: SourceTree) throws(SlipError) {
    guard let place = RoamSource.graph(in: tree), !RoamSource.isEDN(tree, place) else {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer,
        "The graph is in Roam's EDN; export it as JSON, which has the same pages.")
    }
    graph = RoamGraph(try SourceJSON.read(tree, place))
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while position < graph.pages.count {
      let (place, graph) = (position, graph)
      position += 1
      let page = graph.pages[place]
      guard page.hasText else {
        names += 1
        continue
      }
      return .note(
        SourceEntry(
          id: page.id, place: page.id, names: page.title.isEmpty ? [] : [page.title], length: page.length
        ) { context in
          graph.note(place, context)
        })
    }
    guard names > 0 else { return nil }
    let count = names
    names = 0
    return .finding(
      SourceFault.dropped("\(count) pages have no text; they are only names, and were left out."))
  }
}
