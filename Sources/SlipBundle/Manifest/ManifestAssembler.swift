internal import SlipBase
internal import SlipDocument
internal import SlipNotes
internal import XMLSyntax

/// Makes a box of a manifest's elements.
///
/// The manifest lists payload at its end, so attachments, sources and notes wait here until `finish`
/// completes them with the facts about their files. Entities without payload go to the builder at once.
///
/// The builder resolves contradictions between entities (a note in a folder that isn't there, two folders
/// with one id) in such a way that the result is a sound box, and reports each as a `BoxFault`. Whether those
/// are errors is up to the caller: `ManifestReader.read` refuses, repairs go on.
final class ManifestAssembler: ManifestConsumer {
  /// Takes the entities and finds contradictions between them.
  private var builder: SlipBoxBuilder
  /// The element that is open, with what was read of it so far.
  private var origin: Origin?
  private var folder: Folder?
  private var keyword: Keyword?
  /// Attachments in the manifest's order, without the facts about their files.
  var attachments: [Attachment] = []
  /// Sources in the manifest's order; `kept.length` is still unknown.
  private var sources: [Source] = []
  /// Notes in the manifest's order, with `unknown` in the place of body and mirror.
  var notes: [Note] = []
  /// What the `file` elements list.
  var facts: [PayloadKey: FileFact] = [:]
  /// The extensions of blobs and thumbnails that are listed.
  var extensions: [PayloadKey: String] = [:]

  /// Looks for payload that isn't listed, by its path; nil where such a manifest is an error. Repairs use it.
  let unlisted: ((String) -> FileFact?)?

  /// Begins with an empty box.
  init(limits: Limits, unlisted: ((String) -> FileFact?)? = nil) {
    builder = SlipBoxBuilder(folderDepth: limits.folderDepth)
    self.unlisted = unlisted
  }

  /// Stands for facts that aren't known yet.
  private static let unknown = FileFact(of: [])

  // MARK: Elements

