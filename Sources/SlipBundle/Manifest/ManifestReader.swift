public import SlipBase
internal import SlipFiles
public import SlipNotes
internal import XMLSyntax

/// Reads a manifest of the current version into a box, or one of an earlier version that has the same form but
/// for optional attributes (`SchemaVersion.isReadDirectly`).
///
/// Nothing is skipped: what this version doesn't know is an error, so that saving a box never loses anything
/// of the manifest it was read from. Foreign elements are known, and held as text. Reading stops at the first
/// fault; `Validator` reports all of them.
///
/// A manifest as `ManifestWriter` writes it is read by `CanonicalReader`, any other one as XML. Both give the
/// same box: a law in the tests.
public enum ManifestReader {
  /// Reads the box of a bundle.
  ///
  /// - Parameters:
  ///   - storage: The bundle.
  ///   - limits: Bounds for the manifest's length and its XML.
  /// - Throws: `SlipError`, with line and column where a place in the manifest is at fault; for another
  ///   version, with code `VersionTable.other` or `.unknown`; with code `ValidationRule.partDiffers` for a
  ///   part that isn't as the manifest lists it.
  public static func read(storage: some BundleStorage, limits: Limits = Limits()) throws(SlipError) -> SlipBox
  {
    try reading(storage: storage, limits: limits).box
  }

  /// A box, and what its manifest was like.
  public struct Reading: Sendable {
    /// The box.
    public var box: SlipBox
    /// Whether the manifest has the form that `ManifestWriter` gives it, without foreign elements, so that
    /// parts of it can be read (`ManifestExcerpt`).
    public var isCanonical: Bool
    /// Whether the parts are as the manifest lists them.
    public var partsFit = true
    /// References between parts that lead nowhere, where parts were taken as they are; they were dropped.
    public var dropped: [BoxFault] = []
    /// The schema version of the manifest.
    public var version = VersionTable.current
  }

  /// Reads the box of a bundle, and notes the form of its manifest; see `read(storage:limits:)`.
  ///
  /// - Parameters:
  ///   - storage: The bundle.
  ///   - limits: Bounds for the manifest's length and its XML.
  ///   - adoptsParts: Whether parts are taken as they are, even if they aren't as the manifest lists them. Then references
  ///     to what isn't there are dropped, since Git merges each part by itself.
  ///   - mustBeCurrent: Whether only the current version is read: so for a bundle that is going to be changed.
  public static func reading(
    storage: some BundleStorage, limits: Limits = Limits(), adoptsParts: Bool = false,
    mustBeCurrent: Bool = false
  ) throws(SlipError) -> Reading {
    var root = try self.root(of: storage, limits: limits, mustBeCurrent: mustBeCurrent)
    var reading = Reading(box: SlipBox(), isCanonical: root.isCanonical)
    reading.version = root.version
    if let parts = root.parts {
      try forEachPart(parts, of: storage, limits: limits, adoptsParts: adoptsParts) { _, part in
        root.builder.add(part.entities)
        if !part.isCanonical { reading.isCanonical = false }
        if !part.fits { reading.partsFit = false }
      }
    }
    var (box, faults) = root.builder.finish()
    if adoptsParts, root.parts != nil {
      reading.dropped = faults.filter { $0.kind == .dangling }
      faults.removeAll { $0.kind == .dangling }
    }
    reading.box = try sound(box, faults, storage.displayPath(of: BundleLayout.manifestPath))
    return reading
  }

  /// What was read of `manifest.xml`.
  struct Root {
    /// The entities of the document, without those of its parts.
    var builder: SlipBoxBuilder
    /// The parts; nil where the manifest has none.
    var parts: [ManifestPart]?
    /// Whether the document has the canonical form.
    var isCanonical: Bool
    /// The schema version of the document.
    var version = VersionTable.current
  }

