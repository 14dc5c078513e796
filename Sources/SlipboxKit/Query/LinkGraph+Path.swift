public import SlipBase
internal import SlipNotes

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
