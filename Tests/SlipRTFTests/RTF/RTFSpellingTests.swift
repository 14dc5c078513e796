import SlipRTF
import SlipRTFD
import Foundation
import SlipBase
import SlipDocument
import SlipFormats
import Testing

/// The differential law: a document means the same however it is spelled.
@Suite struct RTFSpellingTests {
  private static let blocks = 8
  /// Documents in all; more by hand.
  private static let count =
    ProcessInfo.processInfo.environment["SLIPBOX_SPELLINGS"].flatMap { Int($0) } ?? 700

  @Test(arguments: 0..<blocks) func `a document means the same however it is spelled`(block: Int) {
    let share = max(1, Self.count / Self.blocks)
    for seed in block * share..<(block + 1) * share {
      var random = Generator(state: UInt64(seed) << 20)
      let document = SpelledDocument(&random)
      let plain = RTFSpeller.plain(document)
      let spelled = RTFSpeller.spelled(document, seed: UInt64(seed))
      let (expected, actual) = (Self.facts(plain), Self.facts(spelled))
      guard let wrong = expected.indices.first(where: { expected[$0] != actual[$0] }) else { continue }
      let files = [plain, spelled].map { String(decoding: $0, as: UTF8.self) }
      Issue.record(
        "seed \(seed)\n\(expected[wrong])\n---\n\(actual[wrong])\n---\n\(files[0])\n---\n\(files[1])")
      return
    }
  }

  /// All that is read in a file, found in it or made of it.
  private static func facts(_ rtf: [UInt8]) -> [String] {
    let rewritten = rtf.withUnsafeBytes { RTFHyperlinks.rewrite($0) { "new/" + $0.prefix(9) + "\u{E9}" } }
    let repathed = rtf.withUnsafeBytes {
      RTFPictures.rewritePaths(body: $0) { "b\u{E9}/" + $0.path.suffix(68) }
    }
    var sink = DiagnosticSink()
    let embedded = rtf.withUnsafeBytes {
      RTFPictures.embed(body: $0, diagnostics: &sink) { _ in smallPNG }
    }
    let lift = Lift(rtf)
    let info = rtf.withUnsafeBytes { RTFInformation.read($0) }
    let document = RTFFindsTests.read(rtf)
    return [
      "text: " + text(rtf), "title: " + (info.title ?? "-"),
      "tree: " + TreeDump.text(of: document),
      "RTF: " + String(decoding: RTFWriter.write(document), as: UTF8.self),
      "HTML: " + String(decoding: HTMLWriter.write(document), as: UTF8.self),
      "findings: \(rtf.withUnsafeBytes { RTFOutsideContent.itemsAndPictures(in: $0) }.items.map(\.kind))",
      "links: \(links(rtf))", "rewritten: \(links(rewritten)) " + text(rewritten),
      "pictures: \(pictures(rtf))", "paths: \(pictures(repathed)) " + text(repathed),
      "embedded: " + tree(embedded), "lifted: \(pictures(lift.result.body)) " + text(lift.result.body),
      "data: \(lift.result.pictures.map { $0.bytes.count }) \(lift.result.objects.map(\.bytes.count))",
    ]
  }

  private static func text(_ rtf: [UInt8]) -> String {
    var diagnostics = DiagnosticSink()
    return String(
      decoding: rtf.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }, as: UTF8.self)
  }

  private static func tree(_ rtf: [UInt8]) -> String {
    text(rtf) + TreeDump.text(of: RTFFindsTests.read(rtf))
  }

  private static func links(_ rtf: [UInt8]) -> [String] {
    rtf.withUnsafeBytes { RTFHyperlinks.targets(in: $0) }
  }

  private static func pictures(_ rtf: [UInt8]) -> [String] {
    rtf.withUnsafeBytes { RTFPictures.references(in: $0).map { $0.path + " " + $0.digest.hex } }
  }
}
