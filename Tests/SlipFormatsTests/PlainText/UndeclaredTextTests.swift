import RTFSyntax
import SlipBase
import SlipFormats
import Testing

@testable import SlipMarkup

/// Text of which nothing says how it is encoded.
@Suite struct UndeclaredTextTests {
  private func decoded(_ bytes: [UInt8]) -> TextEncoding.Decoded {
    bytes.withUnsafeBytes { TextEncoding.undeclared($0) }
  }

  private func text(_ decoded: TextEncoding.Decoded) -> String {
    String(decoding: decoded.text, as: UTF8.self)
  }

  private func utf16(_ text: String, isHighFirst: Bool) -> [UInt8] {
    text.utf16.flatMap {
      isHighFirst ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
    }
  }

  @Test(
    "UTF-16 needs no byte order mark",
    arguments: ["a", "Grüße, łódź ☂\nzweite Zeile", "Привет, мир", "日本語の文\r\n二行目", "smile 😀 at all"],
    [false, true])
  func utf16(sample: String, isHighFirst: Bool) {
    let found = decoded(utf16(sample, isHighFirst: isHighFirst))
    #expect(text(found) == sample && found.encoding == (isHighFirst ? .utf16BE : .utf16LE))
    #expect(found.findings.map(\.code) == [PlainTextCode.notUTF8])
  }

  @Test(
    "What isn't surely UTF-16 stays what it is",
    arguments: [
      [0x61, 0x62, 0x63, 0], [0, 1, 2, 3], [0x61, 0, 0, 0x61], [0x61, 0, 0x3D, 0xD8], [0x61, 0, 0x62],
    ] as [[UInt8]])
  func noUTF16(bytes: [UInt8]) {
    #expect(![TextEncoding.utf16LE, .utf16BE].contains(decoded(bytes).encoding))
  }

