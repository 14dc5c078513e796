internal import SlipBase
internal import SlipBundle
internal import SlipNotes
internal import SlipRTF

/// The files of a merged box: those that the merge made, and those that one of the bundles has.
struct SyncFiles {
  /// The bundles.
  private let bundles: [OpenBundle]
  /// Files that no bundle has, by path.
  private var made: [String: [UInt8]] = [:]

  /// The files of bundles.
  init(_ bundles: [OpenBundle]) { self.bundles = bundles }

  /// Adds a file.
  @discardableResult
  mutating func add(_ path: String, _ bytes: [UInt8]) -> FileFact {
    made[path] = bytes
    return FileFact(of: bytes)
  }

  /// Gives a note another body, and the plain text of it.
  ///
  /// - Throws: `SlipError` where the box has no such note.
  mutating func setBody(
    of note: Note, _ bytes: [UInt8], in box: inout SlipBox, limits: Limits
  ) throws(SlipError) {
    var diagnostics = DiagnosticSink()
    let mirror = bytes.withUnsafeBytes {
      RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics)
    }
    let (body, text) = (add(PayloadPath.body(note.id), bytes), add(PayloadPath.mirror(note.id), mirror))
    try box.update(note: note.id) { ($0.body, $0.mirror) = (body, text) }
  }

  /// The bytes of a file, from whichever bundle has it, also as a file that was replaced.
  ///
  /// - Throws: `SlipError` with code `KitCode.unreadableBody` where no bundle has a file with this digest.
  func bytes(of file: PayloadFile) throws(SlipError) -> [UInt8] {
    if let bytes = made[file.path], FileFact(of: bytes) == file.fact { return bytes }
    var paths = [file.path]
    if let suffix = PayloadPath(file.path)?.fileExtension {
      paths.append(PayloadPath.replaced(file.fact.digest, suffix))
    }
    for bundle in bundles {
      for path in paths where try bundle.storage.length(of: path) == file.fact.length {
        let bytes = try bundle.storage.read(path)
        if FileFact(of: bytes) == file.fact { return bytes }
      }
    }
    throw SlipError(
      .badInput, code: KitCode.unreadableBody, "No side has this file as its manifest lists it.",
      at: SourceLocation(file: file.path))
  }

  /// The body of a note as it was; empty where no bundle has it any more, because its history was pruned.
  ///
  /// - Throws: `SlipError` where a file can't be read.
  func body(of note: Note) throws(SlipError) -> [UInt8] {
    let file = PayloadFile(path: PayloadPath.body(note.id), fact: note.body, mediaType: "")
    do throws(SlipError) { return try bytes(of: file) } catch {
      guard error.code == KitCode.unreadableBody else { throw error }
      return []
    }
  }

  /// Makes a box of a bundle.
  ///
  /// - Returns: Warnings about files that the manifest doesn't list.
  /// - Throws: `SlipError`; then the bundle is as it was.
  func write(_ box: SlipBox, over bundle: OpenBundle, limits: Limits) throws(SlipError) -> [Diagnostic] {
    var transaction = try BundleTransaction.begin(existing: bundle.path, limits: limits)
    do throws(SlipError) {
      if transaction.box != bundle.box {
        throw SlipError(
          .cannotDo, code: ContainerCode.replacedMeanwhile, "The bundle was changed meanwhile.",
          at: SourceLocation(file: bundle.path))
      }
      let there = Dictionary(
        bundle.box.payload().map { ($0.path, $0.fact) }, uniquingKeysWith: { first, _ in first })
      for file in box.payload() where there[file.path] != file.fact {
        try transaction.output.write(file.path, try bytes(of: file))
      }
      transaction.box = box
      return try transaction.commitRecorded()
    } catch {
      transaction.abandon()
      throw error
    }
  }
}
