import Foundation
import SlipBase
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Sites: what is written, what is left out, and what stays when a box changes.
@Suite struct SiteExportTests {
  /// A directory with a box of four notes in two folders.
  private func box() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("notes/Work/Hive.txt", "Hive\nThe hive was checked.")
    try directory.write("notes/Work/Honey.txt", "Honey\nA jar of honey.")
    try directory.write("notes/Locked/Diary.txt", "Diary\nXylophonic secrets.")
    try directory.write("notes/Top.txt", "Top\nNot in a folder.")
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(directory.path("Box.slipbox"))
    _ = try request.run()
    return directory
  }

  private func export(_ directory: TemporaryDirectory, _ change: (inout SiteExport) -> Void = { _ in }) throws
    -> SiteExport.Outcome
  {
    var request = SiteExport(bundle: directory.path("Box.slipbox"), output: directory.path("site"))
    change(&request)
    return try request.run()
  }

  /// All files of the site with their contents.
  private func files(_ directory: TemporaryDirectory) throws -> [String: String] {
    let root = URL(fileURLWithPath: directory.path("site"))
    let all = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var found: [String: String] = [:]
    for case let url as URL in all where !url.hasDirectoryPath {
      found[String(url.path.dropFirst(root.path.count + 1))] = String(
        decoding: try Data(contentsOf: url), as: UTF8.self)
    }
    return found
  }

  @Test func aSecondExportWritesNothing() throws {
    let directory = try box()
    let first = try export(directory)
    #expect(first.notes == 4 && first.written == first.files)
    let before = try files(directory)
    let second = try export(directory)
    #expect(second.written == 0 && second.deleted == 0 && second.files == first.files)
    #expect(try files(directory) == before)
  }

  @Test func threadsDoNotChangeTheBytes() throws {
    let directory = try box()
    _ = try export(directory) { $0.workers = 1 }
    let before = try files(directory)
    try directory.remove("site")
    _ = try export(directory) { $0.workers = 4 }
    #expect(try files(directory) == before)
  }

  @Test func whatIsNotChosenLeavesNothing() throws {
    let directory = try box()
    let outcome = try export(directory) { request in
      request.selection = NoteQuery(clock: QueryClock(now: Timestamp(seconds: 0)))
      request.selection?.predicate = "NOT text CONTAINS[cd] \"xylophonic\""
    }
    #expect(outcome.notes == 3)
    let box = try OpenBundle(directory.path("Box.slipbox")).box
    let diary = try #require(box.notes.first { $0.title == "Diary" })
    let folder = try #require(diary.folder)
    let secrets = [
      "xylophonic", "diary", "locked", diary.id.description, String(folder.description.prefix(8)),
    ]
    for (path, content) in try files(directory) {
      let content = content.lowercased()
      for secret in secrets {
        #expect(!content.contains(secret) && !path.contains(secret), "\(path) has \(secret)")
      }
    }
    // The pages of notes that are no longer chosen go.
    _ = try export(directory)
    #expect(try files(directory).keys.contains { $0.contains(diary.id.description) })
    let fewer = try export(directory) { $0.notes = ["Hive"] }
    #expect(fewer.deleted > 2)
    #expect(try !files(directory).keys.contains { $0.contains(diary.id.description) })
  }

  @Test func filesOfOthersStayAndChangedOnesStopIt() throws {
    let directory = try box()
    _ = try export(directory)
    try directory.write("site/CNAME", "example.org")
    _ = try export(directory) { $0.name = "Other" }
    #expect(directory.text("site/CNAME") == "example.org")
    #expect(directory.text("site/index.html")?.contains("<bdi>Other</bdi>") == true)
    try directory.write("site/index.html", "mine")
    #expect(throws: SlipError.self) { try export(directory) }
    #expect(directory.text("site/index.html") == "mine")
  }

  /// An export dies while it puts files in place: the next one completes it first, whatever it writes itself.
  @Test(arguments: ["Other", "Third"]) func anExportThatDiedIsCompletedFirst(_ name: String) throws {
    let directory = try box()
    _ = try export(directory)
    let before = try files(directory)
    _ = try export(directory) { ($0.output, $0.name) = (directory.path("wanted"), "Other") }
    let root = URL(fileURLWithPath: directory.path("wanted"))
    var lines = ["slipbox journal 1"]
    var isFirst = true
    for path in before.keys.sorted() {
      let new = [UInt8](try Data(contentsOf: root.appending(path: path)))
      let old = [UInt8](try Data(contentsOf: URL(filePath: directory.path("site/" + path))))
      if new == old { continue }
      let (was, fact) = (FileFact(of: old), FileFact(of: new))
      let number = lines.count
      lines.append("\(number) \(was.digest.hex) \(was.length) \(fact.digest.hex) \(fact.length) \(path)")
      try directory.write(
        isFirst ? "site/" + path : ".site.commit/\(number)", String(decoding: new, as: UTF8.self))
      isFirst = false
    }
    #expect(lines.count > 2)
    try directory.write(".site.commit/journal", lines.joined(separator: "\n") + "\n")
    try directory.write(".site.lock", "")
    let outcome = try export(directory) { $0.name = name }
    #expect(outcome.diagnostics.isEmpty)
    #expect(try files(directory)["index.html"]?.contains("<bdi>\(name)</bdi>") == true)
    #expect(!directory.exists(".site.commit") && !directory.exists(".site.lock"))
  }

  @Test func aDamagedCacheIsMadeAnew() throws {
    let directory = try box()
    _ = try export(directory)
    let before = try files(directory)
    func damage(_ change: () throws -> Void) throws {
      try change()
      let outcome = try export(directory) { $0.isCache = true }
      #expect(outcome.notes == 4)
      #expect(try files(directory) == before)
    }
    try damage { try directory.write("site/index.html", "damaged") }
    try damage { try directory.write("site/.slipbox-export", "damaged") }
    try damage { try directory.remove("site/.slipbox-export") }
    try damage {
      try directory.remove("site/index.html")
      try directory.write("site/index.html/file", "a folder")
    }
    try damage {
      try directory.remove("site")
      try directory.write("site", "a file")
    }
    // A damaged note is no damage of the cache.
    let note = try #require(try OpenBundle(directory.path("Box.slipbox")).box.notes.first)
    let body = directory.path("Box.slipbox/notes/\(note.id.description.prefix(2))/\(note.id).rtf")
    try Data("{\\rtf1 other}".utf8).write(to: URL(filePath: body))
    try directory.remove("site/index.html")
    #expect(throws: SlipError.self) { try export(directory) { $0.isCache = true } }
  }

  /// Nothing that a note has attached runs in the name of the site.
  @Test func attachmentsDoNotRun() throws {
    let directory = try box()
    var session = try EditSession(opening: directory.path("Box.slipbox"))
    let note = try #require(session.box.notes.first { $0.title == "Hive" }).id
    let head = "<svg xmlns=\"http://www.w3.org/2000/svg\">"
    let attached = [
      "quiet.svg": head + "<path d=\"M1 1\"/></svg>", "loud.svg": head + "<script>alert(1)</script></svg>",
      "broken.svg": head + "<script>alert(2)</script>", "page.html": "<html><script>alert(3)</script></html>",
      "page.xhtml": "<html xmlns=\"http://www.w3.org/1999/xhtml\"><script>alert(4)</script></html>",
    ]
    for (name, text) in attached.sorted(by: { $0.key < $1.key }) {
      try session.attach(Array(text.utf8), named: name, to: note)
    }
    try session.save()
    let outcome = try export(directory)
    let all = try files(directory)
    for (path, content) in all where path.hasPrefix("a/") {
      if content.contains("alert(") { #expect(path.hasSuffix(".txt"), "\(path)") }
    }
    #expect(all.values.contains(attached["quiet.svg"] ?? ""))
    #expect(all.keys.filter { $0.hasPrefix("a/") && $0.hasSuffix(".svg") }.count == 3)
    #expect(outcome.diagnostics.count == 1)
  }

  @Test func aMissingFileComesBack() throws {
    let directory = try box()
    _ = try export(directory)
    let before = try files(directory)
    try directory.remove("site/index.html")
    #expect(try export(directory).written == 1)
    #expect(try files(directory) == before)
  }

  @Test func anotherDirectoryIsLeftAlone() throws {
    let directory = try box()
    try directory.write("site/mine.txt", "mine")
    #expect(throws: SlipError.self) { try export(directory) }
    #expect(directory.names("site") == ["mine.txt"])
  }

  @Test func oneFileHasAllNotes() throws {
    let directory = try box()
    var request = SiteExport(bundle: directory.path("Box.slipbox"), output: directory.path("one.html"))
    _ = try request.runOneFile(replacing: false)
    let first = try #require(directory.text("one.html"))
    #expect(
      first.contains("Xylophonic") && first.contains("script-src 'sha256-") && !first.contains("src=\""))
    #expect(throws: SlipError.self) { try request.runOneFile(replacing: false) }
    request.name = "Other"
    _ = try request.runOneFile(replacing: true)
    #expect(directory.text("one.html")?.contains("<title>Other</title>") == true)
    try directory.write("one.html", "mine")
    #expect(throws: SlipError.self) { try request.runOneFile(replacing: true) }
  }
}
