internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipNotes

/// Merges the changes of a feed into a box.
///
/// Two boxes are made of ours: `base`, in which the objects that changed are as the feed gave them last time, and
/// `theirs`, in which they are as it gives them now. The rest is a three-way merge (`BoxMerge`).
struct SyncWork {
  /// What was asked for.
  let request: SyncRequest
  /// What the feed says.
  let changes: FeedChanges
  /// Reads files that objects name.
  let connection: FeedConnection
  /// Whether objects that the feed doesn't have are to be deleted.
  let isFull: Bool
  /// Where payload goes.
  let output: any BundleOutput
  /// The box as it is.
  let ours: SlipBox
  /// The box with the feed's last values.
  var base: SlipBox
  /// The box with the feed's new values.
  var theirs: SlipBox
  /// The merged box.
  var box: SlipBox
  /// The origin as it is.
  let origin: Origin
  /// What is remembered of the feed.
  var state: FeedState
  /// What was done so far.
  var outcome: SyncOutcome
  /// Notes that are new or changed, by the feed's id.
  var staged: [SyncNote] = []
  /// Folders and keywords that came within notes.
  var nested: [BoxJSON.Section: [String: JSONValue]] = [:]
  /// The feed's ids of all notes that the box has or gets.
  var noteIDs: [String: Note.ID] = [:]
  /// UUIDs that new notes of the feed have.
  private var assigned: Set<Note.ID> = []
  /// Attachments that texts brought with them.
  var embedded: [Digest: Attachment] = [:]
  /// Keywords of the feed that were looked at.
  var done: Set<String> = []
  /// Attachments whose bytes have to be fetched.
  var fetched: [Digest] = []
  /// The attachments that the feed's notes have. A box drops one with its last use, and another note may get it after
  /// that.
  var needed: [Attachment.ID: Attachment] = [:]
  /// Payload that is written once it is known which notes take it.
  var held: [ImportedPayload] = []
  /// Makes thumbnails of new pictures.
  var thumbnails: ThumbnailMaker

  /// The most notes of a batch.
  private static let batch = 256

  /// Prepares a merge.
  init(
    _ request: SyncRequest, _ changes: FeedChanges, _ origin: Origin, _ connection: FeedConnection,
    _ transaction: BundleTransaction, isFull: Bool
  ) {
    (self.request, self.changes, self.origin, self.connection) = (request, changes, origin, connection)
    self.isFull = isFull
    output = transaction.output
    ours = transaction.box
    (base, theirs, box) = (ours, ours, ours)
    state = FeedState(origin)
    outcome = SyncOutcome(origin: origin.name, token: changes.token ?? origin.token)
    outcome.isFull = isFull
    outcome.isDryRun = request.isDryRun
    thumbnails = ThumbnailMaker(longSide: request.thumbnailSize, limits: request.limits)
  }

  /// Merges everything; `box` is the result.
  ///
  /// - Throws: `SlipError` for objects that are malformed or refer to nothing.
  mutating func run(_ progress: WorkProgress) throws(SlipError) -> SyncOutcome {
    try stageNotes(progress)
    try mergeFolders()
    try mergeKeywords()
    try addAttachments()
    try placeNotes()
    let gone = try deleteNotes()
    try deleteFolders()
    try deleteKeywords()
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs, rule: request.policy.rule)
    box = merge.box
    try report(merge)
    try detach(gone, merge.conflicts)
    try resolveLinks()
    try writePayload()
    try thumbnails.attach(to: &box)
    outcome.diagnostics += thumbnails.diagnostics
    writeOrigin()
    outcome.notes = BoxChanges(from: ours, to: box).notes.map { SyncOutcome.NoteChange($0) }
    outcome.count()
    return outcome
  }

  /// Puts the token and what is remembered into the origin.
  private mutating func writeOrigin() {
    state.etag = changes.token == nil ? changes.etag : nil
    if changes.since != nil { state.since = changes.since }
    if !changes.seen.isEmpty { state.seen = SeenStates.remembered(changes.seen) }
    let index = box.origins.firstIndex { $0.name == origin.name } ?? box.origins.count
    if index == box.origins.count { box.origins.append(origin) }
    box.origins[index].token = outcome.token
    box.origins[index].url = connection.root.display
    box.origins[index].kind = request.kind
    if state != FeedState(origin) { state.write(to: &box.origins[index]) }
  }

  // MARK: Reading notes

  /// Reads the notes that the feed names, and writes the payload of new ones.
  private mutating func stageNotes(_ progress: WorkProgress) throws(SlipError) {
    let buried = Set(origin.tombstones.filter { $0.item == nil }.map(\.key))
    let ids = changes.ids(.notes)
    staged.reserveCapacity(ids.count)
    var count = 0
    while count < ids.count {
      let part = Array(ids[count..<min(count + SyncWork.batch, ids.count)])
      let (changes, ours, output, origin, limits) = (changes, ours, output, origin, request.limits)
      let found = Parallel.map(count: part.count, workers: request.workers) {
        index -> Result<SyncNote?, SlipError> in
        do throws(SlipError) {
          let key = FeedNote.key(part[index], origin: origin.name)
          if buried.contains(key.text) { return .success(.buried(part[index], key)) }
          return .success(try SyncNote.read(part[index], key, changes, ours, output.old, limits))
        } catch {
          return .failure(changes.placed(error, part[index], .notes))
        }
      }
      var payload: [ImportedPayload] = []
      for (id, result) in zip(part, found) {
        guard var note = try result.get() else {
          let key = FeedNote.key(id, origin: origin.name)
          noteIDs[id] = ours.notes(from: key.text).first
          continue
        }
        if note.isBuried {
          outcome.buried += 1
          continue
        }
        for (section, id, object) in note.nested.objects { nested[section, default: [:]][id] = object }
        for attachment in note.embedded { embedded[attachment.id] = attachment }
        try identify(&note)
        noteIDs[id] = note.noteID
        if note.saysNothingNew { continue }
        if note.ours == nil {
          // A new note comes in whatever else happens; so its payload needn't be held.
          payload += note.takePayload()
        }
        staged.append(note)
      }
      if !request.isDryRun {
        try payload.write(to: output, &thumbnails, workers: request.workers)
      }
      count += part.count
      changes.releasePages()
      try progress("synchronizing", count, of: ids.count)
    }
  }

  /// Gives a note its UUID: that of the note it was, or the feed's own where that is a UUID and free.
  private mutating func identify(_ note: inout SyncNote) throws(SlipError) {
    if let known = note.ours { return note.noteID = known.id }
    if let id = UniqueID(note.id), !assigned.contains(id) {
      assigned.insert(id)
      // The same note, which came here on another way, is not added again. What is older than ours says nothing new.
      if let there = ours.note(id) {
        return note.adopt(there, isNew: there.source == nil || note.isNewer(than: there))
      }
      if try isFree(id) { return note.noteID = id }
    }
    note.noteID = try UniqueID.unused(in: IdentityNamespace.note, for: note.key.text) {
      id throws(SlipError) in
      if assigned.contains(id) { return false }
      return try isFree(id)
    }
    assigned.insert(note.noteID)
  }

  /// Whether a new note can have this UUID.
  private func isFree(_ id: UniqueID) throws(SlipError) -> Bool {
    guard ours.note(id) == nil else { return false }
    return try !output.isTaken(id)
  }
}
