import Foundation
import SlipBase
import SlipBundle
import SlipFiles
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipSync
@testable import SlipboxKit

/// Packs that only a passphrase opens.
@Suite struct SealedPackTests {
  let bench: BoxSyncBench
  let words: Passphrase

  init() throws {
    bench = try BoxSyncBench()
    words = try Passphrase("six random words that nobody guesses")
  }

  private func path(_ name: String) -> String { bench.directory.path(name) }

  @Test func aPackComesBack() throws {
    let id = try bench.make("a", text: "A secret text.")
    let sealed = try Packing.pack(bench.path("a"), passphrase: words)
    #expect(sealed == path("a.slippack.zip"))
    #expect(try SealedPack.isSealed(sealed))
    let bytes = try Data(contentsOf: URL(filePath: sealed))
    for part in ["A secret text", "manifest.xml", "mimetype", id.description] {
      #expect(bytes.range(of: Data(part.utf8)) == nil, "\(part)")
    }
    let back = try Packing.unpack(sealed, to: path("b.slipbox"), passphrase: words).path
    #expect(try OpenBundle(back).box == bench.box("a"))
    #expect(try bench.text("b", id).contains("A secret text."))
    let run = ValidationRun([sealed], passphrase: words)
    #expect(run.failures.isEmpty && run.outcomes.map(\.path) == [sealed])
    #expect(run.outcomes.allSatisfy { $0.report.diagnostics.isEmpty })
  }

  @Test func otherWordsOpenNothing() throws {
    try bench.make("a")
    let sealed = try Packing.pack(bench.path("a"), passphrase: words)
    for wrong in [nil, try Passphrase("other words")] {
      let error = slipError { _ = try Packing.unpack(sealed, to: path("b.slipbox"), passphrase: wrong) }
      #expect(error?.code == ContainerCode.wrongPassphrase)
      #expect(!bench.directory.exists("b.slipbox"))
      #expect(ValidationRun([sealed], passphrase: wrong).failures.map(\.error.code) == [error?.code])
    }
    // Whatever is changed is noticed.
    var bytes = try Data(contentsOf: URL(filePath: sealed))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: sealed))
    #expect(
      slipError { _ = try Packing.unpack(sealed, to: path("b.slipbox"), passphrase: words) } != nil)
    #expect(!bench.directory.exists("b.slipbox"))
  }

  @Test func anEncryptedPackIsSynchronized() throws {
    let id = try bench.make("a", text: "One two three.")
    let sealed = try Packing.pack(bench.path("a"), passphrase: words)
    try bench.write("a", id, "One TWO three.")
    var request = BoxSyncRequest(bench.path("a"), sealed)
    #expect(slipError { _ = try request.run() }?.code == ContainerCode.wrongPassphrase)
    request.passphrase = words
    #expect(try request.run().sides.map(\.isChanged) == [false, true])
    #expect(try SealedPack.isSealed(sealed))
    _ = try Packing.unpack(sealed, to: path("b.slipbox"), passphrase: words)
    #expect(try bench.text("b", id).contains("TWO"))
    #expect(try !request.run().sides.contains(where: \.isChanged))
  }

  @Test func aPackIsReadInPlace() throws {
    let id = try bench.make("a", text: "A secret text.")
    let sealed = try Packing.pack(bench.path("a"), passphrase: words)
    let opened = try OpenBundle(sealed: sealed, passphrase: words)
    #expect(try opened.path == sealed && opened.box == bench.box("a"))
    let clock = QueryClock(now: Timestamp(seconds: 0))
    #expect(try ListRequest(clock: clock).run(in: opened).summaries().map(\.id) == [id.description])
    let found = try FindRequest("secret", clock: clock).search(
      [sealed], cache: nil, opened: [sealed: opened])
    #expect(found.map(\.count) == [1])
    #expect(try found[0].hits.map { try found[0].note($0).snippet.text } == ["A secret text."])
    let shown = try ShownNote(id.description, in: opened)
    #expect(String(decoding: shown.text, as: UTF8.self).contains("A secret text."))
    #expect(
      slipError { _ = try OpenBundle(sealed: sealed, passphrase: nil) }?.code
        == ContainerCode.wrongPassphrase)
  }

  #if os(Linux)
    /// What is decrypted has no name in any file system.
    @Test func decryptedPacksAreInMemory() throws {
      // No other test, which may run meanwhile, has a pack with these bytes.
      try bench.make("a", text: UUID().uuidString)
      let sealed = try Packing.pack(bench.path("a"), passphrase: words)
      let opened = try SealedPack.open(sealed, words)
      let holders = try openFiles(holding: try opened.beginning(opened.length))
      #expect(!holders.isEmpty)
      #expect(holders.allSatisfy { $0.contains("memfd:slipbox") }, "\(holders)")
    }

    /// The files that this process has open and that hold these bytes, by the names that the system has for them.
    private func openFiles(holding bytes: [UInt8]) throws -> [String] {
      let folder = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        // Pipes, and files that another test closes meanwhile, can't be read; they aren't the file that is asked for.
        let path = "\(folder)/\(name)"
        guard let file = try? InputFile(path), file.length == bytes.count,
          let content = try? file.beginning(bytes.count), content == bytes
        else { return nil }
        return try FileManager.default.destinationOfSymbolicLink(atPath: path)
      }
    }
  #endif

  @Test(arguments: ["a", "ab", "abc", "   a  ", "aaaaaaaa", "    "]) func passphrasesThatProtectNothing(
    _ words: String
  ) throws {
    let passphrase = try Passphrase(words)
    #expect(slipError { try passphrase.expectSecret() }?.code == KitCode.badPassphrase)
    // What an old pack was encrypted with opens it all the same.
    try bench.make("a")
    let sealed = try Packing.pack(bench.path("a"), passphrase: passphrase)
    _ = try Packing.unpack(sealed, to: path("b.slipbox"), passphrase: passphrase)
  }

  @Test func passphrasesAreOneLine() throws {
    #expect(slipError { _ = try Passphrase("") }?.code == KitCode.badPassphrase)
    #expect(slipError { _ = try Passphrase("a\nb") }?.code == KitCode.badPassphrase)
    try Data("words of a file\nmore".utf8).write(to: URL(filePath: path("words.txt")))
    #expect(try Passphrase(file: path("words.txt")) == Passphrase("words of a file"))
    #expect("\(words)" == "•••")
  }
}
