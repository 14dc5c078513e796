import Foundation
import RTFSyntax
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// Encodings by label, whatever text they are for.
@Suite struct TextEncodingTests {
  /// What a row of `Fixtures/html/encodings.tsv` says.
  private static func rows() throws -> [String: (bytes: [UInt8], scalars: [UInt32])] {
    let file = Fixtures.directory.appending(path: "html/encodings.tsv")
    var rows: [String: (bytes: [UInt8], scalars: [UInt32])] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      let digits = Array(parts[1])
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      rows[parts[0]] = (bytes, parts[2].split(separator: " ").compactMap { UInt32($0, radix: 16) })
    }
    return rows
  }

  @Test("Each label decodes as the table says") func labels() throws {
    let rows = try Self.rows()
    for (label, name) in TextEncoding.labels {
      let row = try #require(rows[name], "\(name)")
      let encoding = try #require(TextEncoding.named(label))
      let text = try #require(row.bytes.withUnsafeBytes(encoding.decode), "\(label)")
      #expect(String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value) == row.scalars, "\(label)")
    }
  }

  @Test(
    "Where characters of GB 18030 are damaged, what follows is read anew",
    arguments: [
      ([0x81, 0x30, 0x81, 0x41], "\u{FFFD}0丄"), ([0x81, 0x30, 0x41], "\u{FFFD}0A"),
      ([0xFF, 0x41], "\u{FFFD}A"),
      ([0x81, 0x30], "\u{FFFD}"), ([0x84, 0x31, 0xA4, 0x37], "\u{FFFD}"),
      ([0xE3, 0x32, 0x9A, 0x35], "\u{10FFFF}"),
      ([0x81, 0x35, 0xF4, 0x37], "\u{E7C7}"), ([0xA8, 0xBC], "\u{1E3F}"), ([0x80], "€"),
    ] as [([UInt8], String)])
  func gb18030(bytes: [UInt8], text: String) {
    let decoded = bytes.withUnsafeBytes { TextEncoding.named("gb18030")?.decode($0) }
    #expect(decoded.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test("What had to be guessed is a warning, in each format", arguments: ["html", "markdown", "txt"])
  func guess(format: String) throws {
    let row = try #require(FormatTable.named(format))
    let bytes: [UInt8] = [0xCF, 0xF0, 0xE8]
    let plain = try #require(try bytes.withUnsafeBytes { try row.read($0, in: nil, limits: Limits()) })
    #expect(plain.diagnostics.map(\.code) == ["SBXG301"] && plain.diagnostics.map(\.severity) == [.warning])
    let named = try #require(
      try bytes.withUnsafeBytes { try row.read($0, in: TextEncoding.named("cp1251"), limits: Limits()) })
    #expect(HTMLLawTests.text(named.document) == "При" && named.diagnostics.isEmpty)
  }

  @Test(
    "A declaration behind the first kilobyte counts within the head",
    arguments: [("<head>", "ж"), ("<head></head><body>", "æ")])
  func late(head: String, text: String) {
    let page = head + "<!--" + String(repeating: "x", count: 2_000) + "--><meta charset=windows-1251>"
    var sink = DiagnosticSink()
    let decoded = (Array(page.utf8) + [0xE6]).withUnsafeBytes { HTMLDecoder.decode($0, diagnostics: &sink) }
    #expect(String(decoding: decoded, as: UTF8.self).hasSuffix(text))
  }
}
