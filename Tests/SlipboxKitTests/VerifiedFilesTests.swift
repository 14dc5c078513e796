import Foundation
import SlipBase
import SlipTestSupport
import SlipboxKit
import Testing

/// An import that skips files which it has read before gives the same bundle as one that reads all.
@Suite struct VerifiedFilesTests {
  private let directory: TemporaryDirectory
  private let cache: IndexCache

  init() throws {
    directory = try TemporaryDirectory()
    cache = IndexCache(directory: directory.path("cache"))
    for number in 0..<12 { try writeSource(number, "first", linkedTo: (number + 5) % 16) }
    try directory.write(
      "notes/plain.txt", "A plain text with [[Note 3]] and https://example.org/a.rtf in it.")
  }

  private func writeSource(_ number: Int, _ word: String, linkedTo other: Int) throws {
    let link = "{\\field{\\*\\fldinst HYPERLINK \"n\(other).rtf\"}{\\fldrslt x}}"
    try directory.write(
      "notes/n\(number).rtf", "{\\rtf1 {\\info{\\title Note \(number)}}\(word) [[Note \(other)]] \(link)}")
  }

  private func importNotes(_ bundle: String, cached: Bool) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(directory.path(bundle))
    request.cache = cached ? cache : nil
    return try request.run()
  }

  /// Changes a file, and gives it a date of long ago.
  private func edit(_ path: String, replacing old: String, by new: String, renamed: Bool) throws {
    let manager = FileManager.default
    let text = try String(contentsOfFile: path, encoding: .utf8).replacingOccurrences(of: old, with: new)
    if renamed {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } else {
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    }
    try manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
  }

  private func payload(_ bundle: String, of title: String, _ suffix: String) throws -> String {
    let id = try OpenBundle(directory.path(bundle)).note(named: title).id.description
    return directory.path("\(bundle)/notes/\(id.prefix(2))/\(id).\(suffix)")
  }

  @Test(arguments: LawSize.seeds("SLIPBOX_VERIFIED", 4))
  func cacheChangesNothing(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<5 {
      let (read, skipped) = (
        try importNotes("read.slipbox", cached: false), try importNotes("cached.slipbox", cached: true)
      )
      #expect(read.report.unchanged.count == skipped.report.unchanged.count)
      #expect(read.adopted == skipped.adopted)
      #expect(directory.text("read.slipbox/manifest.xml") == directory.text("cached.slipbox/manifest.xml"))
      // The clock of the file system must move on before a file counts as known.
      usleep(50_000)
      let number = Int.random(in: 0..<12, using: &random)
      let renamed = Bool.random(using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        for bundle in ["read.slipbox", "cached.slipbox"] {
          try edit(
            payload(bundle, of: "Note \(number)", "rtf"), replacing: "first", by: "later", renamed: renamed)
        }
      case 2:
        try edit(directory.path("notes/n\(number).rtf"), replacing: "first", by: "other", renamed: renamed)
      default:
        for bundle in ["read.slipbox", "cached.slipbox"] {
          try edit(payload(bundle, of: "Note \(number)", "txt"), replacing: "x", by: "y", renamed: renamed)
        }
      }
      let added = Int.random(in: 12..<16, using: &random)
      try writeSource(added, "first", linkedTo: number)
    }
  }

  /// Imports twice: files that were written just now count as known only the second time.
  private func importTwice() throws {
    _ = try importNotes("cached.slipbox", cached: true)
    usleep(50_000)
    #expect(try importNotes("cached.slipbox", cached: true).isChanged == false)
  }

  @Test func droppingTheIndexDropsTheCache() throws {
    try importTwice()
    let files = directory.names("cache").filter { $0.hasSuffix(".files") }
    #expect(files.count == 1)
    #expect(try cache.drop(directory.path("cached.slipbox")) == false)
    #expect(directory.names("cache") == [])
    #expect(try importNotes("cached.slipbox", cached: true).isChanged == false)
    #expect(directory.names("cache").filter { $0.hasSuffix(".files") } == files)
  }

  /// What a refresh has read is known to the next one, and to an import, with the links in it.
  @Test func refreshRemembersWhatItRead() throws {
    _ = try importNotes("cached.slipbox", cached: false)
    usleep(50_000)
    #expect(try Refresh.run(directory.path("cached.slipbox"), cache: cache).titles.isEmpty)
    let name = try #require(directory.names("cache").first { $0.hasSuffix(".files") })
    func size() throws -> Int { try Data(contentsOf: URL(filePath: directory.path("cache/" + name))).count }
    let first = try size()
    #expect(try importNotes("cached.slipbox", cached: true).isChanged == false)
    #expect(try Refresh.run(directory.path("cached.slipbox"), cache: cache).titles.isEmpty)
    // The rows stay those of the first one.
    #expect(try size() >= first && first > 4_096)
    try edit(payload("cached.slipbox", of: "Note 3", "rtf"), replacing: "first", by: "later", renamed: false)
    #expect(try Refresh.run(directory.path("cached.slipbox"), cache: cache).titles == ["Note 3"])
  }

  @Test func damagedCacheIsNoCache() throws {
    try importTwice()
    let file = try #require(directory.names("cache").first)
    for bytes in [Array("no database".utf8), [UInt8](repeating: 0, count: 4_096), []] {
      try directory.write("cache/" + file, bytes)
      let outcome = try importNotes("cached.slipbox", cached: true)
      #expect(outcome.isChanged == false)
      #expect(outcome.report.unchanged.count == 13)
    }
  }
}