  /// Takes an element's attributes.
  ///
  /// Its place is right already: `ManifestWalker` checks that. So where a child of a note arrives here, there
  /// is a note to add it to.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unexpected` for attributes that are missing, unknown or
  ///   malformed.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    let attributes = try ManifestAttributes(element, kind)
    switch kind {
    case .slipbox, .history, .origins, .folders, .keywords, .attachments, .sources, .notes, .files: break
    case .event: try startEvent(attributes)
    case .origin:
      origin = Origin(name: attributes.requiredText("name"), token: attributes.requiredText("token"))
    case .tombstone: origin?.tombstones.append(attributes.requiredText("key"))
    case .folder: try startFolder(attributes)
    case .keyword: try startKeyword(attributes)
    case .attachment: try startAttachment(attributes)
    case .source: try startSource(attributes)
    case .lifted: try startExtractedData(attributes)
    case .note: try startNote(attributes)
    case .noteKeyword: notes[notes.count - 1].keywords.append(try attributes.requiredID("ref"))
    case .link: notes[notes.count - 1].links.append(try attributes.requiredID("to"))
    case .reference:
      let reference = AttachmentReference(
        attachment: try attributes.requiredDigest("ref"), name: attributes.requiredText("name"),
        description: attributes.text("description"))
      notes[notes.count - 1].attachments.append(reference)
    case .file: try startFile(attributes)
    }
  }

  /// Adds an entity whose children are complete.
  ///
  /// Only entities without payload: the others wait for `finish`.
  func end(_ kind: ManifestElement) throws(SlipError) {
    switch kind {
    case .origin: if let origin { builder.add(origin) }
    case .folder: if let folder { builder.add(folder) }
    case .keyword: if let keyword { builder.add(keyword) }
    default: break
    }
  }

  /// Gives a foreign element to the entity that is open.
  ///
  /// In an element that isn't an entity, it belongs to the bundle.
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) {
    switch parent {
    case .origin: origin?.foreign.append(text)
    case .folder: folder?.foreign.append(text)
    case .keyword: keyword?.foreign.append(text)
    case .attachment: attachments[attachments.count - 1].foreign.append(text)
    case .source: sources[sources.count - 1].foreign.append(text)
    case .note: notes[notes.count - 1].foreign.append(text)
    default: builder.add(foreign: text)
    }
  }

  /// Stops at an element or text that the schema doesn't know: dropping it would lose it in saving.
  func unexpected(at offset: Int) throws(SlipError) {
    throw SlipError(
      .badInput, code: ManifestCode.unexpected, "an element or text that this schema version doesn't have",
      at: SourceLocation(.byte(offset)))
  }

  // MARK: Entities

  /// An event of the history: what was done, from and to which version or source, by which program.
  private func startEvent(_ attributes: ManifestAttributes) throws(SlipError) {
    guard let kind: HistoryEvent.Kind = try attributes.word("kind") else {
      throw attributes.malformed("kind")
    }
    builder.add(
      HistoryEvent(
        kind: kind, from: attributes.text("from"), to: attributes.text("to"),
        tool: attributes.requiredText("tool")))
  }

  /// A folder.
  ///
  /// `order` is 0 and `parent` is nil where they are left out.
  private func startFolder(_ attributes: ManifestAttributes) throws(SlipError) {
    var folder = Folder(id: try attributes.requiredID("id"), name: attributes.requiredText("name"))
    folder.parent = try attributes.id("parent")
    folder.order = try attributes.value("order", ManifestValue.int) ?? 0
    folder.created = try attributes.date("created")
    self.folder = folder
  }

  /// A keyword, with the components of its colour.
  ///
  /// `opacity` is 1 where it is left out.
  private func startKeyword(_ attributes: ManifestAttributes) throws(SlipError) {
    let color = Keyword.Color(
      red: try attributes.required("red", ManifestValue.fraction),
      green: try attributes.required("green", ManifestValue.fraction),
      blue: try attributes.required("blue", ManifestValue.fraction),
      opacity: try attributes.value("opacity", ManifestValue.fraction) ?? 1)
    keyword = Keyword(
      id: try attributes.requiredID("id"), name: attributes.requiredText("name"), color: color)
  }

  /// An attachment.
  ///
  /// The lengths of blob and thumbnail follow with their `file` elements.
  private func startAttachment(_ attributes: ManifestAttributes) throws(SlipError) {
    let digest = try attributes.requiredDigest("sha256")
    var attachment = Attachment(
      blob: FileFact(digest: digest, length: 0), mediaType: attributes.requiredText("type"),
      fileExtension: attributes.requiredText("extension"))
    attachment.width = try attributes.value("width", ManifestValue.pixels)
    attachment.height = try attributes.value("height", ManifestValue.pixels)
    attachment.thumbnail = attributes.text("thumbnail").map {
      Attachment.Thumbnail(file: Self.unknown, fileExtension: $0)
    }
    attachments.append(attachment)
  }

  /// A source.
  ///
  /// `kept` is left out where the imported file was retained whole. Otherwise the retained file's length is
  /// not known before its `file` element; -1 stands for it.
  private func startSource(_ attributes: ManifestAttributes) throws(SlipError) {
    let original = FileFact(
      digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))
    var source = Source(
      id: attributes.requiredText("key"), path: attributes.requiredText("path"),
      format: attributes.requiredText("format"), original: original, kept: original)
    if let kept = try attributes.digest("kept") { source.kept = FileFact(digest: kept, length: -1) }
    source.modified = try attributes.date("modified")
    sources.append(source)
  }

  /// Data that were extracted from a source into an attachment.
  ///
  /// The offsets are bytes of the retained file, with start ≤ keep-start ≤ insertion ≤ keep-end ≤ end. The
  /// range start..<end took the place of the data; of it, only keep-start..<keep-end was in the original, and
  /// the data went in at `insertion`.
  private func startExtractedData(_ attributes: ManifestAttributes) throws(SlipError) {
    let range = try range(attributes, "start", "end")
    let keep = try self.range(attributes, "keep-start", "keep-end")
    let insertion = try attributes.length("insertion")
    guard range.lowerBound <= keep.lowerBound, keep.upperBound <= range.upperBound,
      (keep.lowerBound...keep.upperBound).contains(insertion)
    else { throw attributes.malformed("insertion") }
    let encoding: ExtractedData.Encoding
    switch attributes.text("encoding") {
    case "binary": encoding = .binary
    case "hex": encoding = .hex(upperCase: false, layout: attributes.text("layout") ?? "")
    case "HEX": encoding = .hex(upperCase: true, layout: attributes.text("layout") ?? "")
    default: throw attributes.malformed("encoding")
    }
    sources[sources.count - 1].lifted.append(
      ExtractedData(
        attachment: try attributes.requiredDigest("attachment"), range: range, keep: keep,
        insertion: insertion,
        encoding: encoding))
  }

  /// A range of two attributes, which have to be in order.
  private func range(
    _ attributes: ManifestAttributes, _ start: StaticString, _ end: StaticString
  ) throws(SlipError) -> Range<Int> {
    let lower = try attributes.length(start)
    let upper = try attributes.length(end)
    guard lower <= upper else { throw attributes.malformed(end) }
    return lower..<upper
  }

  /// A note.
  ///
  /// Where they are left out, the status is `draft`, `favorite` is false and `order` is 0. Body and mirror
  /// follow with their `file` elements.
  private func startNote(_ attributes: ManifestAttributes) throws(SlipError) {
    var note = Note(
      id: try attributes.requiredID("id"), title: attributes.requiredText("title"), body: Self.unknown,
      mirror: Self.unknown)
    note.status = try attributes.word("status") ?? .draft
    note.isFavorite = try attributes.value("favorite", ManifestValue.bool) ?? false
    note.order = try attributes.value("order", ManifestValue.int) ?? 0
    note.created = try attributes.date("created")
    note.modified = try attributes.date("modified")
    if let zone = attributes.text("zone") {
      guard zone == "unknown" else { throw attributes.malformed("zone") }
      note.zoneIsUnknown = true
    }
    note.folder = try attributes.id("folder")
    note.source = attributes.text("source")
    note.imported = try attributes.digest("imported")
    notes.append(note)
  }

  /// The fact about a payload file.
  ///
  /// Only a retained file may be listed twice, as two formats can have the same bytes: its path differs then,
  /// its digest doesn't. Of blobs and thumbnails, the extension is remembered, to compare it with the one
  /// that the attachment declares.
  private func startFile(_ attributes: ManifestAttributes) throws(SlipError) {
    let fact = FileFact(
      digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))
    guard let path = attributes.element.value("path"), let key = PayloadKey(path: path) else {
      throw attributes.malformed("path")
    }
    let previous = facts.updateValue(fact, forKey: key)
    switch key {
    // Sources of two formats may retain the same bytes.
    case .kept: break
    case .body, .mirror:
      if previous != nil { throw attributes.fault("the file is listed twice") }
    case .blob, .thumbnail:
      if previous != nil { throw attributes.fault("the file is listed twice") }
      let dot = path.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex - 1
      extensions[key] = String(decoding: path[(dot + 1)...], as: UTF8.self)
    }
  }

  // MARK: The end

  /// Completes the entities with the facts about their files, and the box.
  ///
  /// - Returns: The box, and what had to be changed because entities contradict each other.
  /// - Throws: `SlipError` with code `ManifestCode.unlistedPayload` for an entity whose files aren't listed,
  ///   and `ManifestCode.unsound` for files that belong to nothing.
  func finish() throws(SlipError) -> (box: SlipBox, faults: [BoxFault]) {
    findUnlisted()
    for attachment in attachments { builder.add(try completed(attachment)) }
    for var note in notes {
      guard let body = facts[.body(note.id)], let mirror = facts[.mirror(note.id)] else {
        throw unlisted(.note(note.id))
      }
      note.body = body
      note.mirror = mirror
      builder.add(note)
    }
    var kept: Set<Digest> = []
    for var source in sources {
      let digest = source.kept.digest
      guard let fact = facts[.kept(digest)] else { throw unlisted(.source(source.id)) }
      source.kept.length = fact.length
      kept.insert(digest)
      builder.add(source)
    }
    try expectFiles(2 * notes.count + attachments.count + kept.count)
    return builder.finish()
  }

  /// Refuses a manifest that lists more files than its entities have, as saving would lose them.
  ///
  /// Counting is enough: every entity's own files were found before, and no file is listed twice.
  private func expectFiles(_ count: Int) throws(SlipError) {
    let thumbnails = attachments.lazy.filter { $0.thumbnail != nil }.count
    guard facts.count > count + thumbnails else { return }
    throw SlipError(.badInput, code: ManifestCode.unsound, "the manifest lists files that belong to nothing")
  }

  /// An attachment with the facts about its blob and thumbnail.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unlistedPayload` where one isn't listed, or with another
  ///   extension.
  private func completed(_ attachment: Attachment) throws(SlipError) -> Attachment {
    var attachment = attachment
    guard let blob = facts[.blob(attachment.id)],
      extensions[.blob(attachment.id)] == attachment.fileExtension
    else { throw unlisted(.attachment(attachment.id)) }
    attachment.blob.length = blob.length
    if let thumbnail = attachment.thumbnail {
      let key = PayloadKey.thumbnail(attachment.id)
      guard let file = facts[key], extensions[key] == thumbnail.fileExtension else {
        throw unlisted(.attachment(attachment.id))
      }
      attachment.thumbnail?.file = file
    }
    return attachment
  }

  /// The error for an entity without listed payload.
  private func unlisted(_ entity: EntityID) -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unlistedPayload,
      "the manifest lists no payload file for a \(entity.kind)",
      at: entity.location)
  }
}

