public import SlipboxKit
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipRTF
internal import SlipBase

/// A new bundle from the JSON form of a box, which `BoxJSONExport` or another program wrote.
///
/// Objects are read one after the other, so memory holds the facts and no texts.
public struct BoxJSONImport: Sendable {
  /// The path of the document.
  public var input: String
  /// The path of the new bundle; nothing may be there.
  public var output: String
  /// Bounds on what is read.
  public var limits = Limits()
  /// How many threads work at the same time.
  public var workers = Parallel.cores + 1

  /// Creates a request.
  public init(input: String, output: String) { (self.input, self.output) = (input, output) }

  /// Whether a file is the JSON form of a box, by its first bytes.
  public static func recognizes(_ path: String) -> Bool {
    guard let start = try? FileSystem.readStart(of: path, count: 200) else { return false }
    let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
    return text.contains("\"format\":\"\(BoxJSON.format)\"")
  }

  /// Whether a file is the form of a box that doesn't say so, as other programs write it: arrays that are called as those of a box, with
  /// notes whose ids are UUIDs, and nothing else.
  ///
  /// Such a document is taken in by `SyncRequest`, which knows what is absent from what is empty.
  public static func recognizesUnnamed(_ path: String) -> Bool {
    guard path.lowercased().hasSuffix(".json"), let start = try? FileSystem.readStart(of: path, count: 64),
      start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{"),
      let file = try? MappedFile(path)
    else { return false }
    return file.withBytes { BoxJSONForm.isBox($0) }
  }

  /// Makes the bundle.
  ///
  /// - Returns: The number of notes.
  /// - Throws: `SlipError` with line, column and path of a value that is wrong; then there is no new bundle.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> Int {
    if try FileSystem.status(output, followLinks: false) != nil {
      throw ExportFile.taken(output, "; name another with -o")
    }
    let files = try BesideFiles(of: input)
    return try run(FileBytes(try MappedFile(input)), progress) { path throws(SlipError) in
      try files.read(path)
    }
  }

  /// Makes the bundle of a document that is read already.
  ///
  /// - Parameters:
  ///   - document: The bytes of the document, which is called `input` in messages.
  ///   - progress: Is told of the notes.
  ///   - beside: Reads a file that the document names.
  /// - Returns: The number of notes.
  /// - Throws: `SlipError`; then there is no new bundle.
  func run(
    _ document: FileBytes, _ progress: WorkProgress = .silent, beside: @escaping BesideFiles.Reader
  ) throws(SlipError) -> Int {
    var transaction = try BundleTransaction.begin(at: output, limits: limits)
    do throws(SlipError) {
      let work = BoxJSONImportWork(self, transaction.output, beside)
      try document.withBytes { (bytes) throws(SlipError) in
        try work.read(bytes, progress) { document.release(upTo: $0) }
      }
      transaction.box = try work.finish(input)
      var made = BoxTransaction(.import, tool: SlipboxTool.name)
      // So the same document is known again, and a newer one is compared with what this one said.
      if let token = work.token {
        let form = work.isRTF ? "" : SeenStates.otherForm
        (made.from, made.to) = (String(PathText.withoutSlashes(input).lastName.stem), token + form)
      }
      _ = try transaction.commit(made) {
        storage throws(SlipError) in
        try BoxJSONImport.expectValid(storage, limits, input)
      }
    } catch {
      transaction.abandon()
      throw error
    }
    return transaction.box.noteCount
  }
}

extension BoxJSONImport {
  /// Checks the new bundle before it is put in place, because whoever wrote the document may have claimed anything.
  ///
  /// - Throws: `SlipError` with the code of the first error that `validate` would report.
  private static func expectValid(
    _ storage: DirectoryStorage, _ limits: Limits, _ input: String
  ) throws(SlipError) {
    var options = ValidationOptions()
    options.limits = limits
    let report = try Validator(storage: storage, options: options).run()
    guard let fault = report.diagnostics.first(where: { $0.severity == .error }) else { return }
    let place = fault.location.file.map { " (\($0.lastName))" } ?? ""
    throw SlipError(
      .badInput, code: fault.code,
      "What the document describes is no valid bundle: \(fault.message)\(place); nothing was written.",
      at: SourceLocation(file: input))
  }
}

/// Files beside a document.
struct BesideFiles: Sendable {
  /// Reads a file by the path that a document gives.
  typealias Reader = (String) throws(SlipError) -> [UInt8]

  /// The folder of the document.
  private let folder: DirectoryHandle

  /// Opens the folder of a document.
  init(of path: String) throws(SlipError) {
    let parent = PathText.split(path).folder
    folder = try DirectoryHandle(parent.isEmpty ? "." : parent)
  }

