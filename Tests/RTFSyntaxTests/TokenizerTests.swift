import RTFSyntax
import Testing

@Suite struct TokenizerTests {
  /// Tokens as text: kind, word or byte, parameter.
  private func describe(_ rtf: [UInt8]) -> [String] {
    rtf.withUnsafeBytes { bytes in
      var tokenizer = Tokenizer(bytes)
      var found: [String] = []
      while let token = tokenizer.next() {
        let slice = String(decoding: bytes[token.offset..<token.end], as: UTF8.self)
        switch token.kind {
        case .groupStart: found.append("{")
        case .groupEnd: found.append("}")
        case .controlWord:
          let name = ControlWordTable.rows[Int(token.word)].name
          found.append("\\\(name)" + (token.hasParameter ? "=\(token.parameter)" : ""))
        case .controlSymbol: found.append("symbol \(token.parameter)")
        case .hexByte: found.append("hex \(token.parameter)")
        case .text: found.append((token.isPlain ? "text " : "bytes ") + slice)
        case .binary: found.append("binary \(token.parameter) \(slice)")
        }
      }
      return found
    }
  }

  private func describe(_ rtf: String) -> [String] { describe(Array(rtf.utf8)) }

  @Test func wordsAndText() {
    #expect(
      describe("{\\rtf1\\ansi one\r\ntwo \\b0 x\\par}")
        == ["{", "\\rtf=1", "\\ansi", "text one", "text two ", "\\b=0", "text x", "\\par", "}"])
  }

  @Test func onlyOneSpaceBelongsToAWord() {
    #expect(describe("\\b  x") == ["\\b", "text  x"])
    #expect(describe("\\fs24 x") == ["\\fs=24", "text x"])
    #expect(describe("\\fs24x") == ["\\fs=24", "text x"])
  }

  @Test func parametersAreClamped() {
    #expect(describe("\\li99999999999999999999 ") == ["\\li=2147483647"])
    #expect(describe("\\li-99999999999999999999 ") == ["\\li=-2147483647"])
    #expect(describe("\\u-2147483648 ") == ["\\u=-2147483647"])
    // A minus sign without digits is text.
    #expect(describe("\\li-x") == ["\\li", "text -x"])
  }

  @Test func symbolsAndHex() {
    #expect(
      describe("\\~\\{\\\\\\'e9\\'E9") == ["symbol 126", "symbol 123", "symbol 92", "hex 233", "hex 233"])
    #expect(describe("\\'zz") == ["hex -1", "text zz"])
    #expect(describe("\\'4") == ["hex -1", "text 4"])
    #expect(describe("a\\\r\nb") == ["text a", "symbol 13", "text b"])
    #expect(describe("a\\") == ["text a", "symbol 0"])
  }

  @Test func longTextComesInPieces() {
    for filling: [UInt8] in [[0x78], [0xE9], [0x78, 0x78, 0xE9]] {
      let text = Array(repeatElement(filling, count: 1_000_000 / filling.count).joined())
      let tokens = (text + Array("\\par".utf8)).withUnsafeBytes { bytes in
        var tokenizer = Tokenizer(bytes)
        var tokens: [Token] = []
        while let token = tokenizer.next() { tokens.append(token) }
        return tokens
      }
      #expect(tokens.count == 5 && tokens.last?.kind == .controlWord)
      let pieces = tokens.dropLast()
      #expect(pieces.allSatisfy { $0.kind == .text && $0.isPlain == (filling == [0x78]) })
      #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.end == $1.offset })
      #expect(pieces.first?.offset == 0 && pieces.last?.end == text.count)
    }
  }

  @Test func binaryIsClampedToTheInput() {
    #expect(describe("\\bin3 }{}x") == ["binary 3 }{}", "text x"])
    #expect(describe("\\bin300 }{") == ["binary 300 }{"])
    #expect(describe("\\bin-4 x") == ["binary -4 ", "text x"])
    #expect(describe("\\bin0 x") == ["binary 0 ", "text x"])
  }

  @Test func textThatIsNotPlain() {
    #expect(describe([0x61, 0xE9, 0x09, 0x62]).count == 1)
    #expect(describe([0x61, 0x00, 0x0A, 0x62]) == ["bytes a\0", "text b"])
  }

  @Test func longWords() {
    #expect(describe("\\listoverridestartat1 ") == ["\\listoverridestartat=1"])
    #expect(describe("\\stylelockbackcomp ") == ["\\stylelockbackcomp"])
    #expect(describe("\\stylelockbackcompx ") == ["\\"])
    #expect(describe("\\NeXTGraphic x") == ["\\NeXTGraphic", "text x"])
    #expect(describe("\\nextgraphic x") == ["\\", "text x"])
  }

  @Test func skippingAGroupCountsBracesOnly() {
    let rtf = Array("{\\pict 00{a}\\{\\}\\\\\\bin2 }}\\bin1 {x}after".utf8)
    rtf.withUnsafeBytes { bytes in
      var tokenizer = Tokenizer(bytes)
      _ = tokenizer.next()
      let isClosed = tokenizer.skipGroup()
      #expect(isClosed)
      let next = tokenizer.next()
      #expect(next.map { String(decoding: bytes[$0.offset..<$0.end], as: UTF8.self) } == "after")
      tokenizer.position = 0
      let isClosedAgain = tokenizer.skipGroup()
      #expect(!isClosedAgain)
      #expect(tokenizer.position == bytes.count)
    }
  }

  /// Tokens, and CR and LF between them, cover any input in order.
  @Test(arguments: 0..<200) func tokensCoverAnyInput(seed: Int) {
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
    let alphabet = Array("{}\\\\\\'abz019- \r\n\u{0}bin".utf8) + [0xE9, 0x80]
    let bytes = (0..<300).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return alphabet[Int(state % UInt64(alphabet.count))]
    }
    bytes.withUnsafeBytes { raw in
      var tokenizer = Tokenizer(raw)
      var at = 0
      while let token = tokenizer.next() {
        #expect(token.length >= 0 && token.offset >= at && token.end <= raw.count)
        let between = raw[at..<token.offset]
        #expect(token.kind == .binary || between.allSatisfy { $0 == 0x0A || $0 == 0x0D })
        #expect(token.end == tokenizer.position)
        at = token.end
      }
    }
  }

  /// Text is searched by blocks of 64 bytes: wherever they begin, and whatever comes next, it stops at the same places.
  @Test(arguments: 1...140) func textStopsAlikeInAnyBlock(length: Int) {
    let text = String(repeating: "|", count: length)
    for rest in ["", "x", text] {
      for end in ["\\b ", "{", "}", "\n", "\r", "\\'e9", "\\\\", "\\{"] {
        #expect(describe(text + end + rest) == ["text " + text] + describe(end + rest))
      }
      for other in ["\t", "\u{0}", "\u{1F}", "\u{80}"] {
        #expect(describe(text + other + rest) == ["bytes " + text + other + rest])
      }
    }
  }
}
