import SlipRTF
import SlipRTFD
import SlipBase
import SlipDocument
import Testing

@Suite struct RTFPictureReferenceTests {
  static let digest = RTFPicturesTests.digest
  static let name = "\(digest).png"

  private func references(_ text: String) -> [RTFPictureReference] {
    Array(text.utf8).withUnsafeBytes { RTFPictures.references(in: $0) }
  }

  private func embed(_ text: String, _ blob: [UInt8]? = smallPNG) -> (String, [Diagnostic]) {
    var sink = DiagnosticSink()
    let body = Array(text.utf8).withUnsafeBytes {
      RTFPictures.embed(body: $0, diagnostics: &sink, blob: { _ in blob })
    }
    return (String(decoding: body, as: UTF8.self), sink.diagnostics)
  }

  /// As word processors write them.
  @Test(arguments: [
    ("{\\*\\fldinst INCLUDEPICTURE \"../../attachments/ab/N\" \\\\d}", "../../attachments/ab/N"),
    ("{\\*\\fldinst{ INCLUDEPICTURE  \"file:///home/x/N\" \\\\* MERGEFORMAT }}", "file:///home/x/N"),
    (
      "{\\*\\fldinst {\\rtlch\\fcs1 INCLUDEPICTURE }{\\b \"..\\\\\\\\attachments\\\\\\\\N\"}}",
      "../attachments/N"
    ),
    ("{\\*\\fldinst INCLUDEPICTURE \r\nN \\\\d}", "N"),
  ])
  func `paths`(instruction: String, path: String) throws {
    let field = "{\\field\(instruction)}".replacing("N", with: Self.name).replacing(
      Self.name + "CLUDE", with: "NCLUDE")
    let text = "{\\rtf1 {\\b \(fixed(field))} x}"
    let found = references(text)
    #expect(found.map(\.path) == [path.replacing("N", with: Self.name)])
    #expect(found.map(\.digest.hex) == [Self.digest])
    #expect(found.first.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == fixed(field))
  }

  /// `INCLUDEPICTURE` has an N of its own.
  private func fixed(_ text: String) -> String {
    text.replacing("I\(Self.name)CLUDEPICTURE", with: "INCLUDEPICTURE")
  }

  @Test(arguments: [
    "{\\field{\\*\\fldinst INCLUDEPICTURE \"C:\\\\\\\\pictures\\\\\\\\a.png\"}{\\fldrslt}}",
    "{\\field{\\*\\fldinst INCLUDEPICTURE}{\\fldrslt}}", "{\\field{\\*\\fldinst INCLUDEPICTURE \"\"}}",
    "{\\field{\\*\\fldinst HYPERLINK \"INCLUDEPICTURE\"}}", "INCLUDEPICTURE", "{\\fldinst INCLUDEPICTURE",
    "{\\field{\\*\\fldinst INCLUDEPICTURE \"0123456789abcdef.png\"}}",
  ])
  func `other fields`(text: String) {
    #expect(references("{\\rtf1 \(text)}").isEmpty)
  }

  @Test func `fields within results, in order`() {
    func field(_ result: String) -> String {
      "{\\field{\\*\\fldinst INCLUDEPICTURE \"\(Self.name)\" \\\\d}{\\fldrslt\(result)}}"
    }
    let text =
      "{\\rtf1 {\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt{\(field("{\\pict }"))\(field(""))}}}}"
    let found = references(text)
    #expect(found.count == 2)
    #expect(found.map(\.range.lowerBound) == found.map(\.range.lowerBound).sorted())
  }

