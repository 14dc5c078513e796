internal import SlipBase
internal import SlipDocument
internal import SlipNotes
internal import XMLSyntax

/// Collects the entities of a manifest, of a part of one, or of one side of a transaction.
///
/// In a manifest entities have the facts about their files. In a transaction payload is listed at the end, so
/// attachments, sources and notes wait until `complete` gives them the facts.
struct ManifestEntities {
  /// Whether payload is listed at the end.
  private let listsFiles: Bool
  /// In the manifest's order, as all entities.
  var origins: [Origin] = []
  /// In the manifest's order. Whether parents exist and form no circle is not checked here.
  var folders: [Folder] = []
  /// In the manifest's order. Names that collide are still there.
  var keywords: [Keyword] = []
  /// Without the facts about their files before `complete`.
  var attachments: [Attachment] = []
  /// `kept.length` is -1 before `complete` where the retained file isn't the imported one.
  var sources: [Source] = []
  /// With `unknown` in the place of body and mirror before `complete`.
  var notes: [Note] = []
  /// Foreign elements of the document itself.
  var foreign: [String] = []
  /// The listed files of the history.
  var history = BoxHistory()
  /// The transactions, until `complete` has put them in order.
  private var entries: [BoxHistory.Entry] = []
  /// The parts of the manifest; nil where it has none.
  var parts: [ManifestPart]?
  /// The part that is read; nil for other documents.
  var part: UInt8?
  /// What the `file` elements list.
  var facts: [PayloadKey: FileFact] = [:]
  /// The extensions of blobs and thumbnails that are listed.
  var extensions: [PayloadKey: String] = [:]

  /// Whether notes are checked only, and of each nothing but the id is kept: in `checked`.
  private let isCheckOnly: Bool
  /// The ids of notes that were checked only.
  private(set) var checked: [UniqueID] = []
  /// The bodies and mirrors that were listed for them.
  private var texts: Set<PayloadKey> = []

  /// Stands for facts that aren't known yet.
  private static let unknown = FileFact(of: [])

  /// Begins without entities.
  ///
  /// - Parameters:
  ///   - listsFiles: Whether payload is listed at the end, as in transactions.
  ///   - isCheckOnly: Whether nobody asks for notes afterwards: a transaction may have a million.
  init(listsFiles: Bool, isCheckOnly: Bool = false) {
    (self.listsFiles, self.isCheckOnly) = (listsFiles, isCheckOnly)
  }