  @Test(
    "An encoding is guessed where the bytes are decisive",
    arguments: [
      (
        "shift_jis", "こんにちは、世界。これは試験です。",
        "82b182f182c982bf82cd814190a28a45814282b182ea82cd8e8e8cb182c582b78142"
      ),
      (
        "euc-jp", "こんにちは、世界。これは試験です。",
        "a4b3a4f3a4cba4c1a4cfa1a2c0a4b3a6a1a3a4b3a4eca4cfbbeeb8b3a4c7a4b9a1a3"
      ),
      (
        "gb18030", "你好，世界。这是一个测试文件。",
        "c4e3bac3a3accac0bde7a1a3d5e2cac7d2bbb8f6b2e2cad4cec4bcfea1a3"
      ),
      (
        "big5", "你好，世界。這是一個測試檔案。",
        "a741a66ea141a540acc9a143b36fac4fa440add3b4fab8d5c0c9aed7a143"
      ),
      (
        "euc-kr", "안녕하세요, 세계. 이것은 시험입니다.",
        "bec8b3e7c7cfbcbcbfe42c20bcbcb0e82e20c0ccb0cdc0ba20bdc3c7e8c0d4b4cfb4d92e"
      ),
      (
        "windows-1251", "Привет, мир. Это проверка.",
        "cff0e8e2e5f22c20ece8f02e20ddf2ee20eff0eee2e5f0eae02e"
      ),
      (
        "koi8-r", "Привет, мир. Это проверка.",
        "f0d2c9d7c5d42c20cdc9d22e20fcd4cf20d0d2cfd7c5d2cbc12e"
      ),
      (
        "ibm866", "Привет, мир. Это проверка.",
        "8fe0a8a2a5e22c20aca8e02e209de2ae20afe0aea2a5e0aaa02e"
      ),
      (
        "windows-1250", "Zażółć gęślą jaźń, świt i żaglach",
        "5a61bff3b3e62067ea9c6cb9206a619ff12c209c776974206920bf61676c616368"
      ),
      (
        "iso-8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy",
        "50f8ed6c69b920be6c75bb6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f36479"
      ),
      (
        "iso-8859-7", "Καλημέρα κόσμε, αυτό είναι ένα τεστ",
        "cae1ebe7ecddf1e120eafcf3ece52c20e1f5f4fc20e5dfede1e920ddede120f4e5f3f4"
      ),
      (
        "windows-1255", "שלום עולם, זאת בדיקה",
        "f9ece5ed20f2e5eced2c20e6e0fa20e1e3e9f7e4"
      ),
      (
        "windows-874", "สวัสดีชาวโลก นี่คือการทดสอบ",
        "cac7d1cab4d5aad2c7e2c5a120b9d5e8a4d7cda1d2c3b7b4cacdba"
      ),
    ])
  func guess(label: String, sample: String, hex: String) throws {
    var bytes: [UInt8] = []
    var rest = hex[...]
    while !rest.isEmpty {
      bytes.append(try #require(UInt8(rest.prefix(2), radix: 16)))
      rest = rest.dropFirst(2)
    }
    let found = decoded(bytes)
    #expect(text(found) == sample && found.encoding == TextEncoding.named(label))
    let message = try #require(found.findings.first?.message)
    #expect(found.findings.map(\.code) == [PlainTextCode.notUTF8] && message.contains(found.encoding.title))
  }

  @Test(
    "A few letters prove nothing",
    arguments: [
      [0x72, 0xE9, 0x73, 0x75, 0x6D, 0xE9], [0x66, 0x61, 0xE7, 0x61, 0x64, 0x65],
      Array("El ni".utf8) + [0xF1] + Array("o espa".utf8) + [0xF1] + Array("ol".utf8), [0xC9],
      Array("ide".utf8) + [0xEB] + Array("en, ge".utf8) + [0xEF] + Array("nteresseerd, ".utf8) + [0xC9]
        + Array("n caf".utf8) + [0xE9, 0x2C] + Array(" co".utf8) + [0xF6] + Array("rdinatie".utf8),
    ] as [[UInt8]])
  func western(bytes: [UInt8]) {
    #expect(decoded(bytes).encoding == .windows1252)
  }

  @Test("UTF-8 with a few bytes that mean nothing stays UTF-8, and they are named")
  func damaged() throws {
    let bytes = Array("Grüße".utf8) + [0xFF] + Array(" łódź ".utf8) + [0xE2, 0x82] + Array("!".utf8)
    let found = decoded(bytes)
    #expect(text(found) == "Grüße\u{FFFD} łódź \u{FFFD}!" && found.encoding == .utf8 && !found.isGuess)
    #expect(found.faults == [7, 17])
    let finding = try #require(found.findings.first)
    #expect(finding.code == PlainTextCode.brokenUTF8 && finding.severity == .error)
    #expect(finding.location.place == .byte(7) && finding.message.contains("7, 17"))
  }

  /// One byte of a text in UTF-8 that is lost, or becomes another one, costs no more than the character that it is in.
  @Test func damageIsLocal() {
    let sample = Array("Über łódź, naïve Größe — „Anführung“ ☂ 日本".utf8)
    for place in sample.indices {
      var bytes = sample
      bytes[place] = 0xFF
      let found = decoded(bytes)
      #expect(found.encoding == .utf8 && (1...3).contains(found.faults.count), "\(place)")
    }
  }

  @Test("The same decoder serves all formats of text", arguments: ["txt", "markdown", "html"])
  func formats(name: String) throws {
    let format = try #require(FormatTable.named(name))
    let bytes = utf16("Grüße łódź", isHighFirst: false)
    let result = try #require(try bytes.withUnsafeBytes { try format.read($0, in: nil, limits: Limits()) })
    #expect(HTMLLawTests.text(result.document) == "Grüße łódź")
  }

  @Test("Text of a code page is decoded in one way; what no program writes text in is Windows-1252")
  func codePages() {
    #expect(CodePage.named(1251)?.text([0xCF, 0xF0]) == "Пр")
    #expect(CodePage.named(932)?.text([0x93, 0xFA, 0x82]) == "日\u{FFFD}")
    #expect(CodePage.named(37)?.ofText ?? .windows1252 == .windows1252)
    #expect(CodePage.named(65001)?.ofText == .windows1252 && CodePage.named(866)?.ofText.number == 866)
  }
}
