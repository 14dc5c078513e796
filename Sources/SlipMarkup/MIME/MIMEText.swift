internal import RTFSyntax
internal import SlipCore

/// Text and bytes of messages, decoded.
package enum MIMEText {
  /// Text about which nothing is said.
  package static func undeclared(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: Array(bytes).withUnsafeBytes { TextEncoding.undeclared($0).text }, as: UTF8.self)
  }

  /// Text in an encoding by its label; one that is unknown, or ASCII with other bytes, is read as if nothing were said.
  package static func decode(_ bytes: [UInt8], label: String?) -> String {
    guard let label = label?.lowercased().trimmingBlanks(), !MailEncoding.unsaid.contains(label) else {
      return undeclared(bytes)
    }
    if label.hasSuffix("utf-7") { return utf7(bytes) }
    guard let text = MailEncoding.text(bytes, label) else { return undeclared(bytes) }
    return isWrong(text, label, bytes) ? undeclared(bytes) : text
  }

  /// Whether an encoding is known by its label, or nothing is said of it.
  package static func isKnown(_ label: String?) -> Bool {
    guard let label = label?.lowercased().trimmingBlanks(), !MailEncoding.unsaid.contains(label) else {
      return true
    }
    return label.hasSuffix("utf-7") || MailEncoding.text([], label) != nil
  }

  /// Whether a text isn't in the encoding that its label says: UTF-8 under another label, or no UTF-8 at all.
  private static func isWrong(_ text: String, _ label: String, _ bytes: [UInt8]) -> Bool {
    guard text.unicodeScalars.contains("\u{FFFD}") else { return false }
    if label != "utf-8", label != "utf8" { return String(validating: bytes, as: UTF8.self) != nil }
    // A damaged byte in a text of many letters is no reason.
    return text.unicodeScalars.allSatisfy { $0.isASCII || $0 == "\u{FFFD}" }
  }

  /// The bytes of a body by its transfer encoding. What a name means that is unknown, the bytes say themselves.
  package static func decode(_ bytes: ArraySlice<UInt8>, transfer: String) -> [UInt8] {
    switch transfer {
    case "base64":
      return base64(bytes)
    case "quoted-printable": return quotedPrintable(bytes)
    case "x-uuencode", "uuencode", "x-uue":
      guard let file = UUFile.first(in: bytes), file.isWhole else { return Array(bytes) }
      return file.bytes
    default: return Array(bytes)
    }
  }

  /// Base64 text. Bytes that are no digits are noise. Padding ends a text, and another one may be joined to it; a line that
  /// begins with two hyphens ends all, as what mailing lists add does.
  private static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var run: [UInt8] = []
    run.reserveCapacity(bytes.count)
    var isLineStart = true
    for (place, byte) in zip(bytes.indices, bytes) {
      if isLineStart, byte == UInt8(ascii: "-"), place + 1 < bytes.endIndex, bytes[place + 1] == byte {
        break
      }
      isLineStart = byte == 0x0A || isLineStart && byte <= 0x20
      if isDigit(byte) {
        run.append(byte)
      } else if byte == UInt8(ascii: "="), !run.isEmpty {
        output += Base64.decode(run)
        run.removeAll(keepingCapacity: true)
      }
    }
    return output + Base64.decode(run)
  }

  /// What stands behind Base64 from a line on that begins with two hyphens; nil where there is none.
  package static func base64Footer(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let line = bytes[place...].prefix { $0 != 0x0A }
      if line.starts(with: "--".utf8) {
        return bytes[place...].contains { $0 > 0x20 && $0 != UInt8(ascii: "-") } ? bytes[place...] : nil
      }
      place = line.endIndex + 1
    }
    return nil
  }

  /// Whether a byte is a digit of Base64.
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric
      || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "/")
  }

  /// Quoted-printable text (RFC 2045, 6.7). An `=` that begins nothing stays.
  package static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      guard byte == UInt8(ascii: "=") else {
        output.append(byte)
        place += 1
        continue
      }
      if place + 2 < bytes.endIndex, let high = bytes[place + 1].hexDigitValue,
        let low = bytes[place + 2].hexDigitValue
      {
        output.append(high << 4 | low)
        place += 3
        continue
      }
      // A soft line break, with blanks before its end.
      var end = place + 1
      while end < bytes.endIndex,
        bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t")
          || bytes[end] == UInt8(ascii: "\r")
      { end += 1 }
      if end >= bytes.endIndex || bytes[end] == UInt8(ascii: "\n") {
        place = min(end + 1, bytes.endIndex)
      } else {
        output.append(byte)
        place += 1
      }
    }
    return output
  }

  /// UTF-7 (RFC 2152).
  private static func utf7(_ bytes: [UInt8]) -> String {
    var output = ""
    var place = 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "+") else {
        output.unicodeScalars.append(Unicode.Scalar(bytes[place]))
        place += 1
        continue
      }
      let end = bytes[(place + 1)...].firstIndex { !isDigit($0) } ?? bytes.count
      if end == place + 1 {
        output += "+"
      } else {
        let decoded = Base64.decode(bytes[(place + 1)..<end])
        let units = stride(from: 0, to: decoded.count - 1, by: 2).map {
          UInt16(decoded[$0]) << 8 | UInt16(decoded[$0 + 1])
        }
        output += String(decoding: units, as: UTF16.self)
      }
      place = end < bytes.count && bytes[end] == UInt8(ascii: "-") ? end + 1 : end
    }
    return output
  }
}