  /// Takes an element's attributes.
  ///
  /// Its place is right already: `ManifestWalker` checks that. So where a child of a note arrives here, there
  /// is a note to add it to.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unexpected` for malformed values.
  mutating func start(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws(SlipError) {
    switch kind {
    case .origin:
      var origin = Origin(name: attributes.requiredText("name"), token: attributes.requiredText("token"))
      origin.url = attributes.text("url")
      origin.kind = attributes.text("kind")
      origins.append(origin)
    case .tombstone:
      origins[origins.count - 1].tombstones.append(
        Tombstone(
          key: attributes.requiredText("key"), item: attributes.text("item"),
          date: try attributes.date("date")))
    case .folder: try startFolder(attributes)
    case .folderProperty: folders[folders.count - 1].properties.append(try property(attributes))
    case .keyword: try startKeyword(attributes)
    case .attachment: try startAttachment(attributes)
    case .source: try startSource(attributes)
    case .lifted: try startExtractedData(attributes)
    case .note: try startNote(attributes)
    case .noteProperty: notes[notes.count - 1].properties.append(try property(attributes))
    case .noteKeyword: notes[notes.count - 1].keywords.append(try attributes.requiredID("ref"))
    case .link:
      let target = try attributes.requiredID("to")
      notes[notes.count - 1].links.append(target)
      if try attributes.value("manual", ManifestValue.bool) == true {
        notes[notes.count - 1].manualLinks.insert(target)
      }
    case .reference:
      let reference = AttachmentReference(
        attachment: try attributes.requiredDigest("ref"), name: attributes.requiredText("name"),
        description: attributes.text("description"))
      notes[notes.count - 1].attachments.append(reference)
    case .referenceProperty:
      let (note, last) = (notes.count - 1, notes[notes.count - 1].attachments.count - 1)
      notes[note].attachments[last].properties.append(try property(attributes))
    case .file: try startFile(attributes)
    case .entry: try startEntry(attributes)
    case .replaced:
      history.keep(
        BoxHistory.Replaced(try fact(attributes, "length", "sha256"), attributes.requiredText("extension")))
    case .parts: parts = []
    case .part: try startPart(attributes)
    case .partRoot: part = try attributes.required("id") { ManifestPart.key($0) }
    case .slipbox, .history, .event, .origins, .folders, .keywords, .attachments, .sources, .notes, .files,
      .transaction, .counts, .before, .after:
      break
    }
  }

  /// Gives a foreign element to the entity that is open.
  ///
  /// In an element that isn't an entity, it belongs to the document.
  mutating func foreign(_ text: String, in parent: ManifestElement) {
    switch parent {
    case .origin: origins[origins.count - 1].foreign.append(text)
    case .folder: folders[folders.count - 1].foreign.append(text)
    case .keyword: keywords[keywords.count - 1].foreign.append(text)
    case .attachment: attachments[attachments.count - 1].foreign.append(text)
    case .source: sources[sources.count - 1].foreign.append(text)
    case .note: notes[notes.count - 1].foreign.append(text)
    default: foreign.append(text)
    }
  }

  // MARK: Entities

  /// A folder.
  ///
  /// `order` is 0 and `parent` is nil where they are left out.
  ///
  /// - Throws: `SlipError` for a missing id, and for a malformed id, order or date.
  private mutating func startFolder(_ attributes: ManifestAttributes) throws(SlipError) {
    var folder = Folder(id: try attributes.requiredID("id"), name: attributes.requiredText("name"))
    folder.parent = try attributes.id("parent")
    folder.order = try attributes.value("order", ManifestValue.int) ?? 0
    folder.created = try attributes.date("created")
    folders.append(folder)
  }

  /// A keyword, with the components of its colour.
  ///
  /// `opacity` is 1 where it is left out.
  ///
  /// - Throws: `SlipError` for a missing or malformed id, and for a component that isn't from 0 to 1.
  private mutating func startKeyword(_ attributes: ManifestAttributes) throws(SlipError) {
    let color = Keyword.Color(
      red: try attributes.required("red", ManifestValue.fraction),
      green: try attributes.required("green", ManifestValue.fraction),
      blue: try attributes.required("blue", ManifestValue.fraction),
      opacity: try attributes.value("opacity", ManifestValue.fraction) ?? 1)
    var keyword = Keyword(
      id: try attributes.requiredID("id"), name: attributes.requiredText("name"), color: color)
    keyword.parent = try attributes.id("parent")
    keywords.append(keyword)
  }

  /// An attachment.
  ///
  /// Where files are listed, the lengths of blob and thumbnail follow with them.
  ///
  /// - Throws: `SlipError` for a malformed digest, for a width or height that isn't a number of pixels, and for facts
  ///   about a thumbnail that there isn't.
  private mutating func startAttachment(_ attributes: ManifestAttributes) throws(SlipError) {
    let digest = try attributes.requiredDigest("sha256")
    var attachment = Attachment(
      blob: FileFact(digest: digest, length: 0), mediaType: attributes.requiredText("type"),
      fileExtension: attributes.requiredText("extension"))
    attachment.width = try attributes.value("width", ManifestValue.pixels)
    attachment.height = try attributes.value("height", ManifestValue.pixels)
    attachment.thumbnail = attributes.text("thumbnail").map {
      Attachment.Thumbnail(file: ManifestEntities.unknown, fileExtension: $0)
    }
    if !listsFiles {
      attachment.blob.length = try attributes.length("length")
      let id = attachment.id
      if let file = try optionalFact(attributes, "thumbnail-length", "thumbnail-sha256") {
        guard attachment.thumbnail != nil else { throw attributes.malformed("thumbnail-length") }
        attachment.thumbnail?.file = file
        facts[.thumbnail(id)] = file
      }
    }
    attachments.append(attachment)
  }

  /// A source.
  ///
  /// `kept` is left out where the imported file was retained whole. Otherwise the retained file's length may
  /// not be known before its `file` element; -1 stands for it.
  ///
  /// - Throws: `SlipError` for a missing digest or length, and for malformed values.
  private mutating func startSource(_ attributes: ManifestAttributes) throws(SlipError) {
    let original = FileFact(
      digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))
    var source = Source(
      id: attributes.requiredText("key"), path: attributes.requiredText("path"),
      format: attributes.requiredText("format"), original: original, kept: original)
    if let kept = try attributes.digest("kept") { source.kept = FileFact(digest: kept, length: -1) }
    if !listsFiles, let length = try attributes.value("kept-length", ManifestValue.length) {
      guard source.kept.length == -1 else { throw attributes.malformed("kept-length") }
      source.kept.length = length
    }
    source.modified = try attributes.date("modified")
    if !listsFiles {
      source.reading = attributes.text("reading")
      source.isIncomplete = try attributes.value("incomplete", ManifestValue.bool) ?? false
    }
    sources.append(source)
  }

