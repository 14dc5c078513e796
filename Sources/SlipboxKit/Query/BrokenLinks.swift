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
  static func links(
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
      case .note: return nil
      case .otherFile: if !target.isWithoutSuffix { return nil }
      case .missing: break
      case .ambiguous(let notes): candidates = notes.compactMap { bundle.box.note($0)?.title }
      }
      return Link(
        note: note.id.description, title: note.title, target: RelativePath.withoutEncoding(target.text),
        candidates: candidates)
    }
  }
}
