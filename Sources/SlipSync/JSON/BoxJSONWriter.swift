internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

/// Writes entities of a bundle as JSON: a document, or NDJSON.
struct BoxJSONWriter {
  /// How a box becomes JSON.
  struct Form: Sendable {
    /// The format of texts, a name of `BoxJSON.NoteObject.formats`.
    var body = "rtf"
    /// Whether files lie beside the document, at the paths that they have in the bundle.
    var isBeside = false
    /// Whether an object is written a line.
    var isLines = false
    /// Whether facts are left out that concern only this bundle: origins, sources, thumbnails.
    var isFeed = false
  }

  /// The bundle.
  let bundle: OpenBundle
  /// How it becomes JSON.
  let form: Form
  /// Takes the pieces.
  let output: ([UInt8]) throws(SlipError) -> Void
  /// How many threads make objects.
  var workers = Parallel.cores

  /// The most notes of a batch.
  private static let batch = 256

  /// What a document holds.
  struct Contents {
    /// Folders, those above others first.
    var folders: [Folder] = []
    /// Keywords, those above others first.
    var keywords: [Keyword] = []
    /// Attachments.
    var attachments: [Attachment] = []
    /// Notes.
    var notes: [Note] = []

    /// All of a box. Folders and keywords come after those that they lie in.
    init(_ box: SlipBox) {
      folders = box.folders.sorted { box.path(of: $0.id).count < box.path(of: $1.id).count }
      keywords = Array(box.keywords)
      attachments = Array(box.attachments)
      notes = Array(box.notes)
    }

    /// Nothing.
    init() {}
  }

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - header: The members before the sections; the format comes before them.
  ///   - progress: Called after each batch of notes.
  /// - Throws: `SlipError` where payload can't be read, and what `output` throws.
  func write(
    header: [(String, JSONValue?)], _ contents: Contents, _ progress: WorkProgress = .silent
  ) throws(SlipError) {
    var head = Array("{\"format\":\"\(BoxJSON.format)\"".utf8)
    for (key, value) in header {
      guard let value else { continue }
      head += [0x2C] + JSONValue.string(key).bytes + [0x3A] + value.bytes
    }
    if form.isLines { head += Array(",\"\(BoxJSONReader.objects)\":\(objectCount(contents))".utf8) }
    try output(form.isLines ? Array("{\"box\":".utf8) + head + Array("}}\n".utf8) : head)
    if !form.isFeed {
      try section(.origins, bundle.box.origins) { BoxJSON.OriginObject($0).json }
    }
    try section(.folders, contents.folders) { BoxJSON.FolderObject($0).json }
    try section(.keywords, contents.keywords) { BoxJSON.KeywordObject($0).json }
    try section(.attachments, contents.attachments) { attachment throws(SlipError) in
      try object(attachment).json
    }
    if !form.isFeed {
      var seen: Set<String> = []
      try section(.sources, Array(bundle.box.sources)) { source throws(SlipError) in
        let path = bundle.box.keptPath(of: source)
        let content = seen.insert(path).inserted ? try content(path) : .absent
        return BoxJSON.SourceObject(source, content: content).json
      }
    }
    try notes(contents.notes, progress)
    if !form.isLines { try output(Array("}\n".utf8)) }
  }

  /// How many objects are written.
  private func objectCount(_ contents: Contents) -> Int {
    let own = form.isFeed ? 0 : bundle.box.origins.count + bundle.box.sourceCount
    return own + contents.folders.count + contents.keywords.count + contents.attachments.count
      + contents.notes.count
  }

  /// Writes the objects of a section; nothing where there are none.
  private func section<Entity>(
    _ section: BoxJSON.Section, _ entities: [Entity],
    _ object: (Entity) throws(SlipError) -> BoxJSON.Value
  ) throws(SlipError) {
    for (index, entity) in entities.enumerated() {
      try output(BoxJSONWriter.piece(try object(entity), of: section, isFirst: index == 0, form))
    }
    if !form.isLines, !entities.isEmpty { try output(Array("\n]".utf8)) }
  }

