internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// What a feed had when a box took it last, by the objects that the box retains as sources of its notes.
struct RetainedFeed {
  /// The facts of the feed at that time. Notes that were deleted here since are missing.
  let box: SlipBox

  /// Puts the objects of a feed together.
  ///
  /// - Returns: Nil where the box retains no objects of this feed, or none that make a box.
  /// - Throws: `SlipError` where a file can't be read.
  init?(of origin: Origin, in bundle: OpenBundle, limits: Limits) throws(SlipError) {
    let prefix = origin.name + "/notes/"
    let now = bundle.box
    let state = FeedState(origin)
    var builder = SlipBoxBuilder()
    for attachment in now.attachments { builder.add(attachment) }
    for source in now.sources { builder.add(source) }
    for (_, known) in state.folders.sorted(by: { $0.key < $1.key }) {
      guard let folder = RetainedFeed.object(known.object, BoxJSON.FolderObject.init) else { return nil }
      builder.add(folder.folder)
    }
    for (_, known) in state.keywords.sorted(by: { $0.key < $1.key }) {
      guard var keyword = RetainedFeed.object(known.object, BoxJSON.KeywordObject.init)?.keyword else {
        return nil
      }
      if keyword.id != known.id { keyword = now.keyword(known.id) ?? keyword }
      builder.add(keyword)
    }
    var count = 0
    for source in now.sources where source.id.hasPrefix(prefix) && source.format == "json" {
      guard let mine = now.notes(from: source.id).first.flatMap({ now.note($0) }) else { continue }
      guard let json = try bundle.retained(source),
        let object = RetainedFeed.object(json, BoxJSON.NoteObject.init), object.note.id == mine.id,
        object.format == "rtf"
      else { return nil }
      var note = object.note
      (note.source, note.sourceItem, note.imported) = (mine.source, mine.sourceItem, mine.imported)
      (note.body, note.mirror) = (mine.body, mine.mirror)
      if mine.isChangedSinceImport {
        var before = try FeedNote(json)
        _ = try before.readText(of: json, limits)
        (note.body, note.mirror) = (before.facts.body, before.facts.mirror)
      }
      builder.add(note)
      count += 1
    }
    let (box, faults) = builder.finish()
    guard count > 0, !faults.contains(where: { $0.kind != .unused && $0.kind != .dangling }) else {
      return nil
    }
    self.box = box
  }

  /// The object of a value; nil for one of another form.
  private static func object<Object>(
    _ value: JSONValue, _ make: (BoxJSON.Value) throws(SlipError) -> Object
  ) -> Object? {
    do throws(SlipError) { return try make(BoxJSON.Value(value)) } catch { return nil }
  }
}

extension OpenBundle {
  /// The object that a source retains; nil where it can't be read as one.
  fileprivate func retained(_ source: Source) throws(SlipError) -> JSONValue? {
    let path = box.keptPath(of: source)
    guard try storage.length(of: path) != nil else { return nil }
    return JSONValue(try storage.read(path))
  }
}
