internal import SlipBase
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes
internal import SlipboxKit

/// A directory that `feed` wrote, as one side of a synchronization in both directions.
struct FeedFolder {
  /// The path of the directory.
  let path: String
  /// The token of the document with all objects.
  let token: String
  /// The states that the feed has had.
  let states: FeedStates
  /// The states of other boxes that are part of the feed, by their tokens (`SeenStates`).
  let seen: Set<String>
  /// Whether the run that wrote the feed last came to its end.
  let isComplete: Bool

  /// How many bytes from the beginning of the document have its token.
  private static let headLength = 16_384

  /// Whether a path is a directory that `feed` wrote.
  ///
  /// - Throws: `SlipError` where it can't be examined.
  static func isFeed(_ path: String) throws(SlipError) -> Bool {
    guard try FileSystem.status(path)?.kind == .directory else { return false }
    return try FileSystem.status("\(path)/\(FeedRequest.markerName)")?.kind == .file
  }

  /// Opens a directory.
  ///
  /// - Throws: `SlipError` with code `KitCode.badFeed` for one that `feed` didn't write, or whose texts aren't RTF.
  init(_ path: String) throws(SlipError) {
    self.path = PathText.withoutSlashes(path)
    guard try FeedFolder.isFeed(path) else {
      throw SlipError(
        .usage, code: KitCode.badFeed,
        "Only a directory that `slipconv feed` wrote can be written; feeds of the web and single files can only be read.",
        at: SourceLocation(file: path))
    }
    let list = "\(path)/\(FeedRequest.markerName)"
    guard let marker = JSONValue(try FileSystem.readFile(list)), let files = marker["files"]?.members else {
      throw SlipError(
        .badInput, code: KitCode.badFeed,
        "The list of what `slipconv feed` wrote is damaged.",
        at: SourceLocation(file: list))
    }
    let form = marker["files"]?[FeedRequest.document]?.string?.split(separator: " ").last
    if let form, form != "rtf" {
      throw SlipError(
        .usage, code: KitCode.badFeed,
        "The texts of this feed are \(form); only a feed of RTF has all of a note.",
        at: SourceLocation(file: path))
    }
    let document = "\(path)/\(FeedRequest.document)"
    let head = try FeedFolder.head(of: document)
    token = try FeedFolder.token(of: document)
    seen = Set(
      (FeedFolder.text(of: SeenStates.key, in: head) ?? "").split(separator: " ").map(String.init))
    states = FeedStates(marker, at: token)
    // What is still to be written has no mark.
    isComplete = files.allSatisfy { $0.value.string?.isEmpty == false }
  }

  /// Refuses what is no file, such as a pipe, from which reading would wait.
  static func expectFile(_ path: String) throws(SlipError) {
    guard let status = try FileSystem.status(path), status.kind != .file else { return }
    throw SlipError(
      .badInput, code: FileCode.notRegularFile, "This is not a regular file.", at: SourceLocation(file: path))
  }

  /// The beginning of a document, with its facts about itself.
  private static func head(of document: String) throws(SlipError) -> String {
    try expectFile(document)
    return String(decoding: try FileSystem.readStart(of: document, count: headLength), as: UTF8.self)
  }

  /// A text of the document itself, which has no signs that JSON escapes; nil where its beginning has none of that key.
  private static func text(of key: String, in head: String) -> String? {
    let key = "\"\(key)\":\""
    guard let start = head.firstRange(of: key)?.upperBound, let end = head[start...].firstIndex(of: "\"")
    else { return nil }
    return String(head[start..<end])
  }

  /// The token at the beginning of a document of ours.
  ///
  /// - Throws: `SlipError` with code `KitCode.badFeed` for any other document.
  static func token(of document: String) throws(SlipError) -> String {
    guard let token = text(of: "version_token", in: try head(of: document)) else {
      throw SlipError(
        .badInput, code: KitCode.badFeed, "The document doesn't begin as `slipconv feed` writes it.",
        at: SourceLocation(file: document))
    }
    return token
  }

