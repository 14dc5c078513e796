package import SlipBase
internal import SlipFiles
internal import SlipNotes

/// Reads the parts of a manifest.
extension ManifestReader {
  /// What was read of a part.
  struct PartReading: Sendable {
    /// The entities.
    var entities: PartEntities
    /// Whether the document has the canonical form.
    var isCanonical: Bool
    /// Whether the document is as the manifest lists it.
    var fits: Bool
  }

  /// The parts of a bundle, as its manifest lists them; nil where it has none.
  ///
  /// - Throws: As `read(storage:limits:)`.
  package static func listedParts(
    of storage: some BundleStorage, limits: Limits = Limits()
  ) throws(SlipError) -> [ManifestPart]? {
    try root(of: storage, limits: limits).parts
  }

  /// How many parts are held at a time before their entities are taken.
  private static let batch = 32

  /// Reads parts on all cores.
  ///
  /// - Parameters:
  ///   - parts: The parts, as the manifest lists them.
  ///   - storage: The bundle.
  ///   - limits: Bounds for their XML.
  ///   - adoptsParts: Whether they are taken as they are, even if they aren't as listed.
  ///   - body: Takes each part, in the order of `parts`.
  /// - Throws: As `part(_:of:limits:adoptsParts:unlisted:)`, and what `body` throws.
  static func forEachPart(
    _ parts: [ManifestPart], of storage: some BundleStorage, limits: Limits, adoptsParts: Bool = false,
    _ body: (ManifestPart, PartReading) throws(SlipError) -> Void
  ) throws(SlipError) {
    var start = 0
    while start < parts.count {
      let some = parts[start..<min(start + batch, parts.count)]
      let first = start
      let results = Parallel.map(count: some.count) { index -> Result<PartReading, SlipError> in
        do throws(SlipError) {
          return .success(
            try part(parts[first + index], of: storage, limits: limits, adoptsParts: adoptsParts))
        } catch {
          return .failure(error)
        }
      }
      for (part, result) in zip(some, results) { try body(part, try result.get()) }
      start += some.count
    }
  }

  /// Reads a part.
  ///
  /// - Parameters:
  ///   - listed: The part, as the manifest lists it.
  ///   - storage: The bundle.
  ///   - limits: Bounds for its XML.
  ///   - adoptsParts: Whether it is taken as it is, even if it isn't as listed.
  ///   - unlisted: See `readMending`.
  /// - Throws: `SlipError` with code `ContainerCode.replacedMeanwhile` where a writer has changed the bundle
  ///   meanwhile, with `ValidationRule.partDiffers` for a part that isn't as listed, with
  ///   `ManifestCode.unsound` for one with entities that belong to another, and as
  ///   `ManifestReader.read(storage:limits:)`.
  static func part(
    _ listed: ManifestPart, of storage: some BundleStorage, limits: Limits, adoptsParts: Bool = false,
    unlisted: ((String) -> FileFact?)? = nil
  ) throws(SlipError) -> PartReading {
    let file = storage.displayPath(of: listed.path)
    if let length = try storage.length(of: listed.path), length > limits.manifestBytes {
      throw SlipError(
        .badInput, code: FileCode.tooLarge, "The part has more than \(limits.manifestBytes) bytes.",
        at: SourceLocation(file: file))
    }
    return try slipErrors {
      try storage.withBytes(of: listed.path) { bytes in
        var fits = FileFact(of: bytes) == listed.fact
        if !fits, !adoptsParts {
          try storage.expectCurrent()
          throw partDiffers(file)
        }
        var reading: PartReading
        if let entities = CanonicalReader.part(bytes, listed.key, limits: limits) {
          reading = PartReading(entities: entities, isCanonical: true, fits: fits)
        } else {
          let entities = try partXML(bytes, listed.key, file: file, limits: limits, unlisted: unlisted)
          reading = PartReading(entities: entities, isCanonical: false, fits: fits)
        }
        fits = fits && reading.entities.fit(listed)
        if !fits, !adoptsParts { throw partDiffers(file) }
        reading.fits = fits
        return reading
      }
    }
  }

  /// The parts in whose bytes one of some texts stands.
  ///
  /// - Parameter references: Whether those with character references count as well: what they stand for may be one of the texts.
  static func parts(
    mentioning texts: [String], references: Bool = false, among parts: [ManifestPart],
    of storage: some BundleStorage
  ) throws(SlipError) -> [ManifestPart] {
    let searches = texts.map { HorspoolSearch(Array($0.utf8)) }
    let found = Parallel.map(count: parts.count) { index -> Result<Bool, SlipError> in
      do throws(SlipError) {
        return .success(
          try slipErrors {
            try storage.withBytes(of: parts[index].path) { bytes in
              searches.contains { $0.isFound(in: bytes) }
                || references && ByteSearch.first("&#", in: bytes) != nil
            }
          })
      } catch {
        return .failure(error)
      }
    }
    var mentioning: [ManifestPart] = []
    for (part, isFound) in zip(parts, found) where try isFound.get() { mentioning.append(part) }
    return mentioning
  }

  /// The error for a part that isn't as the manifest lists it.
  static func partDiffers(_ file: String) -> SlipError {
    SlipError(
      .badInput, code: ValidationRule.partDiffers.code,
      "The part isn't as the manifest lists it; `slipconv refresh` takes it over.",
      at: SourceLocation(file: file))
  }

  /// Reads a document `part` as XML.
  static func partXML(
    _ bytes: UnsafeRawBufferPointer, _ key: UInt8, file: String?, limits: Limits,
    unlisted: ((String) -> FileFact?)? = nil
  ) throws(SlipError) -> PartEntities {
    // A part has a version of its own, which Git may have merged into a bundle of another one.
    let version = try VersionTable.readable(bytes, root: "part", file: file)
    let schema = version.part ?? .part
    let assembler = ManifestAssembler(schema, unlisted: unlisted)
    return try document(bytes, version, schema, assembler, file: file, limits: limits) {
      () throws(SlipError) in
      let (id, entities) = try assembler.finishPart()
      guard id == key, entities.belong(to: key) else {
        throw SlipError(
          .badInput, code: ManifestCode.unsound, "the part has entities that belong to another one",
          at: SourceLocation(file: file))
      }
      return entities
    }
  }
}
