internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipNotes

/// A note of a feed on its way into a box.
struct SyncNote: Sendable {
  /// Its id in the feed.
  let id: String
  /// The key of the source that retains its object.
  let key: ImportKey
  /// Its UUID in the box.
  var noteID = UniqueID(high: 0, low: 0)
  /// The note as the box has it; nil for a new one.
  private(set) var ours: Note? {
    get { heldOurs?.value }
    set { heldOurs = newValue.map(Held.init) }
  }
  /// The object as it was; nil for a new note.
  private(set) var base: FeedNote? {
    get { heldBase?.value }
    set { heldBase = newValue.map(Held.init) }
  }
  /// The object as it is; nil once the note is placed.
  private(set) var new: FeedNote? {
    get { heldNew?.value }
    set { heldNew = newValue.map(Held.init) }
  }
  private var heldOurs: Held<Note>?
  private var heldBase: Held<FeedNote>?
  private var heldNew: Held<FeedNote>?
  /// Length and digest of the object that is retained.
  private(set) var fact = FileFact(of: [])
  /// Objects that came within it.
  private(set) var nested = FeedNote.Nested()
  /// Pictures that its text brought with it.
  private(set) var embedded: [Attachment] = []
  /// What its text links to; nil where the text didn't change.
  private(set) var targets: [LinkTarget]?
  /// Whether the user has deleted it here.
  private(set) var isBuried = false
  /// The files of the note, until they are written.
  private var files: Held<Files>?

  /// The files of a note.
  private struct Files {
    /// The object that is retained.
    var kept: Payload
    /// Body and mirror; nil where the text didn't change.
    var text: (body: Payload, mirror: Payload)?
    /// Files that come with the text.
    var others: [ImportedPayload] = []
  }

  /// A large value that many notes don't have, and no note for long. All notes of a feed are on their way at once.
  private final class Held<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// A note without anything yet.
  private init(_ id: String, _ key: ImportKey) { (self.id, self.key) = (id, key) }

  /// A note that the user has deleted here.
  static func buried(_ id: String, _ key: ImportKey) -> SyncNote {
    var note = SyncNote(id, key)
    note.isBuried = true
    return note
  }

  /// The members that make the text.
  private static let textMembers = [
    "body", "body_base64", "text", "text_base64", "format", "attachments",
  ]

  /// Reads a note of the feed, and what the feed said of it last.
  ///
  /// - Returns: Nil where it says the same.
  /// - Throws: `SlipError` for an object that is malformed.
  static func read(
    _ id: String, _ key: ImportKey, _ changes: FeedChanges, _ box: SlipBox, _ old: DirectoryStorage?,
    _ limits: Limits
  ) throws(SlipError) -> SyncNote? {
    var note = SyncNote(id, key)
    let source = box.source(key.text)
    note.ours = box.notes(from: key.text).first.flatMap { box.note($0) }
    var before: JSONValue?
    if let source, let old { before = try retained(source, box, old) }
    var object: JSONValue
    (object, note.nested) = FeedNote.unnested(try changes.object(id, .notes, over: before))
    if case .object(var members) = object, members["id"] == nil {
      members["id"] = .string(id)
      object = .object(members)
    }
    let kept = Payload(object.bytes)
    if kept.fact == source?.original, note.ours != nil { return nil }
    var files = Files(kept: kept)
    note.fact = kept.fact
    let isTextNew = note.ours == nil || textMembers.contains { object[$0] != before?[$0] }
    var new = try FeedNote(object)
    if isTextNew { note.take(try new.readText(of: object, limits), &files) }
    note.files = Held(files)
    if let before, let ours = note.ours {
      var base = try FeedNote(before)
      if isTextNew, ours.isChangedSinceImport { _ = try base.readText(of: before, limits) }
      note.base = base
    }
    if changes.isWhole {
      new.hasOrder = true
      note.base?.hasOrder = true
    }
    note.new = new
    if let known = note.ours, let own = returned(known, id, changes, box) {
      note.base = nil
      note.adopt(own, isNew: note.isNewer(than: own))
    }
    return note
  }

  /// The note that has the id of an object in the box, where another one came of that object as a version beside it, and where the feed
  /// has taken over both since. Then each object is the note of its own id.
  private static func returned(
    _ known: Note, _ id: String, _ changes: FeedChanges, _ box: SlipBox
  ) -> Note? {
    guard let own = UniqueID(id), own != known.id, changes.page(known.id.description, .notes) != nil else {
      return nil
    }
    return box.note(own)
  }

  /// The object that a source retains.
  static func retained(
    _ source: Source, _ box: SlipBox, _ old: DirectoryStorage
  ) throws(SlipError) -> JSONValue? {
    let path = box.keptPath(of: source)
    guard try old.length(of: path) != nil else { return nil }
    let bytes = try old.read(path)
    return bytes.withUnsafeBytes { buffer in
      var scanner = JSONScanner(buffer)
      return try? scanner.value()
    }
  }

  /// Makes payload of the text.
  private mutating func take(_ body: NoteBody, _ files: inout Files) {
    let read = body.imported
    targets = read.linkTargets
    for picture in read.attachments where picture.isShown {
      let attachment = Attachment(picture)
      embedded.append(attachment)
      files.others.append(
        ImportedPayload(.attachment(attachment.id, fileExtension: attachment.fileExtension), picture.payload))
    }
    files.text = (read.body, read.mirror)
  }

  /// Treats the note as the same that is in the box already, though it didn't come from this feed.
  ///
  /// - Parameter isNew: Whether the feed says something new of it.
  mutating func adopt(_ note: Note, isNew: Bool) {
    (ours, noteID, saysNothingNew) = (note, note.id, !isNew)
  }

  /// Whether the feed only says what the box knows of a note that came here on another way.
  private(set) var saysNothingNew = false

  /// Whether the feed's note was modified after that of the box.
  func isNewer(than note: Note) -> Bool {
    guard let theirs = new?.facts.modified else { return false }
    return note.modified.map { $0 < theirs } ?? true
  }

  /// Lets go of what the objects say, once the note is placed with its links.
  mutating func letGo() { (heldBase, heldNew) = (nil, nil) }

  /// The files of the note, once: body, mirror, pictures and the object.
  mutating func takePayload(withText: Bool = true) -> [ImportedPayload] {
    guard let files = files?.value else { return [] }
    var taken = files.others
    if withText, let text = files.text {
      taken += [ImportedPayload(.body(noteID), text.body), ImportedPayload(.mirror(noteID), text.mirror)]
    }
    taken.append(ImportedPayload(.kept(files.kept.fact.digest, fileExtension: "json"), files.kept))
    self.files = nil
    return taken
  }

  /// Body and mirror for a note of another UUID.
  func text(for id: Note.ID) -> [ImportedPayload] {
    guard let text = files?.value.text else { return [] }
    return [ImportedPayload(.body(id), text.body), ImportedPayload(.mirror(id), text.mirror)]
  }
}
