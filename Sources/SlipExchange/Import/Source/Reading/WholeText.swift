package import SlipBase

extension Base64 {
  /// Whether a text consists of digits of Base64 and white space, with nothing but padding at its end, so that no byte of what it
  /// stands for is missing as far as can be told.
  package static func isWhole(_ text: some Sequence<UInt8>) -> Bool {
    var (digits, padding) = (0, 0)
    for byte in text where !LooseXML.isSpace(byte) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x2D, 0x5F:
        if padding > 0 { return false }
        digits += 1
      case UInt8(ascii: "="): padding += 1
      default: return false
      }
    }
    return padding <= 2 && digits % 4 != 1
  }
}

extension SourceText {
  /// Whether a web page that a program exported was cut off: it begins as a whole page does, and has no end tag of one. Pages of
  /// the web often lack it, but programs write it.
  package static func isCutPage(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(1_024))
      let end = UnsafeRawBufferPointer(rebasing: bytes.suffix(1_024))
      let isPage = ["<html", "<HTML"].contains { LooseXML.find($0, in: start, from: 0) != nil }
      return isPage && !["</html", "</HTML"].contains { LooseXML.find($0, in: end, from: 0) != nil }
    }
  }
}

extension SourceNote {
  /// Notes that the file of the note has no bytes. A program writes such a file for a note without a text, and so does a system that
  /// lost what was in it.
  package mutating func expectText(_ bytes: some Collection<UInt8>) { if bytes.isEmpty { lacksText = true } }

  /// Reports that words may be missing, where a page that a program exported is empty or cut off.
  package mutating func expectWhole(page bytes: [UInt8]) {
    guard bytes.isEmpty || SourceText.isCutPage(bytes) else { return }
    diagnostics.append(
      SourceFault.cut(
        bytes.isEmpty ? "The file of the note is empty." : "The page is cut off; what is there was read."))
  }
}
