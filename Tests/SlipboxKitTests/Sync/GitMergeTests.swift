import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipSync
@testable import SlipboxKit

#if os(Linux) || os(macOS)
  /// Bundles that a merge of Git has left with marks, or without files, in a repository whose driver isn't set up, or is of no help.
  @Suite struct GitMergeTests {
    let bench: BoxSyncBench

    init() throws {
      bench = try BoxSyncBench()
      try git("init", "-q", "-b", "main")
      try git("config", "user.email", "a@example.org")
      try git("config", "user.name", "A")
    }

    /// Runs Git in the folder of the bundles.
    @discardableResult private func git(_ arguments: String..., fails: Bool = false) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["git", "-C", bench.directory.path(""), "-c", "commit.gpgsign=false"] + arguments
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect((process.terminationStatus != 0) == fails, "git \(arguments)")
      return String(decoding: output, as: UTF8.self)
    }

    /// Commits a change on a branch of its own, and another one on the main branch, and merges the first.
    private func merge(
      theirs: () throws -> Void, ours: () throws -> Void, fails: Bool = true
    ) throws {
      try git("add", "-A")
      try git("commit", "-qm", "base")
      try git("checkout", "-qb", "theirs")
      try theirs()
      try git("add", "-A")
      try git("commit", "-qm", "theirs")
      try git("checkout", "-q", "main")
      try ours()
      try git("add", "-A")
      try git("commit", "-qm", "ours")
      try git("merge", "-q", "theirs", fails: fails)
    }

    private func codes() throws -> [String] { try SyncBench.errors(bench.path("a")).map(\.code) }

    @Test func marksInTheManifestAreMended() throws {
      let first = try bench.make("a", text: "One two three.")
      let second = try bench.edit("a") {
        try $0.create(NoteDraft(title: "Second", body: .text("Old."), folder: nil, keywords: []))
      }
      try merge {
        try bench.edit("a") { session in
          try session.edit { (box) throws(SlipError) in try box.update(note: first) { $0.status = .review } }
          _ = try session.create(NoteDraft(title: "Theirs", body: .text("x"), folder: "F", keywords: ["k"]))
        }
        try bench.write("a", first, "One two three and four.")
      } ours: {
        try bench.edit("a") { try $0.setBody(of: second, .text("New.")) }
        try bench.write("a", first, "ONE two three.")
      }
      let broken = #expect(throws: SlipError.self) { try bench.box("a") }
      #expect(broken?.code == KitCode.notMergeable && broken?.message.contains("refresh") == true)
      let outcome = try GitMerge.run(bench.path("a"))
      #expect(outcome.hasMerged && outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
      _ = try Refresh.run(bench.path("a"))
      #expect(try codes() == [])
      let box = try bench.box("a")
      #expect(Set(box.notes.map(\.title)) == ["First", "Second", "Theirs"])
      #expect(box.note(first)?.status == .review)
      #expect(try bench.text("a", second).contains("New."))
      let text = try bench.text("a", first)
      #expect(text.contains("ONE") && text.contains("and four") && !text.contains("<<<<"), "\(text)")
      #expect(try !GitMerge.run(bench.path("a")).isChanged)
    }

    @Test func oneDeletesAndTheOtherEdits() throws {
      let id = try bench.make("a", text: "See this text.")
      _ = try bench.edit("a") {
        try $0.create(NoteDraft(title: "Second", body: .text("Other."), folder: nil, keywords: []))
      }
      try merge {
        _ = try bench.edit("a") { try $0.delete(note: id) }
      } ours: {
        try bench.edit("a") { try $0.setBody(of: id, .text("Look at this text.")) }
      }
      _ = try GitMerge.run(bench.path("a"))
      _ = try Refresh.run(bench.path("a"))
      #expect(try codes() == [])
      #expect(try bench.text("a", id).contains("Look at this text."))
    }

    @Test func partsOfALargeManifestAreMended() throws {
      _ = try bench.make("a")
      try bench.edit("a") { session in
        for number in 0...ManifestPart.mostWithout {
          _ = try session.create(
            NoteDraft(title: "Page \(number)", body: .text("x"), folder: nil, keywords: []))
        }
      }
      let notes = try bench.box("a").notes.filter { $0.title.hasPrefix("Page") }.map(\.id)
      func rename(_ id: Note.ID, _ title: String) throws {
        try bench.edit("a") { session in
          try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.title = title } }
        }
      }
      try merge {
        try rename(notes[0], "Theirs")
        try rename(notes[1], "Theirs, too")
      } ours: {
        try rename(notes[2], "Ours")
        try rename(notes[3], "Ours, too")
      }
      #expect(try GitMerge.run(bench.path("a")).hasMerged)
      #expect(try codes() == [])
      let titles = Set(try bench.box("a").notes.map(\.title))
      #expect(titles.isSuperset(of: ["Theirs", "Theirs, too", "Ours", "Ours, too"]))
    }

    @Test func aMissingFileComesBackOrIsNamed() throws {
      let id = try bench.make("a", text: "Here.")
      try git("add", "-A")
      try git("commit", "-qm", "base")
      let body = bench.path("a") + "/" + PayloadPath.body(id)
      let bytes = try Data(contentsOf: URL(filePath: body))
      try FileManager.default.removeItem(atPath: body)
      #expect(try GitMerge.run(bench.path("a")).restored == [PayloadPath.body(id)])
      #expect(try Data(contentsOf: URL(filePath: body)) == bytes)
      let other = try bench.edit("a") {
        try $0.create(NoteDraft(title: "New", body: .text("Never committed."), folder: nil, keywords: []))
      }
      try FileManager.default.removeItem(atPath: bench.path("a") + "/" + PayloadPath.body(other))
      let outcome = try GitMerge.run(bench.path("a"))
      #expect(outcome.restored.isEmpty && outcome.diagnostics.map(\.code) == ["SBXF003"])
      #expect(outcome.diagnostics.first?.hint?.contains("git log") == true)
    }

    @Test func withoutAMissingTextASearchGoesOn() throws {
      let id = try bench.make("a", text: "Here is honey.")
      let other = try bench.edit("a") {
        try $0.create(NoteDraft(title: "Second", body: .text("More honey."), folder: nil, keywords: []))
      }
      try FileManager.default.removeItem(atPath: bench.path("a") + "/" + PayloadPath.mirror(id))
      var request = try FindRequest("honey", clock: QueryClock(now: Timestamp(seconds: 0)))
      #expect(throws: SlipError.self) { try request.search(bench.path("a"), cache: nil) }
      request.passesOverMissing = true
      let found = try request.search(bench.path("a"), cache: nil)
      #expect(found.hits.map(\.note) == [other])
      #expect(found.missingTexts.map(\.code) == ["SBXF003"])
      #expect(found.missingTexts.first?.message.contains("First") == true)
    }

    /// Nothing of a repository runs, whatever its configuration says.
    @Test func nothingOfTheRepositoryRuns() throws {
      let id = try bench.make("a", text: "Here.")
      try git("add", "-A")
      try git("commit", "-qm", "base")
      let mark = bench.directory.path("ran")
      try git("config", "core.fsmonitor", "touch '\(mark)'; false")
      try git("config", "core.hooksPath", bench.directory.path("hooks"))
      try FileManager.default.removeItem(atPath: bench.path("a") + "/" + PayloadPath.body(id))
      #expect(try GitMerge.run(bench.path("a")).restored.count == 1)
      #expect(!FileManager.default.fileExists(atPath: mark))
    }
  }
#endif