  /// Data that were extracted from a source into an attachment.
  ///
  /// The offsets are bytes of the retained file, with start ≤ keep-start ≤ insertion ≤ keep-end ≤ end. The
  /// range start..<end took the place of the data; of it, only keep-start..<keep-end was in the original, and
  /// the data went in at `insertion`.
  ///
  /// - Throws: `SlipError` for offsets out of that order, an unknown encoding, or a malformed digest.
  private mutating func startExtractedData(_ attributes: ManifestAttributes) throws(SlipError) {
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
  ///
  /// - Throws: `SlipError` where one is missing or malformed, or the end is before the start.
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
  /// Where they are left out, the status is `draft`, `favorite` is false and `order` is 0. Where files are
  /// listed, body and mirror follow with them.
  ///
  /// - Throws: `SlipError` for a missing id, and for values that don't have the form of their type.
  private mutating func startNote(_ attributes: ManifestAttributes) throws(SlipError) {
    var note = Note(
      id: try attributes.requiredID("id"), title: attributes.requiredText("title"),
      body: ManifestEntities.unknown,
      mirror: ManifestEntities.unknown)
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
    note.sourceItem = attributes.text("source-item")
    note.imported = try attributes.digest("imported")
    if !listsFiles {
      note.body = try fact(attributes, "body-length", "body-sha256")
      note.mirror = try fact(attributes, "mirror-length", "mirror-sha256")
    }
    dropChecked()
    notes.append(note)
  }

  /// Keeps only the ids of the notes so far, where they are only checked.
  private mutating func dropChecked() {
    guard isCheckOnly, !notes.isEmpty else { return }
    checked += notes.map(\.id)
    notes.removeAll(keepingCapacity: true)
  }

  /// A transaction of the history.
  ///
  /// - Throws: `SlipError` for a malformed value.
  private mutating func startEntry(_ attributes: ManifestAttributes) throws(SlipError) {
    let number = try attributes.required("number", ManifestValue.ordinal)
    entries.append(BoxHistory.Entry(number, try fact(attributes, "length", "sha256")))
  }

  /// Makes the history of the transactions, whose numbers must have no gaps.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unsound` for a gap, and for a transaction that is listed
  ///   twice.
  private mutating func completeHistory() throws(SlipError) {
    for entry in entries.sorted() {
      let last = history.transactions.last
      guard [last?.number ?? 0, (last?.number ?? 0) + 1].contains(entry.number), entry.number > 0,
        last?.number != entry.number || last?.fact.digest != entry.fact.digest
      else {
        throw SlipError(
          .badInput, code: ManifestCode.unsound,
          "the manifest doesn't list the transactions of the history once each, without gaps")
      }
      history.add(entry)
    }
    entries = []
  }

  /// A part of the manifest, which must come after the one before it.
  private mutating func startPart(_ attributes: ManifestAttributes) throws(SlipError) {
    let key = try attributes.required("id") { ManifestPart.key($0) }
    if let last = parts?.last, last.key >= key { throw attributes.fault("the parts aren't in order") }
    func count(_ name: StaticString) throws(SlipError) -> Int {
      try attributes.value(name, ManifestValue.length) ?? 0
    }
    let part = ManifestPart(
      key, fact: try fact(attributes, "length", "sha256"), attachments: try count("attachments"),
      sources: try count("sources"), notes: try count("notes"))
    parts?.append(part)
  }

  /// The fact about a file, of two attributes that must be there.
  private func fact(
    _ attributes: ManifestAttributes, _ length: StaticString, _ digest: StaticString
  ) throws(SlipError) -> FileFact {
    FileFact(digest: try attributes.requiredDigest(digest), length: try attributes.length(length))
  }

  /// The fact about a file, of two attributes; nil where both are missing.
  ///
  /// - Throws: `SlipError` where only one is missing.
  private func optionalFact(
    _ attributes: ManifestAttributes, _ length: StaticString, _ digest: StaticString
  ) throws(SlipError) -> FileFact? {
    if attributes.element.value(length) == nil, attributes.element.value(digest) == nil { return nil }
    return try fact(attributes, length, digest)
  }

  /// The fact about a payload file.
  ///
  /// Only a retained file may be listed twice, as two formats can have the same bytes: its path differs then,
  /// its digest doesn't. Of blobs and thumbnails, the extension is remembered, to compare it with the one
  /// that the attachment declares.
  ///
  /// - Throws: `SlipError` for a path that payload can't have, for a file that is listed twice, and for a
  ///   transaction whose number isn't one more than that of the last.
  private mutating func startFile(_ attributes: ManifestAttributes) throws(SlipError) {
    let fact = FileFact(
      digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))
    guard let path = attributes.element.value("path"), let key = PayloadKey(path: path) else {
      throw attributes.malformed("path")
    }
    if isCheckOnly, key.isText {
      guard texts.insert(key).inserted else { throw attributes.fault("the file is listed twice") }
      return
    }
    let previous = facts.updateValue(fact, forKey: key)
    switch key {
    // Sources of two formats may retain the same bytes.
    case .kept: break
    case .transaction(let number, let prefix):
      if previous != nil { throw attributes.fault("the file is listed twice") }
      guard [history.nextNumber - 1, history.nextNumber].contains(number) else {
        throw attributes.fault("a transaction before this one isn't listed")
      }
      guard fact.digest.hex.hasPrefix(prefix) else { throw attributes.malformed("path") }
      history.add(BoxHistory.Entry(number, fact))
    case .replaced:
      history.keep(BoxHistory.Replaced(fact, fileExtension(of: path)))
    case .body, .mirror:
      if previous != nil { throw attributes.fault("the file is listed twice") }
    case .blob, .thumbnail:
      if previous != nil { throw attributes.fault("the file is listed twice") }
      extensions[key] = fileExtension(of: path)
    }
  }

