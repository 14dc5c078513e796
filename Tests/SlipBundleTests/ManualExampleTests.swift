import Foundation
import SlipBase
import SlipBundle
import SlipTestSupport
import Testing

/// The example of each rule's page is what a case breaks: it stands in the broken bundle, and not in the whole one.
///
/// `…` stands for anything within a line, and in ids and digests for the rest of them. ` without ` and ` and ` join
/// examples.
@Suite struct ManualExampleTests {
  /// What can't be written down as text that a bundle holds.
  static let notText: Set<String> = [
    "PackOrder", "PackSlack", "PackDescriptors", "UnreadableFile", "LimitExceeded", "VersionOlder",
  ]

  /// All that a bundle says: its paths, with what special files are, and its texts.
  private func corpus(_ directory: TemporaryDirectory) throws -> String {
    let root = directory.path("")
    var text = ""
    for entry in try DirectoryStorage(root).entries() {
      switch entry.kind {
      case .directory: continue
      case .symlink:
        text += "\(entry.path) -> \(try FileManager.default.destinationOfSymbolicLink(atPath: root + entry.path))\n"
      case .special: text += "\(entry.path): a named pipe\n"
      case .unreadableName: text += "\(entry.path): not Unicode\n"
      case .file:
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: root + entry.path)))
        text += "\(entry.path): \(entry.length) bytes\n\(entry.path): \(String(decoding: bytes, as: UTF8.self))\n"
      }
    }
    let attributes = root + ".gitattributes"
    if let data = FileManager.default.contents(atPath: attributes) {
      text += ".gitattributes: " + String(decoding: data, as: UTF8.self)
    }
    return text
  }

  private func pattern(_ example: String) -> String {
    var pattern = ""
    var rest = example[...]
    while let match = rest.firstMatch(of: /[0-9a-f]{2,4}…|…|\s+/) {
      pattern += NSRegularExpression.escapedPattern(for: String(rest[..<match.range.lowerBound]))
      let text = rest[match.range]
      pattern += text == "…" ? "[^\n]*?" : text.hasSuffix("…") ? "[-0-9a-fA-F]+" : "\\s+"
      rest = rest[match.range.upperBound...]
    }
    return pattern + NSRegularExpression.escapedPattern(for: String(rest))
  }

  private func holds(_ corpus: String, _ example: String) throws -> Bool {
    let expression = try NSRegularExpression(pattern: pattern(example))
    return expression.firstMatch(in: corpus, range: NSRange(corpus.startIndex..., in: corpus)) != nil
  }

  private func broken(_ test: RuleCase) throws -> String {
    var sample = try SampleBundle()
    try test.edit(&sample)
    let directory = try TemporaryDirectory()
    _ = try sample.write(to: directory)
    try test.tamper(directory)
    return try corpus(directory)
  }

  @Test(arguments: RuleTable.rows.map { $0.name }.filter { !notText.contains($0) })
  func exampleIsWhatACaseBreaks(_ name: String) throws {
    let rule = try #require(RuleTable.rule(named: name))
    let whole = try broken(RuleCase(rule, at: ""))
    let parts = rule.manual.bad.split(separator: " without ", maxSplits: 1).map(String.init)
    let wanted = parts[0].components(separatedBy: " and ")
    let cases = RuleCase.all.filter { $0.rule == rule }
    var isShown = false
    for test in cases {
      let corpus = try broken(test)
      let isThere = try wanted.allSatisfy { try holds(corpus, $0) }
      let isAbsent = try parts.count < 2 || !holds(corpus, parts[1])
      if isThere && isAbsent { isShown = true }
    }
    #expect(isShown, "\(rule.manual.bad)\n  wanted: \(wanted.map { pattern($0) })")
    // The whole bundle doesn't show it.
    let isWhole = try wanted.allSatisfy { try holds(whole, $0) }
    let isAbsent = try parts.count < 2 || !holds(whole, parts[1])
    #expect(!(isWhole && isAbsent), "\(rule.manual.bad) stands in a valid bundle")
  }
}
