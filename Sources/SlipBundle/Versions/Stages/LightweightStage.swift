internal import SlipRTF
package import SlipBase
internal import SlipFormats
internal import XMLSyntax

/// Runs stage 4 ↔ 5 over manifests as streams, in bounded memory.
///
/// `Stage45` declares what changes. This reads one version with its own walker, and writes the other with
/// `LightweightWriter`; nothing but the open element, the set of attachments and the census is held.
package enum LightweightStage {
  /// Takes the next piece of the new manifest.
  package typealias Output = (UnsafeRawBufferPointer) throws -> Void

  /// How version 5 is made.
  private static let upMap = LightweightMap(V4Format.form, Stage45.changes, isUp: true)
  /// How version 4 is made.
  private static let downMap = LightweightMap(V4Format.form, Stage45.changes, isUp: false)

  /// Makes a manifest of version 5 from one of version 4.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its name for messages.
  ///   - limits: Bounds for XML and RTF.
  ///   - tool: The program, for the history.
  ///   - body: Calls its last argument with the bytes of the body at a path.
  ///   - onFile: Takes path and facts of each payload file, in bytewise order.
  ///   - output: Takes the new manifest.
  /// - Returns: What was counted, to compare with the old version.
  /// - Throws: `SlipError` with line and column, and what the closures throw.
  package static func up(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits, tool: String,
    body: @escaping (String, (UnsafeRawBufferPointer) -> Void) throws -> Void,
    onFile: (String, FileFact) throws -> Void, to output: Output
  ) throws -> VersionCensus {
    var options = LightweightWriter.Options(isUp: true, tool: tool)
    options.shown = { id in
      var digests: [Digest] = []
      try body(PayloadPath.body(id)) {
        digests = RTFPictures.references(in: $0, limits: limits).map(\.digest)
      }
      return digests
    }
    return try run(bytes, file, limits, upMap, options, onFile, output)
  }

  /// Makes a manifest of version 4 from one of version 5.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its name for messages.
  ///   - limits: Bounds for its XML.
  ///   - tool: The program, for the history.
  ///   - used: The attachments that stay, from `losses`.
  ///   - onFile: Takes path and facts of each payload file, in bytewise order.
  ///   - output: Takes the new manifest.
  /// - Returns: What was counted.
  /// - Throws: `SlipError` with line and column, and what the closures throw.
  package static func down(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits, tool: String, used: Set<Digest>,
    onFile: (String, FileFact) throws -> Void, to output: Output
  ) throws -> VersionCensus {
    var options = LightweightWriter.Options(isUp: false, tool: tool)
    options.usedAttachments = used
    return try run(bytes, file, limits, downMap, options, onFile, output)
  }

  /// Reads one version and writes the other.
  private static func run(
    _ bytes: UnsafeRawBufferPointer, _ file: String?, _ limits: Limits, _ map: LightweightMap,
    _ options: LightweightWriter.Options, _ onFile: (String, FileFact) throws -> Void, _ output: Output
  ) throws -> VersionCensus {
    try withoutActuallyEscaping(output) { output in
      try withoutActuallyEscaping(onFile) { onFile in
        let sink = XMLSink(output)
        var options = options
        options.onFile = { try onFile($0.path, $0.fact) }
        let writer = LightweightWriter(map, options) { try sink.take($0, $1) }
        if options.isUp {
          try VersionWalker.read(bytes, V4Format.form, file: file, limits: limits, OldElements(writer))
        } else {
          try NewElements(writer: writer).read(bytes, file, limits)
        }
        try sink.finish()
        return writer.finish()
      }
    }
  }

  /// What version 4 can't hold of a manifest of version 5, and the attachments that its notes still use.
  package static func losses(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits
  ) throws(SlipError) -> (losses: [VersionLoss], used: Set<Digest>) {
    let analysis = LightweightLosses()
    try NewElements(losses: analysis).read(bytes, file, limits)
    return (analysis.finish(), analysis.used)
  }
}

/// Holds the writer in a class: closures can't hold a noncopyable value.
private final class XMLSink {
  private var xml: XMLWriter?

  init(_ output: @escaping XMLWriter.Output) { xml = XMLWriter(to: output) }

  /// Begins an element with its attributes, or ends one where `name` is nil.
  func take(_ name: StaticString?, _ attributes: [(StaticString, String)]) throws {
    guard let name else {
      xml?.end()
      return
    }
    try xml?.start(name)
    for (name, value) in attributes { xml?.attribute(name, value) }
  }

  /// Writes what is still buffered.
  func finish() throws { try xml.take()?.finish() }
}

/// Takes elements of version 4, as those of version 5 with the same name.
private final class OldElements: VersionConsumer {
  private let writer: LightweightWriter

  init(_ writer: LightweightWriter) { self.writer = writer }

  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
    if let kind = kind.current { try writer.start(kind, attributes) }
  }

  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {
    if let kind = kind.current { try writer.end(kind) }
  }
}

/// Takes elements of version 5, to write version 4 or to find losses.
private final class NewElements: ManifestConsumer {
  private let writer: LightweightWriter?
  private let losses: LightweightLosses?

  init(writer: LightweightWriter? = nil, losses: LightweightLosses? = nil) {
    (self.writer, self.losses) = (writer, losses)
  }

  /// Reads a manifest.
  func read(_ bytes: UnsafeRawBufferPointer, _ file: String?, _ limits: Limits) throws(SlipError) {
    do throws(SlipError) {
      let walker = ManifestWalker(self, limits: limits)
      if let fault = try XMLParser.parse(bytes, limits: limits, handler: walker) {
        throw fault.error(in: bytes, file: file)
      }
      if let tagEnd = walker.excess { throw ManifestReader.tooMuchForeign(tagEnd, limits) }
    } catch {
      throw ManifestReader.placed(error, in: bytes, file: file)
    }
  }

  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    let attributes = try ManifestAttributes(element, kind)
    try writer?.start(kind, attributes)
    try losses?.start(kind, attributes)
  }

  func end(_ kind: ManifestElement) throws(SlipError) { try writer?.end(kind) }

  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) { losses?.foreign(in: parent) }

  func unexpected(at offset: Int) throws(SlipError) {
    throw SlipError(
      .badInput, code: ManifestCode.unexpected, "an element or text that this schema version doesn't have",
      at: SourceLocation(.byte(offset)))
  }
}