  /// The bytes of an object with what comes before it.
  private static func piece(
    _ value: BoxJSON.Value, of section: BoxJSON.Section, isFirst: Bool, _ form: Form
  ) -> [UInt8] {
    if form.isLines { return JSONValue.object([section.singular: value.json]).bytes + [0x0A] }
    var piece = Array((isFirst ? ",\n\"\(section.rawValue)\":[\n" : ",\n").utf8)
    value.json.append(to: &piece)
    return piece
  }

  /// Writes the notes, made on all cores.
  private func notes(_ notes: [Note], _ progress: WorkProgress) throws(SlipError) {
    var start = 0
    while start < notes.count {
      let end = min(start + BoxJSONWriter.batch, notes.count)
      let (from, form, bundle) = (start, form, bundle)
      let made = Parallel.map(count: end - start, workers: workers) { index -> Result<[UInt8], SlipError> in
        do throws(SlipError) {
          let value = try BoxJSONWriter.object(notes[from + index], of: bundle, form).json
          return .success(BoxJSONWriter.piece(value, of: .notes, isFirst: from + index == 0, form))
        } catch {
          return .failure(error)
        }
      }
      for result in made { try output(try result.get()) }
      start = end
      try progress("exporting", end, of: notes.count)
    }
    if !form.isLines, !notes.isEmpty { try output(Array("\n]".utf8)) }
  }

  /// A note with its text.
  static func object(
    _ note: Note, of bundle: OpenBundle, _ form: Form
  ) throws(SlipError) -> BoxJSON.NoteObject {
    var facts = note
    if form.isFeed { (facts.source, facts.sourceItem, facts.imported) = (nil, nil, nil) }
    let body = try bundle.body(of: note)
    if body.count != note.body.length { try expectWhole(body, note, of: bundle) }
    guard form.body != "rtf", let format = FormatTable.named(form.body), let write = format.write else {
      // A receiver makes its own mirror.
      let mirror = form.isFeed ? nil : try bundle.mirror(of: note)
      return BoxJSON.NoteObject(facts, body: body, mirror: mirror)
    }
    var options = WriteOptions.ofBox
    options.links = .keep
    let document = body.withUnsafeBytes { RTFReader.read($0) }.document
    return BoxJSON.NoteObject(facts, body: try write(document, options), format: form.body)
  }

  /// Throws where a body that isn't as the manifest lists it was cut off: whoever takes the document would take that for an edit.
  private static func expectWhole(
    _ body: [UInt8], _ note: Note, of bundle: OpenBundle
  ) throws(SlipError) {
    let found = body.withUnsafeBytes { RTFReader.read($0).diagnostics }
    guard body.isEmpty || found.contains(where: { $0.code == RTFFaultTable.unclosedGroup }) else { return }
    throw SlipError(
      .badInput, code: ExchangeCode.pieceDamaged,
      "The body of “\(note.title)” is damaged: it is empty or was cut off. Nothing was written.",
      at: SourceLocation(file: bundle.storage.displayPath(of: PayloadPath.body(note.id))))
  }

  /// An attachment with its bytes.
  private func object(_ attachment: Attachment) throws(SlipError) -> BoxJSON.AttachmentObject {
    var facts = attachment
    if form.isFeed { facts.thumbnail = nil }
    let small = facts.thumbnail.map { PayloadPath.thumbnail(attachment.id, $0.fileExtension) }
    return BoxJSON.AttachmentObject(
      facts, content: try content(PayloadPath.blob(attachment.id, attachment.fileExtension)),
      thumbnail: try small.map { path throws(SlipError) in try content(path) } ?? .absent)
  }

  /// A file of the bundle.
  private func content(_ path: String) throws(SlipError) -> BoxJSON.Content {
    form.isBeside ? .beside(path) : .inline(try bundle.storage.read(path))
  }
}
