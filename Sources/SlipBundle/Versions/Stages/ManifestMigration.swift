package import SlipBase
internal import XMLSyntax

/// A migration between versions 4 and later, which are all trees: the manifest streams from one form to the
/// next, and payload stays as it is.
///
/// Each stage declares what changes and has a writer (`Stage45`, `Stage56`). One stage runs in bounded memory;
/// between two stages the manifest is held.
///
/// ```swift
/// var migration = ManifestMigration(from: 5, to: 6, options, payload: { path, body in … })
/// let losses = try migration.prepare(bytes, file: "manifest.xml")
/// try migration.run(bytes, file: "manifest.xml", onFile: { … }, to: { … })
/// ```
package struct ManifestMigration {
  /// Takes the next piece of the new manifest.
  package typealias Output = (UnsafeRawBufferPointer) throws -> Void

  /// What a stage down found out before it runs.
  private struct Preparation {
    /// What the older version can't hold; empty on the way up.
    var losses: [VersionLoss] = []
    /// Stage 5 → 4: the attachments that notes still use.
    var used: Set<Digest> = []
    /// Stage 6 → 5: new names of keywords.
    var renamed: [UniqueID: String] = [:]
    /// Stage 6 → 5: the paths of the transactions, in their order.
    var transactions: [String] = []
  }

  /// The versions that the manifest goes through, the first and the last included.
  private let versions: [Int]
  /// How stages work.
  private let options: StageOptions
  /// Reads payload.
  private let payload: LightweightWriter.Reader
  /// What `prepare` found out, by stage.
  private var preparations: [Preparation] = []
  /// The manifest between two stages, with the files that the stages before made.
  private var between: (xml: [UInt8], files: [String: [UInt8]])?

  /// A migration; nothing is read yet.
  ///
  /// - Parameters:
  ///   - from: The version of the manifest, from 4 on.
  ///   - to: The wanted version, from 4 on.
  ///   - options: How stages work.
  ///   - payload: Calls its last argument with the bytes of the payload file at a path.
  package init(
    from: Int, to: Int, _ options: StageOptions,
    payload: @escaping (String, (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) {
    versions = Array(stride(from: from, through: to, by: from < to ? 1 : -1))
    self.options = options
    self.payload = payload
  }

  /// Finds out what is lost; runs all stages but the last.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its name for messages.
  /// - Throws: `SlipError` with line and column.
  package mutating func prepare(
    _ bytes: UnsafeRawBufferPointer, file: String?
  ) throws(SlipError) -> [VersionLoss] {
    preparations = []
    between = nil
    for index in versions.indices.dropLast() {
      let isLast = index == versions.count - 2
      preparations.append(try slipErrors { try withInput(bytes) { try find($0, file, index) } })
      guard !isLast else { break }
      var xml: [UInt8] = []
      var files = between?.files ?? [:]
      try slipErrors {
        try withInput(bytes) { bytes in
          try stage(
            index, bytes, file, onFile: { if let made = $0.bytes { files[$0.path] = made } },
            to: { xml.append(contentsOf: $0) })
        }
      }
      between = (xml, files)
    }
    return preparations.flatMap(\.losses)
  }

  /// Makes the manifest of the wanted version. `prepare` must have been called with the same one.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its name for messages.
  ///   - onFile: Takes each payload file that the result lists, in bytewise order.
  ///   - output: Takes the new manifest.
  /// - Throws: `SlipError` with line and column, and what the closures throw.
  package func run(
    _ bytes: UnsafeRawBufferPointer, file: String?, onFile: (MigratedFile) throws -> Void, to output: Output
  ) throws {
    guard versions.count > 1 else { return }
    let made = between?.files ?? [:]
    try withInput(bytes) { bytes in
      try stage(
        versions.count - 2, bytes, file,
        onFile: { listed in
          var listed = listed
          if listed.bytes == nil { listed.bytes = made[listed.path] }
          try onFile(listed)
        }, to: output)
    }
  }

  /// Calls `body` with the manifest that the next stage reads.
  private func withInput<R>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    guard let between else { return try body(bytes) }
    return try between.xml.withUnsafeBytes(body)
  }

  /// What a stage loses; nothing on the way up.
  private func find(
    _ bytes: UnsafeRawBufferPointer, _ file: String?, _ index: Int
  ) throws(SlipError) -> Preparation {
    var found = Preparation()
    guard versions[index] > versions[index + 1] else { return found }
    switch versions[index] {
    case Version5.number:
      let losses = Losses45()
      try read(bytes, file, .version5, losses)
      (found.losses, found.used) = (losses.finish(), losses.used)
    default:
      let losses = Losses56(limits: options.limits, payload: payload)
      try read(bytes, file, .current, losses)
      (found.losses, found.renamed, found.transactions) = losses.finish()
    }
    return found
  }

  /// Runs a stage.
  private func stage(
    _ index: Int, _ bytes: UnsafeRawBufferPointer, _ file: String?,
    onFile: (MigratedFile) throws -> Void, to output: Output
  ) throws {
    let (from, to) = (versions[index], versions[index + 1])
    try withoutActuallyEscaping(output) { output in
      try withoutActuallyEscaping(onFile) { onFile in
        let sink = XMLSink(output)
        let options = LightweightWriter.Options(
          isUp: from < to, tool: options.tool, limits: options.limits, payload: payload, onFile: onFile)
        let found = preparations[index]
        let writer =
          min(from, to) == Writer45.older
          ? Writer45(options, used: found.used, to: sink)
          : Writer56(options, renamed: found.renamed, transactions: found.transactions, to: sink)
        if let schema = ManifestSchema.of(version: from) {
          try read(bytes, file, schema, ManifestElements(writer, schema))
        } else {
          try VersionWalker.read(
            bytes, V4Format.form, file: file, limits: options.limits, OldElements(writer))
        }
        try sink.finish()
      }
    }
  }

  /// Reads a manifest of version 5 or later.
  ///
  /// - Throws: `SlipError` with line and column for XML that isn't well-formed, for what the schema doesn't
  ///   have, for foreign elements beyond the limit, and what the consumer throws.
  private func read<Consumer: ManifestConsumer>(
    _ bytes: UnsafeRawBufferPointer, _ file: String?, _ schema: ManifestSchema, _ consumer: Consumer
  ) throws(SlipError) {
    do throws(SlipError) {
      let walker = ManifestWalker(consumer, schema, limits: options.limits)
      if let fault = try XMLParser.parse(bytes, limits: options.limits, handler: walker) {
        throw fault.error(in: bytes, file: file)
      }
      if let tagEnd = walker.excess { throw ManifestReader.tooMuchForeign(tagEnd, options.limits) }
    } catch {
      throw ManifestReader.placed(error, in: bytes, file: file)
    }
  }
}

/// Takes elements of version 4, as those of version 5 with the same name.
private final class OldElements: VersionConsumer {
  /// Writes version 5 while the old elements are read.
  private let writer: LightweightWriter

  /// Passes everything on to a writer.
  init(_ writer: LightweightWriter) { self.writer = writer }

  /// Passes the start of an element on; one that version 5 doesn't know is left out.
  ///
  /// - Throws: What the writer throws.
  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
    if let kind = kind.current { try writer.start(kind, attributes) }
  }

  /// Passes the end of an element on, without its text.
  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {
    if let kind = kind.current { try writer.end(kind) }
  }
}

