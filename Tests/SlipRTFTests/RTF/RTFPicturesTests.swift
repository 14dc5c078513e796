import SlipRTF
import SlipRTFD
import SlipBase
import Testing

/// The smallest PNG that is one.
let smallPNG: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0,
  1, 8,
  0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0, 0, 0,
  0x82,
  0, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]

/// Bytes that look like a picture of a kind, of any length from 16.
func picture(_ kind: String, _ count: Int, _ generator: inout Generator) -> [UInt8] {
  let magic: [UInt8] =
    switch kind {
    case "png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case "jpeg": [0xFF, 0xD8, 0xFF, 0xE0]
    default: [0x01, 0x00, 0x09, 0x00, 0x00, 0x03]
    }
  return magic + randomBytes(count - magic.count, &generator)
}

struct Lift {
  var result: ExtractionResult
  var diagnostics: [Diagnostic]
  var body: String { String(decoding: result.body, as: UTF8.self) }

  init(_ bytes: [UInt8], limits: Limits = Limits(), workers: Int = 1) {
    var sink = DiagnosticSink()
    result = bytes.withUnsafeBytes {
      RTFPictures.lift(
        $0, limits: limits, workers: workers,
        place: { "../../attachments/\($0.hex.prefix(2))/\($0.hex).\($1.fileExtension)" },
        diagnostics: &sink)
    }
    diagnostics = sink.diagnostics
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  func restored() throws -> [UInt8] {
    let blobs = Dictionary(
      result.pictures.map { ($0.data.attachment, $0.bytes) }, uniquingKeysWith: { a, _ in a })
    return try result.body.withUnsafeBytes {
      try RTFPictures.restore(kept: $0, lifted: result.lifted, blob: { try #require(blobs[$0]) })
    }
  }
}

@Suite struct RTFPicturesTests {
  static let hex = hexText(smallPNG, line: 1_000, space: "")
  static let digest = Digest(of: smallPNG).hex
  static let path = "../../attachments/\(digest.prefix(2))/\(digest).png"

  @Test func `a picture leaves a field that shows it`() throws {
    let lift = Lift("{\\rtf1 a {\\pict\\pngblip\\picw1\\pich1 \(Self.hex)} b}")
    #expect(
      lift.body
        == "{\\rtf1 a {\\field\\picw1\\pich1\\pngblip{\\*\\fldinst INCLUDEPICTURE \"\(Self.path)\" \\\\d}{\\fldrslt{\\pict\\pngblip\\picw1\\pich1 }}} b}"
    )
    #expect(lift.result.pictures.map(\.bytes) == [smallPNG])
    #expect(lift.result.pictures.map(\.mediaType) == [.png])
    #expect(lift.result.pictures.map(\.isFallback) == [false])
    #expect(lift.result.lifted.map(\.encoding) == [.hex(upperCase: false, layout: "")])
    #expect(lift.diagnostics.isEmpty)
    #expect(try lift.restored() == Array("{\\rtf1 a {\\pict\\pngblip\\picw1\\pich1 \(Self.hex)} b}".utf8))
  }

  @Test func `the ignorable group goes into the field, and its fallback with it`() throws {
    let text =
      "{\\rtf1 {\\*\\shppict{\\pict{\\*\\blipuid 00ff}\\pngblip\n\(Self.hex)\n}}{\\nonshppict{\\pict\\wmetafile8 0100}}}"
    let lift = Lift(text)
    #expect(
      lift.body
        == "{\\rtf1 {\\field\\pngblip{\\*\\fldinst INCLUDEPICTURE \"\(Self.path)\" \\\\d}{\\fldrslt{\\*\\shppict{\\pict{\\*\\blipuid 00ff}\\pngblip\n\n}}{\\nonshppict{\\pict\\wmetafile8 0100}}}}}"
    )
    #expect(lift.diagnostics.isEmpty)
    #expect(try lift.restored() == Array(text.utf8))
  }

  static let fallback: String = {
    var generator = Generator(state: 1)
    return "{\\pict\\wmetafile8 \(hexText(picture("wmf", 5_000, &generator), line: 128, space: "\r\n"))}"
  }()

  @Test func `a big fallback loses its data and gets no field`() throws {
    let text = "{\\rtf1 {\\shp{\\*\\shpinst{\\shptxt x}}{\\shprslt{\\*\\do\(Self.fallback)}}}}"
    let lift = Lift(text)
    #expect(lift.result.pictures.map(\.isFallback) == [true])
    #expect(lift.result.pictures.map(\.mediaType) == [.wmf])
    #expect(
      lift.body == "{\\rtf1 {\\shp{\\*\\shpinst{\\shptxt x}}{\\shprslt{\\*\\do{\\pict\\wmetafile8 }}}}}")
    #expect(try lift.restored() == Array(text.utf8))
  }

