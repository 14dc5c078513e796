public import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipNotes

/// Links that lead to no note: `[[titles]]` that no note or several have, and hyperlinks to notes that aren't there.
///
/// Every text is read for them. Links to files that aren't notes don't count.
public struct BrokenLinks: Sendable, Encodable {
  /// A link that leads nowhere.
  public struct Link: Sendable, Encodable {
    /// The UUID of the note with the link.
    public var note: String
    /// The title of that note.
    public var title: String
    /// What the link says: a title, an address or a path.
    public var target: String
    /// The titles of the notes that it may mean; empty where none has the title.
    public var candidates: [String]
  }

  /// The links, by the titles of their notes, and then as the texts have them.
  public var links: [Link]

  /// Reads all texts of a bundle.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - name: The note whose links are wanted; nil: all.
  /// - Throws: `SlipError` where the bundle or a text can't be read, or no note or more than one has the name.
  public init(in argument: String, of name: String? = nil) throws(SlipError) {
    links = try retryingWhenReplaced { () throws(SlipError) in
      let bundle = try OpenBundle(argument)
      var notes = Array(bundle.box.notes)
      if let name { notes = [try bundle.note(named: name)] }
      notes.sort { (NaturalKey($0.title), $0.id) < (NaturalKey($1.title), $1.id) }
      let resolver = LinkResolver(bundle.box)
      var found: [Link] = []
      for note in notes { found += try BrokenLinks.links(of: note, in: bundle, resolver) }
      try bundle.expectCurrent()
      return found
    }
  }

  /// The links of one note that lead nowhere.
  private static func links(
    of note: Note, in bundle: OpenBundle, _ resolver: LinkResolver
  ) throws(SlipError) -> [Link] {
    let (body, mirror) = (try bundle.body(of: note), try bundle.mirror(of: note))
    let targets = body.withUnsafeBytes { body in
      mirror.withUnsafeBytes { LinkTarget.targets(body: body, mirror: $0) }
    }
    let source = note.source.flatMap { bundle.box.source($0) }
    return targets.compactMap { target in
      var candidates: [String] = []
      switch resolver.resolve(target, from: source) {
      case .note, .otherFile: return nil
      case .missing: break
      case .ambiguous(let notes): candidates = notes.compactMap { bundle.box.note($0)?.title }
      }
      return Link(note: note.id.description, title: note.title, target: target.text, candidates: candidates)
    }
  }
}

extension LinkGraph {
  /// A way from one note to another, along links in either direction.
  public struct Path: Sendable, Encodable {
    /// A step of the way.
    public struct Step: Sendable, Encodable {
      /// The UUID of the note.
      public var id: String
      /// The title of the note.
      public var title: String
      /// Whether the note before links to it, and not the other way round; nil for the first.
      public var isForward: Bool?

      /// The keys of the JSON form.
      private enum CodingKeys: String, CodingKey {
        case id, title
        case isForward = "forward"
      }
    }

    /// The notes, from the first to the last; empty where there is no way.
    public var steps: [Step]

    /// Finds a shortest way.
    ///
    /// - Parameters:
    ///   - argument: The bundle: see `BundleLocator.locate`.
    ///   - first: The note where it begins.
    ///   - last: The note where it ends.
    /// - Throws: `SlipError` where no note or more than one has one of these names.
    public init(in argument: String, from first: String, to last: String) throws(SlipError) {
      let bundle = try OpenBundle(argument)
      let box = bundle.box
      let (start, end) = (try bundle.note(named: first).id, try bundle.note(named: last).id)
      var before: [Note.ID: (note: Note.ID, isForward: Bool)] = [:]
      var (reached, next) = (Set([start]), [start])
      while !next.isEmpty, !reached.contains(end) {
        var further: [Note.ID] = []
        for id in next {
          let ways =
            (box.note(id)?.links ?? []).map { ($0, true) } + box.backlinks(of: id).map { ($0, false) }
          for (other, isForward) in ways where box.has(note: other) && reached.insert(other).inserted {
            before[other] = (id, isForward)
            further.append(other)
          }
        }
        next = further
      }
      steps = []
      guard reached.contains(end) else { return }
      var current = end
      while true {
        let way = before[current]
        steps.append(
          Step(id: current.description, title: box.note(current)?.title ?? "", isForward: way?.isForward))
        guard let way else { break }
        current = way.note
      }
      steps.reverse()
    }
  }
}
