/// A file of data: a script that calls `slip` with a kind, a number and a value.
///
/// Scripts are the only data that a page can load from a disk: `fetch` and modules are forbidden there.
struct SiteScript {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// Begins with nothing, for a value that stands elsewhere.
  init() {}

  /// Begins a script.
  ///
  /// - Parameters:
  ///   - kind: What the data are.
  ///   - number: Which part of them.
  init(_ kind: StaticString, _ number: Int) {
    raw("slip(\"")
    raw(kind)
    raw("\",\(number),")
  }

  /// Begins a script with a further part of a value that is too long for one file.
  init(_ kind: StaticString, _ number: Int, part: Int) {
    raw("slip(\"")
    raw(kind)
    raw("\",\"\(number)-\(part)\",")
  }

  /// Ends the script.
  consuming func finished() -> [UInt8] {
    bytes += ")\n".utf8
    return bytes
  }

  /// Appends JavaScript from a literal.
  mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends JavaScript.
  mutating func raw(_ text: String) { bytes += text.utf8 }

  /// Appends bytes that need no escaping.
  mutating func raw(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// Appends a string with its quotes.
  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    escaped(text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the inside of a string. Separators of lines and paragraphs end lines in old scripts.
  mutating func escaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x0A: bytes += "\\n".utf8
      case 0..<0x20, 0x7F:
        bytes += "\\u00".utf8
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
      case 0xA8, 0xA9:
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        if bytes.count >= 2, bytes[bytes.count - 2] == 0xE2, bytes[bytes.count - 1] == 0x80 {
          bytes.removeLast(2)
          bytes += byte == 0xA8 ? "\\u2028".utf8 : "\\u2029".utf8
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
  }
}
