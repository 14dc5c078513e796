/// An encoding of text, by the names of the web (WHATWG Encoding, 4.2 "Names and labels").
///
/// Web pages, Markdown, plain text and what programs store as such are all decoded here. RTF names its encodings by the
/// numbers of Windows instead, see `CodePage`; where the two differ, as in the bytes that Windows leaves undefined, this
/// is the web's.
///
/// ```
/// TextEncoding.named("x-sjis")?.name          // "shift_jis"
/// TextEncoding.mark(of: bytes)?.encoding      // by a byte order mark
/// ```
public struct TextEncoding: Sendable, Hashable {
  /// The name in lower case, such as `windows-1251`.
  public let name: String

  /// UTF-8.
  public static let utf8 = TextEncoding(name: "utf-8")
  /// Windows-1252, which text is in that says nothing and isn't UTF-8.
  public static let windows1252 = TextEncoding(name: "windows-1252")
  /// UTF-16 with the low byte first.
  public static let utf16LE = TextEncoding(name: "utf-16le")
  /// UTF-16 with the high byte first.
  public static let utf16BE = TextEncoding(name: "utf-16be")

  /// Creates the encoding with a name of the table.
  private init(name: String) { self.name = name }

  /// The encoding with a label, whatever its case and the white space around it; nil for unknown labels.
  public static func named(_ label: some StringProtocol) -> TextEncoding? {
    let wanted = label.lowercased().filter { !$0.isWhitespace }
    guard !wanted.isEmpty else { return nil }
    return byLabel[wanted].map(TextEncoding.init(name:))
  }

  /// All labels, each with the name of its encoding.
  public static var labels: [(label: String, name: String)] {
    TextEncodingRows.rows.flatMap { row in row.labels.split(separator: " ").map { (String($0), row.name) } }
  }

  /// The name for people: `Windows-1251`, `SHIFT_JIS`, `UTF-16LE`.
  public var title: String {
    name.hasPrefix("windows") ? "W" + name.dropFirst() : name.uppercased()
  }

  /// Names by label.
  private static let byLabel = [String: String](
    labels.map { ($0.label, $0.name) }, uniquingKeysWith: { first, _ in first })

  // MARK: Decoding

  /// The encoding that a byte order mark stands for, and the mark's length; nil without a mark.
  public static func mark(of source: UnsafeRawBufferPointer) -> (encoding: TextEncoding, length: Int)? {
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if source.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
    return source.starts(with: [0xFE, 0xFF]) ? (.utf16BE, 2) : nil
  }

  /// Decodes text to UTF-8. A byte order mark of the encoding is left out, and bytes that mean nothing become U+FFFD.
  ///
  /// - Returns: nil where the C library of this system lacks the encoding.
  public func decode(_ source: UnsafeRawBufferPointer) -> [UInt8]? {
    var source = source
    if let mark = TextEncoding.mark(of: source), mark.encoding == self {
      source = UnsafeRawBufferPointer(rebasing: source.dropFirst(mark.length))
    }
    switch name {
    case "utf-8", "utf-16le", "utf-16be": return unicode(source)
    // An encoding that hides markup from what looks for it. None of it is read.
    case "replacement": return source.isEmpty ? [] : Array("\u{FFFD}".utf8)
    case "gbk", "gb18030": return pairs(source, 54936)
    case "iso-2022-jp": return SystemConverter.decode(source, from: "ISO-2022-JP")
    case "big5": return SystemConverter.decode(source, from: "BIG5-HKSCS") ?? pairs(source, 950)
    // Windows' table lacks the characters of three bytes.
    case "euc-jp": return SystemConverter.decode(source, from: "EUC-JP-MS") ?? pairs(source, 20932)
    case "shift_jis": return pairs(source, 932)
    case "euc-kr": return pairs(source, 949)
    case "koi8-r": return singleBytes(source, 20866)
    case "koi8-u": return singleBytes(source, 21866)
    case "ibm866": return singleBytes(source, 866)
    case "macintosh": return singleBytes(source, 10000)
    case "x-mac-cyrillic": return singleBytes(source, 10007)
    case "iso-8859-8-i": return singleBytes(source, 28598)
    case "x-user-defined": return singleBytes(source, nil)
    default: break
    }
    for (prefix, base) in [("windows-", 0), ("iso-8859-", 28590)] where name.hasPrefix(prefix) {
      if let number = Int(name.dropFirst(prefix.count)) { return singleBytes(source, base + number) }
    }
    return nil
  }

  /// Decodes UTF-8 or UTF-16.
  private func unicode(_ source: UnsafeRawBufferPointer) -> [UInt8] {
    guard name != "utf-8" else {
      return Array(String(decoding: source.bindMemory(to: UInt8.self), as: UTF8.self).utf8)
    }
    let isHighFirst = name == "utf-16be"
    var units: [UInt16] = []
    units.reserveCapacity(source.count / 2 + 1)
    var index = 0
    while index + 1 < source.count {
      let (first, second) = (UInt16(source[index]), UInt16(source[index + 1]))
      units.append(isHighFirst ? first << 8 | second : second << 8 | first)
      index += 2
    }
    if index < source.count { units.append(0xFFFD) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Decodes a code page of single bytes.
  ///
  /// Bytes from 80 to 9F that a page of Windows leaves undefined are control characters on the web.
  ///
  /// - Parameter number: the page of Windows; nil for `x-user-defined`, whose upper half is private use.
  private func singleBytes(_ source: UnsafeRawBufferPointer, _ number: Int?) -> [UInt8] {
    let page = number.flatMap(CodePage.named)
    let exceptions = TextEncoding.exceptions[name] ?? [:]
    let table: [[UInt8]] = (UInt8.min...UInt8.max).map { byte in
      var scalar = page?[byte] ?? (byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte))
      if scalar == CodePage.lacking, (0x80...0x9F).contains(byte) { scalar = UInt32(byte) }
      scalar = exceptions[byte] ?? scalar
      return Array(String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
    }
    var output: [UInt8] = []
    output.reserveCapacity(source.count + source.count / 4)
    for byte in source {
      if byte < 0x80 { output.append(byte) } else { output.append(contentsOf: table[Int(byte)]) }
    }
    return output
  }

  /// Where the web's tables differ from those of Windows and Apple.
  private static let exceptions: [String: [UInt8: UInt32]] = [
    "koi8-u": [0xAE: 0x45E, 0xBE: 0x40E],
    "macintosh": [0xDB: 0x20AC],
    "windows-1255": [0xCA: 0x5BA],
    "x-mac-cyrillic": [0xA2: 0x490, 0xB6: 0x491, 0xFF: 0x20AC],
  ]

  /// Decodes a code page of several bytes.
  private func pairs(_ source: UnsafeRawBufferPointer, _ number: Int) -> [UInt8] {
    guard let page = CodePage.named(number) else { return singleBytes(source, 1252) }
    return Array(page.text(source).utf8)
  }
}
