internal import ImageCodec
public import SlipBase
internal import SlipBundle
public import SlipDocument
internal import SlipExchange
public import SlipFormats
public import SlipNotes
internal import SlipRTF

/// A note that is to be created.
public struct NoteDraft: Sendable {
  /// The text of a new note.
  public enum Body: Sendable {
    /// RTF, as its bytes.
    case rtf([UInt8])
    /// Markdown (CommonMark with the extensions of GitHub).
    case markdown(String)
    /// Plain text.
    case text(String)
    /// A document of any origin.
    case document(Document)
  }

  /// The title; nil: the first heading or line of the body, else `Untitled`.
  public var title: String?
  /// The text.
  public var body: Body
  /// The path of the folder, such as `Work/Ideas`; missing folders are created. Nil: outside of folders.
  public var folder: String?
  /// The paths of keywords, such as `bees/queens`; missing keywords are created.
  public var keywords: [String]
  /// The status; nil: that of new notes.
  public var status: Note.Status?
  /// Whether it is marked as a favorite.
  public var isFavorite = false
  /// The properties.
  public var properties: [Property] = []
  /// The note that it follows: its title begins with the next free number after that of this note, such as `1a3` (`SequenceNumber`).
  public var follows: Note.ID?

  /// A draft.
  public init(
    title: String? = nil, body: Body = .text(""), folder: String? = nil, keywords: [String] = []
  ) {
    (self.title, self.body, self.folder, self.keywords) = (title, body, folder, keywords)
  }
}

extension NoteDraft.Body {
  /// Whether there is no text.
  public var isEmpty: Bool {
    switch self {
    case .rtf(let bytes): bytes.isEmpty
    case .markdown(let text), .text(let text): text.isEmpty
    case .document(let document): document.blocks.isEmpty
    }
  }

  /// The text as RTF.
  func rtf(_ limits: Limits) -> [UInt8] {
    switch self {
    case .rtf(let bytes): bytes
    case .markdown(let text):
      RTFWriter.write(
        Array(text.utf8).withUnsafeBytes { MarkdownReader.readGFM($0, limits: limits) }.document)
    case .text(let text):
      RTFWriter.write(Array(text.utf8).withUnsafeBytes { PlainTextReader.read($0) }.document)
    case .document(let document): RTFWriter.write(document)
    }
  }

  /// The text for somebody who edits it: see `BodyEdit`.
  ///
  /// - Parameters:
  ///   - format: The format in which it is edited.
  ///   - limits: Bounds on what is read.
  /// - Returns: Nil for a format that can't be both read and written.
  /// - Throws: As `BodyEdit`.
  public func edit(as format: Format, limits: Limits = Limits()) throws(SlipError) -> BodyEdit? {
    try BodyEdit(body: rtf(limits), format: format, limits: limits)
  }
}

extension EditSession {
  /// Creates a note; it becomes the last one of its folder.
  ///
  /// - Returns: The UUID of the note, which is derived from the date, the body and the title.
  /// - Throws: `SlipError` for a body that isn't RTF although it should be, for empty names, and with code `KitCode.noNumber` where
  ///   the note that it follows has no number.
  @discardableResult
  public mutating func create(_ draft: NoteDraft) throws(SlipError) -> Note.ID {
    try NameLimits.check(draft.title ?? "", limits)
    for property in draft.properties { try NoteEdit.expectValid(property) }
    let body = try read(draft.body, name: draft.title ?? "", own: [])
    let imported = body.imported
    if !imported.attachments.isEmpty { try expectWhole() }
    let title = try numbered(draft.title.map(\.trimmed) ?? imported.title, after: draft.follows)
    try NameLimits.check(title, limits)
    let seed = "\(date?.rfc3339 ?? "")\n\(imported.body.fact.digest.hex)\n\(title)"
    let id = try unusedID(for: "new\n" + seed)
    let (created, keywords, earlier, path) = (date, draft.keywords, original, path)
    let indexes = isPartial ? indexes : nil
    let isPartial = isPartial
    try edit { (box) throws(SlipError) in
      var note = Note(id: id, title: title, body: imported.body.fact, mirror: imported.mirror.fact)
      note.folder =
        try draft.folder.map { path throws(SlipError) in
          try box.findOrCreateFolder(named: path, created: created)
        } ?? nil
      (note.created, note.modified) = (created, created)
      (note.status, note.isFavorite) = (draft.status ?? note.status, draft.isFavorite)
      note.properties = draft.properties
      for path in keywords { note.keywords.append(try box.findOrCreateKeyword(at: path)) }
      let isNewFolder = note.folder.map { earlier.folder($0) == nil } ?? false
      if isPartial, !isNewFolder {
        guard let order = try indexes?.orderAtEnd(ofNotesIn: note.folder, of: path) else {
          throw EditSession.partOnly()
        }
        note.order = order
      } else {
        note.order = box.orderAtEnd(ofNotesIn: note.folder)
      }
      try box.insert(note)
    }
    try take(body, for: id)
    return id
  }

