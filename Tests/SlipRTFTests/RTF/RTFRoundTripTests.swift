import SlipRTF
import Foundation
import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

/// Laws over generated documents.
struct RTFRoundTripTests {
  /// `SLIPBOX_SEEDS=401-9000` tries others.
  static let seeds: [UInt64] = {
    let given = (ProcessInfo.processInfo.environment["SLIPBOX_SEEDS"] ?? "").split(separator: "-")
    guard given.count == 2, let first = UInt64(given[0]), let last = UInt64(given[1]), first <= last else {
      return Array(1...400)
    }
    return Array(first...last)
  }()

  private static func read(_ rtf: [UInt8]) -> ReadResult { rtf.withUnsafeBytes { RTFReader.read($0) } }

  private static func extract(_ rtf: [UInt8]) -> [UInt8] {
    var diagnostics = DiagnosticSink()
    return rtf.withUnsafeBytes { RTFPlainText.extract($0, limits: Limits(), diagnostics: &diagnostics) }
  }

  /// Where two dumps part; empty where they don't.
  private static func difference(_ a: Document, _ b: Document) -> String {
    let first = TreeDump.text(of: a).split(separator: "\n", omittingEmptySubsequences: false)
    let second = TreeDump.text(of: b).split(separator: "\n", omittingEmptySubsequences: false)
    let index =
      zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset ?? min(first.count, second.count)
    if index == first.count && index == second.count { return "" }
    func part(_ lines: [Substring]) -> String {
      lines[max(0, index - 2)..<min(lines.count, index + 3)].joined(separator: "\n")
    }
    return "line \(index)\n<<<\n\(part(first))\n>>>\n\(part(second))"
  }

  @Test("The normal form is a normal form", arguments: seeds)
  func normalizedTwice(seed: UInt64) {
    let normal = DocumentGenerator.document(seed: seed).normalized()
    #expect(RTFRoundTripTests.difference(normal.normalized(), normal) == "")
    #expect(normal.normalized() == normal)
  }

  @Test("Reading what was written gives the document back", arguments: seeds)
  func readWrite(seed: UInt64) {
    let document = DocumentGenerator.document(seed: seed)
    let result = RTFRoundTripTests.read(RTFWriter.write(document))
    #expect(RTFRoundTripTests.difference(document.normalized(), result.document) == "")
    #expect(result.document == document.normalized())
  }

  /// RTF has no text boxes in text boxes and notes, and no notes in these; what they say isn't lost.
  @Test func whatMayNotStandInABoxBecomesText() {
    func paragraph(_ text: String, _ more: [Inline] = [], boxes: [TextBox] = []) -> Block {
      var paragraph = Paragraph(inlines: [.run(Run(text))] + more)
      paragraph.textBoxes = boxes
      return .paragraph(paragraph)
    }
    var document = Document()
    document.notes = [
      MarginNote(kind: .footnote, mark: "1", blocks: [paragraph("first"), paragraph("second")]),
      MarginNote(
        kind: .footnote, mark: "2",
        blocks: [paragraph("outer", [.noteReference(2)], boxes: [TextBox(blocks: [paragraph("framed")])])]),
      MarginNote(kind: .footnote, mark: "3", blocks: [paragraph("inner")]),
    ]
    let inner = TextBox(blocks: [paragraph("deep")])
    let outer = TextBox(blocks: [paragraph("box", [.noteReference(0)], boxes: [inner]), paragraph("end")])
    document.blocks = [paragraph("text", [.noteReference(1)], boxes: [outer])]
    let back = RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }
    let text = String(decoding: PlainTextWriter.write(back), as: UTF8.self)
    #expect(text == "text1\nbox [first second]\ndeep\nend\n1\touter [inner]\nframed")
    #expect(back == document.normalized())
  }

  @Test("Nothing is reported about canonical RTF", arguments: seeds)
  func canonicalIsClean(seed: UInt64) {
    let rtf = RTFWriter.write(DocumentGenerator.document(seed: seed).normalized())
    // The generator names files that nobody has.
    let found = RTFRoundTripTests.read(rtf).diagnostics.filter { $0.code != "SBXP211" }
    #expect(found.map(\.message) == [])
  }

  @Test("Writing what was read gives the same bytes", arguments: seeds)
  func writeReadWrite(seed: UInt64) {
    let rtf = RTFWriter.write(DocumentGenerator.document(seed: seed).normalized())
    #expect(rtf.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) })
    let again = RTFWriter.write(RTFRoundTripTests.read(rtf).document)
    #expect(String(decoding: again, as: UTF8.self) == String(decoding: rtf, as: UTF8.self))
  }

  @Test("The text of the document is the text of the RTF", arguments: seeds)
  func plainText(seed: UInt64) {
    let rtf = RTFWriter.write(DocumentGenerator.document(seed: seed))
    let ofDocument = PlainTextWriter.write(RTFRoundTripTests.read(rtf).document)
    #expect(
      String(decoding: ofDocument, as: UTF8.self)
        == String(decoding: RTFRoundTripTests.extract(rtf), as: UTF8.self))
  }

  @Test("The normal form has the same text", arguments: seeds)
  func normalizedText(seed: UInt64) {
    let document = DocumentGenerator.document(seed: seed).normalized()
    let rtf = RTFWriter.write(document)
    #expect(
      String(decoding: PlainTextWriter.write(document), as: UTF8.self)
        == String(decoding: RTFRoundTripTests.extract(rtf), as: UTF8.self))
  }
}
