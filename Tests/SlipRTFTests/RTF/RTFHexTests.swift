import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// A small generator, the same on every run.
struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

func randomBytes(_ count: Int, _ generator: inout Generator) -> [UInt8] {
  (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
}

/// Digits with `space` behind every `line` of them, but not at the end.
func hexText(_ data: [UInt8], line: Int, space: String, upper: Bool = false) -> String {
  let digits = Array((upper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
  let space = Array(space.utf8)
  var text: [UInt8] = []
  var left = line
  for index in 0..<data.count * 2 {
    if left == 0 {
      text += space
      left = line
    }
    left -= 1
    text.append(digits[Int(index & 1 == 0 ? data[index / 2] >> 4 : data[index / 2] & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

private func decode(_ text: String) -> RTFHexDecoder {
  Array(text.utf8).withUnsafeBytes { RTFHexDecoder($0, at: 0) }
}

private func encode(_ decoder: RTFHexDecoder) throws -> String {
  var text: [UInt8] = []
  try decoder.data.withUnsafeBytes {
    try RTFHexEncoder(isUpperCase: decoder.isUpperCase, layout: decoder.layout).encode($0) { text += $0 }
  }
  return String(decoding: text, as: UTF8.self)
}

@Suite struct RTFHexTests {
  @Test func `any byte at any place within many digits`() {
    let digits = Array(String(repeating: "a1", count: 50).utf8)
    let spaces: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
    let upper = Array("ABCDEF".utf8)
    let others = Array("0123456789abcdef".utf8)
    for place in [0, 1, 7, 8, 24, 31, 32, 33, 63, 64, 70, 95] {
      for byte in UInt8.min...UInt8.max where place > 0 || others.contains(byte) || upper.contains(byte) {
        var text = digits
        text[place] = byte
        let decoder = text.withUnsafeBytes { RTFHexDecoder($0, at: 0) }
        let goesOn = spaces.contains(byte) || upper.contains(byte) || others.contains(byte)
        #expect(decoder.end == (goesOn ? 100 : place), "byte \(byte) at \(place)")
        #expect((decoder.fault == .mixedCase) == upper.contains(byte), "byte \(byte) at \(place)")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 16, 31, 32, 33, 76, 127, 128, 254, 1_000, 100_000])
  func `digits come back in any layout`(line: Int) throws {
    var generator = Generator(state: UInt64(line))
    for space in ["\n", "\r\n", " ", "\r", "\t", " \n ", "\n\n\n\n\n\n\n\n"] {
      for size in [1, 2, 3, 8, 15, 16, 17, 64, 65, 127, 500, 5_000] {
        let data = randomBytes(size, &generator)
        let text = hexText(data, line: line, space: space, upper: size % 2 == 0)
        let decoder = decode(text + "}")
        #expect(decoder.data == data)
        #expect(decoder.fault == nil)
        #expect(decoder.end == text.utf8.count)
        #expect(decoder.layout.items.count <= 1)
        #expect(RTFHexLayout(text: decoder.layout.text) == decoder.layout)
        #expect(try encode(decoder) == text)
      }
    }
  }

  @Test func `lines of several lengths`() throws {
    let text = "0102\r\n030\n4050607 \n08090a0b\n0c0d0e0f\n1011"
    let decoder = decode(text + "  \n}")
    #expect(decoder.data == Array(1...17))
    #expect(decoder.layout.text == "4rn 3n 7sn 8n*2")
    #expect(decoder.end == text.utf8.count)
    #expect(try encode(decoder) == text)
  }

  @Test(arguments: [
    ("0aB1", RTFHexDecoder.Fault.mixedCase),
    ("aabbccddeeff00112233aabbccddeeff0011223344556677AA", .mixedCase),
    ("123", .oddDigits), ("0011223344556677889900112233445566778899aabbc", .oddDigits),
    ("00\n\n\n\n\n\n\n\n\n00", .irregularLayout),
  ])
  func `what can't be told`(text: String, fault: RTFHexDecoder.Fault) {
    #expect(decode(text).fault == fault)
    #expect(decode(text).end == text.utf8.count)
  }

  @Test func `an irregular layout is given up`() {
    var generator = Generator(state: 7)
    var text = "00"
    for _ in 0..<300 {
      text +=
        " " + hexText(randomBytes(Int.random(in: 1...9, using: &generator), &generator), line: 99, space: "")
    }
    #expect(decode(text).fault == .irregularLayout)
  }

  @Test(arguments: [0, 1, 5, 16, 17, 40])
  func `digits end at anything else`(size: Int) {
    let digits = String(repeating: "ab", count: size)
    for junk in ["}", "\\", "{", "g", "G", ":", "/", "@", "`", "\0", "\u{80}", " }", "\n\\par"] {
      let decoder = decode(digits + junk + "00112233445566778899aabbccddeeff")
      #expect(decoder.data == Array(repeating: 0xAB, count: size), "\(junk)")
      #expect(decoder.end == size * 2)
    }
  }

  @Test(arguments: [
    "128", "n", "0n", "128n*", "128n*0", "128n 3", "128x", " 128n", "128n ", "1nnnnnnnnn", "-1n",
    "9999999999999n", "1n*9999999999999", "128n**2",
  ])
  func `malformed layouts`(text: String) {
    #expect(RTFHexLayout(text: text) == nil)
  }

  @Test(arguments: ["4n", "1n*4", "3n 1n", "999999999999n", "1n*999999999999"])
  func `layouts that want more digits than there are`(text: String) throws {
    let layout = try #require(RTFHexLayout(text: text))
    var written = 0
    #expect(throws: RTFHexEncoder.LayoutMismatch.self) {
      try [UInt8](repeating: 0, count: 2).withUnsafeBytes {
        try RTFHexEncoder(isUpperCase: false, layout: layout).encode($0) { written += $0.count }
      }
    }
    #expect(written <= 20)
  }

  /// The digits of a picture's group in any form, beside a reader of one byte at a time.
  @Test(arguments: 0..<200) func `digits among anything else`(seed: Int) {
    var generator = Generator(state: UInt64(seed))
    let parts = [
      "a1", "5", "F", " ", "\r\n", "\t", "xyz", "\\b ", "{\\*\\blipuid 77}", "\\'41",
      String(repeating: "0f", count: 40),
    ]
    let text = (0..<Int.random(in: 0...40, using: &generator))
      .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    let outside = text.replacing("{\\*\\blipuid 77}", with: "").replacing("\\'41", with: "")
      .replacing("\\b ", with: "\n")
    let digits = outside.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let expected = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    let read = Array(text.utf8).withUnsafeBytes { RTFPictureData.decode($0, 0..<$0.count) }
    #expect(read == expected, "\(text)")
  }

  @Test func `words are found wherever they stand`() {
    let word = Array("\\pict".utf8)
    for length in [5, 6, 12, 36, 37, 38, 39, 40, 70, 100] {
      for place in 0...length - word.count {
        var text = Array(repeating: UInt8(ascii: "\\"), count: length)
        #expect(!text.withUnsafeBytes { RTFByteSearch.holds("\\pict", in: $0) })
        text.replaceSubrange(place..<place + word.count, with: word)
        #expect(text.withUnsafeBytes { RTFByteSearch.holds("\\pict", in: $0) }, "at \(place) of \(length)")
        text[place + 2] = UInt8(ascii: "-")
        #expect(!text.withUnsafeBytes { RTFByteSearch.holds("\\pict", in: $0) })
      }
    }
  }
}
