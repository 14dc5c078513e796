import SlipFiles
import Foundation
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

/// Originals of bundles that something is wrong with.
@Suite struct OriginalsTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["one", "two", "three"] { try directory.write("in/\(name).txt", name) }
    var request = ImportRequest(inputs: [directory.path("in")])
    request.target = .at(directory.path("b.slipbox"))
    _ = try request.run()
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try #require(directory.text("b.slipbox/manifest.xml"))
    #expect(text.contains(old))
    try directory.write("b.slipbox/manifest.xml", text.replacing(old, with: new))
  }

  private func export() throws -> ExportRequest.Outcome {
    try ExportRequest(
      bundle: directory.path("b.slipbox"), output: directory.path("out"), target: .original
    ).run()
  }

  /// The validator says so, and export leaves out that file only.
  private func expectTwoOfThree(_ code: String) throws {
    #expect(try !Validation.run(directory.path("b.slipbox")).report.isValid)
    let outcome = try export()
    #expect(directory.names("out") == ["one.txt", "three.txt"])
    #expect(outcome.refused == 1 && outcome.files == 2)
    #expect(outcome.diagnostics.map(\.location.file) == ["two.txt"])
    #expect(outcome.diagnostics.map(\.severity) == [.error] && outcome.diagnostics.map(\.code) == [code])
  }

  @Test func anotherLength() throws {
    try edit(
      "sha256=\"\(Digest(of: Array("two".utf8)).hex)\" length=\"3\"",
      "sha256=\"\(Digest(of: Array("two".utf8)).hex)\" length=\"4\" kept=\"\(Digest(of: Array("two".utf8)).hex)\" kept-length=\"3\""
    )
    try expectTwoOfThree(ExchangeCode.originalChanged)
  }

  @Test func anotherFileUnderItsDigest() throws {
    let digest = Digest(of: Array("two".utf8)).hex
    try directory.write("b.slipbox/sources/\(digest.prefix(2))/\(digest).txt", "owt")
    try expectTwoOfThree(ExchangeCode.payloadChanged)
  }

  @Test func noFile() throws {
    let digest = Digest(of: Array("two".utf8)).hex
    try directory.remove("b.slipbox/sources/\(digest.prefix(2))/\(digest).txt")
    try expectTwoOfThree(FileCode.missing)
  }

  @Test func noPackage() throws {
    try edit(
      "format=\"txt\" sha256=\"\(Digest(of: Array("two".utf8)).hex)\"",
      "format=\"rtfd\" sha256=\"\(Digest(of: Array("two".utf8)).hex)\"")
    let digest = Digest(of: Array("two".utf8)).hex
    let stem = "sources/\(digest.prefix(2))/\(digest)."
    try directory.write("b.slipbox/\(stem)rtfd", "two")
    try directory.remove("b.slipbox/\(stem)txt")
    try expectTwoOfThree(ExchangeCode.cannotRebuild)
  }

  @Test func programsActUponNothing() throws {
    try edit("path=\"two.txt\"", "path=\".git/config\"")
    try edit("path=\"one.txt\"", "path=\"Three.txt/GIT~1\"")
    let report = try Validation.run(directory.path("b.slipbox")).report
    #expect(report.isValid && report.diagnostics.count { $0.code == OutgoingName.code } == 2)
    let outcome = try export()
    #expect(outcome.refused == 0 && outcome.diagnostics.map(\.severity) == [.warning, .warning])
    #expect(directory.names("out") == ["Three.txt", "_.git", "three.txt"])
    #expect(directory.text("out/_.git/config") == "two" && directory.text("out/Three.txt/_GIT~1") == "one")
  }
}
