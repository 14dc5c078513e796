internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Makes a box of a manifest's elements.
///
/// The builder resolves contradictions between entities (a note in a folder that isn't there, two folders
/// with one id) in such a way that the result is a sound box, and reports each as a `BoxFault`. Whether those
/// are errors is up to the caller: `ManifestReader.read` refuses, repairs go on.
final class ManifestAssembler: ManifestConsumer {
  /// What was read so far.
  private var entities = ManifestEntities()
  /// Bounds for folders and keywords.
  private let limits: Limits
  /// The number and the last digest of transactions, as the manifest declares them.
  private var declared: (count: Int, last: Digest?) = (0, nil)
  /// Looks for payload that isn't listed, by its path; nil where such a manifest is an error. Repairs use it.
  private let unlisted: ((String) -> FileFact?)?

  /// Begins with an empty box.
  init(limits: Limits, unlisted: ((String) -> FileFact?)? = nil) {
    self.limits = limits
    self.unlisted = unlisted
  }

  /// Takes an element's attributes.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unexpected` for attributes that are missing, unknown or
  ///   malformed.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    let attributes = try ManifestAttributes(element, kind, .current)
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

  /// The box.
  ///
  /// - Returns: The box, and what had to be changed because entities contradict each other.
  /// - Throws: As `ManifestEntities.complete`; with code `ManifestCode.unsound` where the declared history
  ///   isn't the listed one.
  func finish() throws(SlipError) -> (box: SlipBox, faults: [BoxFault]) {
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
    for attachment in entities.attachments { builder.add(attachment) }
    for note in entities.notes { builder.add(note) }
    for source in entities.sources { builder.add(source) }
    for foreign in entities.foreign { builder.add(foreign: foreign) }
    entities = ManifestEntities()
    return builder.finish()
  }
}
