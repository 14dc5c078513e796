internal import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipNotes
internal import XMLSyntax

/// Fills a `ManifestIndex` while the manifest is read, and reports whatever can be checked on the way.
///
/// A manifest lists folders, keywords, attachments and sources before notes, and files last where they are
/// listed; so most references can be checked at once. For the same order, parts are read once for each kind
/// of entity. Elements with malformed values are left out: the schema reports those.
final class ManifestIndexer: ManifestConsumer {
  /// Which entities of a part are taken.
  enum Pass: CaseIterable {
    case attachments, sources, notes
  }

  /// Which entities are taken; nil: all.
  var pass: Pass?
  /// The part that is read; nil for the manifest itself.
  private var part: UInt8?
  /// Whether files are derived from their entities.
  private let derivesFiles: Bool
  /// The digests of the transactions and replaced files so far.
  private var seenFiles: Set<PayloadKey> = []
  /// The entities so far.
  private(set) var index = ManifestIndex()
  /// What was found so far.
  private(set) var findings = FindingList()
  /// Whether an element was found that the schema allows but that has no meaning.
  private(set) var breaksSchema = false
  /// The elements and attributes that the manifest may have.
  private let schema: ManifestSchema
  /// The elements and attributes that its parts may have.
  private let partSchema: ManifestSchema
  /// Checks dates.
  private let dates: DateCheck
  /// Bounds for folders and for the number of findings.
  private let limits: Limits
  /// The folder that was read last.
  private var folder: UniqueID?
  /// The note that is open.
  private var note: UniqueID?
  /// Keywords of the note that is open.
  private var keywords = ReferenceSet()
  /// Links of the note that is open.
  private var links = ReferenceSet()
  /// What the reader refuses although the schema may allow it. It counts only where the schema finds nothing.
  private(set) var unreadable = FindingList()

  /// Begins with an empty index.
  ///
  /// - Parameters:
  ///   - schema: The elements and attributes that the manifest may have.
  ///   - part: Those that its parts may have.
  ///   - now: The current time, for dates in the future; nil to accept all.
  ///   - limits: Bounds for folders and for the number of findings.
  init(_ schema: ManifestSchema, part: ManifestSchema = .part, now: Timestamp?, limits: Limits) {
    (self.schema, partSchema) = (schema, part)
    derivesFiles = schema.attributes(of: .file).isEmpty
    dates = DateCheck(now: now)
    self.limits = limits
  }

