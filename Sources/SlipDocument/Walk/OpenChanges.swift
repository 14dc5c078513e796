/// A place of a text where tracked changes are open: what was there before, and what each author put in its place.
public struct OpenChange: Sendable, Hashable, Encodable {
  /// What an author inserted.
  public struct Insertion: Sendable, Hashable, Encodable {
    /// The author; empty where nobody is named.
    public var author: String
    /// The text.
    public var text: String
  }

  /// Its number in the text, from 1.
  public var number: Int
  /// The text right before it, as far as it is in the same paragraph; at most forty characters.
  public var lead = ""
  /// The text that is marked as deleted; empty where nothing is.
  public var deleted = ""
  /// The authors who marked it as deleted.
  public var deletedBy: [String] = []
  /// What was inserted, one entry for each author.
  public var insertions: [Insertion] = []

  /// The authors, in the order of the text.
  public var authors: [String] {
    var found = insertions.map(\.author)
    for author in deletedBy where !found.contains(author) { found.append(author) }
    return found
  }

  /// Adds text of a change.
  fileprivate mutating func add(_ text: String, _ revision: Revision) {
    // What was inserted and deleted again was never in the text.
    if revision.insertion != nil { return }
    let author = revision.author ?? ""
    guard revision.kind == .insertion else {
      deleted += text
      if !deletedBy.contains(author) { deletedBy.append(author) }
      return
    }
    if let place = insertions.firstIndex(where: { $0.author == author }) {
      insertions[place].text += text
    } else {
      insertions.append(Insertion(author: author, text: text))
    }
  }

  /// Adds a blank that all sides have between words that they changed.
  fileprivate mutating func add(blank: String) {
    if !deleted.isEmpty { deleted += blank }
    for index in insertions.indices { insertions[index].text += blank }
  }
}

/// What becomes of open changes.
public enum ChangeDecision: Sendable, Hashable {
  /// What was inserted stays, what was deleted goes.
  case accept
  /// The text is as it was before the changes.
  case reject
  /// What this author wrote stays: what others inserted goes, and what this author replaced or deleted goes.
  case take(author: String)

  /// Whether the text of a change goes.
  ///
  /// - Parameter change: Where it stands; nil of a row, a cell or a margin note.
  func removes(_ revision: Revision, of change: OpenChange?) -> Bool {
    if revision.insertion != nil { return true }
    switch self {
    case .accept: return revision.kind == .deletion
    case .reject: return revision.kind == .insertion
    case .take(let author):
      let isOwn = (revision.author ?? "") == author
      if revision.kind == .insertion { return !isOwn }
      guard !isOwn, let change else { return isOwn }
      // Words that several replaced are marked as deleted by one of them; who deleted all of it wrote nothing in its place.
      return change.insertions.contains { $0.author == author }
        ? change.insertions.count > 1 : change.deletedBy.contains(author)
    }
  }
}

/// Goes through the tracked changes of paragraphs in one order, and tells where each belongs.
private struct ChangeWalk {
  /// The most characters before a change that tell where it is.
  static let longestLead = 40

  /// The changes so far.
  private(set) var changes: [OpenChange] = []
  /// Whether the last change goes on if the next thing is changed, too.
  private var isOpen = false
  /// Blanks since the last change, which belong to it if another one follows.
  private var blanks = ""
  /// The text of the paragraph so far that isn't changed.
  private var lead = ""

  /// Begins a paragraph.
  mutating func begin() { lead = "" }

  /// Takes something that isn't changed.
  mutating func pass(_ text: String) {
    if text.isEmpty { return }
    lead = String((lead + text).suffix(ChangeWalk.longestLead))
    if text.allSatisfy(\.isWhitespace) { blanks += text } else { isOpen = false }
  }

  /// Takes text of a change.
  ///
  /// - Returns: The number of the change.
  mutating func take(_ text: String, _ revision: Revision) -> Int {
    if !isOpen {
      changes.append(OpenChange(number: changes.count + 1, lead: lead))
    } else if !blanks.isEmpty {
      changes[changes.count - 1].add(blank: blanks)
    }
    (isOpen, blanks) = (true, "")
    changes[changes.count - 1].add(text, revision)
    return changes.count
  }

  /// Ends a paragraph.
  ///
  /// - Returns: The number of the change that its end belongs to; nil where that isn't changed.
  mutating func end(_ revision: Revision?) -> Int? {
    guard let revision else {
      isOpen = false
      return nil
    }
    return take("\n", revision)
  }
}

extension Document {
  /// The places of the text where tracked changes are open, in the order of headers, body and margin notes.
  ///
  /// Changes that follow one another with nothing but blanks between them are one place. Rows and cells that came or went have none.
  public var openChanges: [OpenChange] {
    var copy = self
    return copy.forEachChange { _, _ in nil }
  }

