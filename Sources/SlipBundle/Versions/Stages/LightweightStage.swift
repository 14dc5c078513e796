internal import SlipRTF
package import SlipBase
internal import SlipFormats
internal import SlipNotes
internal import XMLSyntax

/// Runs stage 4 ↔ 5 over manifests as streams.
package enum LightweightStage {
  package typealias Output = (UnsafeRawBufferPointer) throws -> Void

  private static let upMap = LightweightMap(V4Format.form, Stage45.changes, isUp: true)
  private static let downMap = LightweightMap(V4Format.form, Stage45.changes, isUp: false)

  /// Version 4 to 5. `onFile` gets the path and fact of each payload file, in the order of paths; `body` calls its last
  /// argument with the bytes at a path.
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

  /// Version 5 to 4; `used` as `losses` gave it.
  package static func down(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits, tool: String, used: Set<Digest>,
    onFile: (String, FileFact) throws -> Void, to output: Output
  ) throws -> VersionCensus {
    var options = LightweightWriter.Options(isUp: false, tool: tool)
    options.usedAttachments = used
    return try run(bytes, file, limits, downMap, options, onFile, output)
  }

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

/// The writer lives in a class: closures can't hold a noncopyable value.
private final class XMLSink {
  private var xml: XMLWriter?

  init(_ output: @escaping XMLWriter.Output) { xml = XMLWriter(to: output) }

  func take(_ name: StaticString?, _ attributes: [(StaticString, String)]) throws {
    guard let name else {
      xml?.end()
      return
    }
    try xml?.start(name)
    for (name, value) in attributes { xml?.attribute(name, value) }
  }

  func finish() throws { try xml.take()?.finish() }
}

/// Elements of version 4 as those of version 5 with the same name.
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

/// Elements of version 5.
private final class NewElements: ManifestConsumer {
  private let writer: LightweightWriter?
  private let losses: LightweightLosses?

  init(writer: LightweightWriter? = nil, losses: LightweightLosses? = nil) {
    (self.writer, self.losses) = (writer, losses)
  }

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
