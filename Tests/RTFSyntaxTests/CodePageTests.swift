import RTFSyntax
import Testing

/// Decodes bytes through `CodePageDecoder`; the scalars tell canonically equivalent texts apart.
func decode(_ bytes: [UInt8], _ page: CodePage) -> [UInt32] {
  var decoder = CodePageDecoder(page)
  var scalars: [UInt32] = []
  for byte in bytes { decoder.push(byte) { scalars.append($0) } }
  decoder.finish { scalars.append($0) }
  return scalars
}

func bytes(hex: String) -> [UInt8] {
  let digits = hex.utf8.map { $0 <= 0x39 ? $0 - 0x30 : $0 - 0x61 + 10 }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

@Suite struct CodePageTests {
  /// What Python's codecs encode the text as.
  static let samples: [(number: Int, hex: String, text: String)] = [
    (437, "808182abe0e1", "Çüé½αß"),
    (720, "e7e9ea", "\u{642}\u{644}\u{645}"),
    (737, "84a2a2e1aa", "Ελλάς"),
    (775, "d0d1d2d8", "ąčęž"),
    (850, "b790e49d", "ÀÉõØ"),
    (852, "9da264abfc", "ŁódźŘ"),
    (855, "dde1b7eba8e5", "Привет"),
    (857, "8d989fa7", "ıİşğ"),
    (858, "d582", "€é"),
    (860, "849487", "ãõç"),
    (861, "8d8c91", "Þðæ"),
    (862, "998c858d", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"),
    (863, "908785", "Éçà"),
    (865, "9b8f", "øÅ"),
    (866, "8fe0a8a2a5e2", "Привет"),
    (869, "a8e5e59bed", "Ελλάς"),
    (874, "cac7d1cab4d5", "สว\u{E31}สด\u{E35}"),
    (1250, "8e6c759d6f75e86bfd206bf9f2", "Žluťoučký kůň"),
    (1251, "cff0e8e2e5f22c20ece8f0", "Привет, мир"),
    (1252, "936e61ef7665942096208035", "“naïve” – €5"),
    (1253, "cae1ebe7ecddf1e1", "Καλημέρα"),
    (1254, "49fefd6b20d0", "Işık Ğ"),
    (1255, "f9ece5ed", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"),
    (1256, "e3d1cdc8c7", "\u{645}\u{631}\u{62D}\u{628}\u{627}"),
    (1257, "c0fe756f6c617320c7ec", "Ąžuolas Ēģ"),
    (1258, "5669eaf27420d0", "Viê\u{323}t Đ"),
    (10000, "d24361668ed320c420db", "“Café” ƒ €"),
    (10006, "bae1ece8eddbf2e1", "Καλημέρα"),
    (10007, "8ff0e8e2e5f2", "Привет"),
    (10010, "de61726120af", "Țara Ș"),
    (10029, "fc9764902089656368", "Łódź Čech"),
    (10079, "de9772dd7572", "Þórður"),
    (10081, "dc7374616e62756c20db", "İstanbul ğ"),
    (10082, "c8616b6f76656320d0", "Čakovec Đ"),
    (20866, "f0d2c9d7c5d4", "Привет"),
    (21866, "f0d2c9d7a6d420bd", "Привіт Ґ"),
    (28592, "a3f364bc", "Łódź"),
    (28593, "a1f8dd", "ĦĝŬ"),
    (28594, "d1f3c0", "ŅķĀ"),
    (28595, "bfe0d8d2d5e2", "Привет"),
    (28596, "e2e4e5", "\u{642}\u{644}\u{645}"),
    (28597, "c5ebebdcf2", "Ελλάς"),
    (28598, "f9ece5ed", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"),
    (28599, "ddfef0", "İşğ"),
    (28603, "c0f8d0", "ĄųŠ"),
    (28605, "a4a6b8", "€Šž"),
    (28606, "aafec3", "ȘțĂ"),
    (932, "93fa967b8cea835c955cb6c58740", "日本語ソ表ｶﾅ①"),
    (936, "bcf2cce5d6d0cec480", "简体中文€"),
    (949, "c7d1b1b9beee208c63b9e6", "한국어 똠방"),
    (950, "c163c5e9a4a4a4e5a55c", "繁體中文功"),
    (1361, "d0658a82b4e120f7d3f1ae", "한국어 漢字"),
    (51932, "c6fccbdcb8ec8eb6", "日本語ｶ"),
    (65001, "64c3a9e282acf09f9880", "dé€😀"),
    // From Apple's tables.
    (10005, "e0e1f9e3fa", "\u{5D0}\u{5D1}\u{5E9}\u{5D3}\u{5EA}"),
    (10017, "8ff0e8e2b4f2a2", "ПривітҐ"),
    (10021, "cac7d1cab4d5", "สว\u{E31}สด\u{E35}"),
    (10001, "93fa967bfd", "日本©"),
  ]

  @Test(arguments: samples)
  func `a page decodes what Python encodes`(number: Int, hex: String, text: String) throws {
    let page = try #require(CodePage.named(number))
    #expect(decode(bytes(hex: hex), page) == text.unicodeScalars.map(\.value))
  }

  static let tables: [(number: Int, hash: UInt64)] = [
    (1250, 0x2ADE_D6E2_4EF2_923A),
    (1251, 0xDA20_AA65_EC0D_5E88),
    (1252, 0xF09F_F598_142C_EA88),
    (1253, 0xA562_0E44_13F3_C64A),
    (1254, 0x6541_46E9_1D64_A560),
    (1255, 0x90DE_D650_F264_53F5),
    (1256, 0x9007_08B8_7A00_1160),
    (1257, 0xB358_7E62_96C3_417D),
    (1258, 0x9CC7_0758_0917_4D25),
    (437, 0x1966_ADEE_79EB_9660),
    (850, 0xEE72_3F0C_00C0_7210),
    (10000, 0xC16B_1A61_5B1E_5F68),
    (28591, 0x4242_DC52_49C3_3625),
    (864, 0x0A4E_8879_96D3_1D54),
    (874, 0xA3EC_ADFD_7F81_BA9D),
  ]

  /// FNV-1a over the 256 scalars of pages whose tables are well known.
  @Test(arguments: tables)
  func `whole table`(number: Int, hash: UInt64) throws {
    let page = try #require(CodePage.named(number))
    #expect(fnv(page.table) == hash)
  }

  @Test func `every page keeps the control characters and gives scalars only`() {
    for number in 0...70_000 {
      guard let page = CodePage.named(number) else { continue }
      #expect((0..<0x20).allSatisfy { page[$0] == UInt32($0) }, "\(number)")
      #expect(page.table.allSatisfy { $0 == CodePage.leadMark || Unicode.Scalar($0) != nil }, "\(number)")
      #expect(page.isASCIICompatible == ![42, 864, 10001].contains(number), "\(number)")
      let hasLeads = page.table.contains(CodePage.leadMark)
      #expect(hasLeads == (page.kind != .singleByte), "\(number)")
    }
  }

  @Test func `the numbers that RTF names have pages`() {
    let numbers =
      [437, 708, 720, 819, 850, 852, 860, 862, 863, 864, 865, 866, 874, 932, 936, 949, 950]
      + Array(1250...1258) + [1361] + Array(10000...10008) + [
        10010, 10017, 10021, 10029, 10079, 10081, 10082,
      ]
      + [20866, 21866] + Array(28591...28599) + [28603, 28605, 28606, 54936, 65001]
    for number in numbers { #expect(CodePage.named(number) != nil, "\(number)") }
    for number in [-1, 0, 709, 710, 711, 1259, 57002, Int.max, Int.min] {
      #expect(CodePage.named(number) == nil, "\(number)")
    }
  }

  @Test func `every charset's page exists`() {
    for charset in -1...300 {
      guard let number = CodePage.number(charset: charset) else { continue }
      #expect(CodePage.named(number) != nil, "\(charset)")
    }
    #expect(CodePage.number(charset: 1) == nil)
    #expect(CodePage.number(charset: 204) == 1251)
    #expect(CodePage.number(charset: 128) == 932)
    #expect(CodePage.number(charset: 256) == nil)
  }

  @Test func `Windows-1252 lacks five bytes`() {
    let lacking = (0...255).filter { CodePage.windows1252[UInt8($0)] == CodePage.lacking }
    #expect(lacking == [0x81, 0x8D, 0x8F, 0x90, 0x9D])
  }

  /// Counts of the pairs that Python's codecs know.
  @Test(arguments: [(932, 9604), (936, 21791), (949, 17048), (950, 13752), (1361, 17065), (51932, 63)])
  func `a double-byte page has all its pairs`(number: Int, least: Int) throws {
    let page = try #require(CodePage.named(number))
    var count = 0
    for lead in UInt8.min...UInt8.max where page.isLeadByte(lead) {
      for trail in UInt8.min...UInt8.max {
        let scalar = page.decode(lead: lead, trail: trail)
        if scalar == CodePage.lacking { continue }
        count += 1
        #expect(Unicode.Scalar(scalar) != nil && scalar >= 0x80)
      }
    }
    #expect(number == 51932 ? count > 6_900 : count == least)
  }

  @Test func `no other byte pairs`() {
    let page = DoublePages.japanese
    #expect(page.decode(lead: 0x41, trail: 0x41) == CodePage.lacking)
    #expect(CodePage.windows1252.decode(lead: 0x93, trail: 0xFA) == CodePage.lacking)
  }
}

private enum DoublePages {
  static var japanese: CodePage { CodePage.named(932) ?? .windows1252 }
}

private func fnv(_ scalars: UnsafeBufferPointer<UInt32>) -> UInt64 {
  scalars.reduce(0xCBF2_9CE4_8422_2325) { hash, scalar in
    (hash ^ UInt64(scalar)) &* 0x100_0000_01B3
  }
}
