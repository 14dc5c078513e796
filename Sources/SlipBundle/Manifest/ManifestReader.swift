internal import SlipFiles
public import SlipBase
public import SlipNotes
internal import XMLSyntax

/// Reads a manifest of schema 5 into a box.
///
/// Nothing is passed over: what this version doesn't know is an error, so that saving a box that was read never
/// loses anything. `Validator` says all that is wrong; this stops at the first thing.
public enum ManifestReader {
  /// The box of a bundle.
  ///
  /// - Throws: `SlipError`, with line and column where a place in the manifest is at fault.
  public static func read(storage: some BundleStorage, limits: Limits = Limits()) throws(SlipError) -> SlipBox
  {
    let file = storage.displayPath(of: BundleLayout.manifestPath)
    if let length = try storage.length(of: BundleLayout.manifestPath), length > limits.manifestBytes {
      throw SlipError(
        .badInput, code: FileFault.tooLarge, "The manifest has more than \(limits.manifestBytes) bytes.",
        at: SourceLocation(file: file))
    }
    return try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { try read($0, file: file, limits: limits) }
    }
  }

  /// The box of a manifest in memory; `file` is its name for messages.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, file: String? = nil, limits: Limits = Limits()
  ) throws(SlipError) -> SlipBox {
    let (box, faults) = try readMending(bytes, file: file, limits: limits)
    // Left-overs do no harm.
    guard let fault = faults.first(where: { $0.kind != .unused }) else { return box }
    throw SlipError(
      .badInput, code: ManifestCode.unsound,
      "the manifest contradicts itself in \(faults.count) \(faults.count == 1 ? "place" : "places"); see `slipconv validate`",
      at: SourceLocation(file: file, .object(fault.entity.text)))
  }

  /// Reads a manifest whose entities contradict each other as well as it can be, and says what was changed.
  ///
  /// - Parameter unlisted: what lies at the path of payload that an entity needs and the manifest doesn't list; nil where
  ///   nothing does. Without it, such a manifest is an error.
  /// - Throws: As `read`, but for contradictions.
  public static func readMending(
    _ bytes: UnsafeRawBufferPointer, file: String? = nil, limits: Limits = Limits(),
    unlisted: ((String) -> FileFact?)? = nil
  ) throws(SlipError) -> (box: SlipBox, faults: [BoxFault]) {
    try VersionTable.require(Version5.number, of: bytes, file: file)
    let assembler = ManifestAssembler(limits: limits, unlisted: unlisted)
    do throws(SlipError) {
      let walker = ManifestWalker(assembler, limits: limits)
      if let fault = try XMLParser.parse(bytes, limits: limits, handler: walker) {
        throw fault.error(in: bytes, file: file)
      }
      if let tagEnd = walker.excess { throw ManifestReader.tooMuchForeign(tagEnd, limits) }
      if walker.form.needsSchemaCheck, let fault = try SchemaCheck.firstFault(bytes, limits) {
        throw fault.error(in: bytes, file: file)
      }
      return try assembler.finish()
    } catch {
      throw placed(error, in: bytes, file: file)
    }
  }

  static func tooMuchForeign(_ tagEnd: Int, _ limits: Limits) -> SlipError {
    SlipError(
      .badInput, code: ValidationRule.limitExceeded.code,
      "foreign elements have more than \(limits.foreignBytes) bytes",
      at: SourceLocation(.byte(tagEnd)))
  }

  /// Turns a byte offset into line and column.
  static func placed(_ error: SlipError, in bytes: UnsafeRawBufferPointer, file: String?) -> SlipError {
    guard case .byte(let tagEnd) = error.location?.place else { return error }
    var error = error
    var lines = LineIndex(bytes)
    let start = LineIndex.tagStart(endingAt: tagEnd, in: bytes)
    error.location = SourceLocation(file: file, lines.place(ofByte: start))
    return error
  }
}
