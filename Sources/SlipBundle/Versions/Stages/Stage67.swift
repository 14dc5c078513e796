internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Stage 6 ↔ 7: facts about files stand where the files belong.
///
/// ```
/// <note id="…b3" …/>                          ↔  <note id="…b3" … body-length="310" body-sha256="…" …/>
/// <file path="notes/6f/….rtf" length="310" …/>   the same files
/// ```
///
/// Nothing is lost either way, and no file changes. The result is one document here; whoever writes a bundle
/// gives a large one its parts.
enum Stage67 {
  /// The stage's row of `StageTable`.
  static let row = VersionStage(
    Version6.row, Version7.row, changes: changes.map(\.description),
    .streamed(
      up: { input throws(SlipError) in
        let files = ListedFacts()
        try input.read(files)
        return PreparedStage { Writer67($0, files: files, to: $1) }
      },
      down: { _ throws(SlipError) in PreparedStage { Writer67($0, files: ListedFacts(), to: $1) } }))

  /// The attributes that version 7 added, by element.
  static let added: [ManifestElement: [StaticString]] = [
    .attachment: ["length", "thumbnail-length", "thumbnail-sha256"], .source: ["kept-length"],
    .note: ["body-length", "body-sha256", "mirror-length", "mirror-sha256"],
  ]
  /// The elements that version 7 added.
  static let addedElements: Set<ManifestElement> = [.entry, .replaced, .parts, .part, .partRoot]

  /// What changes on the way up.
  private static let changes: [LightweightChange] = [
    .other(
      "There is no list of files: notes, attachments, sources and the history have the facts about theirs."),
    .other("A large manifest has parts, so that a change of one note writes one of them."),
  ]

  /// How version 7 is made.
  static let upMap = map(isUp: true)
  /// How version 6 is made.
  static let downMap = map(isUp: false)

  /// The mapping of attributes in one direction.
  ///
  /// - Parameter isUp: Whether version 7 is made; otherwise version 6.
  private static func map(isUp: Bool) -> LightweightMap {
    LightweightMap(
      old: { ManifestSchema.version6.attributes(of: $0) },
      new: { ManifestSchema.version7.attributes(of: $0) }, changes, isUp: isUp)
  }
}

/// Collects what a manifest of version 6 lists of files.
final class ListedFacts: ManifestConsumer {
  /// A file.
  struct File {
    /// Its path in version 6.
    var path: String
    /// Length and digest.
    var fact: FileFact
  }

  /// The files of entities.
  private(set) var files: [PayloadKey: File] = [:]
  /// The files of the history.
  private(set) var history = BoxHistory()
  /// The retained files, of which several may have the same digest.
  private(set) var kept: [File] = []

  /// Takes a `file` element.
  ///
  /// - Throws: `SlipError` for a malformed value.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    guard kind == .file else { return }
    let attributes = try ManifestAttributes(element, kind, .version6)
    guard let path = PayloadPath(attributes.requiredText("path")) else {
      throw attributes.malformed("path")
    }
    let file = File(
      path: attributes.requiredText("path"),
      fact: FileFact(
        digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length")))
    files[path.key] = file
    switch path.key {
    case .transaction(let number, _): history.add(BoxHistory.Entry(number, file.fact))
    case .replaced: history.keep(BoxHistory.Replaced(file.fact, path.fileExtension))
    case .kept: kept.append(file)
    case .body, .mirror, .blob, .thumbnail: break
    }
  }
}

/// Writes version 6 or 7 while the other is read.
final class Writer67: HistoryWriter {
  /// On the way up: what version 6 lists.
  private let files: ListedFacts

  /// Prepares the writing.
  ///
  /// - Parameter files: On the way up, what version 6 lists.
  init(_ options: Options, files: ListedFacts, to sink: XMLSink) {
    self.files = files
    super.init(
      options.isUp ? Stage67.upMap : Stage67.downMap, options, listsFiles: !options.isUp,
      history: files.history, to: sink)
  }

  /// Adds the facts about files on the way up.
  override func change(_ values: inout [(StaticString, String)], of kind: ManifestElement) throws {
    guard options.isUp else { return }
    func value(_ name: StaticString) -> String? { values.first { $0.0.isSame(as: name) }?.1 }
    func add(_ key: PayloadKey, _ length: StaticString, _ digest: StaticString? = nil) throws {
      guard let fact = files.files[key]?.fact else { throw unlisted("\(kind.name)") }
      values.append((length, String(fact.length)))
      if let digest { values.append((digest, fact.digest.hex)) }
    }
    switch kind {
    case .note:
      guard let id = value("id").flatMap({ UniqueID($0) }) else { throw unlisted("note") }
      try add(.body(id), "body-length", "body-sha256")
      try add(.mirror(id), "mirror-length", "mirror-sha256")
    case .attachment:
      guard let digest = value("sha256").flatMap({ Digest(hex: $0) }) else { throw unlisted("attachment") }
      try add(.blob(digest), "length")
      if value("thumbnail") != nil { try add(.thumbnail(digest), "thumbnail-length", "thumbnail-sha256") }
    case .source:
      guard let kept = value("kept") else { return }
      guard let digest = Digest(hex: kept) else { throw unlisted("source") }
      // One that names the imported file itself is left out, as in the form that is written.
      if kept == value("sha256"), let length = files.files[.kept(digest)]?.fact.length,
        value("length") == String(length)
      {
        values.removeAll { $0.0.isSame(as: "kept") }
      } else {
        try add(.kept(digest), "kept-length")
      }
    default: break
    }
  }

  /// Takes the files of an entity on the way down.
  override func didStart(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws {
    if !options.isUp { try takeFiles(of: kind, attributes) }
  }

  /// Lists the files behind the notes on the way down.
  override func didEnd(_ kind: ManifestElement) throws {
    guard kind == .notes else { return }
    if options.isUp { return try passFiles() }
    try sink.start("files", [])
    for file in allFiles() {
      if let bytes = file.bytes {
        try write(file: file.path, bytes, type: file.mediaType)
        continue
      }
      try write(
        "file",
        [
          ("path", file.path), ("length", String(file.fact.length)), ("sha256", file.fact.digest.hex),
          ("type", file.mediaType),
        ])
      try options.onFile(MigratedFile(path: file.path, fact: file.fact))
    }
    sink.end()
  }

  /// Passes all files on, in the order of their paths in version 7.
  private func passFiles() throws {
    var passed: [MigratedFile] = []
    for (key, file) in files.files {
      if case .kept = key { continue }
      passed.append(MigratedFile(path: file.path, fact: file.fact))
    }
    for file in files.kept { passed.append(MigratedFile(path: file.path, fact: file.fact)) }
    if let made { passed.append(MigratedFile(path: made.path, fact: made.fact, bytes: made.bytes)) }
    passed.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for file in passed { try options.onFile(file) }
  }

  /// The error for an entity whose files aren't listed.
  private func unlisted(_ what: String) -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unlistedPayload, "the manifest lists no payload file for a \(what)")
  }
}
