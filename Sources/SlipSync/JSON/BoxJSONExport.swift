public import SlipboxKit
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes
internal import SlipBase

/// A slip-box as JSON or NDJSON: `export --to json`.
///
/// With RTF bodies `BoxJSONImport` makes the same bundle again, but for the history.
public struct BoxJSONExport: Sendable {
  /// The bundle.
  public var bundle: String
  /// The file to write; with `isBeside` the directory.
  public var output: String
  /// Whether an object is written a line.
  public var isLines = false
  /// Whether attachments and originals are files beside the document, and not within it. Then `output` is a
  /// directory with the document `box.json` or `box.ndjson`.
  public var isBeside = false
  /// The format of the notes' texts: a name of `BoxJSON.NoteObject.formats`.
  public var body = "rtf"
  /// Whether an earlier export is replaced: see `ExportStage` and `ExportFile`.
  public var replaces = false

  /// Creates a request.
  public init(bundle: String, output: String) { (self.bundle, self.output) = (bundle, output) }

  /// Writes the document.
  ///
  /// - Returns: The number of notes.
  /// - Throws: `SlipError`; then nothing was written.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> Int {
    try retryingWhenReplaced { () throws(SlipError) in
      let opened = try OpenBundle(bundle)
      if isBeside { try writeDirectory(opened, progress) } else { try writeFile(opened, progress) }
      return opened.box.noteCount
    }
  }

  /// Writes the document piece by piece, such as to a pipe. `output` and `replaces` don't count.
  ///
  /// - Parameters:
  ///   - sink: Takes the bytes, in order.
  ///   - progress: Is told of the notes.
  /// - Returns: The number of notes.
  /// - Throws: `SlipError` of the bundle, also where another process replaced it meanwhile, or of the sink. What
  ///   the sink has taken by then is no whole document.
  public func write(
    to sink: @escaping ([UInt8]) throws(SlipError) -> Void, progress: WorkProgress = .silent
  ) throws(SlipError) -> Int {
    let opened = try OpenBundle(bundle)
    let writer = BoxJSONWriter(bundle: opened, form: form, output: sink)
    try writer.write(header: try BoxJSONExport.header(opened), .init(opened.box), progress)
    try opened.expectCurrent()
    return opened.box.noteCount
  }

  /// The form of the document.
  private var form: BoxJSONWriter.Form {
    BoxJSONWriter.Form(body: body, isBeside: isBeside, isLines: isLines)
  }

  /// The members of the header.
  private static func header(_ opened: OpenBundle) throws(SlipError) -> [(String, JSONValue?)] {
    [
      ("full", .bool(true)), ("version_token", .string(FeedToken.of(opened.box))),
      try SeenStates.member(of: opened), ("foreign", BoxJSON.json(opened.box.foreign)),
    ]
  }

  /// Writes one file.
  private func writeFile(_ opened: OpenBundle, _ progress: WorkProgress) throws(SlipError) {
    let place = try ExportFile(at: output, from: opened, replacing: replaces)
    let file = try place.begin()
    do throws(SlipError) {
      let writer = BoxJSONWriter(bundle: opened, form: form) { (bytes) throws(SlipError) in
        try bytes.withUnsafeBufferPointer { (buffer) throws(SlipError) in
          try file.write(UnsafeRawBufferPointer(buffer))
        }
      }
      let seal = ("seal", place.seal.map { JSONValue.string($0.text) })
      try writer.write(header: try BoxJSONExport.header(opened) + [seal], .init(opened.box), progress)
      try opened.expectCurrent()
      try place.commit(file)
    } catch {
      file.abandon()
      throw error
    }
  }

  /// Writes a directory with the document and all files.
  private func writeDirectory(_ opened: OpenBundle, _ progress: WorkProgress) throws(SlipError) {
    let stage = try ExportStage.begin(
      at: output, from: opened.path, replacing: replaces, hasList: true, names: .everySystem)
    do throws(SlipError) {
      try slipErrors {
        _ = try stage.write(isLines ? "box.ndjson" : "box.json") { append in
          try withoutActuallyEscaping(append) { append in
            let writer = BoxJSONWriter(bundle: opened, form: form) { (bytes) throws(SlipError) in
              try slipErrors { try bytes.withUnsafeBytes { try append($0) } }
            }
            try writer.write(header: try BoxJSONExport.header(opened), .init(opened.box), progress)
          }
        }
      }
      for file in opened.box.payload() where BoxJSONExport.isBeside(file.path) {
        try stage.write(file.path, try opened.storage.read(file.path))
      }
      try opened.expectCurrent()
      // The new document is there, whatever becomes of the old one.
      _ = try stage.commit()
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Whether a payload file lies beside the document: bodies and mirrors are in it, and the history isn't exported.
  private static func isBeside(_ path: String) -> Bool {
    [PayloadPath.attachments, PayloadPath.thumbnails, PayloadPath.sources].contains {
      path.hasPrefix($0 + "/")
    }
  }
}
