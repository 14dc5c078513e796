internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Makes a box of the elements of a manifest's documents.
///
/// The builder resolves contradictions between entities (a note in a folder that isn't there, two folders
/// with one id) in such a way that the result is a sound box, and reports each as a `BoxFault`. Whether those
/// are errors is up to the caller: `ManifestReader.read` refuses, repairs go on.
final class ManifestAssembler: ManifestConsumer {
  /// What was read so far.
  private var entities = ManifestEntities(listsFiles: false)
  /// The elements and attributes of the document.
  private let schema: ManifestSchema
  /// The number and the last digest of transactions, as the manifest declares them.
  private var declared: (count: Int, last: Digest?) = (0, nil)
  /// Looks for payload that isn't listed, by its path; nil where such a manifest is an error. Repairs use it.
  private let unlisted: ((String) -> FileFact?)?

  /// Begins with an empty box.
  init(_ schema: ManifestSchema, unlisted: ((String) -> FileFact?)? = nil) {
    (self.schema, self.unlisted) = (schema, unlisted)
  }

  /// Takes an element's attributes.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unexpected` for attributes that are missing, unknown or
  ///   malformed.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    let attributes = try ManifestAttributes(element, kind, schema)
    if kind == .history {
      declared = (
        try attributes.value("count", ManifestValue.length) ?? 0, try attributes.digest("sha256")
      )
    }
    try entities.start(kind, attributes)
  }

  /// Gives a foreign element to the entity that is open.
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) {
    entities.foreign(text, in: parent)
  }

  /// Stops at an element or text that the schema doesn't know: dropping it would lose it in saving.
  func unexpected(at offset: Int) throws(SlipError) {
    throw SlipError(
      .badInput, code: ManifestCode.unexpected, "an element or text that this schema version doesn't have",
      at: SourceLocation(.byte(offset)))
  }

  /// What was read of a manifest.
  ///
  /// - Returns: The entities in a builder that isn't finished, and the parts that are to be added to it; nil
  ///   where the manifest has none.
  /// - Throws: As `ManifestEntities.complete`; with code `ManifestCode.unsound` where the declared history
  ///   isn't the listed one.
  func finish(limits: Limits) throws(SlipError) -> (builder: SlipBoxBuilder, parts: [ManifestPart]?) {
    if let unlisted { entities.findUnlisted(unlisted) }
    try entities.complete()
    let transactions = entities.history.transactions
    guard declared == (transactions.count, transactions.last?.fact.digest) else {
      throw SlipError(
        .badInput, code: ManifestCode.unsound, "the manifest declares another history than it lists")
    }
    var builder = SlipBoxBuilder(folderDepth: limits.folderDepth)
    builder.add(entities.history)
    for origin in entities.origins { builder.add(origin) }
    for folder in entities.folders { builder.add(folder) }
    for keyword in entities.keywords { builder.add(keyword) }
    for foreign in entities.foreign { builder.add(foreign: foreign) }
    let parts = entities.parts
    builder.add(takeEntities())
    return (builder, parts)
  }

  /// What was read of a part.
  ///
  /// - Throws: As `ManifestEntities.complete`.
  func finishPart() throws(SlipError) -> (key: UInt8?, entities: PartEntities) {
    if let unlisted { entities.findUnlisted(unlisted) }
    try entities.complete()
    return (entities.part, takeEntities())
  }

  /// The attachments, sources and notes, which aren't held here any more.
  private func takeEntities() -> PartEntities {
    let found = PartEntities(
      attachments: entities.attachments, sources: entities.sources, notes: entities.notes)
    entities = ManifestEntities(listsFiles: false)
    return found
  }
}
