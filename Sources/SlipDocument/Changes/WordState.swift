/// What a tracked change makes of a word: whether the text had it before the changes, and whether it has it now.
enum WordState: Sendable {
  /// Both: nothing is tracked.
  case plain
  /// It has it now.
  case inserted
  /// It had it before.
  case deleted
  /// Neither: it was inserted and deleted again, both as tracked changes.
  case undone

  /// The state of an inline. What can't be a tracked change is plain.
  init(_ inline: Inline) {
    guard let revision = inline.revision else {
      self = .plain
      return
    }
    self = revision.insertion != nil ? .undone : revision.kind == .insertion ? .inserted : .deleted
  }

  /// Whether the text has the word now.
  var isThere: Bool { self == .plain || self == .inserted }
  /// Whether the text had the word before.
  var wasThere: Bool { self == .plain || self == .deleted }
}

extension Inline {
  /// The tracked change of a run, a picture or a file; nil for others, and where nothing is tracked.
  var revision: Revision? {
    get {
      switch self {
      case .run(let run): run.style.revision
      case .picture(let picture): picture.style.revision
      case .attachment(let file): file.style.revision
      default: nil
      }
    }
    set {
      switch self {
      case .run(var run):
        run.style.revision = newValue
        self = .run(run)
      case .picture(var picture):
        picture.style.revision = newValue
        self = .picture(picture)
      case .attachment(var file):
        file.style.revision = newValue
        self = .attachment(file)
      default: break
      }
    }
  }

  /// Whether it refers to something, so that it must not be there twice.
  var isReference: Bool {
    switch self {
    case .run, .picture, .attachment, .lineBreak: false
    default: true
    }
  }
}

/// Finds which words of two texts are the same, where words may be tracked changes.
///
/// Words that are the same in both are paired first, tracked in the same way; then those of which one may have become the other,
/// such as an insertion that was accepted. A word that is inserted is none that was there before: what replaces a word by itself and
/// others is no pair, only the deletion is.
enum WordAlignment {
  /// What is paired, in order.
  private enum Pass {
    /// The same word, tracked in the same way.
    case same
    /// A word that may have become the other one.
    case possible
    /// The same word, however it is tracked: where the base has a change already that a side still tracks.
    case any
  }

  /// Words of both texts that are still to be paired, by index.
  private typealias Stretch = (old: [Int], new: [Int])

  /// The pairs, ascending in both texts.
  ///
  /// - Parameter isOfBase: Whether the first text is what the second was made of; otherwise both are insertions.
  static func pairs(_ old: [Inline], _ new: [Inline], isOfBase: Bool = true) -> [(old: Int, new: Int)] {
    var stretches: [Stretch] = [(Array(old.indices), Array(new.indices))]
    var pairs: [(old: Int, new: Int)] = []
    for pass in isOfBase ? [Pass.same, .possible, .any] : [.same, .possible] {
      var left: [Stretch] = []
      for stretch in stretches {
        guard pass == .same || isTracked(stretch, old, new) else { continue }
        let found = match(stretch, old, new, pass, isOfBase)
        pairs += found
        left += cut(stretch, at: found)
      }
      stretches = left
    }
    return pairs.sorted { $0.old < $1.old }
  }

  /// Whether any word of a stretch is a tracked change.
  private static func isTracked(_ stretch: Stretch, _ old: [Inline], _ new: [Inline]) -> Bool {
    stretch.old.contains { old[$0].revision != nil } || stretch.new.contains { new[$0].revision != nil }
  }

  /// The pairs of a stretch.
  private static func match(
    _ stretch: Stretch, _ old: [Inline], _ new: [Inline], _ pass: Pass, _ isOfBase: Bool
  ) -> [(old: Int, new: Int)] {
    var places = stretch.new
    if pass == .possible, isOfBase, stretch.old.allSatisfy({ WordState(old[$0]).wasThere }) {
      places.removeAll { !WordState(new[$0]).wasThere }
    }
    let (a, b) = (stretch.old.map { old[$0] }, places.map { new[$0] })
    let steps = InlineComparison.steps(a, b) { inline in
      let key = InlineTokens.key(of: inline)
      return pass == .same ? "\(WordState(inline))\u{0}\(key)" : key
    }
    return steps.flatMap(\.pairs).map { (stretch.old[$0.old], places[$0.new]) }.filter { pair in
      pass != .possible || isPossible(WordState(old[pair.old]), WordState(new[pair.new]), isOfBase)
    }
  }

  /// Whether a word of one state may have become one of the other.
  private static func isPossible(_ old: WordState, _ new: WordState, _ isOfBase: Bool) -> Bool {
    guard isOfBase else { return old == new || old == .plain || new == .plain }
    return switch old {
    case .plain, .deleted: new.wasThere
    case .inserted, .undone: new != .deleted
    }
  }

  /// What is left of a stretch between its pairs.
  private static func cut(_ stretch: Stretch, at pairs: [(old: Int, new: Int)]) -> [Stretch] {
    var parts: [Stretch] = []
    var (i, j) = (stretch.old[...], stretch.new[...])
    for pair in pairs {
      parts.append((Array(i.prefix { $0 < pair.old }), Array(j.prefix { $0 < pair.new })))
      (i, j) = (i.drop { $0 <= pair.old }, j.drop { $0 <= pair.new })
    }
    parts.append((Array(i), Array(j)))
    return parts.filter { !$0.old.isEmpty && !$0.new.isEmpty }
  }
}
