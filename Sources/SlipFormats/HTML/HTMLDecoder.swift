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
    guard byteOrderMark(bytes) == nil, let label = HTMLPrescan.label(bytes.prefix(1024)) else {
      return decodeText(source)
    }
    switch HTMLEncoding.named(label) {
    case .utf8?: return utf8(bytes[...])
    case .page(let number)?: return page(bytes, number)
    case .converter(let name)?:
      if let decoded = SystemConverter.decode(source, from: name) { return lineEnds(decoded) }
      diagnostics.report(
        Diagnostic(
          code: MarkupCode.unknownEncoding, severity: .warning,
          message: "This system can't decode \(label.prefix(40)); \(HTMLDecoder.fallback(bytes)).",
          location: SourceLocation()))
      return decodeText(source)
    case .replacement?: return bytes.isEmpty ? [] : Array("\u{FFFD}".utf8)
    case nil:
      diagnostics.report(
        Diagnostic(
          code: MarkupCode.unknownEncoding, severity: .warning,
          message:
            "The page declares an unknown encoding (\(label.prefix(40))); \(HTMLDecoder.fallback(bytes)).",
          location: SourceLocation()))
      return decodeText(source)
    }
  }

  /// What is done with a page whose declaration names no encoding.
  private static func fallback(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    return "it was read as \(isUTF8 ? "UTF-8" : "Windows-1252")"
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

/// How an encoding of web pages is decoded.
enum HTMLEncoding: Equatable {
  /// UTF-8, and UTF-16 too: where a declaration can be read as ASCII, the page isn't UTF-16 (WHATWG HTML,
  /// 13.2.3.2).
  case utf8
  /// A code page of `CodePage`.
  case page(Int)
  /// An encoding of the C library's `iconv`, by its name there.
  case converter(String)
  /// An encoding that is not decoded because it is unsafe: all of it is one U+FFFD.
  case replacement

  /// The encoding with a label in any case; nil for unknown labels.
  static func named(_ label: String) -> HTMLEncoding? {
    let label = label.lowercased().filter { !$0.isWhitespace }
    let row = HTMLEncodingRows.rows.first { $0.labels.split(separator: " ").contains { $0 == label } }
    return row.flatMap { decoder($0.name) }
  }

  /// How the encoding with a name of the standard is decoded.
  private static func decoder(_ name: String) -> HTMLEncoding? {
    switch name {
    case "utf-8", "utf-16le", "utf-16be": return .utf8
    case "replacement": return .replacement
    case "gbk", "gb18030": return .converter("GB18030")
    case "iso-2022-jp": return .converter("ISO-2022-JP")
    case "big5": return .converter("BIG5-HKSCS")
    case "euc-jp": return .page(20932)
    case "shift_jis": return .page(932)
    case "euc-kr": return .page(949)
    case "koi8-r": return .page(20866)
    case "koi8-u": return .page(21866)
    case "ibm866": return .page(866)
    case "macintosh": return .page(10000)
    case "x-mac-cyrillic": return .page(10007)
    case "iso-8859-8-i": return .page(28598)
    // A declaration of it in a page means Windows-1252 (WHATWG HTML, 13.2.3.2).
    case "x-user-defined": return .page(1252)
    default: break
    }
    for (prefix, base) in [("windows-", 0), ("iso-8859-", 28590)] where name.hasPrefix(prefix) {
      return Int(name.dropFirst(prefix.count)).map { .page(base + $0) }
    }
    return nil
  }
}
