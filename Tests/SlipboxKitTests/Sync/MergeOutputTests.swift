import Foundation
import SlipBase
import SlipBundle
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// What the result of a merge is, by the suffix of its name.
@Suite struct MergeOutputTests {
  let bench: BoxSyncBench

  init() throws { bench = try BoxSyncBench() }

  private func merge(_ output: String) throws {
    var request = MergeRequest(base: bench.path("o"), ours: bench.path("a"), theirs: bench.path("b"))
    request.output = bench.directory.path(output)
    _ = try request.run { _ in }
  }

  @Test func bundlesBecomeBundlesOrPacks() throws {
    let id = try bench.make("o")
    for name in ["a", "b"] { try bench.copy("o", to: name) }
    try bench.edit("a") { try $0.setBody(of: id, .text("Other.")) }
    for output in ["m.rtf", "m.zip", "m.txt"] {
      #expect(slipError { try merge(output) }?.code == KitCode.notMergeable)
      #expect(!bench.directory.exists(output))
    }
    try merge("m.slipbox")
    try merge("m.slippack")
    #expect(try BundleLocator.locate(bench.directory.path("m.slippack")).kind == .zip)
    #expect(
      try OpenBundle(bench.directory.path("m.slippack")).box.noteIDs.map { $0 }
        == bench.box("m").noteIDs.map { $0 })
  }

  @Test func documentsBecomeNoBundles() throws {
    for name in ["1", "2", "3"] { try bench.directory.write(name + ".rtf", "{\\rtf1 \(name)}") }
    var request = MergeRequest(
      base: bench.directory.path("1.rtf"), ours: bench.directory.path("2.rtf"),
      theirs: bench.directory.path("3.rtf"))
    for output in ["m.slipbox", "m.slippack"] {
      request.output = bench.directory.path(output)
      #expect(slipError { _ = try request.run { _ in } }?.code == KitCode.notMergeable)
      #expect(!bench.directory.exists(output))
    }
  }
}