  @Test func `picture and fallback, both lifted`() throws {
    let text =
      "{\\rtf1 {\\*\\shppict{\\pict\\pngblip \(Self.hex)}}\r\n{\\nonshppict \(Self.fallback) } x}"
    let lift = Lift(text)
    #expect(lift.result.pictures.map(\.isFallback) == [false, true])
    #expect(
      lift.body
        == "{\\rtf1 {\\field\\pngblip{\\*\\fldinst INCLUDEPICTURE \"\(Self.path)\" \\\\d}{\\fldrslt{\\*\\shppict{\\pict\\pngblip }}\r\n{\\nonshppict {\\pict\\wmetafile8 } }}} x}"
    )
    #expect(try lift.restored() == Array(text.utf8))
  }

  @Test func `a fallback behind a plain picture`() throws {
    let text = "{\\rtf1 {\\pict\\pngblip \(Self.hex)}{\\nonshppict{\\pict\\wmetafile8 0100}} x}"
    let lift = Lift(text)
    #expect(lift.body.hasSuffix("{\\fldrslt{\\pict\\pngblip }{\\nonshppict{\\pict\\wmetafile8 0100}}}} x}"))
    #expect(try lift.restored() == Array(text.utf8))
  }

  @Test func `the fallback of a picture that stays`() throws {
    let text = "{\\rtf1 {\\*\\shppict{\\pict\\emfblip 0102}}{\\nonshppict\(Self.fallback)} x}"
    let lift = Lift(text)
    #expect(lift.result.pictures.map(\.isFallback) == [true])
    #expect(lift.body == "{\\rtf1 {\\*\\shppict{\\pict\\emfblip 0102}}{\\nonshppict{\\pict\\wmetafile8 }} x}")
    #expect(try lift.restored() == Array(text.utf8))
  }

  @Test(arguments: ["", "{\\*\\shppict{\\pict\\pngblip 89504e470d0a1a0a}} text "])
  func `what stands alone is no fallback`(before: String) throws {
    let text = "{\\rtf1 \(before){\\nonshppict\(Self.fallback)} x}"
    let lift = Lift(text)
    #expect(lift.result.pictures.allSatisfy { !$0.isFallback })
    #expect(lift.diagnostics.map(\.code) == ["SBXP201"])
    #expect(try lift.restored() == Array(text.utf8))
  }

  @Test func `one blob for a picture that stands twice`() throws {
    let text = "{\\rtf1 {\\pict\\pngblip \(Self.hex)}{\\pict\\pngblip\n\(Self.hex.uppercased())}}"
    let lift = Lift(text)
    #expect(lift.result.pictures.count == 2)
    #expect(Set(lift.result.lifted.map(\.attachment)).count == 1)
    #expect(try lift.restored() == Array(text.utf8))
  }

  @Test func `binary data, also in a group of its own`() throws {
    for open in ["\\bin\(smallPNG.count) ", "{\\bin\(smallPNG.count) "] {
      let close = open.hasPrefix("{") ? "}" : ""
      let bytes =
        Array("{\\rtf1 {\\pict\\pngblip\\picw1\(open)".utf8) + smallPNG + Array("\(close)} after}".utf8)
      let lift = Lift(bytes)
      #expect(lift.result.pictures.map(\.bytes) == [smallPNG])
      #expect(lift.result.lifted.map(\.encoding) == [.binary])
      #expect(!lift.body.contains("\\bin"))
      #expect(try lift.restored() == bytes)
    }
  }

  @Test func `a claim does not make a media type`() {
    let lift = Lift("{\\rtf1 {\\pict\\pngblip ffd8ffe000104a46494600010100}}")
    #expect(lift.result.pictures.map(\.mediaType) == [.jpeg])
    #expect(lift.body.contains(".jpg\""))
  }

  /// Where a field may stand, and where not.
  @Test(arguments: [
    ("{\\header %}", true), ("{\\footnote\\pard %}", true), ("{\\*\\annotation %}", true),
    ("\\trowd\\cellx100 %\\cell\\row", true), ("{\\field{\\*\\fldinst HYPERLINK}{\\fldrslt %}}", true),
    ("{\\object{\\*\\objdata 0105}{\\result %}}", true), ("{\\shp{\\*\\shpinst{\\shptxt %}}}", true),
    ("{\\unknown %}", true), ("{\\b %}", true), ("% %", true),
    ("{\\*\\unknown %}", false), ("{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv %}}}}", false),
    ("{\\*\\listpicture %}", false), ("{\\field{\\*\\fldinst %}{\\fldrslt x}}", false),
    ("{\\info{\\title %}}", false),
    ("{\\object{\\*\\objdata %}}", false), ("{\\*\\background{\\shp{\\*\\shpinst{\\shptxt %}}}}", false),
    ("{\\listtext %}", false), ("{\\*\\shppict %%}", false),
  ])
  func `places`(context: String, isLifted: Bool) throws {
    let text =
      "{\\rtf1 "
      + context.split(separator: "%", omittingEmptySubsequences: false).joined(
        separator: "{\\pict\\pngblip \(Self.hex)}") + "}"
    let lift = Lift(text)
    #expect(lift.result.pictures.isEmpty != isLifted)
    #expect(lift.diagnostics.map(\.code) == (isLifted ? [] : ["SBXP201"]))
    #expect(lift.diagnostics.allSatisfy { $0.severity == .info })
    #expect(try lift.restored() == Array(text.utf8))
  }

  static let bitmap =
    "280000000100000001000000010018000000000004000000" + String(repeating: "0", count: 32) + "11223300"

  @Test(arguments: [
    ("{\\pict\\pngblip 89504e470d0a1a0}", "SBXP202"), ("{\\pict\\pngblip 89504E470d0a1a0a}", "SBXP202"),
    ("{\\pict\\pngblip 89504e47xx0d0a1a0a}", "SBXP202"),
    ("{\\pict\\pngblip 89504e47\\par 0d0a1a0a}", "SBXP202"),
    ("{\\pict\\pngblip 8950{\\b}4e470d0a1a0a}", "SBXP202"),
    ("{\\pict\\pngblip 89504e47\\'0d0a1a0a}", "SBXP202"),
    ("{\\pict\\pngblip\\bin08 12345678}", "SBXP202"), ("{\\pict\\pngblip\\bin8\r12345678}", "SBXP202"),
    ("{\\pict\\pngblip zz}", "SBXP202"), ("{\\pict\\pngblip{\\b 89504e470d0a1a0a}\\bin9 1}", "SBXP202"),
    ("{\\pict\\wmetafile8 1234567890ABCDEF}", "SBXP203"),
    ("{\\pict\\dibitmap0 \(bitmap)}", "SBXP208"),
    ("{\\b\\pict\\pngblip 89504e470d0a1a0a}", "SBXP201"),
  ])
  func `what can't be taken out stays and is told`(group: String, code: String) throws {
    let text = "{\\rtf1 \(group)}"
    let lift = Lift(text)
    #expect(lift.body == text)
    #expect(lift.diagnostics.map(\.code) == [code])
    #expect(lift.result.pictures.isEmpty)
  }

  @Test(arguments: [("wmetafile8", "wmf", "0100090000031234"), ("emfblip", "emf", emf)])
  func `a metafile leaves a field that tells its format`(word: String, type: String, data: String) throws {
    let text = "{\\rtf1 {\\pict\\picwgoal720\\picscalex0\\piccropl-15 \\\(word) \(data)}}"
    let lift = Lift(text)
    #expect(lift.result.pictures.map(\.mediaType.fileExtension) == [type])
    #expect(
      lift.body.hasPrefix("{\\rtf1 {\\field\\picwgoal720\\piccropl-15\\\(word){\\*\\fldinst"),
      "scales of nothing are not told")
    #expect(try lift.restored() == Array(text.utf8))
  }

  /// The first fields of an enhanced metafile's header ([MS-EMF], 2.3.4.2).
  private static let emf =
    "0100000058000000" + String(repeating: "00", count: 32) + "20454d46" + "00000100"
    + String(repeating: "00", count: 40)

  @Test func `a bitmap stays in the body and is given besides`() throws {
    let picture = "{\\pict\\dibitmap0 \(Self.bitmap)}"
    let text = "{\\rtf1 \(picture){\\pict\\pngblip \(Self.hex)}{\\pict\\wmetafile8 1234}\(picture)}"
    let lift = Lift(text)
    #expect(lift.body.components(separatedBy: Self.bitmap).count == 3)
    #expect(lift.result.pictures.map(\.bytes) == [smallPNG])
    #expect(lift.result.kept.map(\.mediaType) == [.bmp, .binary, .bmp])
    #expect(lift.result.kept.map(\.position) == [0, 1, 1])
    #expect(try lift.restored() == Array(text.utf8))
    #expect(Lift("{\\rtf1 \(picture)}").result.kept.count == 1)
  }

  @Test func `a bare bitmap is given as a file`() throws {
    let lift = Lift("{\\rtf1 {\\pict\\dibitmap0 \(Self.bitmap)}}")
    let kept = try #require(lift.result.kept.first)
    #expect(kept.mediaType == .bmp && kept.bytes.count == 58 && kept.bytes.starts(with: Array("BM".utf8)))
    #expect(kept.bytes.withUnsafeBytes { MediaType.sniff($0) } == .bmp)
  }

  @Test func `nothing to say about pictures without data`() {
    for text in [
      "{\\rtf1 {\\pict\\pngblip\\picw1 }}", "{\\rtf1 {\\pict}}", "{\\rtf1 \\\\pict}", "", "{\\pict",
      "{\\rtf1\\pict",
    ] {
      let lift = Lift(text)
      #expect(lift.body == text)
      #expect(lift.diagnostics.filter { $0.code != "SBXP202" }.isEmpty)
    }
  }

  @Test func `lifting a lifted body changes nothing`() {
    let once = Lift("{\\rtf1 {\\*\\shppict{\\pict\\pngblip \(Self.hex)}}}")
    let twice = Lift(once.result.body)
    #expect(twice.result.body == once.result.body)
    #expect(twice.result.pictures.isEmpty && twice.diagnostics.isEmpty)
  }

  /// What follows the brace that ends a document is none of it: readers would not see a field there.
  @Test(arguments: ["}", "}}}", "} {\\b }", "}{\\rtf1 {x}}"])
  func `a picture behind the document's end stays`(end: String) {
    let text = "{\\rtf1 a\(end){\\pict\\pngblip \(Self.hex)}"
    let lift = Lift(text)
    #expect(lift.body == text)
    #expect(lift.result.pictures.isEmpty && lift.diagnostics.isEmpty)
  }

  @Test func `groups beyond the limit`() {
    var limits = Limits()
    limits.rtfGroupDepth = 10
    let text =
      String(repeating: "{", count: 20) + "{\\pict\\pngblip \(Self.hex)}" + String(repeating: "}", count: 20)
    let lift = Lift(Array(text.utf8), limits: limits)
    #expect(lift.body == text)
    #expect(lift.diagnostics.map(\.code) == ["SBXP207"])
  }
}
