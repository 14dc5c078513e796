import Foundation
import SlipPrograms
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

/// Formulas of TeX go through a bundle and out again as they were.
@Suite struct FormulaTargetTests {
  /// Paragraphs in the form in which exports write them.
  private static let text = #"""
    A $\{a,b\} \\ c*d*e$, H$_2$O and **$x_1$** for \$5.

    $$
    \begin{matrix} a_1 & b\\
    c*x & d*y \end{matrix}
    $$

    > quote\
    > $$
    > x_1 < y_2
    > $$

    | a | b |
    | --- | --- |
    | $\|x\|$ | $y_1*z*$ |

    # Head $x^2_*$
    """#

  @Test(arguments: ["obsidian", "bear", "joplin"])
  func formulasComeBack(target: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("Vault/.obsidian/app.json", "{}")
    try directory.write("Vault/Formulas.md", Self.text)
    var (mirrors, text): ([String], String) = ([], "")
    for (index, source) in ["Vault", "out"].enumerated() {
      let bundle = directory.path("\(index).slipbox")
      var request = ImportRequest(inputs: [directory.path(source)])
      request.target = .at(bundle)
      _ = try request.run()
      let opened = try OpenBundle(bundle)
      let note = try #require(opened.box.notes.first { $0.title == "Formulas" })
      mirrors.append(String(decoding: try opened.mirror(of: note), as: UTF8.self))
      guard index == 0 else { continue }
      let kind = try #require(ProgramTable.container(named: target))
      _ = try ContainerExport(bundle: bundle, output: directory.path("out"), target: kind).run()
      let files =
        FileManager.default.enumerator(atPath: directory.path("out"))?.compactMap { $0 as? String } ?? []
      text = files.compactMap { directory.text("out/\($0)") }.first { $0.contains("matrix") } ?? ""
      if target == "obsidian" { try directory.write("out/.obsidian/app.json", "{}") }
    }
    #expect(mirrors[0].hasPrefix(#"A $\{a,b\} \\ c*d*e$, H$_2$O and $x_1$ for $5."#))
    #expect(mirrors[0] == mirrors[1])
    // The others pack their files.
    guard target == "obsidian" else { return }
    for line in Self.text.split(separator: "\n") where line.contains("$") && !line.hasPrefix("#") {
      #expect(text.contains(line), "\(line)")
    }
  }
}
