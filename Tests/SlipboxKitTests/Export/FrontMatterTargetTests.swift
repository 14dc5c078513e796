import Foundation
import SlipPrograms
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

/// What users wrote in the front matter of a vault comes out in the form in which other programs understand it.
@Suite struct FrontMatterTargetTests {
  @Test func propertiesKeepTheirNamesAndForms() throws {
    let directory = try TemporaryDirectory()
    try directory.write("Vault/.obsidian/app.json", "{}")
    let lines = [
      "rating: 4.5", "count: 12", "zero: 0", "less: -3.25", "due: 2024-05-01", "done: true",
      "completed: \"soon\"",
      "code: \"007\"", "version: \"1.10\"", "power: \"1e5\"",
    ]
    try directory.write("Vault/Note.md", "---\n\(lines.joined(separator: "\n"))\n---\nText\n")
    let bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("Vault")])
    request.target = .at(bundle)
    _ = try request.run()
    let obsidian = try #require(ProgramTable.container(named: "obsidian"))
    _ = try ContainerExport(bundle: bundle, output: directory.path("out"), target: obsidian).run()
    let written = try #require(directory.text("out/Note.md")).split(separator: "\n").map(String.init)
    for line in lines { #expect(written.contains(line), "\(line)") }
  }

  @Test func datesOfTheBoxKeepTheirMeaning() throws {
    let directory = try TemporaryDirectory()
    try directory.write("Vault/.obsidian/app.json", "{}")
    try directory.write(
      "Vault/Note.md", "---\ndue: 2024-05-01T00:00:00Z\n\"obsidian:due\": soon\n---\nText\n")
    let bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("Vault")])
    request.target = .at(bundle)
    _ = try request.run()
    let obsidian = try #require(ProgramTable.container(named: "obsidian"))
    _ = try ContainerExport(bundle: bundle, output: directory.path("out"), target: obsidian).run()
    try directory.write("out/.obsidian/app.json", "{}")
    request = ImportRequest(inputs: [directory.path("out")])
    request.target = .at(directory.path("again.slipbox"))
    _ = try request.run()
    let found = try [bundle, directory.path("again.slipbox")].map { path in
      try OpenBundle(path).box.notes.flatMap(\.properties).filter { $0.name.hasSuffix("due") }
        .map { "\($0.name) \($0.kind) \($0.value)" }.sorted()
    }
    #expect(found[0] == ["due date 2024-05-01T00:00:00Z", "obsidian:due text soon"])
    #expect(found[1] == found[0])
  }
}
