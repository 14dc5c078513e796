import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipStores

/// Texts and tables of Apple Notes, as protocol buffers.
@Suite struct AppleNotesTests {
  private static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
  private static func number(_ field: UInt64, _ value: Int64) -> [UInt8] {
    varint(field << 3) + varint(UInt64(bitPattern: value))
  }
  private static func part(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }
  /// A run: its length, the fields of its paragraph's style, and further fields.
  private static func run(_ length: Int64, _ style: [UInt8] = [], _ rest: [UInt8] = []) -> [UInt8] {
    part(5, number(1, length) + (style.isEmpty ? [] : part(2, style)) + rest)
  }
  private static func body(_ text: String, _ runs: [[UInt8]]) -> [UInt8] {
    part(2, part(3, part(2, Array(text.utf8)) + runs.flatMap { $0 }))
  }

  private func paragraphs(_ document: Document?) -> [Paragraph] {
    (document?.blocks ?? []).compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
  }

  /// A text with each style of paragraph and some marks.
  private static let sample = body(
    "T🚀\nbody\ncode\nx\ny\nz\nlast",
    [
      run(4, number(1, 0)), run(5), run(5, number(1, 4) + number(8, 1)), run(2, number(1, 102)),
      run(2, number(1, 102) + number(4, 1)), run(2, number(1, 103) + part(5, number(2, 1))),
      run(4, number(2, 1), number(5, 3) + number(8, -1) + part(9, Array("https://a.example".utf8))),
    ])

  @Test func stylesAndMarksAreRead() throws {
    let document = try #require(StoreParts.appleNotesText(AppleNotesTests.sample))
    let all = paragraphs(document)
    #expect(
      all.map { $0.inlines.map(\.runText).joined() } == ["T🚀", "body", "code", "x", "y", "☑ z", "last"])
    // No number is body text, and 0 is a title.
    #expect(all.map(\.style.headingLevel) == [1, nil, nil, nil, nil, nil, nil])
    #expect(all[2].style.role.isCode && all[2].style.role.quotes == 1)
    #expect(all.map { $0.listItem?.marker } == [nil, nil, nil, "1.", "1.", "•", nil])
    #expect(all.map { $0.listItem?.level } == [nil, nil, nil, 0, 1, 0, nil])
    let runs = all[6].inlines.compactMap { if case .run(let run) = $0 { run } else { nil } }
    let last = try #require(runs.first)
    #expect(last.style.isBold && last.style.isItalic && last.style.position == .subscript)
    #expect(last.style.link?.target == "https://a.example")
    #expect(all[6].style.alignment == .center)
  }

  @Test func runsMayBeShorterOrLongerThanTheText() {
    for lengths: [Int64] in [[], [1], [100], [1, 1, 100], [-1], [0, 0]] {
      let bytes = AppleNotesTests.body("🚀x", lengths.map { AppleNotesTests.run($0) })
      #expect(
        paragraphs(StoreParts.appleNotesText(bytes)).map { $0.inlines.map(\.runText).joined() } == ["🚀x"])
    }
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      var bytes = AppleNotesTests.sample
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      for paragraph in paragraphs(StoreParts.appleNotesText(bytes)) {
        if let item = paragraph.listItem { #expect(item.level < 9) }
      }
      _ = StoreParts.appleNotesTable(bytes)
      _ = StoreParts.appleNotesPages(bytes)
    }
  }
}