  @Test func `embedding puts the data into the result`() {
    let picture = "{\\*\\shppict{\\pict\\pngblip\\picw1\\pich1 }}"
    let (body, diagnostics) = embed(
      "{\\rtf1 a{\\field{\\*\\fldinst INCLUDEPICTURE \"\(Self.name)\" \\\\d}{\\fldrslt\(picture)}}b}")
    let digits = hexText(smallPNG, line: 128, space: "\n")
    #expect(body == "{\\rtf1 a{{\\*\\shppict{\\pict\\pngblip\\picw1\\pich1 \n\(digits)}}}b}")
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("{\\pict\\jpegblip\\picw1 }", "{{\\pict\\pngblip \\picw1 \nX}}"),
    ("{\\pict\\picw1 }", "{{\\pict\\pngblip \\picw1 \nX}}"),
    ("{\\pict\\pngblip 00}", "{{\\pict\\pngblip 00}}"),
    (
      "{\\pict\\picscalex0\\picscaley0\\picw1\\pngblip\\picscalex05\\picscaley0 }",
      "{{\\pict\\picw1\\pngblip\\picscalex05 \nX}}"
    ),
    (" text", "{\\*\\shppict{\\pict\\pngblip\nX}}"),
  ])
  func `embedding repairs the result`(result: String, expected: String) {
    let (body, _) = embed("{\\field{\\*\\fldinst INCLUDEPICTURE \"\(Self.name)\"}{\\fldrslt\(result)}}")
    #expect(body == expected.replacing("X", with: hexText(smallPNG, line: 128, space: "\n")))
  }

  @Test func `what the field's group says holds for what is embedded`() {
    let field = "{\\field\\picw9\\v\\uc0{\\*\\fldinst INCLUDEPICTURE \"\(Self.name)\"}{\\fldrslt#}}"
    let (body, _) = embed(field.replacing("#", with: "{\\pict }"))
    #expect(body.hasPrefix("{\\v\\uc0 {\\pict \\pngblip "))
    let (other, _) = embed(field.replacing("#", with: ""))
    #expect(other.hasPrefix("{\\v\\uc0 {\\*\\shppict{\\pict\\pngblip\n") && other.hasSuffix("}}}"))
  }

  @Test func `a bitmap is embedded without its file's header`() {
    let bitmap: [UInt8] = [40] + [UInt8](repeating: 0, count: 47)
    let (body, _) = embed(
      "{\\field{\\*\\fldinst INCLUDEPICTURE \"\(Self.name)\"}{\\fldrslt}}",
      Array("BM".utf8) + [62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + bitmap)
    #expect(body == "{\\*\\shppict{\\pict\\dibitmap0\n\(hexText(bitmap, line: 128, space: "\n"))}}")
  }

  @Test func `what can't be embedded stays a link`() {
    let text = "{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE \"\(Self.name)\"}{\\fldrslt}}}"
    let gif = embed(text, Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0])
    #expect(gif.0 == text)
    #expect(gif.1.map(\.code) == ["SBXP206"])
    let missing = embed(text, nil)
    #expect(missing.0 == text)
    #expect(missing.1.isEmpty)
  }

  @Test func `paths are rewritten, and read back`() {
    let text = "{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE \"\(Self.name)\" \\\\d}{\\fldrslt{\\pict }}} x}"
    for folder in ["Note attachments/", "a{b}c/", "back\\slash/", "Über 😀/", ""] {
      let body = Array(text.utf8).withUnsafeBytes {
        RTFPictures.rewritePaths(body: $0, path: { folder + $0.path })
      }
      #expect(body.allSatisfy { $0 < 0x80 })
      let found = body.withUnsafeBytes { RTFPictures.references(in: $0) }
      #expect(found.map(\.digest.hex) == [Self.digest])
      #expect(String(decoding: body, as: UTF8.self).hasSuffix("{\\fldrslt{\\pict }}} x}"))
    }
    let same = Array(text.utf8).withUnsafeBytes { RTFPictures.rewritePaths(body: $0, path: { _ in nil }) }
    #expect(same == Array(text.utf8))
  }
}

@Suite struct RTFPictureRestoreTests {
  @Test(arguments: [
    (5..<13, 6..<7, 6), (0..<100, 0..<10, 5), (2..<8, 1..<8, 4), (2..<8, 3..<9, 4), (2..<8, 3..<7, 2),
    (2..<8, 3..<7, 8),
  ])
  func `places that don't fit are refused`(range: Range<Int>, keep: Range<Int>, insertion: Int) {
    let kept = Array("0123456789".utf8)
    let data = ExtractedData(
      attachment: Digest(of: smallPNG), range: range, keep: keep, insertion: insertion, encoding: .binary)
    #expect(throws: SlipError.self) {
      try kept.withUnsafeBytes { try RTFPictures.restore(kept: $0, lifted: [data], blob: { _ in smallPNG }) }
    }
  }

  @Test func `layouts that don't fit are refused`() {
    for layout in ["x", "128n*999999999999"] {
      let data = ExtractedData(
        attachment: Digest(of: smallPNG), range: 0..<2, keep: 0..<2, insertion: 1,
        encoding: .hex(upperCase: false, layout: layout))
      #expect(throws: SlipError.self) {
        try [UInt8](repeating: 0x41, count: 2).withUnsafeBytes {
          try RTFPictures.restore(kept: $0, lifted: [data], blob: { _ in smallPNG })
        }
      }
    }
  }

  @Test func `places must be in order`() {
    let data = ExtractedData(
      attachment: Digest(of: smallPNG), range: 2..<4, keep: 2..<4, insertion: 3, encoding: .binary)
    #expect(throws: SlipError.self) {
      try [UInt8](repeating: 0x41, count: 9).withUnsafeBytes {
        try RTFPictures.restore(kept: $0, lifted: [data, data], blob: { _ in smallPNG })
      }
    }
  }
}
