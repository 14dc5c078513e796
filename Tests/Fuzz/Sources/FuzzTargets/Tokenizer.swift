import RTFSyntax

enum TokenizerFuzzer {
  private static let pages = [437, 874, 932, 936, 949, 950, 1252, 1255, 1361, 10000, 65001].compactMap(
    CodePage.named)

  /// What lies between two tokens: line ends, or the word before binary data.
  private static func isGap(_ bytes: Slice<UnsafeRawBufferPointer>, before kind: Token.Kind?) -> Bool {
    if bytes.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return true }
    guard kind == .binary else { return false }
    return Array(bytes.drop { $0 == 0x0A || $0 == 0x0D }.prefix(4)) == Array("\\bin".utf8)
  }

  /// Any bytes: tokens that lie one behind the other and leave out nothing; a group skipped is the group's tokens; bytes
  /// of text are characters in each code page.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var tokenizer = Tokenizer(bytes)
    var position = 0
    var isSkipChecked = false
    while let token = tokenizer.next() {
      claim(token.offset >= position && token.length >= 0 && token.end <= bytes.count)
      claim(token.length > 0 || token.kind == .binary)
      claim(isGap(bytes[position..<token.offset], before: token.kind))
      claim(tokenizer.position == token.end)
      claim(Int(token.word) < ControlWordTable.rows.count)
      position = token.end
      if token.kind == .groupStart && !isSkipChecked {
        isSkipChecked = true
        skipGroup(tokenizer, bytes)
      }
      if token.kind == .text { decode(bytes[token.offset..<token.end]) }
    }
    claim(isGap(bytes[position...], before: nil))
    if bytes.count < 4_096 { decode(bytes[...]) }
  }

  /// Skipping a group ends where its last token ends.
  private static func skipGroup(_ bookmark: Tokenizer, _ bytes: UnsafeRawBufferPointer) {
    var (quick, slow) = (bookmark, bookmark)
    let isClosed = quick.skipGroup()
    var depth = 1
    while depth > 0, let token = slow.next() {
      if token.kind == .groupStart { depth += 1 }
      if token.kind == .groupEnd { depth -= 1 }
    }
    claim(isClosed == (depth == 0))
    claim(quick.position == slow.position || (!isClosed && quick.position <= bytes.count))
  }

  private static func decode(_ bytes: Slice<UnsafeRawBufferPointer>) {
    for page in pages {
      var decoder = CodePageDecoder(page)
      var count = 0
      let emit = { (scalar: UInt32) in
        claim(Unicode.Scalar(scalar) != nil, "a scalar value")
        count += 1
      }
      for byte in bytes { decoder.push(byte, emit) }
      decoder.finish(emit)
      claim(!decoder.isUnfinished && count <= 2 * bytes.count + 1)
    }
  }
}
