import Foundation
import SlipBase
import SlipDocument
import SlipExchange
import SlipNotes
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// What is code comes out as it was, by every export, and changes nothing outside of it.
@Suite struct CodeLawTests {
  /// Text that means something in a program's notes, outside of code.
  private static let signs = [
    "[[Other]]", "#notag", "==x== %%y%% $z$", "[^1]: no note", "![[x.png]]", "a  b", "- [ ] no box",
    "<b>&amp;",
  ]

  /// A note with each kind of code, and a link, a tag and a footnote outside of it.
  private static let note =
    "# Code\n\nInline `" + signs.joined(separator: "` and `") + "`.\n\n```md\n"
    + signs.joined(separator: "\n")
    + "\n\n    indented\n```\n\n    " + signs.joined(separator: "\n    ")
    + "\n\n<pre><code>```text\nx\n```</code></pre>\n\nSee [[Other]] and #tagged, with a note[^1].\n\n[^1]: the real note\n"

  /// The text of all code, in order, and the text outside of it that isn't blank.
  private func code(_ bundle: String) throws -> (code: [String], facts: String) {
    let opened = try OpenBundle(bundle)
    let note = try #require(opened.box.notes.first { $0.title == "Code" })
    let document = try opened.body(of: note).withUnsafeBytes { RTFReader.read($0) }.document
    var found: [String] = []
    for case .paragraph(let paragraph) in document.blocks {
      let isBlock = if case .code = paragraph.style.role.content { true } else { false }
      for inline in paragraph.inlines {
        switch inline {
        case .run(let run) where isBlock || CodeStyle.isCode(run.style): found.append(run.text)
        case .lineBreak where isBlock: found.append("\n")
        default: break
        }
      }
      if isBlock { found.append("\n") }
    }
    let links = note.links.compactMap { opened.box.note($0)?.title }
    let keywords = note.keywords.compactMap { opened.box.keyword($0)?.name }.filter {
      $0 == "tagged" || $0 == "notag"
    }
    let lines = found.joined(separator: "").split(separator: "\n").map(String.init)
    return (lines, "\(links) \(keywords) \(document.notes.count)")
  }

  @Test(
    arguments: LossReportLawTests.Target.all.filter { !["rtf", "rtfd", "txt", "opml"].contains($0.name) })
  func codeStaysAsItWas(_ target: LossReportLawTests.Target) throws {
    let directory = try TemporaryDirectory()
    let vault = directory.path("Vault")
    try FileManager.default.createDirectory(atPath: vault + "/.obsidian", withIntermediateDirectories: true)
    try Data(Self.note.utf8).write(to: URL(filePath: vault + "/Code.md"))
    try Data("# Other\n\nother".utf8).write(to: URL(filePath: vault + "/Other.md"))
    let bundle = directory.path("box.slipbox")
    var importing = ImportRequest(inputs: [vault])
    importing.target = .at(bundle)
    _ = try importing.run()
    let before = try code(bundle)
    for sign in Self.signs { #expect(before.code.contains { $0.contains(sign) }, "\(sign)") }
    #expect(before.facts == "[\"Other\"] [\"tagged\"] 1")
    let after = try code(try target.roundTrip(bundle, in: directory).bundle)
    #expect(after.code == before.code)
    #expect(after.facts.hasPrefix("[\"Other\"]"))
  }
}
