internal import RTFSyntax

/// The fonts of a file and the code pages that they imply.
struct RTFFontTable {
  /// Index 0 is the document's own.
  private(set) var pages: [CodePage] = [.windows1252]
  private(set) var fonts: [RTFFont] = []
  private var nameBytes = 0
  private static let mostNameBytes = 2 << 20
  /// For each font, the index of its page; 0 for the document's own.
  private var pageOfFont: [UInt8] = []
  /// For each font, what U+F020 … U+F0FF are in it by its name.
  private var symbolPages: [CodePage?] = []
  /// For font numbers below its count, the font's index plus 1.
  private var indexOfNumber: [Int16] = []

  /// The page that `\ansicpg` and its like declare.
  var documentPage: CodePage {
    get { pages[0] }
    set { pages[0] = newValue }
  }

  /// The index of `\fN`; -1 when the table lacks it.
  func index(of number: Int32) -> Int16 {
    let slot = Int(number)
    return slot >= 0 && slot < indexOfNumber.count ? indexOfNumber[slot] &- 1 : -1
  }

  @inline(__always)
  func page(of index: Int16) -> UInt8 {
    index >= 0 && Int(index) < pageOfFont.count ? pageOfFont[Int(index)] : 0
  }

  /// The character that U+F020 … U+F0FF stand for in a font; themselves where it is none of the known
  /// symbol fonts.
  func symbol(_ scalar: UInt32, font index: Int16) -> UInt32 {
    guard (0xF020...0xF0FF).contains(scalar) else { return scalar }
    let isKnown = index >= 0 && Int(index) < symbolPages.count
    guard let page = isKnown ? symbolPages[Int(index)] : nil else { return scalar }
    let character = page[UInt8(truncatingIfNeeded: scalar)]
    return character >= CodePage.lacking ? scalar : character
  }

  func hasSymbolName(_ index: Int16) -> Bool {
    index >= 0 && Int(index) < symbolPages.count && symbolPages[Int(index)] != nil
  }

  /// The page of a symbol font that a field names; a font that the table has is what the table says it is.
  func symbolPage(named name: String) -> CodePage? {
    guard let font = fonts.first(where: { $0.name == name }) else { return CodePage.symbol(font: name.utf8) }
    return RTFFontTable.isDeclaredSymbol(font) ? CodePage.symbol(font: name.utf8) : nil
  }

  func number(of index: Int16) -> Int32? {
    index >= 0 && Int(index) < fonts.count ? fonts[Int(index)].number : nil
  }

  /// - Returns: false when the names are too long altogether to hold this one, too.
  mutating func add(_ font: RTFFont) -> Bool {
    guard fonts.count < Int(Int16.max) - 1 else { return true }
    var font = font
    let hasRoom = nameBytes + font.name.utf8.count <= RTFFontTable.mostNameBytes
    if !hasRoom { font.name = "" }
    nameBytes += font.name.utf8.count
    fonts.append(font)
    pageOfFont.append(pageIndex(for: font))
    symbolPages.append(CodePage.symbol(font: font.name.utf8))
    let slot = Int(font.number)
    guard slot >= 0, slot < 65_536 else { return hasRoom }
    if slot >= indexOfNumber.count {
      indexOfNumber += repeatElement(0, count: slot + 1 - indexOfNumber.count)
    }
    indexOfNumber[slot] = Int16(fonts.count)
    return hasRoom
  }

  /// The page to decode a font's own name with.
  mutating func pageForName(of font: RTFFont) -> UInt8 {
    var nameless = font
    nameless.name = ""
    if nameless.charset == 2 { nameless.charset = nil }
    return pageIndex(for: nameless)
  }

  private mutating func pageIndex(for font: RTFFont) -> UInt8 {
    guard let page = RTFFontTable.page(for: font) else { return 0 }
    if let known = pages.dropFirst().firstIndex(of: page) { return UInt8(known) }
    guard pages.count < 255 else { return 0 }
    pages.append(page)
    return UInt8(pages.count - 1)
  }

  /// Its name alone makes no symbol font: without `\fcharset2`, or `\ftech` in files older than `\fcharset`, word
  /// processors keep the characters that the document's code page gives.
  private static func isDeclaredSymbol(_ font: RTFFont) -> Bool {
    font.charset == 2 || (font.charset == nil && font.family == 6)
  }

  private static func page(for font: RTFFont) -> CodePage? {
    if let number = font.codePage, number > 0, number != 42, let page = CodePage.named(Int(number)) {
      return page
    }
    if isDeclaredSymbol(font), let page = CodePage.symbol(font: font.name.utf8) { return page }
    guard let charset = font.charset, charset != 2, let number = CodePage.number(charset: Int(charset)) else {
      return nil
    }
    return CodePage.named(number)
  }
}
