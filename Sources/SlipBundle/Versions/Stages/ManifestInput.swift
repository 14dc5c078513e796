internal import SlipBase
internal import XMLSyntax

/// The manifest that a stage reads, with what is needed besides.
struct ManifestInput {
  /// The version of the manifest.
  let version: SchemaVersion
  /// The manifest.
  let bytes: UnsafeRawBufferPointer
  /// Its name for messages; nil where it has none.
  let file: String?
  /// How stages work.
  let options: StageOptions
  /// Reads payload.
  let payload: LightweightWriter.Reader

  /// Reads a manifest whose version is described by `ManifestSchema`.
  ///
  /// - Throws: `SlipError` with line and column for XML that isn't well-formed, for what the schema doesn't
  ///   have, for foreign elements beyond the limit, and what the consumer throws. An internal error for a version
  ///   with a form of its own.
  func read(_ consumer: some ManifestConsumer) throws(SlipError) {
    guard let schema = version.manifest else {
      throw StageTable.broken("version \(version.number) has a form of its own")
    }
    try read(schema, consumer)
  }

  /// Gives all elements to a writer, whatever the form of the version.
  ///
  /// - Throws: As `read`.
  func feed(_ writer: LightweightWriter) throws(SlipError) {
    switch version.form {
    case .manifest(let schema): try read(schema, ManifestElements(writer, schema))
    case .old(let form):
      try VersionWalker.read(bytes, form, file: file, limits: options.limits, OldElements(writer))
    }
  }

  /// Reads a manifest by its schema.
  private func read(_ schema: ManifestSchema, _ consumer: some ManifestConsumer) throws(SlipError) {
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

/// Takes elements of a version with a form of its own, as those of later versions with the same name.
private final class OldElements: VersionConsumer {
  /// Writes the other version while the old elements are read.
  private let writer: LightweightWriter

  /// Passes everything on to a writer.
  init(_ writer: LightweightWriter) { self.writer = writer }

  /// Passes the start of an element on; one that later versions don't know is left out.
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