/// Gives the elements of a manifest to a writer.
private final class ManifestElements: ManifestConsumer {
  /// Writes the other version while the elements are read.
  private let writer: LightweightWriter
  /// The elements and attributes of the version that is read.
  private let schema: ManifestSchema

  /// Passes everything on to a writer.
  ///
  /// - Parameters:
  ///   - writer: Writes the other version.
  ///   - schema: The elements and attributes of the version that is read.
  init(_ writer: LightweightWriter, _ schema: ManifestSchema) {
    (self.writer, self.schema) = (writer, schema)
  }

  /// Passes the start of an element on, with its attributes.
  ///
  /// - Throws: `SlipError` for attributes that can't be read, and what the writer throws.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    try writer.start(kind, try ManifestAttributes(element, kind, schema))
  }

  /// Passes the end of an element on.
  func end(_ kind: ManifestElement) throws(SlipError) { try writer.end(kind) }

  /// Passes an element of another namespace on; the writer decides whether it stays.
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) {
    try writer.take(foreign: text, in: parent)
  }

  /// Refuses whatever the version that is read doesn't have at this place.
  ///
  /// - Parameter offset: The byte of the manifest where it begins.
  /// - Throws: `SlipError` with code `ManifestCode.unexpected`, always.
  func unexpected(at offset: Int) throws(SlipError) {
    throw SlipError(
      .badInput, code: ManifestCode.unexpected, "an element or text that this schema version doesn't have",
      at: SourceLocation(.byte(offset)))
  }
}

extension VersionDocument {
  /// The document in the version before or after, made in memory. Large bundles are migrated as streams
  /// instead.
  ///
  /// Files that are no longer listed are dropped from payload in memory; of a stored bundle, the caller takes
  /// only what is listed.
  func streamed(to version: Int, _ options: StageOptions) throws(SlipError) -> VersionDocument {
    let payload = payload
    var migration = ManifestMigration(from: self.version, to: version, options) { path, look in
      try payload.withBytes(of: path, look)
    }
    var result = VersionDocument(version: version, xml: [], payload: payload)
    var listed: [String: [UInt8]?] = [:]
    try slipErrors {
      try xml.withUnsafeBytes { bytes in
        result.losses = try migration.prepare(bytes, file: nil)
        try migration.run(
          bytes, file: nil, onFile: { listed.updateValue($0.bytes, forKey: $0.path) },
          to: { result.xml.append(contentsOf: $0) })
      }
    }
    if case .made(var files) = payload {
      files = files.filter { listed.keys.contains($0.key) }
      for (path, bytes) in listed { if let bytes { files[path] = bytes } }
      result.payload = .made(files)
    }
    return result
  }
}
