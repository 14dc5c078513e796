public import SlipBase

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
      return ["<html", "<HTML"].contains { LooseXML.find($0, in: start, from: 0) != nil }
    } && !endsAsPage(bytes)
  }

  /// Whether a web page has its end tag.
  package static func endsAsPage(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let end = UnsafeRawBufferPointer(rebasing: bytes.suffix(1_024))
      return ["</html", "</HTML"].contains { LooseXML.find($0, in: end, from: 0) != nil }
    }
  }
}

extension SourceText {
  /// How many zeros in a row are a hole. Programs write single ones at times.
  private static let hole = 16
  /// How many bytes at the beginning tell a text from other files.
  private static let head = 64

  /// Whether a text has a hole: a stretch of zeros, as a disk leaves it where a block got lost. What has zeros at its beginning is no text
  /// of one byte a sign.
  package static func hasHole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count > head, !bytes.prefix(head).contains(where: isControl) else { return false }
    var place = bytes.startIndex
    while let zero = bytes[place...].firstIndex(of: 0) {
      let end = bytes[zero...].firstIndex { $0 != 0 } ?? bytes.endIndex
      if end - zero >= hole { return true }
      place = end
    }
    return false
  }

  /// Whether a byte is one that no text has.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1A, 0x1B].contains(byte)
  }
}

extension SourceTree {
  /// What is to be said of a file of text that has a hole; nil for any other container.
  public var holeFinding: Diagnostic? {
    guard form == .file, let bytes = files.indices.first.flatMap({ soundBytes(at: $0) }) else { return nil }
    return bytes.withBytes(SourceText.hasHole) ? SourceFault.hole : nil
  }
}

extension SourceFault {
  /// A text has a hole.
  static let hole = cut("The text has zeros in the place of words: it is damaged; what is there was read.")
}

extension SourceNote {
  /// Notes that the file of the note has no bytes, or a hole. A program writes such an empty file for a note without a text, and so
  /// does a system that lost what was in it.
  package mutating func expectText(_ bytes: some Collection<UInt8>) {
    if bytes.isEmpty { lacksText = true }
    let hasHole = bytes.withContiguousStorageIfAvailable { SourceText.hasHole(UnsafeRawBufferPointer($0)) }
    if hasHole == true { diagnostics.append(SourceFault.hole) }
  }

  /// Reports that words may be missing, where a page that a program exported is empty or cut off.
  package mutating func expectWhole(page bytes: [UInt8]) {
    lacksEnd = !SourceText.endsAsPage(bytes)
    guard bytes.isEmpty || SourceText.isCutPage(bytes) else { return }
    diagnostics.append(
      SourceFault.cut(
        bytes.isEmpty ? "The file of the note is empty." : "The page is cut off; what is there was read."))
  }
}