  /// Reads a file below the folder. No symbolic link is followed.
  ///
  /// - Throws: `SlipError` for a path that leads out of the folder, and where there is no such file.
  func read(_ path: String) throws(SlipError) -> [UInt8] {
    guard BesideFiles.isInside(path) else {
      throw SlipError(.badInput, code: JSONCode.wrongValue, "A path leads out of the document's folder.")
    }
    return try MappedFile(path, beneath: folder).withBytes { Array($0) }
  }

  /// Whether a relative path stays below where it begins.
  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.utf8.contains(0)
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      }
  }
}

/// A box on its way from JSON into a bundle.
private final class BoxJSONImportWork {
  /// What was asked for.
  private let request: BoxJSONImport
  /// Where payload goes.
  private let output: any BundleOutput
  /// Reads files beside the document.
  private let beside: BesideFiles.Reader
  /// The token of the document; nil where it has none.
  private(set) var token: String?
  /// Collects the entities.
  private var builder = SlipBoxBuilder()
  /// Attachments that texts brought with them.
  private var embedded: [Digest: Attachment] = [:]
  /// Whether the texts of all notes were RTF.
  private(set) var isRTF = true
  /// Attachments of the document.
  private var listed: Set<Digest> = []
  /// Payload files that were written.
  private var written: Set<String> = []
  /// How many notes were read.
  private var count = 0

  /// A note with its payload.
  private struct Made: Sendable {
    var note: Note
    var payload: [ImportedPayload]
    var attachments: [Attachment]
    var isRTF = true
  }

  init(_ request: BoxJSONImport, _ output: any BundleOutput, _ beside: @escaping BesideFiles.Reader) {
    (self.request, self.output, self.beside) = (request, output, beside)
  }

  /// Reads the document and writes its payload.
  ///
  /// - Parameter done: Takes the offset up to which the document isn't needed any more.
  func read(
    _ bytes: UnsafeRawBufferPointer, _ progress: WorkProgress, done: (Int) -> Void
  ) throws(SlipError) {
    let reader = BoxJSONReader(bytes: bytes, file: request.input)
    try reader.read { (key, value) throws(SlipError) in
      if key == "foreign" {
        for element in try JSONFields(.object([key: value])).strings(key) { builder.add(foreign: element) }
      }
      if BoxJSON.Section(rawValue: key) != nil, value != .null {
        throw JSONFields.fault(key, "must be an array")
      }
      if key == "version_token" { token = try JSONFields(.object([key: value])).id(key) }
      if key == "format", value != .string(BoxJSON.format) {
        throw SlipError(
          .badInput, code: JSONCode.wrongValue, "`format` must be \(BoxJSON.format).",
          at: SourceLocation(.object("format")))
      }
    } _: { (section, elements) throws(SlipError) in
      try take(elements, of: section, reader)
      if let last = elements.last { done(last.range.upperBound) }
      if section == "notes" { try progress("importing", count, of: nil) }
    }
  }

  /// Takes a batch of one section; sections of other programs are ignored.
  private func take(
    _ elements: [BoxJSONReader.Element], of section: String, _ reader: BoxJSONReader
  ) throws(SlipError) {
    switch BoxJSON.Section(rawValue: section) {
    case .origins:
      for element in elements { builder.add(try reader.object(element, BoxJSON.OriginObject.init).origin) }
    case .folders:
      for element in elements { builder.add(try reader.object(element, BoxJSON.FolderObject.init).folder) }
    case .keywords:
      for element in elements { builder.add(try reader.object(element, BoxJSON.KeywordObject.init).keyword) }
    case .attachments:
      for element in elements {
        let object = try reader.object(element, BoxJSON.AttachmentObject.init)
        var attachment = object.attachment
        let bytes = try content(object.content)
        if let bytes { attachment.describe(bytes, limits: request.limits) }
        builder.add(attachment)
        listed.insert(attachment.id)
        let path = PayloadPath.blob(attachment.id, attachment.fileExtension)
        try write(bytes, attachment.blob, path, element, reader)
        if let small = attachment.thumbnail {
          let path = PayloadPath.thumbnail(attachment.id, small.fileExtension)
          try write(content(object.thumbnail), small.file, path, element, reader)
        }
      }
    case .sources:
      for element in elements {
        let object = try reader.object(element, BoxJSON.SourceObject.init)
        builder.add(object.source)
        let path = PayloadPath.kept(object.source.kept.digest, object.source.keptExtension)
        try write(content(object.content), object.source.kept, path, element, reader)
      }
    case .notes: try takeNotes(elements, reader)
    case nil: break
    }
  }

  /// The bytes of a file that an object has; nil where it has none.
  private func content(_ content: BoxJSON.Content) throws(SlipError) -> [UInt8]? {
    switch content {
    case .absent: nil
    case .inline(let inline): inline
    case .beside(let place): try beside(place)
    }
  }

