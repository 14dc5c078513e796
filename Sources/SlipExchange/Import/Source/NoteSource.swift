public import SlipBase
public import SlipNotes

/// A container of another program that holds many notes: a project, a vault, an export.
///
/// A source gives its notes as a stream and reads each of them only when it is asked to, so that memory doesn't grow
/// with their number, and many are read at the same time. What becomes of the notes (identity, conflicts, folders,
/// keywords, links, the kept original, the report) is decided behind this protocol, once for all sources.
///
/// A new source is a type with `next()` and a row in the table of programs:
///
/// ```swift
/// struct DiarySource: NoteSource {
///   let tree: SourceTree
///   var position = 0
///
///   mutating func next() throws(SlipError) -> SourceItem? {
///     guard position < tree.files.count else { return nil }
///     let (tree, place) = (tree, position)
///     position += 1
///     return .note(SourceEntry(id: tree.files[place].path, place: tree.files[place].path) { context throws(SlipError) in
///       let text = try tree.bytes(at: place).array
///       return SourceNote(title: nil, body: .rtf(text))
///     })
///   }
/// }
/// ```
///
/// The stream is read several times in an import: to give notes their UUIDs, to import them, and to learn what the last
/// import had. So it must give the same items in the same order each time.
public protocol NoteSource: Sendable {
  /// The next item, in the order in which the program shows them; nil at the end.
  ///
  /// Damage costs the piece that it is in: it is reported as `SourceItem.finding`, and the stream goes on.
  ///
  /// - Throws: `SlipError` where the container can't be read any further.
  mutating func next() throws(SlipError) -> SourceItem?
}

/// A piece of a container.
public enum SourceItem: Sendable {
  /// A note.
  case note(SourceEntry)
  /// A folder, whose notes may come later or not at all; the steps lead to it from the container's top.
  case folder([SourceFolder])
  /// A keyword, which no note needs to have.
  case keyword(SourceKeyword)
  /// Something that is left out, and why.
  case skipped(SourceSkip)
  /// Something that the user should know of the container.
  case finding(Diagnostic)
}

extension SourceItem {
  /// Whether it says that something of the container is damaged.
  package var isDamage: Bool {
    switch self {
    case .finding(let diagnostic): diagnostic.severity == .error
    case .skipped(let skipped): skipped.reason == .damaged
    case .note, .folder, .keyword: false
    }
  }
}

/// A note in a container, before it is read.
///
/// What is known without reading the note stands here. `read` does the rest, and may be called on any thread, several times,
/// or never: for a note whose container didn't change, or that the user has deleted.
public struct SourceEntry: Sendable {
  /// The note's id within the container. It stays the same from one export to the next, as far as the program has such
  /// an id.
  public var id: String
  /// How messages name the note: a path in the container, or a number.
  public var place: String
  /// What other notes may call it: titles, other titles, file names. Only notes that are linked by name need any.
  public var names: [String]
  /// About how many bytes it takes to read the note.
  public var length: Int
  /// Whether the program has thrown the note away.
  public var isTrashed = false
  /// Reads the note. Several threads may do so at once.
  public var read: @Sendable (SourceContext) throws(SlipError) -> SourceNote

  /// Creates a note that is not in the trash.
  public init(
    id: String, place: String, names: [String] = [], length: Int = 0,
    read: @escaping @Sendable (SourceContext) throws(SlipError) -> SourceNote
  ) {
    self.id = id
    self.place = place
    self.names = names
    self.length = length
    self.read = read
  }
}

/// A folder on the way to a note.
///
/// ```swift
/// [SourceFolder("Draft", id: "8D93…", order: 0), SourceFolder("Chapter 1", id: "41B0…", order: 2)]
/// ```
public struct SourceFolder: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The folder's id in the container, which tells folders of one name apart; nil: the name does.
  public var id: String?
  /// The place among its siblings; nil: by name.
  public var order: Int?
  /// When it was created; nil where the container doesn't say.
  public var created: Timestamp?
  /// Facts about it, such as a saved search. They count for a folder that the import creates.
  public var properties: [Property] = []

  /// Creates a step.
  public init(_ name: String, id: String? = nil, order: Int? = nil) {
    (self.name, self.id, self.order) = (name, id, order)
  }
}

/// A keyword as a container has it.
public struct SourceKeyword: Sendable, Hashable {
  /// Its name, and before it the names of those that it lies below, from the top.
  public var path: [String]
  /// Red, green and blue, each 0 to 1, and perhaps the opacity; nil where the container gives no colour.
  public var color: [Double]?

  /// Creates a keyword.
  public init(path: [String], color: [Double]? = nil) { (self.path, self.color) = (path, color) }

