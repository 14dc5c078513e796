public import SlipBase
public import SlipNotes
internal import XMLSyntax

/// A transaction as its file in the bundle has it: the entry, its number, and the digest of the one before.
///
/// The file is named by the number and the digest of its bytes: see `BoxHistory.Entry.path`.
public struct TransactionFile: Sendable, Equatable {
  /// The schema version whose form transactions have.
  static let version = 6

  /// The number: 1 for the first.
  public var number: Int
  /// The digest of the file of the transaction before this one; nil for the first.
  public var previous: Digest?
  /// What was done.
  public var transaction: BoxTransaction

  /// Describes a file.
  public init(number: Int, previous: Digest?, _ transaction: BoxTransaction) {
    (self.number, self.previous, self.transaction) = (number, previous, transaction)
  }

  /// The next transaction of a history.
  ///
  /// Its number is one more than that of the last, whose digest becomes `previous`.
  public init(after history: BoxHistory, _ transaction: BoxTransaction) {
    self.init(
      number: history.nextNumber, previous: history.transactions.last?.fact.digest, transaction)
  }

  /// Writes the file. The same transaction gives the same bytes.
  ///
  /// - Parameter output: Gets the bytes in pieces.
  /// - Throws: `SlipError` with code `ManifestCode.unwritable`, as `ManifestWriter.write`, and what `output` throws.
  public func write(to output: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withoutActuallyEscaping(output) {
      var writing = ManifestWriting(to: $0)
      try writing.write(transaction, number: number, previous: previous)
      try writing.finish()
    }
  }