/// Payload that a repair finds where the manifest doesn't list it.
extension ManifestAssembler {
  /// Takes payload into account that is in the tree but isn't listed.
  ///
  /// A blob is only taken if its digest is the one that its name gives. For repairs of `payloadNotListed`.
  func findUnlisted() {
    guard let unlisted else { return }
    func find(_ key: PayloadKey, _ path: String, _ digest: Digest? = nil) {
      guard facts[key] == nil, let fact = unlisted(path), digest.map({ $0 == fact.digest }) ?? true else {
        return
      }
      facts[key] = fact
    }
    for note in notes {
      find(.body(note.id), PayloadPath.body(note.id))
      find(.mirror(note.id), PayloadPath.mirror(note.id))
    }
    for attachment in attachments {
      let (id, suffix) = (attachment.id, attachment.fileExtension)
      find(.blob(id), PayloadPath.blob(id, suffix), id)
      if extensions[.blob(id)] == nil { extensions[.blob(id)] = suffix }
      guard let thumbnail = attachment.thumbnail else { continue }
      find(.thumbnail(id), PayloadPath.thumbnail(id, thumbnail.fileExtension))
      if extensions[.thumbnail(id)] == nil { extensions[.thumbnail(id)] = thumbnail.fileExtension }
    }
  }
}
