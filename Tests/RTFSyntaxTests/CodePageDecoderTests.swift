import RTFSyntax
import Testing

@Suite struct CodePageDecoderTests {
  static let lacking = CodePage.lacking

  @Test func `an ASCII byte that makes no pair stays`() throws {
    let page = try #require(CodePage.named(932))
    // 0x2E is no trail byte, 0x41 is one.
    #expect(decode([0x81, 0x2E, 0x42], page) == [Self.lacking, 0x2E, 0x42])
    #expect(decode([0x83, 0x41], page) == [0x30A2])
    #expect(decode([0x81, 0xFF, 0x42], page) == [Self.lacking, 0x42])
    #expect(decode([0x42, 0x81], page) == [0x42, Self.lacking])
    #expect(decode([0x80, 0xA0, 0xFD], page) == [Self.lacking, Self.lacking, Self.lacking])
  }

  @Test func `the state can be asked and cleared`() throws {
    var decoder = CodePageDecoder(try #require(CodePage.named(936)))
    decoder.push(0xBC) { _ in Issue.record("a lead byte is no character") }
    #expect(decoder.isUnfinished)
    decoder.page = .windows1252
    #expect(!decoder.isUnfinished)
    var scalars: [UInt32] = []
    decoder.push(0x80) { scalars.append($0) }
    decoder.finish { scalars.append($0) }
    #expect(scalars == [0x20AC])
  }

  @Test(arguments: [
    "61f1808081c262", "c080af", "eda080edb080", "f0808080", "f4908080", "f5ff80bf", "e28261", "f09f98",
    "c3c3a9",
    "e0a0", "ed9fbf", "efbfbdefbbbf", "f48fbfbff0908080",
  ])
  func `UTF-8 is decoded as the standard library does`(hex: String) {
    let input = bytes(hex: hex)
    let expected = String(decoding: input, as: UTF8.self).unicodeScalars.map(\.value)
    #expect(decode(input, .utf8) == expected)
  }

  @Test func `any three bytes of UTF-8 are decoded as the standard library does`() {
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1,
      0xF4, 0xF5,
    ]
    for a in interesting {
      for b in interesting {
        for c in interesting {
          let input = [a, b, c, 0x80]
          let expected = String(decoding: input, as: UTF8.self).unicodeScalars.map(\.value)
          #expect(decode(input, .utf8) == expected, "\(input)")
        }
      }
    }
  }
}

@Suite struct CodePageSymbolTests {
  @Test func `the Symbol font`() {
    let text: [(UInt8, UInt32)] = [
      (0x41, 0x391), (0x61, 0x3B1), (0xB7, 0x2022), (0xAE, 0x2192), (0xA5, 0x221E), (0xD5, 0x220F),
      (0xE5, 0x2211),
      (0x30, 0x30), (0x20, 0x20), (0xA0, 0x20AC), (0xFF, CodePage.lacking), (0x80, CodePage.lacking),
    ]
    for (byte, scalar) in text { #expect(CodePage.symbol[byte] == scalar, "\(byte)") }
  }

  @Test(
    arguments: [
      ("Symbol", 0xB7, 0x2022), ("Wingdings", 0xA7, 0x25AA), ("wingdings", 0xFC, 0x2713),
      ("Wingdings", 0xE0, 0x2192),
      ("Wingdings 2", 0x52, 0x2611), ("Wingdings 3", 0x75, 0x25B6), ("Webdings", 0x61, 0x2714),
      ("Webdings", 0xFF, 0x1F54A), ("Zapf Dingbats", 0x34, 0x2714), ("ZapfDingbats", 0x6C, 0x25CF),
      ("ITC Zapf Dingbats", 0x6E, 0x25A0), ("Monotype Sorts", 0xFE, 0x27BE),
    ] as [(String, UInt8, UInt32)])
  func `symbol fonts by name`(name: String, byte: UInt8, scalar: UInt32) throws {
    let page = try #require(CodePage.symbol(font: name.utf8))
    #expect(page[byte] == scalar)
  }

  @Test func `other fonts are no symbols`() {
    for name in ["", "Times New Roman", "Symbolic", String(repeating: "Symbol", count: 1_000)] {
      #expect(CodePage.symbol(font: name.utf8) == nil)
    }
  }
}