  /// The bytes of the file.
  ///
  /// - Throws: As `write`.
  public func bytes() throws(SlipError) -> [UInt8] {
    var bytes: [UInt8] = []
    try slipErrors { try write { bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// Length and digest of the file, and its bytes where they are few. Those of a large one are made again to be written.
  ///
  /// - Parameter limit: How many bytes are kept at most.
  /// - Throws: As `write`.
  package func content(keeping limit: Int = 1 << 20) throws(SlipError) -> (fact: FileFact, bytes: [UInt8]?) {
    var digester = Digester()
    var bytes: [UInt8]? = []
    try slipErrors {
      try write { piece in
        digester.update(piece)
        if digester.length > limit { bytes = nil } else { bytes?.append(contentsOf: piece) }
      }
    }
    return (FileFact(digest: digester.finish(), length: digester.length), bytes)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: Its name for messages.
  ///   - limits: Bounds for its XML.
  /// - Throws: `SlipError` with line and column for anything that a transaction of the current version can't
  ///   have; with code `ManifestCode.unsound` for changes that contradict themselves.
  public init(
    _ bytes: UnsafeRawBufferPointer, file: String? = nil, limits: Limits = Limits()
  ) throws(SlipError) {
    self = try TransactionFile.read(bytes, file, limits, isCheckOnly: false)
  }

  /// Checks a file as reading it does, without keeping what the transaction changed.
  ///
  /// - Returns: The file without changes.
  /// - Throws: As reading it.
  static func checked(
    _ bytes: UnsafeRawBufferPointer, file: String, limits: Limits
  ) throws(SlipError) -> TransactionFile {
    try read(bytes, file, limits, isCheckOnly: true)
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ file: String?, _ limits: Limits, isCheckOnly: Bool
  ) throws(SlipError) -> TransactionFile {
    let reader = TransactionReader(isCheckOnly: isCheckOnly)
    do throws(SlipError) {
      let walker = ManifestWalker(reader, .transaction, limits: limits)
      if let fault = try XMLParser.parse(bytes, limits: limits, handler: walker) {
        throw fault.error(in: bytes, file: file)
      }
      if let tagEnd = walker.excess { throw ManifestReader.tooMuchForeign(tagEnd, limits) }
      if walker.form.needsSchemaCheck, let fault = try SchemaCheck.firstFault(bytes, limits) {
        throw fault.error(in: bytes, file: file)
      }
      return try reader.finish()
    } catch {
      throw ManifestReader.placed(error, in: bytes, file: file)
    }
  }
}

/// Collects a transaction while it is read.
private final class TransactionReader: ManifestConsumer {
  /// Whether the changes are only checked.
  private let isCheckOnly: Bool
  /// The transaction without its changes.
  private var found: TransactionFile?
  /// The entities as they were; nil where the transaction records no changes.
  private var before: ManifestEntities?
  /// The entities as they were afterwards.
  private var after: ManifestEntities?

  /// Begins to read.
  init(isCheckOnly: Bool) { self.isCheckOnly = isCheckOnly }

  /// Takes an element: the header and the counts are read here, entities go to the side that began last.
  ///
  /// - Throws: `SlipError` for malformed values.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    let attributes = try ManifestAttributes(element, kind, .transaction)
    switch kind {
    case .transaction: found = try header(attributes)
    case .counts: found?.transaction.counts.append(try counts(attributes))
    case .before: before = ManifestEntities(listsFiles: true, isCheckOnly: isCheckOnly)
    case .after: after = ManifestEntities(listsFiles: true, isCheckOnly: isCheckOnly)
    default:
      if after != nil { try after?.start(kind, attributes) } else { try before?.start(kind, attributes) }
    }
  }

  /// Gives a foreign element to the side that began last; before both it is dropped.
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) {
    if after != nil { after?.foreign(text, in: parent) } else { before?.foreign(text, in: parent) }
  }

  /// Refuses whatever the schema of transactions doesn't have at this place.
  ///
  /// - Parameter offset: The byte of the file where it begins.
  /// - Throws: `SlipError` with code `ManifestCode.unexpected`, always.
  func unexpected(at offset: Int) throws(SlipError) {
    throw SlipError(
      .badInput, code: ManifestCode.unexpected, "an element or text that a transaction doesn't have",
      at: SourceLocation(.byte(offset)))
  }

  /// The attributes of the root.
  ///
  /// - Throws: `SlipError` for an unknown kind, and for a malformed date, number or digest.
  private func header(_ attributes: ManifestAttributes) throws(SlipError) -> TransactionFile {
    guard let kind: BoxTransaction.Kind = try attributes.word("kind") else {
      throw attributes.malformed("kind")
    }
    var transaction = BoxTransaction(
      kind, tool: attributes.requiredText("tool"), date: try attributes.date("date"),
      author: attributes.text("author"))
    transaction.from = attributes.text("from")
    transaction.to = attributes.text("to")
    return TransactionFile(
      number: try attributes.length("number"), previous: try attributes.digest("previous"), transaction)
  }

  /// The numbers of changes of one kind of entity.
  ///
  /// A number that is left out is 0.
  ///
  /// - Throws: `SlipError` for an unknown kind of entity, and for malformed numbers.
  private func counts(_ attributes: ManifestAttributes) throws(SlipError) -> BoxTransaction.Counts {
    guard let entity: BoxTransaction.Counts.Entity = try attributes.word("entity") else {
      throw attributes.malformed("entity")
    }
    return BoxTransaction.Counts(
      entity, inserted: try attributes.value("inserted", ManifestValue.length) ?? 0,
      updated: try attributes.value("updated", ManifestValue.length) ?? 0,
      deleted: try attributes.value("deleted", ManifestValue.length) ?? 0)
  }

  /// The transaction with its changes.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unexpected` where there was no transaction,
  ///   `ManifestCode.unsound` where one side has an entity twice, and as `ManifestEntities.complete`.
  func finish() throws(SlipError) -> TransactionFile {
    guard var file = found else {
      throw SlipError(.badInput, code: ManifestCode.unexpected, "the document is not a transaction")
    }
    guard var before, var after else { return file }
    try before.complete()
    try after.complete()
    if isCheckOnly {
      guard !before.hasDoubles, !after.hasDoubles else { throw TransactionReader.doubled }
      return file
    }
    guard let changes = BoxChanges(before: before, after: after) else {
      throw TransactionReader.doubled
    }
    file.transaction.changes = changes
    return file
  }

  /// The error for a side that has an entity twice.
  private static var doubled: SlipError {
    SlipError(.badInput, code: ManifestCode.unsound, "the transaction names an entity twice")
  }
}

extension BoxChanges {
  /// What turns one side of a transaction into the other; nil where a side has an entity twice.
  fileprivate init?(before: ManifestEntities, after: ManifestEntities) {
    func pairs<Entity>(_ old: [Entity], _ new: [Entity]) -> [EntityChange<Entity>]? {
      // The places of entities, as these are large.
      var places: [Entity.ID: Int] = [:]
      for (place, entity) in new.enumerated() where places.updateValue(place, forKey: entity.id) != nil {
        return nil
      }
      var seen: Set<Entity.ID> = []
      var found: [EntityChange<Entity>] = []
      for entity in old {
        guard seen.insert(entity.id).inserted else { return nil }
        if let change = EntityChange(from: entity, to: places[entity.id].map { new[$0] }) {
          found.append(change)
        }
      }
      for entity in new where !seen.contains(entity.id) {
        if let change = EntityChange(from: nil, to: entity) { found.append(change) }
      }
      return found.sorted { $0.id < $1.id }
    }
    self.init()
    guard let notes = pairs(before.notes, after.notes), let folders = pairs(before.folders, after.folders),
      let keywords = pairs(before.keywords, after.keywords),
      let attachments = pairs(before.attachments, after.attachments),
      let sources = pairs(before.sources, after.sources)
    else { return nil }
    (self.notes, self.folders, self.keywords) = (notes, folders, keywords)
    (self.attachments, self.sources) = (attachments, sources)
    origins = ValueChange(from: before.origins, to: after.origins)
    foreign = ValueChange(from: before.foreign, to: after.foreign)
  }
}

extension ManifestEntities {
  /// Whether an entity is there twice.
  fileprivate var hasDoubles: Bool {
    func isDoubled<ID: Hashable>(_ ids: [ID]) -> Bool { Set(ids).count < ids.count }
    return isDoubled(checked) || isDoubled(folders.map(\.id)) || isDoubled(keywords.map(\.id))
      || isDoubled(attachments.map(\.id)) || isDoubled(sources.map(\.id))
  }
}
