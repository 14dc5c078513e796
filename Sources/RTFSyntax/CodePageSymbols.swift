/// Symbol fonts, in which each byte is a sign instead of a letter.
extension CodePage {
  /// The page of the Symbol font (Adobe's encoding: Greek and mathematics), number 42. It is what
  /// `\fcharset2` means unless the font's name says otherwise.
  public static let symbol = font(CodePageSymbolRows.symbol)
  private static let zapfDingbats = font(CodePageSymbolRows.zapfDingbats)
  private static let wingdings = font(CodePageSymbolRows.wingdings)
  private static let wingdings2 = font(CodePageSymbolRows.wingdings2)
  private static let wingdings3 = font(CodePageSymbolRows.wingdings3)
  private static let webdings = font(CodePageSymbolRows.webdings)

  /// Creates the page of a font from its generated row.
  private static func font(_ row: StaticString) -> CodePage {
    CodePage(number: 42, kind: .singleByte, scalars: SingleBytePages.unpack(row))
  }

  /// The page of a symbol font by its name; nil for other fonts, which may claim `\fcharset2` without
  /// being symbols.
  ///
  /// Case and spaces of `name` don't matter: `Wingdings 2` and `WINGDINGS2` are one font. U+F020 to
  /// U+F0FF in such a font mean the bytes 0x20 to 0xFF.
  public static func symbol(font name: some Sequence<UInt8>) -> CodePage? {
    var key: [UInt8] = []
    for byte in name where byte != 0x20 && key.count < 32 {
      key.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    switch String(decoding: key, as: UTF8.self) {
    case "symbol", "symbolmt", "standardsymbolsl", "standardsymbolsps": return symbol
    case "zapfdingbats", "itczapfdingbats", "dingbats", "monotypesorts": return zapfDingbats
    case "wingdings": return wingdings
    case "wingdings2": return wingdings2
    case "wingdings3": return wingdings3
    case "webdings": return webdings
    default: return nil
    }
  }
}
