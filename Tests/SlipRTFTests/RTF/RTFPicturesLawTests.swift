import SlipRTF
import SlipRTFD
import SlipBase
import Testing

/// Whatever comes in, what comes out can be put back.
@Suite struct RTFPicturesLawTests {
  static func pick<Choice>(_ choices: [Choice], _ generator: inout Generator) -> Choice {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  /// A file with pictures of all kinds, layouts and places, and some that are broken.
  static func file(_ generator: inout Generator) -> [UInt8] {
    var bytes = Array("{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\r\n".utf8)
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      bytes += Array(
        pick(["text ", "\\par\n", "\\'e9\\u8212?", "{\\b x}", "\\bin3 }}}"], &generator).utf8)
      let (open, close) = pick(
        [
          ("", ""), ("{\\*\\shppict", "}"), ("{\\nonshppict", "}"),
          ("{\\*\\shppict", "}\n{\\nonshppict{\\pict\\wmetafile8 \(RTFPicturesTests.hex)}}"),
          ("{\\*\\shppict\(picturesOfAFallback)}{\\nonshppict", "}"), ("{\\header ", "}"),
          ("{\\*\\gone", "}"),
          ("{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv", "}}}}"), ("{\\object{\\result{", "}}}"),
        ], &generator)
      bytes += Array(open.utf8) + group(&generator) + Array(close.utf8)
    }
    return bytes + Array(" end}".utf8)
  }

  static let picturesOfAFallback = "{\\pict\\pngblip \(RTFPicturesTests.hex)}"

  static func group(_ generator: inout Generator) -> [UInt8] {
    let kind = pick(["png", "jpeg", "wmf"], &generator)
    let data = picture(kind, Int.random(in: 16...5_000, using: &generator), &generator)
    let properties = pick(["\\picw1\\pich1 ", "{\\*\\blipuid 0f}\n", " \r\n", "\\picscalex50"], &generator)
    var bytes = Array("{\\pict\\\(kind)blip\(properties)".utf8)
    if Int.random(in: 0..<4, using: &generator) == 0 {
      bytes += Array("\\bin\(data.count) ".utf8) + data
    } else {
      if properties.last == "0" { bytes.append(0x20) }
      let line = pick([1, 2, 7, 64, 77, 78, 128, 254, 100_000], &generator)
      let space = pick(["\n", "\r\n", " ", "\t", "\n\n"], &generator)
      bytes += Array(hexText(data, line: line, space: space, upper: Bool.random(using: &generator)).utf8)
      if Int.random(in: 0..<8, using: &generator) == 0 {
        bytes += Array("aB1?".utf8.prefix(Int.random(in: 1...4, using: &generator)))
      }
    }
    return bytes + Array(pick(["}", "\n}", " }", "\\picw7}"], &generator).utf8)
  }

  @Test(arguments: 0..<100)
  func `restoring what was lifted gives the file`(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let bytes = Self.file(&generator)
    let lift = Lift(bytes)
    #expect(try lift.restored() == bytes)
    let shared = Lift(bytes, workers: 3)
    #expect(shared.result.body == lift.result.body && shared.diagnostics == lift.diagnostics)
    #expect(shared.result.pictures.map(\.data) == lift.result.pictures.map(\.data))
    #expect(shared.result.pictures.map(\.bytes) == lift.result.pictures.map(\.bytes))
    #expect(!lift.diagnostics.contains { $0.code == "SBXP204" })
    #expect(lift.result.pictures.allSatisfy { Digest(of: $0.bytes) == $0.data.attachment })
    let shown = lift.result.pictures.filter { !$0.isFallback }
    let references = lift.result.body.withUnsafeBytes { RTFPictures.references(in: $0) }
    #expect(references.map(\.digest) == shown.map(\.data.attachment))
    #expect(references.map(\.range.lowerBound) == shown.map(\.data.range.lowerBound))
  }

  @Test(arguments: 0..<40)
  func `broken files come back, too`(seed: UInt64) throws {
    var generator = Generator(state: seed &+ 1_000)
    var bytes = Self.file(&generator)
    for _ in 0..<10 {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(index..<min(bytes.count, index + 40))
      case 2: bytes.insert(contentsOf: Array("{\\pict\\bin9 ".utf8), at: index)
      default: bytes.insert(Self.pick([0x7B, 0x7D, 0x5C], &generator), at: index)
      }
      let lift = Lift(bytes)
      #expect(try lift.restored() == bytes)
      #expect(!lift.diagnostics.contains { $0.code == "SBXP204" })
    }
  }

  @Test func `every beginning of a file comes back`() throws {
    let hex = RTFPicturesTests.hex
    let text =
      "{\\rtf1 {\\*\\shppict{\\pict\\pngblip \(hex)}}{\\nonshppict{\\pict 01}}{\\pict\\pngblip\\bin8 \u{7F}PNG}}}}} x}"
    let bytes = Array(text.utf8)
    for length in 0...bytes.count {
      let start = Array(bytes[..<length])
      #expect(try Lift(start).restored() == start)
    }
  }

  @Test func `embedded again, the pictures can be lifted again`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var generator = Generator(state: seed &+ 5_000)
      let lift = Lift(Self.file(&generator))
      let blobs = Dictionary(
        lift.result.pictures.map { ($0.data.attachment, $0.bytes) }, uniquingKeysWith: { a, _ in a })
      var sink = DiagnosticSink()
      let embedded = lift.result.body.withUnsafeBytes {
        RTFPictures.embed(body: $0, diagnostics: &sink, blob: { blobs[$0] })
      }
      #expect(sink.diagnostics.isEmpty)
      #expect(embedded.withUnsafeBytes { RTFPictures.references(in: $0) }.isEmpty)
      let again = Lift(embedded)
      let shown = lift.result.pictures.filter { !$0.isFallback }
      #expect(again.result.pictures.filter { !$0.isFallback }.map(\.bytes) == shown.map(\.bytes))
    }
  }
}
