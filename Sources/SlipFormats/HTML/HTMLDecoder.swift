internal import RTFSyntax
internal import SlipBase

/// Detects a page's encoding and decodes the page to UTF-8, with all line ends as LF.
///
/// The encoding is found in the order of WHATWG HTML, 13.2.3.2 "Determining the character
/// encoding":
///
/// - by a byte order mark (UTF-8 or UTF-16), which is left out,
/// - by `<meta charset>`, `http-equiv` or an XML declaration in the first 1,024 bytes,
/// - or else by the bytes: well-formed UTF-8 is UTF-8, and everything else is
///   Windows-1252.
///
/// Decoding is total: bytes that mean nothing in the encoding become U+FFFD.
enum HTMLDecoder {
  /// Decodes a page.
  ///
  /// An encoding that is declared but unknown is reported (`SBXG401`), and the page is
  /// read as UTF-8. A declaration of UTF-16 means UTF-8, because it could not have been
  /// read otherwise.
  ///
  /// - Returns: the page in UTF-8.
  static func decode(_ source: UnsafeRawBufferPointer, diagnostics: inout DiagnosticSink) -> [UInt8] {
    let bytes = source.bindMemory(to: UInt8.self)
    guard byteOrderMark(bytes) == nil, let label = declaredLabel(bytes.prefix(1024)) else {
      return decodeText(source)
    }
    switch HTMLEncodingLabels.codePage(label) {
    case 65001?: return utf8(bytes[...])
    case let number?: return page(bytes, number)
    case nil:
      diagnostics.report(
        Diagnostic(
          code: MarkupCode.unknownEncoding, severity: .warning,
          message: "The page declares an unknown encoding; it was read as UTF-8.",
          location: SourceLocation()))
      return utf8(bytes[...])
    }
  }

  /// Decodes text without a declaration, such as Markdown: by a byte order mark, or as
  /// UTF-8 where it is well-formed, or else as Windows-1252.
  ///
  /// - Returns: the text in UTF-8.
  static func decodeText(_ source: UnsafeRawBufferPointer) -> [UInt8] {
    let bytes = source.bindMemory(to: UInt8.self)
    switch byteOrderMark(bytes) {
    case .utf8?: return utf8(bytes.dropFirst(3))
    case .utf16(let highFirst)?: return utf16(bytes.dropFirst(2), highFirst: highFirst)
    case nil: return String(validating: bytes, as: UTF8.self) != nil ? utf8(bytes[...]) : page(bytes, 1252)
    }
  }

  /// The encodings that have a byte order mark.
  private enum ByteOrderMark {
    /// EF BB BF
    case utf8
    /// FE FF, or FF FE with the low byte first
    case utf16(highFirst: Bool)
  }

  /// The mark at the beginning, if there is one.
  private static func byteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> ByteOrderMark? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16(highFirst: false) }
    return bytes.starts(with: [0xFE, 0xFF]) ? .utf16(highFirst: true) : nil
  }

  /// The encoding that the beginning of a page declares, in lower case: the value of
  /// `charset=`, or of `encoding=` in an XML declaration. Nil if there is neither.
  ///
  /// The search doesn't parse tags. It looks for the words themselves, so that it also
  /// finds a declaration in damaged markup.
  private static func declaredLabel(_ head: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self).lowercased()
    for name in ["charset", "encoding"] {
      var rest = text[...]
      while let found = rest.firstRange(of: name) {
        rest = rest[found.upperBound...]
        let value = rest.drop { $0 == " " }
        guard value.first == "=" else { continue }
        let quoted = value.dropFirst().drop { $0 == " " || $0 == "\"" || $0 == "'" }
        let label = quoted.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
        if !label.isEmpty { return String(label) }
      }
    }
    return nil
  }

  /// Decodes UTF-8. Ill-formed bytes become U+FFFD.
  private static func utf8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    lineEnds(Array(String(decoding: bytes, as: UTF8.self).utf8))
  }

  /// Decodes UTF-16. Unpaired surrogates and an odd byte at the end become U+FFFD.
  private static func utf16(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, highFirst: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2 + 1)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(highFirst ? first << 8 | second : second << 8 | first)
      index += 2
    }
    if index < bytes.endIndex { units.append(0xFFFD) }
    return lineEnds(Array(String(decoding: units, as: UTF16.self).utf8))
  }

  /// Decodes a code page by its number: 932 is Shift JIS, 1251 is Cyrillic. Numbers
  /// without a table are read as Windows-1252.
  private static func page(_ bytes: UnsafeBufferPointer<UInt8>, _ number: Int) -> [UInt8] {
    guard number != 1252, let page = CodePage.named(number) else {
      var scalars = String.UnicodeScalarView()
      for byte in bytes { scalars.append(Windows1252.scalar(byte)) }
      return lineEnds(Array(String(scalars).utf8))
    }
    var scalars = String.UnicodeScalarView()
    var decoder = CodePageDecoder(page)
    func emit(_ value: UInt32) { scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
    for byte in bytes { decoder.push(byte, emit) }
    decoder.finish(emit)
    return lineEnds(Array(String(scalars).utf8))
  }

  /// Replaces CR LF and CR with LF (WHATWG HTML, 13.2.3.5 "Preprocessing the input
  /// stream").
  private static func lineEnds(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0D) else { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var isAfterReturn = false
    for byte in bytes {
      if byte == 0x0D {
        output.append(0x0A)
      } else if byte != 0x0A || !isAfterReturn {
        output.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return output
  }
}

/// Names of encodings in web pages (WHATWG Encoding, 4.2 "Names and labels") as code page
/// numbers.
enum HTMLEncodingLabels {
  /// Code pages with their labels in lower case. 65001 is UTF-8.
  private static let rows: [(Int, [String])] = [
    (65001, ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]),
    // If a declaration could be read as ASCII, the page isn't UTF-16 (WHATWG HTML, 13.2.3.2).
    (65001, ["utf-16", "utf-16le", "utf-16be", "unicode", "ucs-2", "iso-10646-ucs-2"]),
    (
      1252,
      [
        "windows-1252", "cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "ascii",
        "us-ascii", "x-cp1252",
      ]
    ),
    (1250, ["windows-1250", "cp1250"]), (1251, ["windows-1251", "cp1251"]),
    (1253, ["windows-1253", "cp1253"]),
    (1254, ["windows-1254", "cp1254", "iso-8859-9", "latin5"]), (1255, ["windows-1255", "cp1255"]),
    (1256, ["windows-1256", "cp1256"]), (1257, ["windows-1257", "cp1257"]),
    (1258, ["windows-1258", "cp1258"]),
    (874, ["windows-874", "tis-620", "iso-8859-11"]), (28592, ["iso-8859-2", "latin2"]),
    (28605, ["iso-8859-15", "latin9"]), (20866, ["koi8-r"]), (21866, ["koi8-u"]), (866, ["ibm866", "cp866"]),
    (10000, ["macintosh", "mac", "x-mac-roman"]),
    (932, ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms932"]),
    (936, ["gbk", "gb2312", "gb18030", "chinese"]), (949, ["euc-kr", "ks_c_5601-1987", "windows-949"]),
    (950, ["big5", "big5-hkscs", "x-x-big5"]),
  ]

  /// The code page with this label in lower case; nil for unknown labels.
  static func codePage(_ label: String) -> Int? {
    rows.first { $0.1.contains(label) }?.0
  }
}
