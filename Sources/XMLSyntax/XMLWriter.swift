internal import SlipBase

/// Writes XML as a stream: one element a line, two spaces a level, attributes in the order given.
///
/// The same calls give the same bytes. Values are escaped here and nowhere else.
public struct XMLWriter: ~Copyable {
  public typealias Output = (UnsafeRawBufferPointer) throws -> Void

  private static let flushLimit = 1 << 16
  private let output: Output
  private var buffer: [UInt8] = []
  private var open: [StaticString] = []
  private var tagIsOpen = false
  private var hasText = false
  private var forbiddenWasSeen = false

  public init(to output: @escaping Output) {
    self.output = output
    buffer.reserveCapacity(XMLWriter.flushLimit + 4_096)
    append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
  }

  public mutating func start(_ name: StaticString) throws {
    closeTag()
    if buffer.count >= XMLWriter.flushLimit { try flush() }
    indent()
    append("<")
    append(name)
    open.append(name)
    tagIsOpen = true
  }

  /// Writes an attribute of the tag that was started last.
  public mutating func attribute(_ name: StaticString, _ value: String) {
    append(" ")
    append(name)
    append("=\"")
    escape(value, .attribute)
    append("\"")
  }

  public mutating func attribute(_ name: StaticString, _ value: Int) { attribute(name, String(value)) }

  /// Writes character data; its element then holds no line breaks of ours.
  public mutating func text(_ text: String) {
    if tagIsOpen { append(">") }
    tagIsOpen = false
    hasText = true
    escape(text, .text)
  }

  /// Writes `fragment`, which must be well-formed, on a line of its own.
  public mutating func fragment(_ fragment: String) throws {
    closeTag()
    if buffer.count >= XMLWriter.flushLimit { try flush() }
    indent()
    buffer.append(contentsOf: fragment.utf8)
    append("\n")
  }

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

  /// Hands on what is left.
  /// - Throws: What the output throws; `SlipError` when a value had a character that XML 1.0 forbids, because
  ///   what was written can't be read again (`XMLEscapedText` prevents that).
  public consuming func finish() throws {
    while !open.isEmpty { end() }
    try flush()
    if forbiddenWasSeen {
      throw SlipError(.badInput, code: XMLCode.notWellFormed, "a value has a character that XML 1.0 forbids")
    }
  }

  private mutating func flush() throws {
    try buffer.withUnsafeBytes { try output($0) }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func closeTag() {
    if tagIsOpen { append(">\n") }
    tagIsOpen = false
  }

  private mutating func indent() {
    for _ in 0..<open.count { append("  ") }
  }

  private mutating func append(_ text: StaticString) {
    buffer.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func escape(_ value: String, _ place: XMLEscape.Place) {
    var value = value
    let isForbidden = value.withUTF8 { bytes in
      XMLEscape.append(bytes, in: place, to: &buffer)
      return XMLEscape.firstForbidden(in: bytes) != nil
    }
    if isForbidden { forbiddenWasSeen = true }
  }
}
