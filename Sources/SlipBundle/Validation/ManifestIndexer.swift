internal import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipNotes
internal import XMLSyntax

/// Fills a `ManifestIndex` while the manifest streams by. What can be judged at once is judged at once.
///
/// Malformed values are the schema's business: elements that have them are left out here.
final class ManifestIndexer: ManifestConsumer {
  private(set) var index = ManifestIndex()
  private(set) var findings = FindingList()
  private(set) var breaksSchema = false
  private let dates: DateCheck
  private let limits: Limits
  private var note: UniqueID?
  /// Of the note that is open.
  private var keywords = ReferenceSet()
  private var links = ReferenceSet()
  /// What the reader refuses although the schema may allow it.
  private(set) var unreadable = FindingList()

  /// - Parameter now: dates long after it are findings.
  init(now: Timestamp?, limits: Limits) {
    dates = DateCheck(now: now)
    self.limits = limits
  }

  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    switch kind {
    case .folder: addFolder(element)
    case .keyword: addKeyword(element)
    case .attachment: addAttachment(element)
    case .source: addSource(element)
    case .lifted: addLifted(element)
    case .note: addNote(element)
    case .noteKeyword: addKeywordReference(element)
    case .link: addLink(element)
    case .reference: addReference(element)
    case .file: addFile(element)
    default: break
    }
  }

  /// Where the schema has to be asked, the reader's own checks are made, too.
  func doubtful(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    guard unreadable.findings.count < limits.schemaFaults else { return }
    do throws(SlipError) {
      try ManifestAttributes(element, kind).expectReadable(kind.row.attributes)
    } catch {
      unreadable.report(.schemaViolation, error.message, at: .tag(element.tagEnd))
    }
  }

  /// What can only be told at the end.
  func finish() {
    DanglingLink.check(index, &findings)
    DanglingFolder.check(index, &findings)
    FolderCycle.check(index, &findings)
    FolderTooDeep.check(index, limits, &findings)
    UnusedAttachment.check(index, &findings)
    UnusedSource.check(index, &findings)
    SourceInSource.check(index, &findings)
    KeptMissing.check(index, &findings)
    index.sources.forEachOfOtherLength {
      findings.report(.sourceNotRestorable, "another length than what is kept of it", at: .tag($0))
    }
  }

  // MARK: Entities

  private func addFolder(_ element: XMLElement) {
    guard let id = id(element, "id") else { return }
    let facts = ManifestIndex.FolderFacts(parent: self.id(element, "parent"), tagEnd: element.tagEnd)
    dates.check(element, ["created"], &findings)
    if index.folders.updateValue(facts, forKey: id) != nil { report(.duplicateID, "folder", element) }
  }

  private func addKeyword(_ element: XMLElement) {
    guard let id = id(element, "id"), let name = element.value("name") else { return }
    if !index.keywords.insert(id).inserted { return report(.duplicateID, "keyword", element) }
    if !index.keywordNames.insert(TextFolding.caseFolded(XMLEscapedText.unescape(name))).inserted {
      report(.duplicateKeywordName, nil, element)
    }
  }

  private func addAttachment(_ element: XMLElement) {
    guard let digest = digest(element, "sha256") else { return }
    let facts = ManifestIndex.AttachmentFacts(
      tagEnd: element.tagEnd, mediaType: element.string("type") ?? "",
      fileExtension: element.string("extension") ?? "",
      width: element.value("width").flatMap(ManifestValue.length),
      height: element.value("height").flatMap(ManifestValue.length),
      thumbnailExtension: element.string("thumbnail"))
    if index.attachments.updateValue(facts, forKey: digest) != nil {
      report(.duplicateID, "attachment", element)
    }
  }

  private func addSource(_ element: XMLElement) {
    guard let key = element.value("key"), let digest = digest(element, "sha256"),
      let length = element.value("length").flatMap(ManifestValue.length)
    else { return }
    let (path, format) = (element.value("path"), element.string("format") ?? "")
    let file = OriginalFile(
      fact: FileFact(digest: digest, length: length), lifted: [], isPackage: format == Source.packageFormat)
    let source = SourceTable.Restoration(
      tagEnd: element.tagEnd, file: file, kept: self.digest(element, "kept") ?? digest,
      fileExtension: Source.keptExtension(ofFormat: format))
    let name = SourceTable.Name(key: key, path: path.map { XMLEscapedText.unescape($0) } ?? "")
    guard index.sources.insert(name, source) else {
      return report(.duplicateID, "source", element)
    }
    if let path { UnsafeSourceName.check(path, element, &findings) }
    dates.check(element, ["modified"], &findings)
  }

  private func addLifted(_ element: XMLElement) {
    guard let data = ExtractedData(element), index.sources.lift(data) else {
      return report(.schemaViolation, "the offsets of lifted data contradict each other", element)
    }
    if index.attachments[data.attachment] == nil {
      report(.danglingAttachment, "lifted data", element)
    }
    index.attachments[data.attachment]?.isUsed = true
  }

  private func addKeywordReference(_ element: XMLElement) {
    guard let id = id(element, "ref") else { return }
    if !index.keywords.contains(id) { report(.danglingKeyword, nil, element) }
    if !keywords.insert(id) { report(.repeatedReference, "keyword", element) }
  }

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
    if !index.notes.insert(id, tagEnd: element.tagEnd) { report(.duplicateID, "note", element) }
    note = id
  }

  private func addLink(_ element: XMLElement) {
    guard let target = id(element, "to") else { return }
    if !links.insert(target) { report(.repeatedReference, "link", element) }
    if target == note { return report(.linkToItself, nil, element) }
    if !index.notes.contains(target) { index.forwardLinks.append((target, element.tagEnd)) }
  }

  private func addReference(_ element: XMLElement) {
    guard let digest = digest(element, "ref") else { return }
    guard index.attachments[digest] != nil else { return report(.danglingAttachment, nil, element) }
    index.attachments[digest]?.isUsed = true
    if let note { index.pictures[note, default: []].append(digest) }
  }

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
    case .kept(let digest):
      let length = element.value("length").flatMap(ManifestValue.length) ?? 0
      known = index.sources.list(digest, fileExtension: pathExtension(path), length: length)
    }
    if !known { report(.fileWithoutOwner, nil, element) }
    if let name = key.digest, let listed = digest(element, "sha256"), name != listed {
      report(.fileNameNotDigest, nil, element)
    }
  }

  private func pathExtension(_ path: UnsafeRawBufferPointer) -> String {
    let dot = path.lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex - 1
    return String(decoding: path[(dot + 1)...], as: UTF8.self)
  }

  // MARK: Values

  private func id(_ element: XMLElement, _ name: StaticString) -> UniqueID? {
    element.value(name).flatMap { UniqueID(bytes: $0) }
  }

  private func digest(_ element: XMLElement, _ name: StaticString) -> Digest? {
    element.value(name).flatMap { Digest(hexBytes: $0) }
  }

  private func report(_ rule: ValidationRule, _ detail: String?, _ element: XMLElement) {
    if rule == .schemaViolation { breaksSchema = true }
    findings.report(rule, detail, at: .tag(element.tagEnd))
  }
}