  /// Reads `manifest.xml` without its parts.
  ///
  /// - Parameter mustBeCurrent: See `reading`.
  static func root(
    of storage: some BundleStorage, limits: Limits, mustBeCurrent: Bool = false
  ) throws(SlipError) -> Root {
    let file = storage.displayPath(of: BundleLayout.manifestPath)
    if let length = try storage.length(of: BundleLayout.manifestPath), length > limits.manifestBytes {
      throw tooLarge(file, limits)
    }
    return try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { bytes in
        let root = try self.root(bytes, file: file, limits: limits, mustBeCurrent: mustBeCurrent)
        let length = root.parts?.reduce(bytes.count) {
          $0.addingReportingOverflow($1.fact.length).partialValue
        }
        if let length, length < 0 || length > limits.manifestBytes { throw tooLarge(file, limits) }
        return root
      }
    }
  }

  /// The error for a manifest whose documents together are too long.
  private static func tooLarge(_ file: String?, _ limits: Limits) -> SlipError {
    SlipError(
      .badInput, code: FileCode.tooLarge, "The manifest has more than \(limits.manifestBytes) bytes.",
      at: SourceLocation(file: file))
  }

  /// Reads the box of a manifest in memory.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its name for messages.
  ///   - limits: Bounds for its XML.
  /// - Throws: As `read(storage:limits:)`; with code `ManifestCode.unsound` where entities contradict each
  ///   other, and for a manifest with parts. Entities that nothing uses are no contradiction.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, file: String? = nil, limits: Limits = Limits()
  ) throws(SlipError) -> SlipBox {
    let (box, faults) = try readMending(bytes, file: file, limits: limits)
    return try sound(box, faults, file)
  }

  /// The box, if its entities don't contradict each other.
  private static func sound(
    _ box: SlipBox, _ faults: [BoxFault], _ file: String?
  ) throws(SlipError) -> SlipBox {
    // Unused entities do no harm.
    guard let fault = faults.first(where: { $0.kind != .unused }) else { return box }
    throw SlipError(
      .badInput, code: ManifestCode.unsound,
      "the manifest contradicts itself in \(faults.count) \(faults.count == 1 ? "place" : "places"); see `slipconv validate`",
      at: SourceLocation(file: file, .object(fault.entity.text)))
  }

  /// Reads a manifest whose entities contradict each other as far as possible, and reports what was changed.
  ///
  /// - Parameters:
  ///   - bytes: The manifest, which has no parts.
  ///   - file: Its name for messages.
  ///   - limits: Bounds for its XML.
  /// - Returns: The box, and a fault for each contradiction that was resolved.
  /// - Throws: As `read`, but not for contradictions.
  public static func readMending(
    _ bytes: UnsafeRawBufferPointer, file: String? = nil, limits: Limits = Limits()
  ) throws(SlipError) -> (box: SlipBox, faults: [BoxFault]) {
    var root = try self.root(bytes, file: file, limits: limits)
    guard root.parts == nil else {
      throw SlipError(
        .badInput, code: ManifestCode.unsound,
        "the manifest has parts, which can only be read with their bundle",
        at: SourceLocation(file: file))
    }
    return root.builder.finish()
  }

  /// The same for a bundle. For repairs.
  ///
  /// - Parameters:
  ///   - storage: The bundle.
  ///   - limits: Bounds for its XML.
  ///   - unlisted: Finds the file at a path that an entity needs and whose facts the manifest lacks; nil
  ///     where there is none. Without this parameter, such a manifest is an error.
  /// - Throws: As `read(storage:limits:)`, but not for contradictions, nor for parts that aren't as they are
  ///   listed.
  public static func readMending(
    storage: some BundleStorage, limits: Limits = Limits(), unlisted: ((String) -> FileFact?)? = nil
  ) throws(SlipError) -> (box: SlipBox, faults: [BoxFault]) {
    let file = storage.displayPath(of: BundleLayout.manifestPath)
    var root = try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) {
        try self.root($0, file: file, limits: limits, unlisted: unlisted, mustBeCurrent: true)
      }
    }
    for part in root.parts ?? [] {
      root.builder.add(
        try self.part(part, of: storage, limits: limits, adoptsParts: true, unlisted: unlisted).entities)
    }
    return root.builder.finish()
  }

  /// Reads a document `slipbox`, in its canonical form or as XML.
  ///
  /// - Parameter mustBeCurrent: See `reading`.
  static func root(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits,
    unlisted: ((String) -> FileFact?)? = nil, mustBeCurrent: Bool = false
  ) throws(SlipError) -> Root {
    let version = try VersionTable.readable(bytes, file: file, mustBeCurrent: mustBeCurrent)
    if let root = CanonicalReader.root(bytes, limits: limits) { return root }
    return try rootXML(bytes, version, file: file, limits: limits, unlisted: unlisted)
  }

  /// Reads a manifest of the current version without parts as XML, whatever its form is; see `readMending`.
  static func readXML(
    _ bytes: UnsafeRawBufferPointer, file: String? = nil, limits: Limits = Limits()
  ) throws(SlipError) -> (box: SlipBox, faults: [BoxFault]) {
    var root = try rootXML(bytes, VersionTable.currentRow, file: file, limits: limits, unlisted: nil)
    return root.builder.finish()
  }

  /// Reads a document `slipbox` as XML.
  static func rootXML(
    _ bytes: UnsafeRawBufferPointer, _ version: SchemaVersion, file: String?, limits: Limits,
    unlisted: ((String) -> FileFact?)?
  ) throws(SlipError) -> Root {
    let schema = version.manifest ?? .current
    let assembler = ManifestAssembler(schema, unlisted: unlisted)
    return try document(bytes, version, schema, assembler, file: file, limits: limits) {
      () throws(SlipError) in
      let (builder, parts) = try assembler.finish(limits: limits)
      return Root(builder: builder, parts: parts, isCanonical: false, version: version.number)
    }
  }

  /// Reads a document as XML, and calls `finish` when all of it has gone to the assembler.
  static func document<R>(
    _ bytes: UnsafeRawBufferPointer, _ version: SchemaVersion, _ schema: ManifestSchema,
    _ assembler: ManifestAssembler, file: String?, limits: Limits, finish: () throws(SlipError) -> R
  ) throws(SlipError) -> R {
    do throws(SlipError) {
      let walker = ManifestWalker(assembler, schema, limits: limits)
      if let fault = try XMLParser.parse(bytes, limits: limits, handler: walker) {
        throw fault.error(in: bytes, file: file)
      }
      if let tagEnd = walker.excess { throw ManifestReader.tooMuchForeign(tagEnd, limits) }
      if walker.form.needsSchemaCheck,
        let fault = try SchemaCheck.firstFault(bytes, version: version, limits)
      {
        throw fault.error(in: bytes, file: file)
      }
      return try finish()
    } catch {
      throw placed(error, in: bytes, file: file)
    }
  }

  /// The error for foreign elements beyond `Limits.foreignBytes`.
  static func tooMuchForeign(_ tagEnd: Int, _ limits: Limits) -> SlipError {
    SlipError(
      .badInput, code: ValidationRule.limitExceeded.code,
      "foreign elements have more than \(limits.foreignBytes) bytes",
      at: SourceLocation(.byte(tagEnd)))
  }

  /// The error with line and column in the place of a byte offset: those of the tag that ends there.
  static func placed(_ error: SlipError, in bytes: UnsafeRawBufferPointer, file: String?) -> SlipError {
    guard case .byte(let tagEnd) = error.location?.place else { return error }
    var error = error
    var lines = LineIndex(bytes)
    let start = LineIndex.tagStart(endingAt: tagEnd, in: bytes)
    error.location = SourceLocation(file: file, lines.place(ofByte: start))
    return error
  }
}