  /// Takes an element by its kind.
  ///
  /// Sections, events and origins need no checks beyond the schema's.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    guard isTaken(kind) else { return }
    switch kind {
    case .history: addHistory(element)
    case .entry: addEntry(element)
    case .replaced: addReplaced(element)
    case .part: addPart(element)
    case .partRoot: startPart(element)
    case .folder: addFolder(element)
    case .folderProperty, .noteProperty, .referenceProperty: checkProperty(element, kind)
    case .keyword: addKeyword(element)
    case .attachment: addAttachment(element)
    case .source: addSource(element)
    case .lifted: addExtractedData(element)
    case .note: addNote(element)
    case .noteKeyword: addKeywordReference(element)
    case .link: addLink(element)
    case .reference: addReference(element)
    case .file: addFile(element)
    default: break
    }
  }

  /// Whether an element belongs to what is taken in this pass.
  private func isTaken(_ kind: ManifestElement) -> Bool {
    switch (pass, kind) {
    case (nil, _), (_, .partRoot), (.attachments?, .attachment), (.sources?, .source), (.sources?, .lifted),
      (.notes?, .note), (.notes?, .noteProperty), (.notes?, .noteKeyword), (.notes?, .link),
      (.notes?, .reference), (.notes?, .referenceProperty):
      true
    default: false
    }
  }

  /// Where the schema has to be asked, makes the reader's own checks, too.
  func doubtful(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    // The last pass has the whole index to compare with, the others the same elements.
    if let pass, pass != .notes { return }
    let schema = part == nil && kind != .partRoot ? schema : partSchema
    guard unreadable.findings.count < limits.schemaFaults else { return }
    do throws(SlipError) {
      try ManifestAttributes(element, kind, schema).expectReadable(schema.attributes(of: kind))
    } catch {
      unreadable.report(.schemaViolation, error.message, at: .tag(element.tagEnd))
    }
  }

  /// Checks what can only be known at the end: parents of folders, links forward, cycles, and what nothing
  /// uses.
  ///
  /// Must not be called for a manifest that breaks its schema: left-out elements would show up as missing.
  func finish() {
    for tagEnd in index.derived.sort() {
      findings.report(
        .sourceNotRestorable, "another source says otherwise of what is retained", at: .tag(tagEnd))
    }
    for (key, part) in index.parts.sorted(by: { $0.key < $1.key }) {
      let listed = (part.listed.attachments, part.listed.sources, part.listed.notes)
      if part.found != listed {
        findings.report(.partDiffers, "the number of its entities", file: ManifestPart.path(key))
      }
    }
    DanglingLink.check(index, &findings)
    DanglingFolder.check(index, &findings)
    FolderCycle.check(index, &findings)
    FolderTooDeep.check(index, limits, &findings)
    SavedSearchUnusable.check(index, &findings)
    KeywordCycle.check(index, limits, &findings)
    HistoryDiffers.check(index, &findings)
    UnusedAttachment.check(index, &findings)
    UnusedSource.check(index, &findings)
    SourceInSource.check(index, &findings)
    KeptMissing.check(index, &findings)
    index.sources.forEachOfOtherLength {
      findings.report(.sourceNotRestorable, "its length differs from what is retained of it", at: .tag($0))
    }
  }

  // MARK: Entities

  /// A folder.
  ///
  /// Its parent is checked at the end, as it may come later. A second folder with the same id takes the place
  /// of the first, which changes nothing for references.
  private func addFolder(_ element: XMLElement) {
    guard let id = id(element, "id") else { return }
    var facts = ManifestIndex.FolderFacts(parent: self.id(element, "parent"), tagEnd: element.tagEnd)
    facts.name = element.value("name").map { XMLEscapedText.unescape($0) } ?? ""
    facts.order = element.value("order").flatMap(ManifestValue.int) ?? 0
    folder = id
    dates.check(element, ["created"], &findings)
    if index.folders.updateValue(facts, forKey: id) != nil { report(.duplicateID, "folder", element) }
  }

  /// A keyword, whose name must be the only one of its kind under NFC and case folding.
  ///
  /// Of a keyword with an id that is used already, the name isn't looked at.
  private func addKeyword(_ element: XMLElement) {
    guard let id = id(element, "id"), let name = element.value("name") else { return }
    if !index.keywords.insert(id).inserted { return report(.duplicateID, "keyword", element) }
    let parent = self.id(element, "parent")
    if let parent { index.keywordParents[id] = (parent, element.tagEnd) }
    let key = ManifestIndex.KeywordKey(
      parent: parent, folded: TextFolding.caseFolded(XMLEscapedText.unescape(name)))
    if !index.keywordNames.insert(key).inserted { report(.duplicateKeywordName, nil, element) }
  }

  /// How many transactions there are, and the digest of the last one.
  private func addHistory(_ element: XMLElement) {
    index.history.tagEnd = element.tagEnd
    index.history.count = element.value("count").flatMap(ManifestValue.length) ?? 0
    index.history.last = digest(element, "sha256")
  }

  /// A transaction of the history.
  private func addEntry(_ element: XMLElement) {
    guard let number = element.value("number").flatMap(ManifestValue.ordinal),
      let fact = fact(element, "length", "sha256")
    else { return }
    let key = PayloadKey.transaction(number, digestPrefix: String(fact.digest.hex.prefix(8)))
    guard seenFiles.insert(key).inserted else {
      return report(.schemaViolation, "it is listed twice", element)
    }
    index.history.transactions[number, default: []].append(fact.digest)
    index.derived.add(key, PayloadPath.transactionExtension, fact, tagEnd: element.tagEnd)
  }

  /// A file that a transaction replaced.
  private func addReplaced(_ element: XMLElement) {
    guard let fact = fact(element, "length", "sha256"), let suffix = element.string("extension") else {
      return
    }
    index.derived.add(.replaced(fact.digest), suffix, fact, tagEnd: element.tagEnd)
  }

  /// A part, as the manifest lists it.
  private func addPart(_ element: XMLElement) {
    guard let key = element.value("id").flatMap({ ManifestPart.key($0) }),
      let fact = fact(element, "length", "sha256")
    else { return }
    func count(_ name: StaticString) -> Int { element.value(name).flatMap(ManifestValue.length) ?? 0 }
    if let last = index.parts.keys.max(), last >= key {
      return report(.schemaViolation, "the parts aren't in the order of their ids", element)
    }
    index.parts[key] = ManifestIndex.PartFacts(
      listed: ManifestPart(
        key, fact: fact, attachments: count("attachments"), sources: count("sources"), notes: count("notes")),
      tagEnd: element.tagEnd)
  }

  /// The root of a part, whose id must be that of its file.
  private func startPart(_ element: XMLElement) {
    guard pass == Pass.allCases.first, let key = element.value("id").flatMap({ ManifestPart.key($0) }) else {
      return
    }
    if key != part { report(.schemaViolation, "the part has the id of another one", element) }
  }

  /// Says which part is read next.
  func willRead(_ part: UInt8) { self.part = part }

  /// Checks that an entity is in the part that it belongs to, and counts it.
  private func place(
    _ key: @autoclosure () -> UInt8, _ element: XMLElement,
    _ count: WritableKeyPath<ManifestIndex.PartFacts, Int>
  ) {
    guard let part else { return }
    if key() != part { report(.schemaViolation, "it belongs to another part", element) }
    index.parts[part]?[keyPath: count] += 1
  }

  /// A property. Its value must have the form of its type, which the XSD can't compare.
  private func checkProperty(_ element: XMLElement, _ owner: ManifestElement) {
    let kind = element.string("type").map { Property.Kind(rawValue: $0) } ?? .text
    guard let kind, let value = element.value("value").map({ XMLEscapedText.unescape($0) }) else { return }
    if !Property.accepts(value, as: kind) {
      report(.schemaViolation, "the value of a property doesn't have the form of its type", element)
    }
    guard let name = element.value("name").map({ XMLEscapedText.unescape($0) }) else { return }
    if owner == .noteProperty { index.noteProperties[name, default: []].insert(kind) }
    if owner == .folderProperty, let folder,
      [Property.WellKnown.search, Property.WellKnown.predicate].contains(name)
    {
      index.folders[folder]?.search.append(Property(name, kind, value))
    }
  }

  /// An attachment, with what it declares about its files. What its files really are, `PayloadCheck` compares
  /// later.
  private func addAttachment(_ element: XMLElement) {
    guard let digest = digest(element, "sha256") else { return }
    let facts = ManifestIndex.AttachmentFacts(
      tagEnd: element.tagEnd, mediaType: element.string("type") ?? "",
      fileExtension: element.string("extension") ?? "",
      width: element.value("width").flatMap(ManifestValue.length),
      height: element.value("height").flatMap(ManifestValue.length),
      thumbnailExtension: element.string("thumbnail"))
    place(ManifestPart.key(ofAttachment: digest), element, \.found.attachments)
    if index.attachments.updateValue(facts, forKey: digest) != nil {
      return report(.duplicateID, "attachment", element)
    }
    if derivesFiles { addFiles(of: digest, facts, element) }
  }

  /// The files of an attachment.
  private func addFiles(
    of digest: Digest, _ facts: ManifestIndex.AttachmentFacts, _ element: XMLElement
  ) {
    if let length = element.value("length").flatMap(ManifestValue.length) {
      index.derived.add(
        .blob(digest), facts.fileExtension, FileFact(digest: digest, length: length), tagEnd: element.tagEnd)
      index.attachments[digest]?.hasBlob = true
    }
    let names: (StaticString, StaticString) = ("thumbnail-length", "thumbnail-sha256")
    guard let file = fact(element, names.0, names.1) else {
      if element.value(names.0) != nil || element.value(names.1) != nil {
        report(.schemaViolation, "length and digest of the thumbnail come together", element)
      }
      return
    }
    guard let suffix = facts.thumbnailExtension else {
      return report(.fileWithoutOwner, "thumbnail", element)
    }
    index.derived.add(.thumbnail(digest), suffix, file, tagEnd: element.tagEnd)
    index.attachments[digest]?.hasThumbnail = true
  }

  /// A source, with what is needed to put its original together.
  ///
  /// Only sources with extracted data, and packages, have to be restored to be checked; for the others
  /// comparing lengths and digests is enough.
  private func addSource(_ element: XMLElement) {
    guard let key = element.value("key"), let digest = digest(element, "sha256"),
      let length = element.value("length").flatMap(ManifestValue.length)
    else { return }
    let (path, format) = (element.value("path"), element.string("format") ?? "")
    let file = OriginalFile(
      fact: FileFact(digest: digest, length: length), lifted: [], isPackage: Source.isPackage(format: format))
    let source = SourceTable.Restoration(
      tagEnd: element.tagEnd, file: file, kept: self.digest(element, "kept") ?? digest,
      fileExtension: Source.keptExtension(ofFormat: format))
    let name = SourceTable.Name(key: key, path: path.map { XMLEscapedText.unescape($0) } ?? "")
    place(ManifestPart.key(ofSource: XMLEscapedText.unescape(key)), element, \.found.sources)
    guard index.sources.insert(name, source) else {
      return report(.duplicateID, "source", element)
    }
    if derivesFiles { addFile(of: source, length, element) }
    if let path { UnsafeSourceName.check(path, element, &findings) }
    dates.check(element, ["modified"], &findings)
  }

  /// The file that a source retains.
  private func addFile(of source: SourceTable.Restoration, _ length: Int, _ element: XMLElement) {
    let keptLength = element.value("kept-length").flatMap(ManifestValue.length)
    let isWhole = element.value("kept") == nil
    if isWhole, keptLength != nil { report(.fileWithoutOwner, "what is retained", element) }
    guard let length = isWhole ? length : keptLength else { return }
    let fact = FileFact(digest: source.kept, length: length)
    index.derived.add(.kept(source.kept), source.fileExtension, fact, tagEnd: element.tagEnd)
    _ = index.sources.list(source.kept, fileExtension: source.fileExtension, length: length)
  }

  /// Data that were extracted from the source before it.
  ///
  /// Offsets that contradict each other are reported as `schemaViolation`, since the XSD can't compare
  /// attributes.
  private func addExtractedData(_ element: XMLElement) {
    guard let data = ExtractedData(element), index.sources.addExtracted(data) else {
      return report(.schemaViolation, "the offsets of extracted data contradict each other", element)
    }
    if index.attachments[data.attachment] == nil {
      report(.danglingAttachment, "extracted data", element)
    }
    index.attachments[data.attachment]?.isUsed = true
  }

  /// A note's reference to a keyword, which must exist, and be the only one of the note to it.
  private func addKeywordReference(_ element: XMLElement) {
    guard let id = id(element, "ref") else { return }
    if !index.keywords.contains(id) { report(.danglingKeyword, nil, element) }
    if !keywords.insert(id) { report(.repeatedReference, "keyword", element) }
  }

  /// A note, with its references to folder and source.
  ///
  /// Resets what is known of the note before it, also where the note's own id is malformed, so that its
  /// children aren't taken for another note's.
  private func addNote(_ element: XMLElement) {
    (note, keywords, links) = (nil, ReferenceSet(), ReferenceSet())
    guard let id = id(element, "id") else { return }
    if let folder = self.id(element, "folder"), index.folders[folder] == nil {
      report(.danglingFolder, nil, element)
    }
    if let key = element.value("source"), !index.sources.use(key: key) {
      report(.danglingSource, nil, element)
    }
    dates.check(element, ["created", "modified"], &findings)
    if ModifiedBeforeCreated.isFault(created: element.value("created"), modified: element.value("modified")) {
      report(.modifiedBeforeCreated, nil, element)
    }
    note = id
    place(ManifestPart.key(ofNote: id), element, \.found.notes)
    guard index.notes.insert(id, tagEnd: element.tagEnd) else { return report(.duplicateID, "note", element) }
    guard derivesFiles else { return }
    if let fact = fact(element, "body-length", "body-sha256") {
      index.derived.add(.body(id), PayloadPath.bodyExtension, fact, tagEnd: element.tagEnd)
      _ = index.notes.mark(id, .body)
    }
    if let fact = fact(element, "mirror-length", "mirror-sha256") {
      index.derived.add(.mirror(id), PayloadPath.mirrorExtension, fact, tagEnd: element.tagEnd)
      _ = index.notes.mark(id, .mirror)
    }
  }

  /// A link.
  ///
  /// A target that hasn't been read yet is remembered, and checked at the end.
  private func addLink(_ element: XMLElement) {
    guard let target = id(element, "to") else { return }
    if !links.insert(target) { report(.repeatedReference, "link", element) }
    if target == note { return report(.linkToItself, "note \(target)", element) }
    if !index.notes.contains(target) { index.forwardLinks.append((target, element.tagEnd)) }
  }

  /// A note's reference to an attachment.
  ///
  /// It is remembered by note, to be compared with the pictures that the body shows. The same attachment may
  /// be referred to several times, under different names.
  private func addReference(_ element: XMLElement) {
    guard let digest = digest(element, "ref") else { return }
    guard index.attachments[digest] != nil else { return report(.danglingAttachment, nil, element) }
    index.attachments[digest]?.isUsed = true
    if let note { index.pictures[note, default: []].append(digest) }
  }

  /// A listed file.
  ///
  /// Its path has to be one that payload can have, come after the one before it, and belong to an entity that
  /// has been read; where the path names a digest, that has to be the listed one.
  private func addFile(_ element: XMLElement) {
    guard let path = element.value("path") else { return }
    if !index.files.add(element, path: path) { report(.filesOutOfOrder, nil, element) }
    guard let key = PayloadKey(path: path) else {
      return report(.schemaViolation, "a path that no entity can have", element)
    }
    let known: Bool
    switch key {
    case .body(let id):
      known = index.notes.mark(id, .body)
    case .mirror(let id):
      known = index.notes.mark(id, .mirror)
    case .blob(let digest):
      known = index.attachments[digest].map { path.ends(with: $0.fileExtension) } ?? false
      if known { index.attachments[digest]?.hasBlob = true }
    case .thumbnail(let digest):
      known = index.attachments[digest]?.thumbnailExtension.map { path.ends(with: $0) } ?? false
      if known { index.attachments[digest]?.hasThumbnail = true }
    case .transaction(let number, let prefix):
      known = true
      if let listed = digest(element, "sha256") {
        index.history.transactions[number, default: []].append(listed)
        if !listed.hex.hasPrefix(prefix) { report(.fileNameNotDigest, nil, element) }
      }
    case .replaced: known = true
    case .kept(let digest):
      let length = element.value("length").flatMap(ManifestValue.length) ?? 0
      known = index.sources.list(digest, fileExtension: pathExtension(path), length: length)
    }
    if !known { report(.fileWithoutOwner, nil, element) }
    if let name = key.digest, let listed = digest(element, "sha256"), name != listed {
      report(.fileNameNotDigest, nil, element)
    }
  }

  /// What follows the last dot of a path.
  private func pathExtension(_ path: UnsafeRawBufferPointer) -> String {
    let dot = path.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex - 1
    return String(decoding: path[(dot + 1)...], as: UTF8.self)
  }

  // MARK: Values

  /// An id; nil where it is absent or malformed.
  private func id(_ element: XMLElement, _ name: StaticString) -> UniqueID? {
    element.value(name).flatMap { UniqueID(bytes: $0) }
  }

  /// Length and digest of a file; nil where one is absent or malformed.
  private func fact(_ element: XMLElement, _ length: StaticString, _ digest: StaticString) -> FileFact? {
    guard let length = element.value(length).flatMap(ManifestValue.length),
      let digest = self.digest(element, digest)
    else { return nil }
    return FileFact(digest: digest, length: length)
  }

  /// A digest; nil where it is absent or malformed.
  private func digest(_ element: XMLElement, _ name: StaticString) -> Digest? {
    element.value(name).flatMap { Digest(hexBytes: $0) }
  }

  /// Reports a finding at an element.
  private func report(_ rule: ValidationRule, _ detail: String?, _ element: XMLElement) {
    if rule == .schemaViolation { breaksSchema = true }
    findings.report(rule, detail, at: .tag(element.tagEnd))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a path ends in `.` and the extension.
  fileprivate func ends(with fileExtension: String) -> Bool {
    suffix(fileExtension.utf8.count).elementsEqual(fileExtension.utf8)
      && dropLast(fileExtension.utf8.count).last == UInt8(ascii: ".")
  }
}
