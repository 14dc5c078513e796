internal import RTFSyntax
internal import SlipBase
internal import SlipExchange

/// Text and bytes of messages, decoded.
enum MIMEText {
  /// Text about which nothing is said.
  static func undeclared(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: Array(bytes).withUnsafeBytes { TextEncoding.undeclared($0).text }, as: UTF8.self)
  }

  /// Text in an encoding by its label; one that is unknown, or ASCII with other bytes, is read as if nothing were said.
  static func decode(_ bytes: [UInt8], label: String?) -> String {
    guard let label = label?.lowercased().trimmingBlanks(), !unsaid.contains(label) else {
      return undeclared(bytes)
    }
    if label.hasSuffix("utf-7") { return utf7(bytes) }
    return beyondTheWeb(bytes, label) ?? text(bytes, others[label] ?? label) ?? undeclared(bytes)
  }

  /// The bytes of a body by its transfer encoding. What a name means that is unknown, the bytes say themselves.
  static func decode(_ bytes: ArraySlice<UInt8>, transfer: String) -> [UInt8] {
    switch transfer {
    case "base64":
      return base64(bytes)
    case "quoted-printable": return quotedPrintable(bytes)
    case "x-uuencode", "uuencode", "x-uue":
      return UUFile.first(in: bytes)?.bytes ?? Array(bytes)
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

  /// Names of ASCII, under which programs send whatever they have.
  static let unsaid: Set<String> = [
    "", "us-ascii", "ascii", "ansi_x3.4-1968", "ansi_x3.4-1986", "iso646-us", "iso_646.irv:1991", "us",
    "unknown-8bit", "x-unknown", "8bit",
  ]

  /// Labels that the web doesn't know, by those that it knows.
  private static let others = [
    "cp932": "shift_jis", "x-ms-cp932": "shift_jis", "mac-roman": "macintosh", "macroman": "macintosh",
    "iso-2022-jp-1": "iso-2022-jp",
    "iso-2022-jp-2": "iso-2022-jp", "iso-2022-jp-3": "iso-2022-jp", "iso-2022-jp-ms": "iso-2022-jp",
    "cp50220": "iso-2022-jp",
    "cp50221": "iso-2022-jp", "cp949": "euc-kr", "ks_c_5601": "euc-kr", "uhc": "euc-kr", "cp936": "gbk",
    "cp950": "big5",
    "utf8": "utf-8", "utf_8": "utf-8", "unicode-1-1-utf-8": "utf-8", "latin-1": "iso-8859-1",
    "iso8859-15": "iso-8859-15",
  ]

  /// Text in an encoding of escapes or of DOS, which the web doesn't have.
  private static func beyondTheWeb(_ bytes: [UInt8], _ label: String) -> String? {
    switch others[label] ?? label {
    case "iso-2022-jp", "csiso2022jp": return japanese(bytes)
    case "iso-2022-kr", "csiso2022kr": return shifted(bytes, "euc-kr")
    case "hz-gb-2312", "hz": return tilded(bytes)
    default: break
    }
    for prefix in ["cp", "ibm", "x-cp", "dos-"] where label.hasPrefix(prefix) {
      if let number = Int(label.dropFirst(prefix.count)), (400..<900).contains(number),
        CodePage.named(number) != nil
      {
        return SourceText.decode(bytes, codePage: number)
      }
    }
    return nil
  }

  /// Text in an encoding of the web by its label.
  private static func text(_ bytes: [UInt8], _ name: String) -> String? {
    guard let encoding = TextEncoding.named(name), let text = bytes.withUnsafeBytes({ encoding.decode($0) })
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// ISO 2022-JP with half-width letters and the signs of Windows: its escapes say which of the sets of Shift JIS follows.
  private static func japanese(_ bytes: [UInt8]) -> String? {
    var output: [UInt8] = []
    var (isDouble, isHalf) = (false, false)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x1B, place + 2 < bytes.count {
        let isPair = bytes[place + 1] == UInt8(ascii: "$")
        isDouble = isPair
        isHalf = !isPair && bytes[place + 2] == UInt8(ascii: "I")
        place += isPair && bytes[place + 2] == UInt8(ascii: "(") ? 4 : 3
      } else if isDouble, (0x21...0x7E).contains(byte), place + 1 < bytes.count,
        (0x21...0x7E).contains(bytes[place + 1])
      {
        let (row, cell) = (byte, bytes[place + 1])
        output.append((row - 1) / 2 + (row < 0x5F ? 0x71 : 0xB1))
        output.append(row % 2 == 0 ? cell + 0x7E : cell + (cell >= 0x60 ? 0x20 : 0x1F))
        place += 2
      } else {
        output.append(isHalf && (0x21...0x5F).contains(byte) ? byte + 0x80 : byte)
        if byte == 0x0A { (isDouble, isHalf) = (false, false) }
        place += 1
      }
    }
    return text(output, "shift_jis")
  }

  /// ISO 2022-KR (RFC 1557): between two shifts are characters of two bytes.
  private static func shifted(_ bytes: [UInt8], _ name: String) -> String? {
    var output: [UInt8] = []
    var isShifted = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x1B, bytes[place...].starts(with: [0x1B, 0x24, 0x29, 0x43]) {
        place += 4
        continue
      }
      if byte == 0x0E || byte == 0x0F {
        isShifted = byte == 0x0E
      } else {
        output.append(isShifted && byte > 0x20 ? byte | 0x80 : byte)
      }
      place += 1
    }
    return text(output, name)
  }

  /// HZ (RFC 1843): between `~{` and `~}` are characters of two bytes.
  private static func tilded(_ bytes: [UInt8]) -> String? {
    var output: [UInt8] = []
    var isShifted = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      switch (byte, next) {
      case (UInt8(ascii: "~"), UInt8(ascii: "{")), (UInt8(ascii: "~"), UInt8(ascii: "}")):
        isShifted = next == UInt8(ascii: "{")
        place += 2
      case (UInt8(ascii: "~"), UInt8(ascii: "~")) where !isShifted:
        output.append(byte)
        place += 2
      case (UInt8(ascii: "~"), 0x0A) where !isShifted: place += 2
      default:
        if byte == 0x0A { isShifted = false }
        output.append(isShifted && byte > 0x20 ? byte | 0x80 : byte)
        place += 1
      }
    }
    return text(output, "gbk")
  }

  /// Whether a byte is a digit of Base64.
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric
      || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "/")
  }

  /// Quoted-printable text (RFC 2045, 6.7). An `=` that begins nothing stays.
  static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
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
struct UUFile {
  /// Its name.
  var name: String
  /// Its content.
  var bytes: [UInt8]
  /// Where it stands in the text.
  var range: Range<Int>

  /// The first file in a text; nil where there is none.
  static func first(in text: ArraySlice<UInt8>) -> UUFile? {
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
    return nil
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