  /// Resolves open changes.
  ///
  /// - Parameters:
  ///   - decision: What becomes of them.
  ///   - numbers: Which of `openChanges`; nil: all, and rows, cells and margin notes that came or went.
  public mutating func resolve(_ decision: ChangeDecision, only numbers: Set<Int>? = nil) {
    guard hasTrackedChanges else { return }
    let changes = openChanges
    if case .take(let author) = decision { dropJoints(of: author, changes, only: numbers) }
    forEachChange { revision, number in
      guard numbers?.contains(number) ?? true else { return ChangeFate.open.mark(revision) }
      let isGone = decision.removes(
        revision, of: changes.indices.contains(number - 1) ? changes[number - 1] : nil)
      return (isGone ? ChangeFate.disappears : .stays).mark(revision)
    }
    resolve { revision in
      if let fate = ChangeFate(of: revision) { return fate }
      if numbers != nil { return .open }
      return decision.removes(revision, of: nil) ? .disappears : .stays
    }
    forEachChange { revision, _ in ChangeFate.unmarked(revision) }
  }

  /// Takes away the blank that a merge puts between the words of two authors, before the words of the one that is taken.
  private mutating func dropJoints(of author: String, _ changes: [OpenChange], only numbers: Set<Int>?) {
    var seen: Set<Int> = []
    var walk = ChangeWalk()
    editParagraphs { paragraph in
      walk.begin()
      for index in paragraph.inlines.indices {
        let inline = paragraph.inlines[index]
        guard let revision = inline.trackedChange else {
          walk.pass(inline.isVisible ? inline.plainText : "")
          continue
        }
        let number = walk.take(inline.plainText, revision)
        guard numbers?.contains(number) ?? true, revision.kind == .insertion, revision.author == author,
          seen.insert(number).inserted, case .run(var run) = inline, run.text.hasPrefix(" "),
          let change = changes.first(where: { $0.number == number }),
          change.insertions.first?.author != author, change.lead.last?.isWhitespace ?? true
        else { continue }
        run.text.removeFirst()
        paragraph.inlines[index] = .run(run)
      }
      _ = walk.end(paragraph.endRevision)
    }
  }

  /// Goes through the changes of paragraphs.
  ///
  /// - Parameter change: Takes a change and the number of its place, and returns what stands for it; nil: it stays.
  /// - Returns: The places.
  @discardableResult
  private mutating func forEachChange(_ change: (Revision, Int) -> Revision?) -> [OpenChange] {
    var walk = ChangeWalk()
    editParagraphs { paragraph in
      walk.begin()
      for index in paragraph.inlines.indices {
        let inline = paragraph.inlines[index]
        guard let revision = inline.trackedChange else {
          walk.pass(inline.isVisible ? inline.plainText : "")
          continue
        }
        let number = walk.take(inline.plainText, revision)
        if let new = change(revision, number) { paragraph.inlines[index].trackedChange = new }
      }
      if let number = walk.end(paragraph.endRevision), let end = paragraph.endRevision,
        let new = change(end, number)
      {
        paragraph.endRevision = new
      }
    }
    return walk.changes
  }
}

/// What becomes of one tracked change. While a document is resolved, it stands before the author's name.
enum ChangeFate: Character {
  /// Its text stays, and isn't marked any more.
  case stays = "\u{1}"
  /// Its text goes.
  case disappears = "\u{2}"
  /// It stays open.
  case open = "\u{3}"

  /// The sign of a change without an author.
  private static let nobody = "\u{4}"

  /// The fate that stands in a change; nil where none does.
  init?(of revision: Revision) {
    guard let first = revision.author?.first, let fate = ChangeFate(rawValue: first) else { return nil }
    self = fate
  }

  /// A change with its fate.
  fileprivate func mark(_ revision: Revision) -> Revision {
    var revision = revision
    revision.credit.author = String(rawValue) + (revision.author ?? ChangeFate.nobody)
    return revision
  }

  /// A change as it was before it got a fate; nil where it has none.
  fileprivate static func unmarked(_ revision: Revision) -> Revision? {
    guard ChangeFate(of: revision) != nil, let author = revision.author?.dropFirst() else { return nil }
    var revision = revision
    revision.credit.author = author == nobody ? nil : String(author)
    return revision
  }
}

extension Inline {
  /// The tracked change of a run, a picture or a file; nil for other inlines, and where there is none.
  fileprivate var trackedChange: Revision? {
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

  /// What is shown of it in a list of changes.
  fileprivate var plainText: String {
    switch self {
    case .run(let run): run.text.replacing("\u{2028}", with: "\n")
    case .picture: "[picture]"
    case .attachment: "[file]"
    case .lineBreak, .break: "\n"
    case .noteReference, .deletedNote: "[note]"
    case .bookmarkStart, .bookmarkEnd: ""
    }
  }
}