  /// Writes a file that an object has, after a check of its digest.
  private func write(
    _ bytes: [UInt8]?, _ fact: FileFact, _ path: String, _ element: BoxJSONReader.Element,
    _ reader: BoxJSONReader
  ) throws(SlipError) {
    guard let bytes else { return }
    guard FileFact(of: bytes) == fact else {
      throw SlipError(
        .badInput, code: JSONCode.wrongValue,
        "The bytes of `\(element.path)` have another digest or length than it says.",
        at: SourceLocation(
          file: request.input, SourceLocation.position(of: element.range.lowerBound, in: reader.bytes)))
    }
    if written.insert(path).inserted { try output.write(path, bytes, fact: fact) }
  }

  /// Reads notes on all cores and writes their payload.
  private func takeNotes(
    _ elements: [BoxJSONReader.Element], _ reader: BoxJSONReader
  ) throws(SlipError) {
    nonisolated(unsafe) let reader = reader
    let limits = request.limits
    let made = Parallel.map(count: elements.count, workers: request.workers) {
      index -> Result<Made, SlipError> in
      do throws(SlipError) {
        let element = elements[index]
        try reader.placing(element) { () throws(SlipError) in
          try FeedBody.expectFitting(object: element.range.count, limits)
        }
        // The value is gone before its text is read.
        let object = try reader.object(element, BoxJSON.NoteObject.init)
        return .success(
          try reader.placing(element) { () throws(SlipError) in try BoxJSONImportWork.make(object, limits) })
      } catch {
        return .failure(error)
      }
    }
    var payload: [ImportedPayload] = []
    for result in made {
      let made = try result.get()
      builder.add(made.note)
      isRTF = isRTF && made.isRTF
      for attachment in made.attachments { embedded[attachment.id] = attachment }
      payload += made.payload
    }
    payload = payload.filter { written.insert($0.place.path).inserted }
    var thumbnails = ThumbnailMaker(longSide: 0, limits: limits)
    try payload.write(to: output, &thumbnails, workers: request.workers)
    count += elements.count
  }

  /// Whether a text is RTF, and another one what a mirror of it would be.
  private static func isMirror(_ mirror: [UInt8], of body: [UInt8], _ limits: Limits) -> Bool {
    body.withUnsafeBytes { body in
      guard RTFProbe.isRTF(body) else { return false }
      var losses = DiagnosticSink()
      return RTFPlainText.extract(body, limits: limits, diagnostics: &losses) == mirror
    }
  }

  /// The note of an object. RTF with its mirror is taken as it is; anything else is read as an edit would be.
  private static func make(_ object: BoxJSON.NoteObject, _ limits: Limits) throws(SlipError) -> Made {
    try FeedBody.expectFitting(object.body.count, limits)
    if object.format == "rtf", let mirror = object.mirror, isMirror(mirror, of: object.body, limits) {
      let note = object.note
      return Made(
        note: note,
        payload: [
          ImportedPayload(.body(note.id), Payload(object.body)),
          ImportedPayload(.mirror(note.id), Payload(mirror)),
        ], attachments: [])
    }
    let own = Set(object.note.attachments.map(\.attachment))
    let read = try FeedBody.read(object.body, format: object.format, title: object.note.title, own, limits)
    var note = object.note
    (note.body, note.mirror) = (read.imported.body.fact, read.imported.mirror.fact)
    var made = Made(
      note: note,
      payload: [
        ImportedPayload(.body(note.id), read.imported.body),
        ImportedPayload(.mirror(note.id), read.imported.mirror),
      ], attachments: [])
    made.isRTF = object.format == "rtf"
    for picture in read.imported.attachments where picture.isShown {
      let attachment = Attachment(picture)
      made.attachments.append(attachment)
      made.payload.append(
        ImportedPayload(.attachment(attachment.id, fileExtension: attachment.fileExtension), picture.payload))
      if !own.contains(attachment.id) {
        made.note.attachments.append(AttachmentReference(attachment: attachment.id, name: picture.name))
      }
    }
    return made
  }

  /// The box, once everything is read.
  ///
  /// - Throws: `SlipError` for objects that contradict each other, and for files that are missing.
  func finish(_ file: String) throws(SlipError) -> SlipBox {
    for (id, attachment) in embedded.sorted(by: { $0.key < $1.key }) where !listed.contains(id) {
      builder.add(attachment)
    }
    let (box, faults) = builder.finish()
    if let fault = faults.first(where: { $0.kind != .unused }) {
      throw SlipError(
        .badInput, code: ManifestCode.unsound,
        "The objects contradict each other, such as ids that are used twice or references to nothing.",
        at: SourceLocation(file: file, .object(fault.entity.text)))
    }
    for file in box.payload() where !written.contains(file.path) {
      throw SlipError(
        .badInput, code: JSONCode.wrongValue, "The document lacks the bytes of \(file.path).",
        at: SourceLocation(file: self.request.input))
    }
    return box
  }
}
