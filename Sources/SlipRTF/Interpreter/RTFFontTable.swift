internal import RTFSyntax

/// The fonts of a file, and the code pages that they imply.
///
/// Text in RTF is bytes, and the font says how to read them: `\fcharset204` means
/// Windows-1251, and a font named Symbol has characters of its own. Fonts and code pages
/// are referred to by small indices, which the interpreter keeps for each open group.
struct RTFFontTable {
  /// The code pages that the fonts use, each once. Index 0 is the document's own page.
  private(set) var pages: [CodePage] = [.windows1252]
  /// The fonts in the order of the file.
  private(set) var fonts: [RTFFont] = []
  /// How many bytes the names take together.
  private var nameBytes = 0
  /// The most bytes of all names together: 2 MiB.
  private static let mostNameBytes = 2 << 20
  /// For each font, the index of its code page; 0 for the document's own.
  private var pageOfFont: [UInt8] = []
  /// For each font, what U+F020 to U+F0FF mean in it; nil unless its name is that of a
  /// known symbol font.
  private var symbolPages: [CodePage?] = []
  /// For each font number below its count, the font's index plus 1; 0 for a number that
  /// the table lacks.
  private var indexOfNumber: [Int16] = []

  /// The document's own code page, as `\ansicpgN` and its like declare it.
  var documentPage: CodePage {
    get { pages[0] }
    set { pages[0] = newValue }
  }

  /// The index of the font with the number of `\fN`; -1 if the table lacks it. Of two
  /// fonts with one number the last counts.
  func index(of number: Int32) -> Int16 {
    let slot = Int(number)
    return slot >= 0 && slot < indexOfNumber.count ? indexOfNumber[slot] &- 1 : -1
  }

  /// The index of a font's code page. 0, the document's own, for an index that is not in
  /// the table.
  @inline(__always)
  func page(of index: Int16) -> UInt8 {
    index >= 0 && Int(index) < pageOfFont.count ? pageOfFont[Int(index)] : 0
  }

  /// The character that a code point from U+F020 to U+F0FF stands for in a font. In a
  /// font that is none of the known symbol fonts, it stands for itself.
  ///
  /// In Symbol, U+F061 is α.
  func symbol(_ scalar: UInt32, font index: Int16) -> UInt32 {
    guard (0xF020...0xF0FF).contains(scalar) else { return scalar }
    let isKnown = index >= 0 && Int(index) < symbolPages.count
    guard let page = isKnown ? symbolPages[Int(index)] : nil else { return scalar }
    let character = page[UInt8(truncatingIfNeeded: scalar)]
    return character >= CodePage.lacking ? scalar : character
  }

  /// Whether a font has the name of a known symbol font.
  func hasSymbolName(_ index: Int16) -> Bool {
    index >= 0 && Int(index) < symbolPages.count && symbolPages[Int(index)] != nil
  }

  /// The code page of a symbol font that a field names. If the table has the font, it is
  /// a symbol font only if the table says so.
  func symbolPage(named name: String) -> CodePage? {
    guard let font = fonts.first(where: { $0.name == name }) else { return CodePage.symbol(font: name.utf8) }
    return RTFFontTable.isDeclaredSymbol(font) ? CodePage.symbol(font: name.utf8) : nil
  }

  /// The number of a font, as `\fN` gives it.
  func number(of index: Int16) -> Int32? {
    index >= 0 && Int(index) < fonts.count ? fonts[Int(index)].number : nil
  }

  /// Adds a font, up to 32,766 of them.
  ///
  /// - Returns: False if all names together became too long; the font was added without
  ///   its name.
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

  /// The code page to decode a font's own name with. Its charset and `\cpgN` decide, and
  /// not its name, which is not known yet. Names of symbol fonts are in the document's
  /// page.
  mutating func pageForName(of font: RTFFont) -> UInt8 {
    var nameless = font
    nameless.name = ""
    if nameless.charset == 2 { nameless.charset = nil }
    return pageIndex(for: nameless)
  }

  /// The index of the code page that a font implies; adds the page if it is new.
  private mutating func pageIndex(for font: RTFFont) -> UInt8 {
    guard let page = RTFFontTable.page(for: font) else { return 0 }
    if let known = pages.dropFirst().firstIndex(of: page) { return UInt8(known) }
    guard pages.count < 255 else { return 0 }
    pages.append(page)
    return UInt8(pages.count - 1)
  }

  /// Whether the file declares a font as a symbol font, by `\fcharset2`, or by `\ftech`
  /// in files older than `\fcharset`.
  ///
  /// The name alone does not make a symbol font: without a declaration, word processors
  /// show the characters of the document's code page.
  private static func isDeclaredSymbol(_ font: RTFFont) -> Bool {
    font.charset == 2 || (font.charset == nil && font.family == 6)
  }

  /// The code page of a font: that of `\cpgN`, of the symbol font, or of the charset; nil
  /// for the document's own.
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
