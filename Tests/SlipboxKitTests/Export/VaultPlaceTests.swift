import Foundation
import SlipBase
import SlipExchange
import SlipPrograms
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Links to places in notes of a vault, in and out again.
@Suite struct VaultPlaceTests {
  @Test func headingsAndBlocksComeBack() throws {
    let bench = try TargetBench()
    let links =
      "[[B#Some Head]] [[B#^x-1]] [[B#Some Head|there]] [m](B.md#Some%20Head) [[#Here]] [[#^own]] [[B]]"
    try bench.directory.write("V/.obsidian/app.json", "{}")
    try bench.directory.write("V/A.md", "# A\n\n\(links)\n\n## Here\n\nmine ^own\n")
    try bench.directory.write(
      "V/B.md", "# B\n\n## Some Head\n\nmore ^x-1\n\n| a |\n| - |\n| b |\n\n^table\n\nend\n")
    var importing = ImportRequest(inputs: [bench.directory.path("V")])
    importing.target = .at(bench.bundle)
    _ = try importing.run()
    let out = bench.directory.path("O")
    _ = try ContainerExport(bundle: bench.bundle, output: out, target: .obsidian).run()
    let a = bench.directory.text("O/A.md") ?? ""
    #expect(
      a.contains(
        "[[B#Some Head]] [[B#^x-1]] [[B#Some Head|there]] [[B#Some Head|m]] [[#Here]] [[#^own]] [[B]]"),
      "\(a)")
    #expect(a.contains("mine ^own"))
    let b = bench.directory.text("O/B.md") ?? ""
    #expect(b.contains("more ^x-1\n"), "\(b)")
  }
}
