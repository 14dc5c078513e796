import Foundation
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
    "ManifestEdited", "FileTooLarge", "ThumbnailStale", "ThumbnailTooLarge", "NameNotUnicode",
  ]

  /// All that a bundle says: its paths, with what special files are, and its texts.
  private func corpus(_ directory: TemporaryDirectory) throws -> String {
    let root = directory.path("")
    var text = ""
    for entry in try DirectoryStorage(root).entries() {
      switch entry.kind {
      case .directory: continue
      case .symlink:
        text +=
          "\(entry.path) -> \(try FileManager.default.destinationOfSymbolicLink(atPath: root + entry.path))\n"
      case .special: text += "\(entry.path): a named pipe\n"
      case .unreadableName: text += "\(entry.path): not Unicode\n"
      case .file:
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: root + entry.path)))
        text +=
          "\(entry.path)\n\(entry.path): \(entry.length) bytes\n\(entry.path): \(String(decoding: bytes, as: UTF8.self))\n"
      }
    }
    let attributes = root + ".gitattributes"
    if let data = FileManager.default.contents(atPath: attributes) {
      text += ".gitattributes: " + String(decoding: data, as: UTF8.self)
    }
    return text
  }

  /// The example as a regular expression. Ids that were met have their text; each new one gets a group, in order.
  private func pattern(_ example: String, _ known: [String: String]) -> (text: String, ids: [String]) {
    var (pattern, ids) = ("", [String]())
    var rest = example[...]
    func escaped(_ text: some StringProtocol) -> String {
      NSRegularExpression.escapedPattern(for: String(text)).replacingOccurrences(of: "><", with: ">\\s*<")
    }
    while let match = rest.firstMatch(of: /(?:[0-9a-f]{2}\/)?([0-9a-f]{4})…|…|\s+/) {
      pattern += escaped(rest[..<match.range.lowerBound])
      let text = String(rest[match.range])
      if let name = match.1.map(String.init) {
        if text.contains("/") { pattern += "[0-9a-f]{2}/" }
        if let id = known[name] {
          pattern += id
        } else if let number = ids.firstIndex(of: name) {
          pattern += "\\\(number + 1)"
        } else {
          ids.append(name)
          pattern += "([-0-9a-f]{36,64})"
        }
      } else {
        pattern += text == "…" ? "[^\n]*?" : "\\s+"
      }
      rest = rest[match.range.upperBound...]
    }
    pattern += escaped(rest)
    // A path alone is a file of the tree.
    let isPath = !example.contains { " <{=".contains($0) }
    return (isPath ? "(?m)^\(pattern)$" : pattern, ids)
  }

  /// Whether the corpus has all parts with the same ids, and not `absent`.
  private func shows(
    _ corpus: String, _ parts: ArraySlice<String>, absent: String?, _ known: [String: String] = [:]
  ) throws -> Bool {
    guard let part = parts.first else {
      guard let absent else { return true }
      let expression = try NSRegularExpression(pattern: pattern(absent, known).text)
      return expression.firstMatch(in: corpus, range: NSRange(corpus.startIndex..., in: corpus)) == nil
    }
    let (text, ids) = pattern(part, known)
    let expression = try NSRegularExpression(pattern: text)
    for match in expression.matches(in: corpus, range: NSRange(corpus.startIndex..., in: corpus)) {
      var known = known
      for (number, id) in ids.enumerated() {
        known[id] = Range(match.range(at: number + 1), in: corpus).map { String(corpus[$0]) }
      }
      if try shows(corpus, parts.dropFirst(), absent: absent, known) { return true }
    }
    return false
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
    let parts = rule.manual.bad.split(separator: " without ", maxSplits: 1).map(String.init)
    let wanted = parts[0].components(separatedBy: " and ")
    let absent = parts.count > 1 ? parts[1] : nil
    let cases = RuleCase.all.filter { $0.rule == rule }
    #expect(
      try cases.contains { try shows(broken($0), wanted[...], absent: absent) },
      "\(rule.manual.bad)\n  \(wanted.map { pattern($0, [:]).text })")
    let whole = try broken(RuleCase(rule, at: ""))
    #expect(try !shows(whole, wanted[...], absent: absent), "\(rule.manual.bad) stands in a valid bundle")
  }
}