/// The ids that one note refers to; mostly there are few.
private struct ReferenceSet {
  private var few: [UniqueID] = []
  private var many: Set<UniqueID> = []

  /// False for an id that is there.
  mutating func insert(_ id: UniqueID) -> Bool {
    if !many.isEmpty { return many.insert(id).inserted }
    guard !few.contains(id) else { return false }
    few.append(id)
    if few.count > 32 { many = Set(few) }
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Whether it ends in `.` and the extension.
  fileprivate func ends(with fileExtension: String) -> Bool {
    suffix(fileExtension.utf8.count).elementsEqual(fileExtension.utf8)
      && dropLast(fileExtension.utf8.count).last == UInt8(ascii: ".")
  }
}

extension ExtractedData {
  init?(_ element: XMLElement) {
    func number(_ name: StaticString) -> Int? { element.value(name).flatMap(ManifestValue.length) }
    guard let attachment = element.value("attachment").flatMap({ Digest(hexBytes: $0) }),
      let start = number("start"), let end = number("end"), let keepStart = number("keep-start"),
      let keepEnd = number("keep-end"), let insertion = number("insertion"),
      start <= keepStart, keepStart <= insertion, insertion <= keepEnd, keepEnd <= end
    else { return nil }
    let layout = element.value("layout").map { XMLEscapedText.unescape($0) } ?? ""
    let encoding: ExtractedData.Encoding
    switch element.string("encoding") {
    case "hex": encoding = .hex(upperCase: false, layout: layout)
    case "HEX": encoding = .hex(upperCase: true, layout: layout)
    default: encoding = .binary
    }
    self.init(
      attachment: attachment, range: start..<end, keep: keepStart..<keepEnd, insertion: insertion,
      encoding: encoding)
  }
}
