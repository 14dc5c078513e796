internal import XMLSyntax

/// Collects XML with mixed content as bytes. Values are escaped here, and characters that XML forbids are left out.
struct OfficeMarkup: Sendable {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// Attributes of an element in order.
  typealias Attributes = KeyValuePairs<StaticString, String>

  /// The declaration that every part begins with.
  static let declaration: StaticString = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

  /// Creates markup; empty by default.
  init(_ start: StaticString = "") { raw(start) }

  /// Writes markup as it is.
  mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes markup that was made before.
  mutating func raw(_ other: [UInt8]) { bytes += other }

  /// Starts an element.
  mutating func open(_ name: StaticString, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    raw(">")
  }

  /// Ends an element.
  mutating func close(_ name: StaticString) {
    raw("</")
    raw(name)
    raw(">")
  }

  /// Writes an element without content.
  mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    tag(name, attributes)
    raw("/>")
  }

  /// Writes an element with text in it.
  mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ text: String) {
    open(name, attributes)
    self.text(text)
    close(name)
  }

  /// Writes a property of WordprocessingML: an element with the attribute `w:val`.
  mutating func value(_ name: StaticString, _ value: String) {
    raw("<")
    raw(name)
    raw(" w:val=\"")
    self.value(value)
    raw("\"/>")
  }

  /// Writes a property that is on or off; nothing where it stays as it is.
  ///
  /// - Parameters:
  ///   - isOn: The state.
  ///   - base: The state that the style gives.
  mutating func toggle(_ name: StaticString, _ isOn: Bool, base: Bool = false) {
    guard isOn != base else { return }
    if isOn { empty(name) } else { value(name, "0") }
  }

  /// Writes text.
  mutating func text(_ text: String) { OfficeMarkup.escape(text, &bytes, isAttribute: false) }

  /// Writes the value of an attribute.
  mutating func value(_ text: String) { OfficeMarkup.escape(text, &bytes, isAttribute: true) }

  /// Writes the beginning of a tag.
  private mutating func tag(_ name: StaticString, _ attributes: Attributes) {
    raw("<")
    raw(name)
    for (name, value) in attributes {
      raw(" ")
      raw(name)
      raw("=\"")
      self.value(value)
      raw("\"")
    }
  }

  /// Escapes text.
  private static func escape(_ text: String, _ output: inout [UInt8], isAttribute: Bool) {
    var text = text
    text.withUTF8 { bytes in
      if !bytes.contains(where: {
        $0 < 0x20 || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
          || $0 == UInt8(ascii: "\"") || $0 == 0xEF
      }) {
        output.append(contentsOf: bytes)
        return
      }
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0x26: output += "&amp;".utf8
        case 0x3C: output += "&lt;".utf8
        case 0x3E: output += "&gt;".utf8
        case 0x22 where isAttribute: output += "&quot;".utf8
        case 0x09, 0x0A: if isAttribute { output += "&#\(byte);".utf8 } else { output.append(byte) }
        case 0..<0x20: continue
        case 0xBE, 0xBF:
          // U+FFFE and U+FFFF are no characters of XML.
          if index >= 2, bytes[index - 2] == 0xEF, bytes[index - 1] == 0xBF {
            output.removeLast(2)
          } else {
            output.append(byte)
          }
        default: output.append(byte)
        }
      }
    }
  }
}
