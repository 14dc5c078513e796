package import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// A payload file that the result of a migration lists.
package struct MigratedFile: Sendable {
  /// Relative to the bundle.
  package var path: String
  /// Length and digest.
  package var fact: FileFact
  /// The content of a file that the migration made; nil for one that stays as it is.
  package var bytes: [UInt8]?
}

/// Writes a manifest of the other version, element by element in bounded memory.
///
/// It copies each element with the attributes that `LightweightMap` gives. Each stage has a subclass, which
/// leaves elements out or adds some.
class LightweightWriter {
  /// Reads the bytes of a payload file, as long as the call lasts.
  typealias Reader = (String, (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  /// The direction, and what is needed besides the manifest.
  struct Options {
    /// The version that is read.
    var from: Int
    /// The version that is written.
    var to: Int
    /// The program, for the history.
    var tool: String
    /// Bounds for what is read.
    var limits: Limits
    /// Reads payload.
    var payload: Reader
    /// Called for each file that the result lists, in its order.
    var onFile: (MigratedFile) throws -> Void = { _ in }

    /// Whether the newer version is written.
    var isUp: Bool { from < to }
  }

  /// How attributes are made.
  private let map: LightweightMap
  /// The direction, and what is needed besides the manifest.
  let options: Options
  /// Takes the new manifest.
  let sink: XMLSink
  /// How many elements are open below one that is left out, that one included.
  private var skipped = 0

  /// Prepares the writing.
  init(_ map: LightweightMap, _ options: Options, to sink: XMLSink) {
    (self.map, self.options, self.sink) = (map, options, sink)
  }

  // MARK: What stages decide

  /// Whether an element is left out, with all that is in it. Also asked for what is in one that is left out.
  func isLeftOut(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws -> Bool { false }
  /// Changes the attributes of an element that is written.
  ///
  /// By default nothing is changed. The values are escaped for XML; they come in the order of the schema.
  func change(_ values: inout [(StaticString, String)], of kind: ManifestElement) throws {}
  /// Called after an element with its attributes was written.
  func didStart(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws {}
  /// Called before an element's end is written.
  func willEnd(_ kind: ManifestElement) throws {}
  /// Called after an element's end was written.
  func didEnd(_ kind: ManifestElement) throws {}
  /// Takes a foreign element; the versions before 5 don't have any.
  func foreign(_ text: String, in parent: ManifestElement) throws {}

  // MARK: Elements

  /// Writes the start of an element, unless it is left out.
  ///
  /// The root element gets the other version's number; all other elements keep their names.
  final func start(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws(SlipError) {
    try slipErrors {
      if try isLeftOut(kind, attributes) || skipped > 0 {
        skipped += 1
        return
      }
      var values: [(StaticString, String)] = []
      if kind == .slipbox {
        values = [("xmlns", "urn:slipbox:manifest"), ("version", String(options.to))]
      } else {
        for row in map.rows(of: kind) {
          if let value = try row.value(in: attributes) { values.append((row.target, value)) }
        }
      }
      try change(&values, of: kind)
      try sink.start(kind.name, values)
      if kind == .file { try file(attributes) }
      try didStart(kind, attributes)
    }
  }

  /// Writes the end of an element.
  final func end(_ kind: ManifestElement) throws(SlipError) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    try slipErrors {
      try willEnd(kind)
      sink.end()
      try didEnd(kind)
    }
  }

  /// Takes a foreign element, unless it is in one that is left out.
  final func take(foreign text: String, in parent: ManifestElement) throws(SlipError) {
    if skipped == 0 { try slipErrors { try foreign(text, in: parent) } }
  }

  /// Writes an element without content.
  ///
  /// Attributes must be escaped already.
  final func write(_ name: StaticString, _ attributes: [(StaticString, String)] = []) throws {
    try sink.start(name, attributes)
    sink.end()
  }

  /// Writes the row of a file that the migration made.
  final func write(file path: String, _ bytes: [UInt8], type: String) throws {
    let fact = FileFact(of: bytes)
    try write(
      "file",
      [("path", path), ("length", String(fact.length)), ("sha256", fact.digest.hex), ("type", type)])
    try options.onFile(MigratedFile(path: path, fact: fact, bytes: bytes))
  }

  /// Writes an event of the history, as versions before 6 have it.
  final func write(_ event: HistoryEvent) throws {
    var values: [(StaticString, String)] = [("kind", event.kind.rawValue)]
    if let from = event.from { values.append(("from", XMLEscapedText.escape(from))) }
    if let to = event.to { values.append(("to", XMLEscapedText.escape(to))) }
    try write("event", values + [("tool", XMLEscapedText.escape(event.tool))])
  }

  /// This migration, as an event.
  final var migration: HistoryEvent {
    HistoryEvent(kind: .migration, from: String(options.from), to: String(options.to), tool: options.tool)
  }

  /// Takes the fact about a file.
  ///
  /// - Throws: `SlipError` for a malformed fact, and what `onFile` throws.
  private func file(_ attributes: ManifestAttributes) throws {
    guard let path = attributes.element.value("path") else { throw attributes.malformed("path") }
    let fact = FileFact(
      digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))
    try options.onFile(MigratedFile(path: String(decoding: path, as: UTF8.self), fact: fact))
  }

  /// A digest; nil where it is absent or malformed.
  final func digest(_ attributes: ManifestAttributes, _ name: StaticString) -> Digest? {
    attributes.element.value(name).flatMap { Digest(hexBytes: $0) }
  }
}

/// Holds the XML writer in a class: closures and classes can't hold a noncopyable value.
final class XMLSink {
  /// Writes the document; nil once that is finished.
  private var xml: XMLWriter?

  /// Begins a document.
  ///
  /// - Parameter output: Takes the next piece of the document.
  init(_ output: @escaping XMLWriter.Output) { xml = XMLWriter(to: output) }

  /// Begins an element with its escaped attributes.
  func start(_ name: StaticString, _ attributes: [(StaticString, String)]) throws {
    try xml?.start(name)
    for (name, value) in attributes { xml?.attribute(name, value) }
  }

  /// Ends the element that is open.
  func end() { xml?.end() }

  /// Writes a foreign element.
  func fragment(_ text: String) throws { try xml?.fragment(text) }

  /// Writes what is still buffered.
  ///
  /// The sink takes nothing more afterwards.
  func finish() throws { try xml.take()?.finish() }
}
