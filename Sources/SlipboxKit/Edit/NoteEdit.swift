public import SlipBase
internal import SlipBundle
public import SlipNotes

/// Changes of facts of one or several notes, as `slipconv set` makes them. What is nil or empty stays
/// as it is.
///
/// ```swift
/// var edit = NoteEdit()
/// edit.status = .review
/// edit.placement = .folder("Work/Ideas")
/// _ = try edit.apply(to: "Spring check", in: "my.slipbox")
/// ```
public struct NoteEdit: Sendable {
  /// Where to move the note.
  public enum Placement: Sendable, Hashable {
    /// Into the folder of this path, such as `Work/Ideas`; missing folders are created.
    case folder(String)
    /// Out of all folders.
    case top
  }

  /// Where the note comes among the notes of its folder.
  public enum Position: Sendable, Hashable {
    /// Before all others.
    case first
    /// Behind all others.
    case last
    /// Before this note, in its folder.
    case before(String)
    /// Behind this note, in its folder.
    case after(String)
  }

  /// The new title, without white space at its ends; nil: unchanged.
  public var title: String?
  /// The new status; nil: unchanged.
  public var status: Note.Status?
  /// Whether the note is a favorite; nil: unchanged.
  public var isFavorite: Bool?
  /// Where to move the note; nil: it stays. In another folder it becomes the last note.
  public var placement: Placement?
  /// Where the note comes in its folder; nil: unchanged.
  public var position: Position?
  /// The note's number among those of its folder, by which they are sorted; nil: unchanged.
  public var order: Int?
  /// When the note was created; nil: unchanged.
  public var created: Timestamp?
  /// The paths of keywords to add, such as `bees/queens`; missing keywords are created.
  public var addedKeywords: [String] = []
  /// The paths of keywords to remove; unknown ones are ignored.
  public var removedKeywords: [String] = []
  /// Properties to set: all of the same name are replaced by these.
  public var properties: [Property] = []
  /// The names of properties to remove; unknown ones are ignored.
  public var removedProperties: [String] = []

  /// An edit that changes nothing.
  public init() {}

