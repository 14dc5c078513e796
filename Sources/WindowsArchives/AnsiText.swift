internal import RTFSyntax

/// Text in bytes whose code page a message only hints at.
///
/// Messages of old programs have text in the code page of the system that wrote them. The message's
/// code page says which, or else that of its HTML, or else the language of the system; programs
/// have filled in each of them wrongly. So the first page is taken in which all bytes mean
/// something.
///
/// ```
/// bytes       message   HTML    language      text
/// 93 FA 96 7B     -     20127   1041 (ja)     日本, in 932
/// E9           1252         -          -      é
/// C5 82           -     65001          -      ł
/// ```
struct AnsiText: Sendable {
  /// Numbers of code pages, the likeliest first.
  private var pages: [Int] = []
  /// The encoding that whoever reads the message has named; it comes before all pages.
  var encoding: TextEncoding?

  /// A decoder for text of which nothing is known.
  static let western = AnsiText(message: nil, web: nil, language: nil)

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - message: The code page of the message; nil where it names none.
  ///   - web: The code page of its HTML.
  ///   - language: The language of the system (LCID).
  init(message: Int64?, web: Int64?, language: Int64?) {
    let system = language.flatMap(AnsiText.page(ofLanguage:))
    for page in [message, web].compactMap({ $0 }) {
      // ASCII says nothing about other bytes.
      if page != 20127, let number = Int(exactly: page) { pages.append(number) }
    }
    if let system { pages.append(system) }
  }

  /// Decodes text up to its first NUL.
  func decode(_ bytes: [UInt8]) -> String {
    let bytes = bytes.prefix { $0 != 0 }
    if bytes.allSatisfy({ $0 < 0x80 }), !bytes.contains(0x1B) {
      return String(decoding: bytes, as: UTF8.self)
    }
    if let text = Array(bytes).withUnsafeBytes({ encoding?.decode($0) }) {
      return String(decoding: text, as: UTF8.self)
    }
    for page in pages {
      if let text = AnsiText.decode(bytes, page) { return text }
    }
    return String(validating: bytes, as: UTF8.self) ?? CodePage.windows1252.text(bytes)
  }

  /// Decodes text in a code page; nil where bytes mean nothing in it, or the page is unknown.
  static func decode(_ bytes: some Collection<UInt8>, _ page: Int) -> String? {
    if (50220...50222).contains(page) {
      return bytes.contains(0x1B) ? japanese(bytes) : decode(bytes, 932)
    }
    if page == 65001 { return String(validating: bytes, as: UTF8.self) }
    var page = page
    if page == 20866 || page == 21866, isWindowsCyrillic(bytes) { page = 1251 }
    guard let table = CodePage.named(page) else { return nil }
    let text = table.text(bytes)
    return text.unicodeScalars.contains("\u{FFFD}") ? nil : text
  }

  /// Whether Cyrillic text is rather in Windows-1251 than in KOI8: small letters are more frequent
  /// than capitals, and the two pages have them the other way round.
  private static func isWindowsCyrillic(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count { $0 >= 0xE0 } > bytes.count { (0xC0..<0xE0).contains($0) }
  }

  /// Decodes ISO-2022-JP, in which escape sequences change between ASCII and pairs of JIS X 0208.
  ///
  /// Other sequences than those of RFC 1468 and the one of half-width katakana give nil.
  private static func japanese(_ bytes: some Collection<UInt8>) -> String? {
    let bytes = Array(bytes)
    var (shifted, position, set): ([UInt8], Int, UInt8) = ([], 0, 0x42)
    while position < bytes.count {
      if bytes[position] == 0x1B {
        guard position + 2 < bytes.count else { return nil }
        let isPair = bytes[position + 1] == 0x24
        guard isPair || bytes[position + 1] == 0x28 else { return nil }
        set = isPair ? 0x24 : bytes[position + 2]
        position += 3
      } else if set == 0x24, position + 1 < bytes.count, bytes[position] > 0x20 {
        shifted += shiftJIS(bytes[position], bytes[position + 1])
        position += 2
      } else {
        shifted.append(set == 0x49 && bytes[position] > 0x20 ? bytes[position] | 0x80 : bytes[position])
        position += 1
      }
    }
    return decode(shifted, 932)
  }

  /// A pair of JIS X 0208 in Shift JIS.
  private static func shiftJIS(_ row: UInt8, _ cell: UInt8) -> [UInt8] {
    guard (0x21...0x7E).contains(row), (0x21...0x7E).contains(cell) else { return [0x3F] }
    let lead = (row - 1) >> 1 &+ (row <= 0x5E ? 0x71 : 0xB1)
    let trail = row & 1 == 1 ? cell &+ (cell >= 0x60 ? 0x20 : 0x1F) : cell &+ 0x7E
    return [lead, trail]
  }

  /// The code page of Windows in a language; nil for languages that write Western European or
  /// nothing but Unicode.
  ///
  /// - Parameter language: A language identifier (MS-LCID), whose lower ten bits are the language.
  private static func page(ofLanguage language: Int64) -> Int? {
    switch language {
    case 0x0404, 0x0C04, 0x1404: return 950
    case 0x081A, 0x181A, 0x241A: return 1250
    default: break
    }
    switch language & 0x3FF {
    case 0x01, 0x20, 0x29: return 1256
    case 0x02, 0x19, 0x22, 0x23, 0x2F: return 1251
    case 0x04: return 936
    case 0x05, 0x0E, 0x15, 0x18, 0x1A, 0x1B, 0x1C, 0x24: return 1250
    case 0x08: return 1253
    case 0x0D: return 1255
    case 0x11: return 932
    case 0x12: return 949
    case 0x1E: return 874
    case 0x1F: return 1254
    case 0x25, 0x26, 0x27: return 1257
    case 0x2A: return 1258
    default: return nil
    }
  }
}

/// Text as Windows stores it.
public enum WindowsText {
  /// Decodes UTF-16, the lower byte first, up to its first NUL. Surrogates without a partner become U+FFFD.
  public static func utf16(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { $0.utf16Text } }

  /// Decodes text in a code page, among them 50220 (ISO-2022-JP) and 65001 (UTF-8).
  ///
  /// - Returns: Nil where the page is unknown, or bytes mean nothing in it.
  public static func decode(_ bytes: [UInt8], codePage: Int64) -> String? {
    Int(exactly: codePage).flatMap { AnsiText.decode(bytes, $0) }
  }
}