  /// A title with the next free number after that of a note.
  private borrowing func numbered(_ title: String, after id: Note.ID?) throws(SlipError) -> String {
    guard let id else { return title }
    try expectWhole()
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    let number = try NoteSequence.numberAfter(note, in: box, path: path)
    return title.isEmpty ? number : number + " " + title
  }

  /// A UUID for a new note, as `UniqueID.unused` gives it. That of the thousandth equal note costs as much as the first one.
  private mutating func unusedID(for name: String) throws(SlipError) -> UniqueID {
    var number = repetitions[name] ?? 1
    while true {
      let id = UniqueID(namespace: IdentityNamespace.note, name: number == 1 ? name : "\(name)\n\(number)")
      number += 1
      try reach(new: [id])
      guard !box.has(note: id) else { continue }
      repetitions[name] = number
      return id
    }
  }

  /// The body of a note, as its bytes.
  ///
  /// - Returns: The body as it is after the edits so far.
  /// - Throws: `SlipError` where it can't be read, with code `ValidationRule.bodyEdited` where another
  ///   program has changed it: `slipconv refresh` adopts such bodies.
  public func body(of note: Note) throws(SlipError) -> [UInt8] {
    let path = PayloadPath.body(note.id)
    if let bytes = try payload.bytes(at: path) { return bytes }
    let bytes = try old.read(path)
    guard FileFact(of: bytes) == note.body else {
      throw SlipError(
        .cannotDo, code: ValidationRule.bodyEdited.code,
        "Another program has edited this note's body; run `slipconv refresh` first.",
        at: SourceLocation(file: "\(self.path)/\(path)"))
    }
    return bytes
  }

  /// The text of a note as a document.
  ///
  /// - Throws: As `body(of:)`.
  public func document(of note: Note) throws(SlipError) -> Document {
    let limits = limits
    return try body(of: note).withUnsafeBytes { RTFReader.read($0, limits: limits) }.document
  }

  /// Gives a note another text. Its mirror, links, attachments and date of modification follow.
  ///
  /// A text that makes the same body as before changes nothing.
  ///
  /// - Throws: `SlipError` for an unknown note, for bytes that aren't RTF, and as `body(of:)`.
  public mutating func setBody(of id: Note.ID, _ body: NoteDraft.Body) throws(SlipError) {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    _ = try self.body(of: note)
    let body = try read(body, name: note.title, own: Set(note.attachments.map(\.attachment)))
    let imported = body.imported
    guard imported.body.fact != note.body else { return }
    let now = date
    try edit { (box) throws(SlipError) in
      try box.update(note: id) { note in
        (note.body, note.mirror) = (imported.body.fact, imported.mirror.fact)
        note.modified = now ?? note.modified
      }
    }
    try take(body, for: id)
  }

  /// Gives a note a body that was edited elsewhere, while no lock was held.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - body: The new body.
  ///   - before: The body that was edited.
  /// - Throws: As `setBody(of:_:)`, and with code `ContainerCode.replacedMeanwhile` where the note has another
  ///   body by now.
  public mutating func setBody(
    of id: Note.ID, _ body: NoteDraft.Body, editedFrom before: [UInt8]
  ) throws(SlipError) {
    guard let note = box.note(id), note.body == FileFact(of: before) else {
      throw SlipError(
        .cannotDo, code: ContainerCode.replacedMeanwhile,
        "The note was changed meanwhile; nothing was saved.", at: SourceLocation(file: path))
    }
    try setBody(of: id, body)
  }

  /// Gives a note another text; see `setBody`.
  ///
  /// - Throws: As `setBody(of:_:)`.
  public mutating func setDocument(of id: Note.ID, _ document: Document) throws(SlipError) {
    try setBody(of: id, .document(document))
  }