/// A file in a text, as it was sent before MIME: `begin 644 a.txt`, lines, `end`.
package struct UUFile {
  /// Its name.
  package var name: String
  /// Its content.
  package var bytes: [UInt8]
  /// Where it stands in the text.
  package var range: Range<Int>
  /// Whether its last line is there.
  package var isWhole = true

  /// The first file in a text; nil where there is none.
  package static func first(in text: ArraySlice<UInt8>) -> UUFile? {
    var place = text.startIndex
    while place < text.endIndex {
      let end = text[place...].firstIndex(of: 0x0A) ?? text.endIndex
      if text[place..<end].starts(with: "begin ".utf8), let file = file(text, place, end) { return file }
      place = end + 1
    }
    return nil
  }

  /// The file whose first line is given.
  private static func file(_ text: ArraySlice<UInt8>, _ start: Int, _ lineEnd: Int) -> UUFile? {
    let head = String(decoding: text[start..<lineEnd], as: UTF8.self).trimmingBlanks().split(
      separator: " ", maxSplits: 2)
    guard head.count == 3, (3...4).contains(head[1].count), head[1].allSatisfy({ ("0"..."7").contains($0) })
    else {
      return nil
    }
    var output: [UInt8] = []
    var place = lineEnd + 1
    while place < text.endIndex {
      let end = text[place...].firstIndex(of: 0x0A) ?? text.endIndex
      var line = text[place..<end]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      if line.elementsEqual("end".utf8) {
        return UUFile(name: String(head[2]), bytes: output, range: start..<min(end + 1, text.endIndex))
      }
      guard append(line, to: &output) else { return nil }
      place = end + 1
    }
    return UUFile(name: String(head[2]), bytes: output, range: start..<text.endIndex, isWhole: false)
  }

  /// Adds the bytes of a line; false where it is none of a file.
  private static func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) -> Bool {
    guard let first = line.first, (0x20...0x60).contains(first) else { return line.isEmpty }
    let count = Int((first &- 0x20) & 63)
    var word: UInt32 = 0
    var (digits, made): (Int, [UInt8]) = (0, [])
    for byte in line.dropFirst() {
      guard (0x20...0x60).contains(byte) else { return false }
      word = word << 6 | UInt32((byte &- 0x20) & 63)
      digits += 1
      if digits % 4 == 0 {
        made += [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
        word = 0
      }
    }
    if digits % 4 != 0 {
      word <<= UInt32(6 * (4 - digits % 4))
      made += [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
    }
    output += made.prefix(count)
    return true
  }
}
