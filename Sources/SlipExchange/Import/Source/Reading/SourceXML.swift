internal import RTFSyntax
package import SlipBase
internal import SlipMarkup

/// XML files of containers.
package enum SourceXML {
  /// How many bytes are looked through for a declaration.
  private static let longestDeclaration = 256

  /// The text of an XML file in UTF-8: from the encoding that the user has named, that of a byte order mark or that of the
  /// declaration; else as other texts.
  package static func utf8(_ bytes: [UInt8], _ context: SourceContext) -> [UInt8] {
    var diagnostics: [Diagnostic] = []
    return utf8(bytes, context, &diagnostics)
  }

  /// The same; a guess is a finding.
  package static func utf8(
    _ bytes: [UInt8], _ context: SourceContext, _ diagnostics: inout [Diagnostic]
  ) -> [UInt8] {
    bytes.withUnsafeBytes { bytes in
      if let text = context.encoding?.decode(bytes) { return text }
      if TextEncoding.mark(of: bytes) == nil, let label = declared(bytes),
        let encoding = TextEncoding.named(label), encoding != .utf8, let text = encoding.decode(bytes)
      {
        return text
      }
      let decoded = TextEncoding.undeclared(bytes)
      diagnostics += decoded.findings
      return decoded.text
    }
  }

  /// The encoding that a declaration names; nil for none.
  private static func declared(_ bytes: UnsafeRawBufferPointer) -> String? {
    let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(longestDeclaration))
    guard LooseXML.has("<?xml", start, at: 0), let end = LooseXML.find("?>", in: start, from: 0),
      let name = LooseXML.find("encoding=", in: start, from: 0), name < end
    else { return nil }
    let value = start[(name + 9)..<end]
    guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }

  /// The text with pairs of references to surrogates as the characters that they stand for.
  ///
  /// No such reference is XML, but programs write `&#55357;&#56832;` for an emoji.
  package static func joiningSurrogates(_ text: [UInt8]) -> [UInt8] {
    let isSuspect = text.withUnsafeBytes { text in
      ["&#5", "&#xD", "&#xd"].contains { LooseXML.find($0, in: text, from: 0) != nil }
    }
    guard isSuspect else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == 0x26, let high = number(text, index), (0xD800..<0xDC00).contains(high.value),
        let low = number(text, high.end), (0xDC00..<0xE000).contains(low.value),
        let scalar = Unicode.Scalar(0x10000 + (high.value - 0xD800) << 10 + (low.value - 0xDC00))
      {
        output += String(Character(scalar)).utf8
        index = low.end
      } else {
        output.append(text[index])
        index += 1
      }
    }
    return output
  }

  /// The number in a reference such as `&#55357;`, and where it ends; nil for anything else.
  private static func number(_ text: [UInt8], _ start: Int) -> (value: UInt32, end: Int)? {
    guard text[start...].starts(with: "&#".utf8),
      let end = text[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
      case let digits = String(decoding: text[(start + 2)..<end], as: UTF8.self),
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    else { return nil }
    return (value, end + 1)
  }
}