  /// What follows the last dot of a path.
  ///
  /// - Returns: The extension without the dot; empty where the path has no dot.
  private func fileExtension(of path: UnsafeRawBufferPointer) -> String {
    let dot = path.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex - 1
    return String(decoding: path[(dot + 1)...], as: UTF8.self)
  }

  /// A fact that the model has no field for.
  ///
  /// - Throws: `SlipError` for a value that doesn't have the form of its type.
  private func property(_ attributes: ManifestAttributes) throws(SlipError) -> Property {
    let property = Property(
      attributes.requiredText("name"), try attributes.word("type") ?? .text,
      attributes.requiredText("value"))
    guard property.isValid else { throw attributes.malformed("value") }
    return property
  }

  // MARK: The end

  /// Completes the entities with the facts about their files.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unlistedPayload` for an entity whose files aren't listed,
  ///   and `ManifestCode.unsound` for files that belong to nothing.
  mutating func complete() throws(SlipError) {
    try completeHistory()
    guard listsFiles else { return try expectFacts() }
    dropChecked()
    for id in checked where !texts.contains(.body(id)) || !texts.contains(.mirror(id)) {
      throw unlisted(.note(id))
    }
    for index in attachments.indices { attachments[index] = try completed(attachments[index]) }
    for index in notes.indices {
      let id = notes[index].id
      guard let body = facts[.body(id)], let mirror = facts[.mirror(id)] else { throw unlisted(.note(id)) }
      notes[index].body = body
      notes[index].mirror = mirror
    }
    var kept: Set<Digest> = []
    for index in sources.indices {
      let digest = sources[index].kept.digest
      guard let fact = facts[.kept(digest)] else { throw unlisted(.source(sources[index].id)) }
      sources[index].kept.length = fact.length
      kept.insert(digest)
    }
    try expectFiles(2 * (notes.count + checked.count) + attachments.count + kept.count)
  }

