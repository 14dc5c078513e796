import SlipBase
import SlipFiles
import SlipTestSupport
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// What memory shall not hold waits in files, and the text is the same.
@Suite struct RTFPlainTextSpillTests {
  private static let words = String(repeating: "long words \\'e9\\u8364 ?", count: 150)

  private static let inputs = [
    "notes":
      "{\\rtf1 body"
      + (0..<60).map {
        "{\\super \($0)}{\\footnote \\tab  {\\super \($0)}\\tab text \($0) \(words)}"
          + "\\chftn{\\footnote\\ftnalt\\chftn  end \($0)\\par\(words)}{\\*\\annotation\\chatn remark \($0)}\\par "
      }.joined(),
    "only notes": "{\\rtf1{\\footnote\\chftn \(words)}{\\footnote\\chftn \(words)}",
    "cells":
      "{\\rtf1 one\\par\\trowd\\pard\\intbl A\\cell \(words)\\tab\\par\(words)\\line \(words)\\cell C\\cell\\row\\pard two",
    "nested tables":
      "{\\rtf1\\pard\\intbl\\itap2 \(words)\\nestcell x\\par \(words)\\nestcell{\\*\\nesttableprops\\trowd\\nestrow}"
      + "\\pard\\intbl \(words)\\cell\\trowd\\row\\pard end",
    "deleted row":
      "{\\rtf1 one\\par\\pard\\intbl\(words)\\cell\\row{\\deleted\\trowd\\pard\\intbl \(words)\\cell\\cell\\row}\\pard two",
    "unfinished row": "{\\rtf1\\trowd\\pard\\intbl a\\cell \(words)\\par\\pard \(words)\\par b",
    "text boxes":
      "{\\rtf1 "
      + String(
        repeating:
          "a{\\shp{\\*\\shpinst{\\shptxt \(words)\\par b}}}{\\shp{\\*\\shpinst{\\shptxt c}}} d\\par ",
        count: 9)
      + "\\pard\\intbl {\\shp{\\*\\shpinst{\\shptxt in \(words)}}} cell\\cell\\row\\pard {\\shp{\\*\\shpinst{\\shptxt e}}}",
  ]

  /// The text in pieces.
  private func pieces(_ rtf: String, _ spill: RTFPlainTextSpill, step: Int = 64) throws -> String {
    var sink = DiagnosticSink()
    var text: [UInt8] = []
    try Array((rtf + "}").utf8).withUnsafeBytes {
      try RTFPlainText.extract($0, limits: Limits(), diagnostics: &sink, spill: spill, step: step) {
        text += $0
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: inputs.keys.sorted()) func sameText(name: String) throws {
    let rtf = RTFPlainTextSpillTests.inputs[name] ?? ""
    let whole = mirror(rtf + "}")
    #expect(whole.utf8.count > 2_000)
    let directory = try TemporaryDirectory()
    let folder = directory.url.path
    #expect(try pieces(rtf, RTFPlainTextSpill(body: 256, other: 100) { Spool(folder: folder) }) == whole)
    #expect(
      try pieces(rtf, RTFPlainTextSpill(body: 2_000, other: 3_000) { Spool(folder: folder) }, step: 5_000)
        == whole)
    #expect(
      try pieces(rtf, RTFPlainTextSpill(body: 256, other: 100) { Spool(folder: folder + "/missing") })
        == whole)
    #expect(try pieces(rtf, RTFPlainTextSpill { Spool() }) == whole)
    #expect(directory.names().isEmpty)
  }

  @Test func lostFileIsAnError() throws {
    let spill = RTFPlainTextSpill(body: 256, other: 100) { Spool() }
    let rtf = (RTFPlainTextSpillTests.inputs["notes"] ?? "") + "}"
    var sink = DiagnosticSink()
    var pieces = 0
    #expect(throws: SlipError.self) {
      try Array(rtf.utf8).withUnsafeBytes {
        try RTFPlainText.extract($0, limits: Limits(), diagnostics: &sink, spill: spill) { _ in
          pieces += 1
          spill.failure = SlipError(.badInput, "Cannot read the temporary file.")
        }
      }
    }
    // Nothing comes behind what is lost.
    #expect(pieces == 1)
  }

  @Test(arguments: ["", "1", "ab", "aab"]) func leadInPieces(mark: String) {
    for text in ["", " ", "1", " 1 x", "\t 1\t1 x", "ab", "aa", " aab  ab", "aaab", "abx", "x ab"] {
      let whole = RTFNoteLead.stripped(Array(text.utf8), mark: mark)
      var rest: [UInt8] = []
      var lead = RTFNoteLead(mark)
      for byte in text.utf8 { withUnsafeBytes(of: byte) { lead.strip($0) { rest += $0 } } }
      lead.finish { rest += $0 }
      #expect(rest == whole)
      func trimmed(_ text: Substring) -> Substring { text.drop { $0 == " " || $0 == "\t" } }
      var expected = trimmed(text[...])
      if expected.hasPrefix(mark) { expected = trimmed(expected.dropFirst(mark.count)) }
      #expect(rest == Array(expected.utf8))
    }
  }
}
