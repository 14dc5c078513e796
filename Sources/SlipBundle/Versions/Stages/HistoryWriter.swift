internal import SlipBase
internal import SlipNotes

/// Writes a manifest whose history consists of transactions, with the migration as a new one.
///
/// It collects the history wherever the manifest that is read has it, and the files of entities that have the
/// facts about them. Stages from version 6 on have subclasses.
class HistoryWriter: LightweightWriter {
  /// A payload file of the result.
  struct File {
    /// Its path.
    var path: String
    /// Length and digest.
    var fact: FileFact
    /// The media type.
    var mediaType: String
    /// The content of the transaction that the migration made; nil for others.
    var bytes: [UInt8]?
  }

  /// Whether the result lists files at its end, rather than with what they belong to.
  private let listsFiles: Bool
  /// The files of entities so far.
  private var found: [PayloadFile] = []
  /// The history so far.
  private var history: BoxHistory
  /// This migration's transaction, once the history is written.
  private(set) var made: (path: String, fact: FileFact, bytes: [UInt8])?

  /// Prepares the writing.
  ///
  /// - Parameters:
  ///   - map: How attributes are made.
  ///   - listsFiles: Whether the result lists files at its end.
  ///   - history: What is known of the history before the manifest is read.
  init(
    _ map: LightweightMap, _ options: Options, listsFiles: Bool, history: BoxHistory = BoxHistory(),
    to sink: XMLSink
  ) {
    (self.listsFiles, self.history) = (listsFiles, history)
    super.init(map, options, to: sink)
  }

  /// Leaves out the history, which is written before the origins with this migration, and any list of files.
  override func isLeftOut(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws -> Bool {
    switch kind {
    case .entry:
      history.add(
        BoxHistory.Entry(
          try attributes.required("number", ManifestValue.ordinal),
          FileFact(digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))))
    case .replaced:
      history.keep(
        BoxHistory.Replaced(
          FileFact(digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length")),
          attributes.requiredText("extension")))
    case .origins: try writeHistory()
    case .parts:
      throw SlipError(.badInput, code: ManifestCode.unsound, "the manifest has parts, which aren't here")
    default: break
    }
    return [.history, .entry, .replaced, .files, .file].contains(kind)
  }

  /// Takes an element of another namespace over as it is: both versions may have them.
  final override func foreign(_ text: String, in parent: ManifestElement) throws { try sink.fragment(text) }

  /// Takes the files of an entity that has the facts about them.
  final func takeFiles(of kind: ManifestElement, _ attributes: ManifestAttributes) throws {
    func fact(_ length: StaticString, _ digest: StaticString) throws(SlipError) -> FileFact {
      FileFact(digest: try attributes.requiredDigest(digest), length: try attributes.length(length))
    }
    func add(_ path: String, _ fact: FileFact, _ type: String) {
      found.append(PayloadFile(path: path, fact: fact, mediaType: type))
    }
    switch kind {
    case .note:
      let id = try attributes.requiredID("id")
      add(PayloadPath.body(id), try fact("body-length", "body-sha256"), SlipBox.bodyType)
      add(
        PayloadPath.mirror(id), try fact("mirror-length", "mirror-sha256"), SlipBox.mirrorType)
    case .attachment:
      let blob = try fact("length", "sha256")
      add(
        PayloadPath.blob(blob.digest, attributes.requiredText("extension")), blob,
        attributes.requiredText("type"))
      if let suffix = attributes.text("thumbnail") {
        let type = (MediaType.forFileExtension(suffix) ?? .binary).name
        add(
          PayloadPath.thumbnail(blob.digest, suffix), try fact("thumbnail-length", "thumbnail-sha256"), type)
      }
    case .source:
      let suffix = Source.keptExtension(ofFormat: attributes.requiredText("format"))
      let isWhole = attributes.text("kept") == nil
      let kept = try isWhole ? fact("length", "sha256") : fact("kept-length", "kept")
      let type = (MediaType.forFileExtension(suffix) ?? .binary).name
      add(PayloadPath.kept(kept.digest, suffix), kept, type)
    default: break
    }
  }

  /// The files of the entities so far and of the history, each once, in bytewise order of their paths.
  final func allFiles() -> [File] {
    var files = found
    for entry in history.transactions {
      files.append(PayloadFile(path: entry.path, fact: entry.fact, mediaType: SlipBox.transactionType))
    }
    for file in history.replaced {
      let type = (MediaType.forFileExtension(file.fileExtension) ?? .binary).name
      let path = PayloadPath.replaced(file.fact.digest, file.fileExtension)
      files.append(PayloadFile(path: path, fact: file.fact, mediaType: type))
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var all: [File] = []
    for file in files where file.path != all.last?.path {
      all.append(
        File(
          path: file.path, fact: file.fact, mediaType: file.mediaType,
          bytes: made?.path == file.path ? made?.bytes : nil))
    }
    return all
  }

  /// Writes the history with this migration as its last transaction.
  private func writeHistory() throws {
    var transaction = BoxTransaction(.migration, tool: options.tool)
    (transaction.from, transaction.to) = (String(options.from), String(options.to))
    let file = TransactionFile(after: history, transaction)
    let bytes = try file.bytes()
    let entry = BoxHistory.Entry(file.number, FileFact(of: bytes))
    history.add(entry)
    made = (entry.path, entry.fact, bytes)
    try sink.start(
      "history", [("count", String(history.transactions.count)), ("sha256", entry.fact.digest.hex)])
    if !listsFiles {
      for entry in history.transactions {
        try write(
          "transaction",
          [
            ("number", String(entry.number)), ("length", String(entry.fact.length)),
            ("sha256", entry.fact.digest.hex),
          ])
      }
      for file in history.replaced {
        try write(
          "replaced",
          [
            ("sha256", file.fact.digest.hex), ("extension", file.fileExtension),
            ("length", String(file.fact.length)),
          ])
      }
    }
    sink.end()
  }
}