  /// The feed as a bundle, in a folder that is there for the time of the work.
  ///
  /// - Parameters:
  ///   - base: What the bundle and the feed had in common. What a feed doesn't say of a note (where it was imported from, and
  ///     thumbnails) stays as it was there.
  ///   - ours: The bundle as it is.
  ///   - scratch: The folder.
  ///   - limits: Bounds on what is read.
  /// - Returns: The feed without the notes that were deleted while it was only read, and its facts with them.
  /// - Throws: `SlipError` for a document that describes no valid bundle.
  func bundle(
    since base: SlipBox, _ ours: SlipBox, in scratch: ScratchFolder, limits: Limits
  ) throws(SlipError) -> (bundle: OpenBundle, whole: SlipBox) {
    var request = BoxJSONImport(
      input: "\(path)/\(FeedRequest.document)", output: scratch.path + "/feed" + BundleLayout.directorySuffix)
    request.limits = limits
    _ = try request.run()
    let read = try OpenBundle(request.output, limits: limits)
    // Another program may have replaced the document meanwhile.
    guard try FeedFolder(path).token == token else {
      throw SlipError(
        .cannotDo, code: ContainerCode.replacedMeanwhile,
        "The feed was replaced meanwhile; nothing was changed.",
        at: SourceLocation(file: path))
    }
    let document = "\(path)/\(FeedRequest.document)"
    let origins = Set(ours.origins.filter { $0.url == document }.map(\.name))
    let buried = origins.reduce(into: Set()) { $0.formUnion(FeedFolder.buried(read.box, ours, $1)) }.filter {
      base.note($0) == nil
    }
    let whole = try FeedFolder.completed(read.box, since: base, ours, without: [], path)
    let box =
      buried.isEmpty ? whole : try FeedFolder.completed(read.box, since: base, ours, without: buried, path)
    return (OpenBundle(path: read.path, storage: read.storage, box: box), whole)
  }

  /// The notes of a feed that were deleted while the feed was only read.
  static func buried(_ read: SlipBox, _ ours: SlipBox, _ origin: String) -> Set<Note.ID> {
    let keys = Set(ours.origins.filter { $0.name == origin }.flatMap(\.tombstones).map(\.key))
    if keys.isEmpty { return [] }
    return Set(
      read.noteIDs.filter { id in keys.contains(FeedNote.key(id.description, origin: origin).text) })
  }

  /// A feed's box with what the feed doesn't say.
  static func completed(
    _ read: SlipBox, since base: SlipBox, _ ours: SlipBox, without buried: Set<Note.ID>, _ path: String
  ) throws(SlipError) -> SlipBox {
    var left = base
    var tombstones: [Tombstone] = []
    for note in base.notes where read.note(note.id) == nil {
      if let key = note.source { tombstones.append(Tombstone(key: key, item: note.sourceItem, date: nil)) }
      left.remove(note: note.id)
    }
    left.bury(tombstones)
    var builder = SlipBoxBuilder()
    for origin in left.origins { builder.add(origin) }
    for element in left.foreign { builder.add(foreign: element) }
    for source in left.sources { builder.add(source) }
    var sources = Set(left.sources.map(\.id))
    for folder in read.folders { builder.add(folder) }
    for keyword in read.keywords { builder.add(keyword) }
    for attachment in read.attachments {
      builder.add(base.attachment(attachment.id) ?? ours.attachment(attachment.id) ?? attachment)
    }
    // Pictures that were taken out of kept originals.
    for attachment in left.attachments where read.attachment(attachment.id) == nil { builder.add(attachment) }
    for note in read.notes where !buried.contains(note.id) {
      var note = note
      // Of a note that only the document has, it may know the original.
      if let known = base.note(note.id) ?? ours.note(note.id) {
        (note.source, note.sourceItem, note.imported) = (known.source, known.sourceItem, known.imported)
      }
      if let key = note.source, let source = ours.source(key) ?? read.source(key),
        sources.insert(key).inserted
      {
        builder.add(source)
      }
      builder.add(note)
    }
    let (box, faults) = builder.finish()
    // Links to notes that stay deleted are dropped.
    if let fault = faults.first(where: { $0.kind != .unused && $0.kind != .dangling }) {
      throw SlipError(
        .badInput, code: KitCode.badFeed,
        "The feed and the bundle can't be brought together: \(fault.entity) is \(fault.kind).",
        at: SourceLocation(file: path))
    }
    return box
  }
}