/// Codes of errors that end the reading or writing of a manifest.
///
/// Findings of validation have codes of their own: see `RuleTable`.
public enum ManifestCode {
  /// An element or attribute that the version doesn't have, one that is missing, or a malformed value.
  public static let unexpected = "SBXX101"
  /// A value that no manifest can hold.
  public static let unwritable = "SBXX102"
  /// Entities contradict each other: ids that are used twice, or references to something that isn't there.
  public static let unsound = "SBXI110"
  /// A note, attachment or source whose payload isn't listed.
  public static let unlistedPayload = "SBXI111"
}

extension ManifestCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      unexpected, "The manifest has an element, attribute or value that this version doesn't define",
      advice: """
        `slipconv validate` shows each such place. Correct it by hand, or take the manifest from a backup or \
        from version control.
        """),
    CodeText(
      unwritable, "A value can't be written to a manifest, such as a date before the year 1",
      advice: """
        Nothing was changed. Give the note another value than the one that the message names, such as a date \
        from 0001 to 9999.
        """),
    CodeText(
      unsound, "The manifest contradicts itself; `slipconv validate` shows where",
      advice: """
        In a bundle, `slipconv validate` lists the places, and --fix-unsafe repairs what it can. In a JSON \
        file, give every object an id of its own, and refer only to objects in it.
        """),
    CodeText(
      unlistedPayload, "The manifest has no facts about a file of a note, attachment or source",
      advice: """
        If the file is still in the bundle, `slipconv validate --fix-unsafe` lists it again. Else take it \
        from a backup.
        """),
  ]
}
