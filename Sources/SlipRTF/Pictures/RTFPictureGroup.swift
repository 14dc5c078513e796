internal import RTFSyntax

/// The content of one `{\pict…}` group: properties, groups of properties, and one stretch of data.
struct RTFPictureGroup {
  /// Stands behind the group's brace after `read`.
  private(set) var tokenizer: Tokenizer
  private(set) var data: RTFFoundPicture.Data?
  private(set) var dataRange = 0..<0
  /// The data is in pieces, or in a form that can't be told exactly.
  private(set) var isIrregular = false
  private var depth = 0

  /// `tokenizer` stands behind the word `\pict`.
  init(_ tokenizer: Tokenizer) { self.tokenizer = tokenizer }

  /// False when the file ends within the group.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var opensGroup = false
    while true {
      if depth == 0 && data == nil { digits(bytes) }
      guard let token = tokenizer.next() else { return false }
      let isFirst = opensGroup
      opensGroup = token.kind == .groupStart
      switch token.kind {
      case .groupStart: depth += 1
      case .groupEnd:
        if depth == 0 { return true }
        depth -= 1
      case .binary:
        // Some writers give the data a group of its own.
        if depth == 0 || depth == 1 && isFirst { binary(token, bytes) }
      case .text: if depth == 0 { text(token, bytes) }
      case .hexByte: if depth == 0 { isIrregular = true }
      case .controlWord, .controlSymbol: break
      }
    }
  }

  /// Takes the digits that stand here, if any, past the tokenizer: there may be millions.
  private mutating func digits(_ bytes: UnsafeRawBufferPointer) {
    var start = tokenizer.position
    while start < bytes.count, RTFHexDecoder.isSpace(bytes[start]) { start += 1 }
    guard let base = bytes.baseAddress, start < bytes.count, Tokenizer.hexDigit(bytes[start]) != nil else {
      return
    }
    var end = RTFByteSearch.endOfHex(base, start, bytes.count)
    tokenizer.position = end
    while RTFHexDecoder.isSpace(bytes[end - 1]) { end -= 1 }
    dataRange = start..<end
    data = .hex
  }

  /// Text other than digits.
  private mutating func text(_ token: Token, _ bytes: UnsafeRawBufferPointer) {
    if !bytes[token.offset..<token.end].allSatisfy(RTFHexDecoder.isSpace) { isIrregular = true }
  }

  private mutating func binary(_ token: Token, _ bytes: UnsafeRawBufferPointer) {
    // The word must be written as `restore` writes it, and none of its bytes missing.
    let word = Array(RTFPictures.binaryWord(length: token.length).utf8)
    let start = token.offset - word.count
    guard data == nil, Int(token.parameter) == token.length, start >= 0,
      bytes[start..<token.offset].elementsEqual(word)
    else {
      isIrregular = true
      return
    }
    dataRange = start..<token.end
    data = .binary(token.offset..<token.end)
  }
}
