/// Looking up pages by the numbers of RTF.
extension CodePage {
  /// Windows-1252, Western European: the page of a document that names none, or one that is not known.
  public static let windows1252 = SingleBytePages.page(1252) ?? ascii
  /// UTF-8, number 65001.
  public static let utf8 = CodePage(number: 65001, kind: .utf8, scalars: SingleBytePages.utf8Scalars)

  /// The page with a number, as in `\ansicpg` and `\cpg`.
  ///
  /// Returns nil for numbers that name no page with a published table, such as 709, 710, 711 and the
  /// Indian ones from 57002 to 57011. Some numbers are aliases: 943 is read as 932.
  public static func named(_ number: Int) -> CodePage? {
    switch number {
    case 1252: windows1252
    case 65001: utf8
    case 42: symbol
    case 932, 943, 10001: number == 10001 ? DoubleBytePages.macJapanese : DoubleBytePages.japanese
    case 54936: DoubleBytePages.gb18030
    case 936, 20936, 51936: DoubleBytePages.simplifiedChinese
    case 10008: DoubleBytePages.macSimplifiedChinese
    case 949, 51949: DoubleBytePages.korean
    case 10003: DoubleBytePages.macKorean
    case 950: DoubleBytePages.traditionalChinese
    case 10002: DoubleBytePages.macTraditionalChinese
    case 1361: DoubleBytePages.johab
    case 20932, 51932: DoubleBytePages.japaneseEUC
    default: SingleBytePages.page(number)
    }
  }

  /// The number of the code page of an `\fcharset` (RTF 1.9.1, "Font Table").
  ///
  /// Returns nil for 1, which stands for the code page of the document, and for unknown character sets.
  /// 2 gives 42, the page of symbol fonts; which symbols these are depends on the name of the font, see
  /// `symbol(font:)`.
  public static func number(charset: Int) -> Int? {
    switch charset {
    case 0: 1252
    case 2: 42
    case 77: 10000
    case 78: 10001
    case 79: 10003
    case 80: 10008
    case 81: 10002
    case 82: 1361
    case 83: 10005
    case 84: 10004
    case 85: 10006
    case 86: 10081
    case 87: 10021
    case 88: 10029
    case 89: 10007
    case 128: 932
    case 129: 949
    case 130: 1361
    case 134: 936
    case 136: 950
    case 161: 1253
    case 162: 1254
    case 163: 1258
    case 177, 181: 1255
    case 178, 179, 180: 1256
    case 186: 1257
    case 204: 1251
    case 222: 874
    case 238: 1250
    case 254: 437
    case 255: 850
    default: nil
    }
  }

  /// US-ASCII, a fallback that is never needed as long as the generated rows contain 1252.
  private static let ascii = CodePage(number: 20127, kind: .singleByte, scalars: SingleBytePages.asciiScalars)
}