  /// A keyword from a name such as `bees/queens`. Empty parts are left out; nil where nothing is left.
  public init?(nested name: some StringProtocol, separator: Character = "/") {
    let parts = name.split(separator: separator).map { String($0).trimmingBlanks() }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    self.init(path: parts)
  }
}

/// Something in a container that is left out.
///
/// The report of an import lists each of them, so that what was found is the sum of what came in and what was left out.
public struct SourceSkip: Sendable, Equatable {
  /// Why it is left out.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The program has thrown it away.
    case trash
    /// It is a template for notes.
    case template
    /// It is encrypted.
    case encrypted
    /// It is a copy that the program made of another note.
    case copy
    /// The container is damaged there.
    case damaged
    /// Nothing in a slip-box corresponds to it.
    case unsupported
    /// No note shows it.
    case notShown
    /// It is a list of notes that an export made.
    case index
  }
  /// What it is called in messages: a path in the container, or a number.
  public var place: String
  /// Why it is left out.
  public var reason: Reason

  /// Creates an entry.
  public init(_ place: String, _ reason: Reason) { (self.place, self.reason) = (place, reason) }
}

extension SourceTree {
  /// The files that are no part of a container: neither read nor known to a source, such as a text that somebody put there. Each
  /// is to be named, so that nobody misses it later.
  ///
  /// - Parameter isKnown: Whether a path belongs to the container.
  package func strangers(_ isKnown: (String) -> Bool) -> [SourceItem] {
    files.filter { !$0.isClutter && !$0.isHidden && !isKnown($0.path) }
      .map { .skipped(SourceSkip($0.path, .notShown)) }
  }
}

extension SourceSkip.Reason {
  /// The reason as the end of a sentence that begins with `It`.
  public var explanation: String {
    switch self {
    case .trash: "is in the trash; `--trash` imports it"
    case .template: "is a template for notes"
    case .encrypted: "is encrypted"
    case .copy: "is a copy of another note"
    case .damaged: "is damaged"
    case .unsupported: "is something that a slip-box can't hold"
    case .notShown: "is a file that no note shows"
    case .index: "is a list of notes that an export made"
    }
  }

  /// Whether the user may want to know that the original of what is left out is in the slip-box.
  var isOfInterest: Bool { self == .encrypted || self == .unsupported || self == .notShown }

  /// The reason as a word for programs.
  public var name: String { self == .notShown ? "not-shown" : rawValue }

  /// Whether the user would expect an import to include it.
  public var isFailure: Bool {
    switch self {
    case .encrypted, .damaged: true
    case .trash, .template, .copy, .unsupported, .notShown, .index: false
    }
  }
}

/// Ids of which one may come several times: the second `a` becomes `a#2`.
///
/// Copies of notes that a program exports twice have one id, as in backups of Bear. The number follows the order of the container,
/// which is the same each time. Sources that know of repeated ids in their format number them themselves; what is left is numbered
/// when the container is imported, with the mark `//`. Bundles have both, so neither may change.
package struct RepeatedIDs {
  /// What stands between an id and its number.
  private let mark: String
  /// How often each came.
  private var counts: [String: Int] = [:]

  /// Has no ids yet.
  package init(mark: String = "#") { self.mark = mark }

  /// The next id, told apart from those before it.
  package mutating func next(_ id: String) -> String {
    let count = counts[id, default: 0] + 1
    counts[id] = count
    return count == 1 ? id : "\(id)\(mark)\(count)"
  }
}

extension SourceNote {
  /// Reads a date that a note may lack; nil for none, and for one that can't be read, which is reported.
  package mutating func date(_ text: String?, _ context: SourceContext) -> Timestamp? {
    guard let text, !text.trimmingBlanks().isEmpty else { return nil }
    return date(text, context)
  }

  /// Reads a date from a count since 1970; nil for none, and for one outside of the years 1 to 9999, which is reported. A count of 0
  /// is none.
  ///
  /// - Parameters:
  ///   - count: The count; nil where the note has none.
  ///   - perSecond: How many of these units a second has: 1, 1,000 or 1,000,000.
  package mutating func date(_ count: Int64?, perSecond: Int64) -> Timestamp? {
    guard let count, count != 0 else { return nil }
    let date = SourceDate(count, perSecond: perSecond)
    if date == nil { diagnostics.append(SourceFault.impossibleDate) }
    return date?.time
  }

  /// Reads a date; nil for one that can't be read, which is reported. Whether its zone had to be guessed is noted.
  package mutating func date(_ text: String, _ context: SourceContext) -> Timestamp? {
    guard let date = SourceDate(text) else {
      if !SourceDate.isNone(text) { diagnostics.append(SourceFault.impossibleDate) }
      return nil
    }
    let (time, isUnknown) = date.moment(context)
    zoneIsUnknown = zoneIsUnknown || isUnknown
    return time
  }
}
