import RTFSyntax
import SlipBase
import SlipDocument
import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// The encodings of web pages.
@Suite struct HTMLEncodingTests {
  private func read(_ head: String, _ tail: [UInt8]) -> (text: String, messages: [String]) {
    var sink = DiagnosticSink()
    let bytes = (Array(head.utf8) + tail).withUnsafeBytes { HTMLDecoder.decode($0, diagnostics: &sink) }
    let text = String(decoding: bytes.dropFirst(head.utf8.count), as: UTF8.self)
    return (text, sink.diagnostics.map(\.message))
  }

  @Test(
    "Only a declaration declares",
    arguments: [
      "<!-- charset=koi8-r --><meta charset=windows-1251>",
      "<script>charset=koi8-r</script><META CHARSET='cp1251'>",
      "<meta name=description content='charset=koi8-r'><meta charset=\"windows-1251\">",
      "<a title='<meta charset=koi8-r>'></a><meta charset=windows-1251>",
      "<meta content='text/html; charset=windows-1251' http-equiv=Content-Type>",
      "<?xml version='1.0' encoding='windows-1251'?>", "<p encoding=koi8-r><meta charset = windows-1251 >",
    ])
  func declaration(head: String) {
    #expect(read(head, [0xE6]).text == "ж")
  }

  @Test("Every label of the standard is known")
  func labels() {
    let labels = TextEncoding.labels.map(\.label)
    #expect(labels.count >= 206)
    for label in labels { #expect(TextEncoding.named(" " + label.uppercased()) != nil, "\(label)") }
  }

  @Test(
    "Each encoding decodes",
    arguments: [
      ("gb18030", [0x81, 0x30, 0x81, 0x30, 0xD6, 0xD0], "\u{80}中"), ("gbk", [0xD6, 0xD0], "中"),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"), ("euc-jp", [0xC6, 0xFC], "日"),
      ("big5", [0xA4, 0xA4], "中"), ("sjis", [0x93, 0xFA], "日"), ("ks_c_5601-1987", [0xB0, 0xA1], "가"),
      ("greek", [0xE1], "α"),
      ("iso-8859-8-i", [0xE0], "א"), ("latin6", [0xBD], "―"),
      ("x-mac-ukrainian", [0x80], "А"),
      ("iso-2022-kr", [0x41], "\u{FFFD}"), ("utf-16", [0xC3, 0xA9], "é"),
      ("gb18030", [0xFF, 0x41], "\u{FFFD}A"),
    ] as [(String, [UInt8], String)])
  func decodes(label: String, bytes: [UInt8], text: String) {
    var sink = DiagnosticSink()
    let page = (Array("<meta charset=\(label)>".utf8) + bytes).withUnsafeBytes {
      HTMLDecoder.decode($0, diagnostics: &sink)
    }
    #expect(String(decoding: page, as: UTF8.self).hasSuffix(text))
    #expect(sink.diagnostics.isEmpty)
  }

  @Test("An unknown label is named, and the bytes are read by what they are")
  func unknownLabel() {
    let (text, messages) = read("<meta charset=x-sjiz>", [0xE9])
    #expect(text == "é")
    #expect(messages.count == 1 && messages[0].contains("x-sjiz") && messages[0].contains("Windows-1252"))
  }
}