  /// Refuses a document in which an entity lacks the facts about a file.
  private func expectFacts() throws(SlipError) {
    for attachment in attachments where attachment.thumbnail != nil && facts[.thumbnail(attachment.id)] == nil
    {
      throw unlisted(.attachment(attachment.id))
    }
    for source in sources where source.kept.length < 0 { throw unlisted(.source(source.id)) }
  }

  /// Refuses a document that lists more files than its entities have, as saving would lose them.
  ///
  /// Counting is enough: every entity's own files were found before, and no file is listed twice.
  ///
  /// - Parameter count: How many files the entities have, without thumbnails and files of the history.
  /// - Throws: `SlipError` with code `ManifestCode.unsound` where more are listed.
  private func expectFiles(_ count: Int) throws(SlipError) {
    let thumbnails = attachments.lazy.filter { $0.thumbnail != nil }.count
    let own = facts.keys.lazy.filter {
      switch $0 {
      case .transaction, .replaced: false
      default: true
      }
    }.count
    guard own + texts.count > count + thumbnails else { return }
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
extension ManifestEntities {
  /// Takes payload into account that is in the tree but whose facts the manifest lacks.
  ///
  /// A retained file is only taken if its digest is the one that its name gives. For repairs of
  /// `payloadNotListed`.
  ///
  /// - Parameter unlisted: Finds the file at a path; nil where there is none.
  mutating func findUnlisted(_ unlisted: (String) -> FileFact?) {
    for index in attachments.indices {
      let id = attachments[index].id
      guard let thumbnail = attachments[index].thumbnail, facts[.thumbnail(id)] == nil,
        let fact = unlisted(PayloadPath.thumbnail(id, thumbnail.fileExtension))
      else { continue }
      facts[.thumbnail(id)] = fact
      attachments[index].thumbnail?.file = fact
    }
    for index in sources.indices where sources[index].kept.length < 0 {
      let digest = sources[index].kept.digest
      let path = PayloadPath.kept(digest, sources[index].keptExtension)
      if let fact = unlisted(path), fact.digest == digest { sources[index].kept = fact }
    }
  }
}

extension PayloadKey {
  /// Whether it is a note's body or mirror.
  fileprivate var isText: Bool {
    switch self {
    case .body, .mirror: true
    case .blob, .thumbnail, .kept, .transaction, .replaced: false
    }
  }
}
