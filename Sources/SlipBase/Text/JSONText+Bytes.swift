/// Writing JSON without the machinery of `Codable`.
extension JSONValue {
  /// Something that is still to be written.
  private enum Piece {
    case value(JSONValue)
    case bytes(StaticString)
    case key(String)
  }

  /// The value as JSON in one line: members sorted, no white space, slashes not escaped. Equal values give equal
  /// bytes.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    append(to: &output)
    return output
  }

  /// Appends the value as JSON in one line. Numbers that aren't finite become `null`.
  package func append(to output: inout [UInt8]) {
    var pieces = [Piece.value(self)]
    while let piece = pieces.popLast() {
      switch piece {
      case .bytes(let text):
        output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
      case .key(let key):
        JSONValue.append(key, to: &output)
        output.append(UInt8(ascii: ":"))
      case .value(.null): output.append(contentsOf: "null".utf8)
      case .value(.bool(let flag)): output.append(contentsOf: (flag ? "true" : "false").utf8)
      case .value(.int(let number)): output.append(contentsOf: String(number).utf8)
      case .value(.double(let number)):
        output.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
      case .value(.string(let text)): JSONValue.append(text, to: &output)
      case .value(.array(let elements)):
        output.append(UInt8(ascii: "["))
        pieces.append(.bytes("]"))
        for (index, element) in elements.enumerated().reversed() {
          pieces.append(.value(element))
          if index > 0 { pieces.append(.bytes(",")) }
        }
      case .value(.object(let members)):
        output.append(UInt8(ascii: "{"))
        pieces.append(.bytes("}"))
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated().reversed() {
          pieces.append(.value(member.value))
          pieces.append(.key(member.key))
          if index > 0 { pieces.append(.bytes(",")) }
        }
      }
    }
  }

  /// Appends a string with its quotes.
  private static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    output.append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      var start = 0
      for (index, byte) in bytes.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
        output.append(contentsOf: bytes[start..<index])
        start = index + 1
        switch byte {
        case 0x22, 0x5C: output.append(contentsOf: [0x5C, byte])
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        default:
          output.append(contentsOf: "\\u00".utf8)
          for digit in [byte >> 4, byte & 15] { output.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
      }
      output.append(contentsOf: bytes[start...])
    }
    output.append(UInt8(ascii: "\""))
  }
}
