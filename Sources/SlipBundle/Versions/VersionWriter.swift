internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Writes the XML of an old version.
///
/// Indentation, escaping and namespace are those of the current version, so that all versions have the same
/// form.
struct VersionWriter: ~Copyable {
  /// Escapes, indents and buffers.
  private var xml: XMLWriter

  /// Begins a document with its root element.
  init(version: Int, to output: @escaping XMLWriter.Output) throws {
    xml = XMLWriter(to: output)
    try xml.start("slipbox")
    xml.attribute("xmlns", "urn:slipbox:manifest")
    xml.attribute("version", version)
  }

  /// A whole document in memory.
  ///
  /// - Parameter body: Writes what is within the root element.
  static func bytes(
    version: Int, _ body: (inout VersionWriter) throws -> Void
  ) throws(SlipError) -> [UInt8] {
    var bytes: [UInt8] = []
    try slipErrors {
      try withoutActuallyEscaping({ (piece: UnsafeRawBufferPointer) in bytes.append(contentsOf: piece) }) {
        var writer = try VersionWriter(version: version, to: $0)
        try body(&writer)
        try writer.finish()
      }
    }
    return bytes
  }

  /// Ends the root element and writes what is still buffered.
  consuming func finish() throws { try xml.finish() }

  /// Begins an element.
  mutating func start(_ element: VersionElement) throws { try xml.start(element.name) }
  /// Ends the element that is open.
  mutating func end() { xml.end() }

  /// Free text, escaped; nothing where it is nil.
  mutating func text(_ name: StaticString, _ value: String?) {
    if let value { xml.attribute(name, XMLEscapedText.escape(value)) }
  }

  /// A value that needs no escaping.
  mutating func word(_ name: StaticString, _ value: String) { xml.attribute(name, value) }

  /// An id; nothing where it is nil.
  mutating func id(_ name: StaticString, _ id: UniqueID?) {
    if let id { xml.attribute(name, id.description) }
  }

  /// A number; nothing where it is the default, 0.
  mutating func number(_ name: StaticString, _ value: Int) {
    if value != 0 { xml.attribute(name, value) }
  }

  /// A date; nothing where it is nil.
  mutating func date(_ name: StaticString, _ date: Timestamp?) {
    if let date { xml.attribute(name, date.rfc3339) }
  }

  /// The history, as an empty element where nothing was done yet.
  mutating func history(_ events: [HistoryEvent]) throws {
    try start(.history)
    for event in events {
      try start(.event)
      word("kind", event.kind.rawValue)
      text("from", event.from)
      text("to", event.to)
      text("tool", event.tool)
      end()
    }
    end()
  }

  /// An element whose content is text.
  mutating func content(_ element: VersionElement, _ value: String) throws {
    try start(element)
    if !value.isEmpty { xml.text(XMLEscapedText.escape(value)) }
    end()
  }

  /// A body: as text where its bytes are valid UTF-8, otherwise in Base64 with `encoding="base64"`.
  ///
  /// Characters that XML can't hold are escaped as `_xHHHH_` (ECMA-376), so text always comes back to the
  /// byte.
  mutating func body(_ bytes: [UInt8]) throws {
    try start(.formattedBodyText)
    if let text = String(validating: bytes, as: UTF8.self) {
      if !text.isEmpty { xml.text(XMLEscapedText.escape(text)) }
    } else {
      xml.attribute("encoding", "base64")
      xml.text(Base64.text(bytes))
    }
    end()
  }

  /// A note's picture, in Base64; nothing where there is none.
  ///
  /// An empty picture is an empty element.
  mutating func image(_ image: InlineImage?) throws {
    guard let image else { return }
    try start(.image)
    text("name", image.name)
    if !image.bytes.isEmpty { xml.text(Base64.text(image.bytes)) }
    end()
  }
}
