internal import RTFSyntax

/// Reads the content of one `{\pict…}` group: properties, nested groups of properties, and one stretch
/// of data.
///
/// The data must be one stretch of digits, or one `\bin`, so that it can be taken out of the group and
/// put back at one place:
///
/// - `{\pict\pngblip 89504E47}` is regular, also with white space between the digits;
/// - `{\pict\pngblip 8950\picw10 4E47}` is irregular, because the data is in two pieces;
/// - `{\pict\pngblip \bin004 …}` is irregular, because `\bin4` would be written instead.
package struct RTFPictureGroup {
  /// After `read` it stands behind the closing brace of the group.
  private(set) var tokenizer: Tokenizer
  /// The form of the data; nil when there is none.
  private(set) var data: RTFFoundPicture.Data?
  /// Where the data stands, see `RTFFoundPicture.dataRange`.
  private(set) var dataRange = 0..<0
  /// Whether the data is in pieces, or in a form that can't be written again exactly.
  private(set) var isIrregular = false
  /// How many nested groups are open.
  private var depth = 0

  /// `\bin` with its parameter and delimiter, as restoring writes it before binary data.
  package static func binaryWord(length: Int) -> String { "\\bin\(length) " }

  /// Creates a reader; `tokenizer` stands behind the word `\pict`.
  init(_ tokenizer: Tokenizer) { self.tokenizer = tokenizer }

  /// Reads to the end of the group.
  ///
  /// - Returns: false when the file ends within the group.
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
        // Some programs give the data a group of its own.
        if depth == 0 || depth == 1 && isFirst { binary(token, bytes) }
      case .text: if depth == 0 { text(token, bytes) }
      case .hexByte: if depth == 0 { isIrregular = true }
      case .controlWord, .controlSymbol: break
      }
    }
  }

  /// Takes the digits at the current position, if there are any, without tokenizing them: there may be
  /// millions of lines.
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

  /// Takes text that is not digits. Anything but white space is irregular.
  private mutating func text(_ token: Token, _ bytes: UnsafeRawBufferPointer) {
    if !bytes[token.offset..<token.end].allSatisfy(RTFHexDecoder.isSpace) { isIrregular = true }
  }

  /// Takes the data of `\bin`.
  private mutating func binary(_ token: Token, _ bytes: UnsafeRawBufferPointer) {
    // The word must be spelled as `restore` spells it, and none of its data may be missing.
    let word = Array(RTFPictureGroup.binaryWord(length: token.length).utf8)
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
