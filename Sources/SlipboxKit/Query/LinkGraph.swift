public import SlipBase
internal import SlipNotes

/// The links of a bundle or of one note, as `slipconv links` prints them. With `--to json` the
/// properties are the keys.
public struct LinkGraph: Sendable, Encodable {
  /// The forms in which the graph is printed.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// Lines for people.
    case text
    /// One JSON document.
    case json
    /// The DOT language of Graphviz.
    case dot
  }

  /// A note.
  public struct Node: Sendable, Encodable {
    /// The UUID.
    public var id: String
    /// The title.
    public var title: String
  }

  /// A link from one note to another.
  public struct Edge: Sendable, Encodable {
    /// The UUID of the note that links.
    public var from: String
    /// The UUID of the note that it links to.
    public var to: String
    /// Whether the link was made by hand or by a source, and not by the text.
    public var isManual: Bool

    /// The keys of the JSON form.
    private enum CodingKeys: String, CodingKey {
      case from, to
      case isManual = "manual"
    }
  }

  /// The notes, by title.
  public var notes: [Node]
  /// The links, by UUIDs.
  public var links: [Edge]
  /// Whether notes without links were asked for.
  private var showsOrphans: Bool
  /// The UUID of the note that was asked for; nil for all.
  private var center: String?

  /// The keys of the JSON form; what was asked for isn't part of it.
  private enum CodingKeys: String, CodingKey { case notes, links }

  /// Collects links.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - name: The note whose links and back-links are wanted; nil: all.
  ///   - orphans: Only notes that nothing links to, as `is:orphan` finds them.
  /// - Throws: `SlipError` where no note or more than one has this name.
  public init(_ bundle: OpenBundle, of name: String? = nil, orphans: Bool = false) throws(SlipError) {
    let box = bundle.box
    let center = try name.map { name throws(SlipError) in try bundle.note(named: name) }
    var ids: Set<Note.ID> = []
    var edges: [Edge] = []
    if orphans {
      for note in box.notes where box.backlinks(of: note.id).isEmpty {
        ids.insert(note.id)
      }
    } else {
      if let center { ids.insert(center.id) }
      for note in box.notes {
        for target in note.links where center == nil || note.id == center?.id || target == center?.id {
          ids.formUnion([note.id, target])
          edges.append(
            Edge(
              from: note.id.description, to: target.description, isManual: note.manualLinks.contains(target)))
        }
      }
    }
    notes = ids.compactMap { box.note($0) }
      .sorted { (NaturalKey($0.title), $0.id) < (NaturalKey($1.title), $1.id) }
      .map { Node(id: $0.id.description, title: $0.title) }
    links = edges
    showsOrphans = orphans
    self.center = center?.id.description
  }

  /// The graph as lines: for one note its links and back-links, else all links.
  public var lines: [String] {
    if showsOrphans { return notes.map(\.title) }
    let titles = Dictionary(notes.map { ($0.id, $0.title) }) { first, _ in first }
    return links.map { link in
      let mark = link.isManual ? " (manual)" : ""
      if link.from == center { return "-> \(titles[link.to] ?? link.to)\(mark)" }
      if link.to == center { return "<- \(titles[link.from] ?? link.from)\(mark)" }
      return "\(titles[link.from] ?? link.from) -> \(titles[link.to] ?? link.to)\(mark)"
    }.sorted()
  }

  /// The graph in the DOT language.
  public var dot: String {
    /// Text as a string of DOT: quotes and backslashes are escaped, line feeds become spaces.
    func quoted(_ text: String) -> String {
      "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\n" ? " " : String($0) }.joined() + "\""
    }
    var text = "digraph links {\n"
    for note in notes { text += "  \(quoted(note.id)) [label=\(quoted(note.title))];\n" }
    for link in links {
      text += "  \(quoted(link.from)) -> \(quoted(link.to))\(link.isManual ? " [style=dashed]" : "");\n"
    }
    return text + "}\n"
  }
}
