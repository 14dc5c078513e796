import SlipBase
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// Pictures that stay in the body: each is given as a copy, and the document shows those that stand in the text.
@Suite struct RTFPictureCopyTests {
  private static let hex = hexText(smallPNG, line: 1_000, space: "")

  /// `%` is `{\pict…}` with the data.
  private static func file(_ body: String) -> [UInt8] {
    Array("{\\rtf1 \(body.replacing("%", with: "{\\pict\\pngblip \(hex)}"))}".utf8)
  }

  @Test(arguments: [
    "{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv %}}}}", "{\\*\\unknown %}", "{\\*\\listpicture{\\*\\shppict%}}",
    "{\\info{\\title a%}}", "{\\*\\background{\\shp{\\*\\shpinst{\\sp{\\sn fillBlip}{\\sv %}}}}}",
    "{\\nonshppict %}", "{\\*\\shppict a%}", "{\\b{\\*\\shppict%%}}",
    "{\\b\\pict\\pngblip 00}{\\*\\unknown %}",
  ])
  func outsideTheText(_ body: String) throws {
    let file = RTFPictureCopyTests.file(body)
    let lift = Lift(file)
    #expect(lift.result.body == file)
    #expect(lift.result.pictures.isEmpty)
    #expect(Set(lift.result.kept.map(\.bytes)) == [smallPNG])
    #expect(lift.result.kept.allSatisfy { $0.mediaType == .png })
  }

  /// Only pictures count where any data may stand.
  @Test func noiseOutsideTheText() {
    #expect(
      Lift("{\\rtf1{\\info{\\*\\shppict{\\pict\\pngblip 00}}{\\*\\nonshppict{\\pict 2f4a61}}}a}").result.kept
        .isEmpty)
  }

  @Test func orderIsTheFiles() {
    let odd = "{\\pict\\wmetafile8 0100090000030}"
    let file = RTFPictureCopyTests.file("{\\*\\yy \(odd)}%{\\*\\zz{\\pict\\jpegblip ffd8ffe0}}%\(odd)")
    let lift = Lift(file)
    #expect(lift.result.pictures.count == 2)
    #expect(lift.result.kept.map(\.mediaType) == [.wmf, .jpeg, .wmf])
    #expect(lift.result.kept.map(\.position) == [0, 1, 2])
  }

  // MARK: Forms of data

  private static func binary(_ open: String, _ close: String) -> [UInt8] {
    Array("{\\rtf1 a{\\pict\\pngblip\(open)".utf8) + smallPNG + Array("\(close)}b}".utf8)
  }

  /// `{\bin…}` in a group of its own, with and without the space behind the number.
  @Test(arguments: [
    "{\\bin67", "{\\bin67 ", "\\bin67 ",
  ])
  func binaryData(_ open: String) throws {
    #expect(smallPNG.count == 67)
    let file = RTFPictureCopyTests.binary(open, open.hasPrefix("{") ? "}" : "")
    let document = file.withUnsafeBytes { RTFReader.read($0).document }
    #expect(document.resources.map(\.content) == [.bytes(smallPNG)])
    #expect(document.resources.map(\.mediaType) == ["image/png"])
    var none = DiagnosticSink()
    let text = file.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &none) }
    #expect(String(decoding: text, as: UTF8.self) == "a\u{FFFC}b")
    let lift = Lift(file)
    #expect(lift.result.pictures.map(\.bytes) + lift.result.kept.map(\.bytes) == [smallPNG])
    #expect(try lift.restored() == file)
  }

  /// An odd number of digits: the last one is half a byte, or the first one a lost zero.
  @Test(
    arguments: [
      ("0100090000031234567", [1, 0, 9, 0, 0, 3, 0x12, 0x34, 0x56]),
      ("10009000003123456", [1, 0, 9, 0, 0, 3, 0x12, 0x34, 0x56]), ("123", [0x12]), ("1", []),
    ] as [(String, [UInt8])])
  func oddDigits(_ digits: String, _ bytes: [UInt8]) throws {
    let file = Array("{\\rtf1 a{\\pict\\wmetafile8 \(digits)}b}".utf8)
    let lift = Lift(file)
    #expect(lift.result.body == file)
    #expect(lift.result.kept.map(\.bytes) == (bytes.isEmpty ? [] : [bytes]))
    let document = file.withUnsafeBytes { RTFReader.read($0).document }
    // A single digit is no picture.
    #expect(document.resources.map(\.content) == (bytes.isEmpty ? [] : [.bytes(bytes)]))
  }
}
