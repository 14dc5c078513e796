public import SlipCore

/// Writes XML as a stream, in a fixed form: one element on each line, indented by two spaces for
/// each level, attributes in the order given.
///
/// The same calls always give the same bytes. All values are escaped here, so callers never escape
/// for XML.
///
///     var xml = XMLWriter(to: output)
///     try xml.start("note")
///     xml.attribute("title", "a < b")    // <note title="a &lt; b"/>
///     xml.end()
///     try xml.finish()
public struct XMLWriter: ~Copyable {
  /// Takes the next bytes of the document.
  public typealias Output = (UnsafeRawBufferPointer) throws -> Void

  /// The number of bytes that are collected before they are passed on.
  private static let flushLimit = 1 << 16
  /// Takes the bytes.
  private let output: Output
  /// Bytes that haven't been passed on.
  private var buffer: [UInt8] = []
  /// The names of the open elements.
  private var open: [StaticString] = []
  /// Whether the last start tag still lacks its `>`.
  private var tagIsOpen = false
  /// Whether the innermost element contains text, so that no white space may be added.
  private var hasText = false
  /// Whether a value had a character that XML 1.0 forbids.
  private var forbiddenWasSeen = false

  /// Begins a document with its XML declaration.
  ///
  /// - Parameter output: Called with pieces of the document, about 64 KiB each.
  public init(to output: @escaping Output) {
    self.output = output
    buffer.reserveCapacity(XMLWriter.flushLimit + 4_096)
    append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
  }

  /// Starts an element.
  ///
  /// - Throws: What the output throws.
  public mutating func start(_ name: StaticString) throws {
    closeTag()
    if buffer.count >= XMLWriter.flushLimit { try flush() }
    indent()
    append("<")
    append(name)
    open.append(name)
    tagIsOpen = true
  }

  /// Writes an attribute of the element that was started last. Call it before text or child
  /// elements.
  public mutating func attribute(_ name: StaticString, _ value: String) {
    append(" ")
    append(name)
    append("=\"")
    escape(value, .attribute)
    append("\"")
  }

  /// Writes an attribute with a number.
  public mutating func attribute(_ name: StaticString, _ value: Int) {
    attribute(name) { bytes in
      guard value > 0 else { return bytes.append(contentsOf: String(value).utf8) }
      withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { buffer in
        var (start, rest) = (20, value)
        while rest > 0 {
          start -= 1
          buffer[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
          rest /= 10
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[start...]))
      }
    }
  }

  /// Writes an attribute with a UUID.
  public mutating func attribute(_ name: StaticString, _ value: UniqueID) {
    attribute(name) { value.append(to: &$0) }
  }

  /// Writes an attribute with a digest in hexadecimal digits.
  public mutating func attribute(_ name: StaticString, _ value: Digest) {
    attribute(name) { value.append(to: &$0) }
  }

  /// Writes an attribute with a moment (RFC 3339).
  public mutating func attribute(_ name: StaticString, _ value: Timestamp) {
    attribute(name) { value.appendRFC3339(to: &$0) }
  }

  /// Writes an attribute whose value needs no escaping.
  @inline(__always)
  private mutating func attribute(_ name: StaticString, _ append: (inout [UInt8]) -> Void) {
    self.append(" ")
    self.append(name)
    self.append("=\"")
    append(&buffer)
    self.append("\"")
  }

  /// Writes character data. Nothing else is written into its element, neither line breaks nor
  /// indentation.
  public mutating func text(_ text: String) {
    if tagIsOpen { append(">") }
    tagIsOpen = false
    hasText = true
    escape(text, .text)
  }

  /// Writes `fragment` on a line of its own. It must be well-formed; nothing is escaped.
  ///
  /// - Throws: What the output throws.
  public mutating func fragment(_ fragment: String) throws {
    closeTag()
    if buffer.count >= XMLWriter.flushLimit { try flush() }
    indent()
    buffer.append(contentsOf: fragment.utf8)
    append("\n")
  }

  /// Ends the innermost open element; one without contents becomes `<a/>`.
  public mutating func end() {
    guard let name = open.popLast() else { return }
    if tagIsOpen {
      append("/>\n")
      tagIsOpen = false
      return
    }
    if !hasText { indent() }
    hasText = false
    append("</")
    append(name)
    append(">\n")
  }

  /// Ends all open elements and passes on the rest of the document.
  ///
  /// - Throws: What the output throws; `SlipError` where a value had a character that XML 1.0
  ///   forbids, since no reader would accept the document. `XMLEscapedText` prevents that.
  public consuming func finish() throws {
    while !open.isEmpty { end() }
    try flush()
    if forbiddenWasSeen {
      throw SlipError(.badInput, code: XMLCode.notWellFormed, "a value has a character that XML 1.0 forbids")
    }
  }

  /// Passes on what was collected.
  private mutating func flush() throws {
    try buffer.withUnsafeBytes { try output($0) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the `>` of a start tag that has child elements.
  private mutating func closeTag() {
    if tagIsOpen { append(">\n") }
    tagIsOpen = false
  }

  /// Writes the indentation of the current level.
  private mutating func indent() {
    for _ in 0..<open.count { append("  ") }
  }

  /// Writes markup as it is.
  private mutating func append(_ text: StaticString) {
    buffer.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes escaped text, and notes forbidden characters.
  private mutating func escape(_ value: String, _ place: XMLEscape.Place) {
    var value = value
    let isForbidden = value.withUTF8 { bytes in
      if XMLEscape.isPlain(bytes) {
        buffer.append(contentsOf: bytes)
        return false
      }
      XMLEscape.append(bytes, in: place, to: &buffer)
      return XMLEscape.firstForbidden(in: bytes) != nil
    }
    if isForbidden { forbiddenWasSeen = true }
  }
}