  /// Applies the changes to one note, atomically.
  ///
  /// - Parameters:
  ///   - name: The note: see `NoteLookup`.
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - date: When the edit is made.
  ///   - author: Who makes it.
  ///   - limits: Bounds on what is read and written.
  /// - Returns: The note after the edit, whether anything changed (if not, nothing is written),
  ///   and warnings about the bundle. A removed keyword that no note has any longer is deleted.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func apply(
    to name: String, in bundle: String, date: Timestamp? = nil, author: String? = nil,
    limits: Limits = Limits()
  ) throws(SlipError) -> (note: NoteSummary, isChanged: Bool, diagnostics: [Diagnostic]) {
    var session = try EditSession(opening: bundle, date: date, limits: limits)
    let note = try session.note(named: name)
    try apply(to: [note.id], in: &session)
    let box = session.box
    let saved = try session.save(author: author)
    return (NoteSummary(box.note(note.id) ?? note, in: box), saved.number != nil, saved.diagnostics)
  }

  /// Whether nothing but facts of the notes themselves is changed: see `EditRequest.notes`.
  public var changesOnlyFacts: Bool {
    title == nil && placement == nil && position == nil && removedKeywords.isEmpty
  }

  /// Makes the changes in a session.
  ///
  /// - Parameters:
  ///   - notes: The notes, in the order in which they are placed.
  ///   - session: Where the changes are made; the caller saves them.
  /// - Throws: `SlipError` for empty names, unknown notes, and properties that don't have the form of
  ///   their kind; then nothing is changed.
  public func apply(to notes: [Note.ID], in session: inout EditSession) throws(SlipError) {
    let (path, date) = (session.path, session.date)
    if let title { try NameLimits.check(title, session.limits) }
    // Without titles nobody looks at them, so that many edits cost what they change.
    let oldTitles = title == nil ? [:] : session.titles(of: notes)
    try session.edit { (box) throws(SlipError) in
      for id in notes { try change(id, in: &box, date, path) }
      try place(notes, in: &box, path)
      for name in removedKeywords {
        guard let keyword = box.keyword(atPath: name.trimmed)?.id, box.notes(with: keyword).isEmpty,
          box.children(ofKeyword: keyword).isEmpty
        else { continue }
        try box.remove(keyword: keyword)
      }
    }
    if title != nil { try session.followTitles(from: oldTitles) }
  }

  /// Makes the changes to one note, but for its place among the others.
  private func change(
    _ id: Note.ID, in box: inout SlipBox, _ date: Timestamp?, _ path: String
  ) throws(SlipError) {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    var new = note
    if let title {
      let trimmed = title.trimmed
      new.title = trimmed
      if trimmed != note.title { new.modified = date ?? note.modified }
    }
    if let status { new.status = status }
    if let isFavorite { new.isFavorite = isFavorite }
    if let created { (new.created, new.zoneIsUnknown) = (created, false) }
    switch placement {
    case .folder(let path): new.folder = try box.findOrCreateFolder(named: path, created: date)
    case .top: new.folder = nil
    case nil: break
    }
    for name in addedKeywords {
      guard !name.trimmed.isEmpty else { throw EditSession.empty("keyword") }
      let keyword = try box.findOrCreateKeyword(at: name)
      if !new.keywords.contains(keyword) { new.keywords.append(keyword) }
    }
    let removed = removedKeywords.compactMap { box.keyword(atPath: $0.trimmed)?.id }
    new.keywords.removeAll { removed.contains($0) }
    try change(&new.properties)
    if let order {
      new.order = order
    } else if new.folder != note.folder {
      new.order = box.orderAtEnd(ofNotesIn: new.folder)
    }
    if new != note { try box.update(note: id) { $0 = new } }
  }

  /// Replaces properties by those of the same name.
  ///
  /// - Throws: `SlipError` with code `KitCode.badEdit` for a value that doesn't have the form of its kind.
  private func change(_ properties: inout [Property]) throws(SlipError) {
    for property in self.properties { try NoteEdit.expectValid(property) }
    let replaced = Set(self.properties.map(\.name) + removedProperties)
    properties.removeAll { replaced.contains($0.name) }
    properties += self.properties
  }

  /// Checks that the value of a property has the form of its kind.
  ///
  /// - Throws: `SlipError` with code `KitCode.badEdit` where it doesn't.
  static func expectValid(_ property: Property) throws(SlipError) {
    if property.isValid { return }
    throw SlipError(
      .usage, code: KitCode.badEdit,
      "The value of the property `\(property.name)` doesn't have the form of its kind.")
  }

  /// Puts the notes at their position: all notes of the folder are numbered anew.
  ///
  /// - Parameters:
  ///   - notes: The notes, in the order in which they shall stand.
  ///   - box: The facts.
  ///   - path: The path of the bundle, for messages.
  /// - Throws: `SlipError` where the note beside which they shall stand is unknown, ambiguous or one of them.
  private func place(_ notes: [Note.ID], in box: inout SlipBox, _ path: String) throws(SlipError) {
    guard let position else { return }
    var anchor: Note?
    switch position {
    case .before(let name), .after(let name): anchor = try NoteLookup(box, path: path).note(named: name)
    case .first, .last: break
    }
    let moved = Set(notes)
    if let anchor, moved.contains(anchor.id) {
      throw SlipError(.usage, code: KitCode.badEdit, "A note can't come before or after itself.")
    }
    guard let first = notes.first.flatMap({ box.note($0) }) else { return }
    let folder = anchor.map(\.folder) ?? first.folder
    if let anchor {
      for id in notes { try box.update(note: id) { $0.folder = anchor.folder } }
    }
    var order = box.notes(in: folder).map(\.id).filter { !moved.contains($0) }
    let here = notes.filter { box.note($0)?.folder == folder }
    let index =
      switch position {
      case .first: 0
      case .last: order.count
      case .before: anchor.flatMap { order.firstIndex(of: $0.id) } ?? order.count
      case .after: anchor.flatMap { order.firstIndex(of: $0.id) }.map { $0 + 1 } ?? order.count
      }
    order.insert(contentsOf: here, at: index)
    for (index, id) in order.enumerated() where box.note(id)?.order != index {
      try box.update(note: id) { $0.order = index }
    }
  }
}

/// White space around names that users type.
extension String {
  /// The text without white space at both ends.
  package var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