  /// Reads a body as an import would: see `NoteBody`.
  ///
  /// - Throws: `SlipError` where the text can't be imported, such as bytes that aren't RTF.
  private borrowing func read(
    _ body: NoteDraft.Body, name: String, own: Set<Digest>
  ) throws(SlipError) -> NoteBody {
    let bytes = body.rtf(limits)
    let (name, bounds) = (name.isEmpty ? "Untitled" : name, self.limits)
    return try slipErrors {
      try bytes.withUnsafeBytes { try NoteBody($0, name: name, own: own, limits: bounds) }
    }
  }

  /// Takes over the payload of a body, its attachments and its links.
  ///
  /// - Throws: `SlipError`, such as where the note's saved body can't be read.
  private mutating func take(_ body: NoteBody, for id: Note.ID) throws(SlipError) {
    let imported = body.imported
    payload.set(imported.body, at: PayloadPath.body(id))
    payload.set(imported.mirror, at: PayloadPath.mirror(id))
    diagnostics += imported.diagnostics
    for picture in imported.attachments where picture.isShown {
      try add(Attachment(picture), picture.payload)
    }
    for file in body.shown.ids where box.attachment(file) == nil {
      guard let kept = try original.history.attachment(file, in: old, limits: limits) else { continue }
      try add(kept.attachment, Payload(kept.bytes))
    }
    let links = try links(of: imported.linkTargets, in: id)
    let earlier = Set(original.note(id)?.attachments.map(\.attachment) ?? [])
    let wasShown = try shownBefore(id)
    try edit { (box) throws(SlipError) in
      let before = box.note(id)?.attachments ?? []
      // Files that the text never showed stay.
      let staying = before.filter { earlier.contains($0.attachment) && !wasShown.contains($0.attachment) }
      let attachments = body.references(before: before, staying: staying, in: box)
      try box.update(note: id) { note in
        note.attachments = attachments
        note.setTextLinks(links)
      }
    }
  }

  /// The notes that the links of a text lead to.
  private mutating func links(of targets: [LinkTarget], in id: Note.ID) throws(SlipError) -> [Note.ID] {
    guard !targets.isEmpty else { return [] }
    try expectWhole()
    let source = box.note(id)?.source.flatMap { box.source($0) }
    return LinkResolver(box, titles: currentTitles()).notes(of: targets, from: source)
  }

  /// The attachments that the note's saved body shows.
  ///
  /// - Returns: Digests of pictures and linked files; none for a note that the session created.
  /// - Throws: `SlipError` where the saved body can't be read.
  private borrowing func shownBefore(_ id: Note.ID) throws(SlipError) -> Set<Digest> {
    let path = PayloadPath.body(id)
    guard original.note(id) != nil, try old.length(of: path) != nil else { return [] }
    return try slipErrors {
      try old.withBytes(of: path) { body in
        Set(ShownFiles(in: body).ids)
      }
    }
  }

  /// Adds an attachment with its thumbnail, unless the box has it.
  ///
  /// A picture that can't be decoded gets no thumbnail.
  mutating func add(_ new: Attachment, _ blob: Payload) throws(SlipError) {
    guard box.attachment(new.id) == nil else { return }
    var attachment = new
    payload.set(blob, at: PayloadPath.blob(new.id, new.fileExtension))
    let isPicture = MediaType.forFileExtension(new.fileExtension).map(Thumbnail.types.contains) ?? false
    if isPicture, let made = try? blob.bytes.withUnsafeBytes({ try Thumbnail.make($0, limits: limits) }) {
      let thumbnail = Payload(made.bytes)
      attachment.thumbnail = Attachment.Thumbnail(file: thumbnail.fact, fileExtension: made.fileExtension)
      payload.set(thumbnail, at: PayloadPath.thumbnail(new.id, made.fileExtension))
    }
    let ready = attachment
    try edit { (box) throws(SlipError) in try box.insert(ready) }
  }

  /// The error that there is no such note.
  static func unknownNote(_ id: Note.ID, _ path: String) -> SlipError {
    SlipError(
      .usage, code: KitCode.noSuchNote, "There is no such note.",
      at: SourceLocation(file: path, .object("note \(id)")))
  }

  /// The error that a name is empty.
  ///
  /// - Parameter what: What lacks a name: `title`, `folder` or `keyword`.
  static func empty(_ what: String) -> SlipError {
    SlipError(.usage, code: KitCode.emptyName, "The \(what) needs at least one character.")
  }
}
