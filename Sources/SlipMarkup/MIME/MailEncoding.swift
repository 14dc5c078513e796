internal import RTFSyntax
internal import SlipCore

/// The encodings that mail has besides those of the web: those of escapes, and those of DOS.
///
/// Escapes only say which bytes are meant; the tables are those of the web and of Windows.
package enum MailEncoding {
  /// Names of ASCII, under which programs send whatever they have.
  package static let unsaid: Set<String> = [
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

  /// Text in an encoding by its label; nil for an unknown one.
  static func text(_ bytes: [UInt8], _ label: String) -> String? {
    let name = others[label] ?? label
    switch name {
    case "iso-2022-jp", "csiso2022jp": return japanese(bytes)
    case "iso-2022-kr", "csiso2022kr": return shifted(bytes, "euc-kr")
    case "hz-gb-2312", "hz": return tilded(bytes)
    default: break
    }
    for prefix in ["cp", "ibm", "x-cp", "dos-"] where label.hasPrefix(prefix) {
      if let number = Int(label.dropFirst(prefix.count)), (400..<900).contains(number),
        let page = CodePage.named(number)
      {
        return page.ofText.text(bytes)
      }
    }
    return ofWeb(bytes, name)
  }

  /// Text in an encoding of the web by its label. What the web reads nothing of stays readable where it is ASCII.
  private static func ofWeb(_ bytes: [UInt8], _ name: String) -> String? {
    guard let encoding = TextEncoding.named(name), encoding.name != "replacement",
      let text = bytes.withUnsafeBytes({ encoding.decode($0) })
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
    return ofWeb(output, "shift_jis")
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
    return ofWeb(output, name)
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
    return ofWeb(output, "gbk")
  }
}
