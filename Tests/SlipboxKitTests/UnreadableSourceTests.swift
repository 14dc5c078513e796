import Foundation
import SlipPrograms
import SlipBase
import SlipTestSupport
import SlipboxKit
import Synchronization
import Testing

@testable import SlipExchange

/// What can't be read is not absent: it is named, and no note is deleted or changed because of it.
@Suite struct UnreadableSourceTests {
  /// Whether permissions mean anything to this process. They don't to the superuser.
  static let hasLimits = geteuid() != 0

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(
    _ input: String, prunes: Bool = true, changes: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path(input)])
    request.target = .at(directory.path("b.slipbox"))
    request.prunes = prunes
    changes(&request)
    return try request.run()
  }

  // MARK: Every read of every kind of source

  @Test(arguments: SourceLawTests.samples) func aFailedReadIsNeverAnEmptyAnswer(
    _ sample: SourceLawTests.Sample
  ) throws {
    try SourceLawTests.write(sample, to: directory)
    let whole = try SourceTree.open(directory.path(sample.name))
    let expected = try SourceDrain(whole).notes
    var number = 0
    while true {
      number += 1
      let reads = Reads(failing: number)
      let tree = SourceTree(
        name: whole.name, form: whole.form, files: whole.files, folders: whole.folders
      ) { place throws(SlipError) in
        try reads.count()
        return try whole.bytes(at: place)
      }
      var answer: [String]?
      do { answer = try SourceDrain(tree).notes } catch {}
      guard reads.hasFailed else {
        #expect(answer == expected)
        break
      }
      #expect(
        answer == nil || !tree.faults.all.isEmpty, "read \(number) of \(sample.kind) failed without a word")
      guard number < 500 else { break }
    }
    #expect(number > 1)
  }

  /// Counts reads, one of which fails.
  private final class Reads: Sendable {
    private let done = Mutex(0)
    private let failing: Int

    init(failing: Int) { self.failing = failing }

    var hasFailed: Bool { done.withLock { $0 >= failing } }

    func count() throws(SlipError) {
      let number = done.withLock { count in
        count += 1
        return count
      }
      if number == failing {
        throw SlipError(.cannotDo, code: "SBXG001", "Cannot read the file: input error.")
      }
    }
  }

  /// The ids of all notes of a tree, each of which was read.
  private struct SourceDrain {
    var notes: [String] = []

    init(_ tree: SourceTree) throws {
      guard let kind = ProgramTable.sources.kind(of: tree) else { return }
      var context = SourceContext()
      context.container = context.names.addContainer()
      var source = try kind.open(tree, context)
      var entries: [SourceEntry] = []
      while let item = try source.next() { if case .note(let entry) = item { entries.append(entry) } }
      let key = ImportKey(sourceName: "s", path: tree.name)
      for entry in entries {
        _ = try ItemImporter.read(
          entry, as: UniqueID(high: 1, low: 1), order: 0, of: key, format: kind.name, context)
        notes.append(entry.id)
      }
    }
  }

  // MARK: Damage

  @Test(
    arguments: SourceLawTests.samples.filter {
      ["enex", "zkn3", "bear2bk", "zip", "json", "jex", "msg", "dat", "snt", "tbx", "hjt", "knt"].contains(
        $0.name.split(separator: ".").last.map(String.init) ?? "")
    })
  func aCutContainerDeletesNothing(_ sample: SourceLawTests.Sample) throws {
    try SourceLawTests.write(sample, to: directory)
    let bytes = Array(try Data(contentsOf: URL(filePath: directory.path(sample.name))))
    _ = try run(sample.name)
    let files = FileManager.default
    try files.copyItem(atPath: directory.path("b.slipbox"), toPath: directory.path("kept"))
    for count in stride(from: bytes.count - 1, to: 0, by: -max(1, bytes.count / 24)) {
      try directory.write(sample.name, Array(bytes.prefix(count)))
      do {
        let outcome = try run(sample.name)
        // These have no mark at their end: cut between two pieces, they may as well be whole.
        let mayBeWhole = ["treepad", "tnef"].contains(sample.kind) && !outcome.needsAttention
        #expect(
          outcome.report.pruned.isEmpty || mayBeWhole,
          "cut after \(count) of \(bytes.count) bytes: \(outcome.diagnostics)")
        try directory.remove("b.slipbox")
        try files.copyItem(atPath: directory.path("kept"), toPath: directory.path("b.slipbox"))
      } catch let error as SlipError {
        #expect(error.code != nil)
      }
    }
  }

  @Test func aDamagedJournalDeletesNothing() throws {
    let note = #"{"title": "T", "textContent": "x", "isTrashed": false, "isPinned": false}"#
    for name in ["a", "b", "c"] { try directory.write("keep/\(name).json", note) }
    #expect(try run("keep").noteCount == 3)
    try directory.write("keep/b.json", String(note.dropLast(9)))
    let outcome = try run("keep")
    #expect(outcome.noteCount == 3 && outcome.report.pruned.isEmpty && outcome.needsAttention)
  }

  // MARK: Files and folders

  @Test func aFolderThatBecameALinkHasNotVanished() throws {
    for path in ["n/a.rtf", "n/d/b.rtf", "n/d/e/c.rtf"] { try directory.write(path, "{\\rtf1 x}") }
    #expect(try run("n").noteCount == 3)
    try FileManager.default.moveItem(atPath: directory.path("n/d"), toPath: directory.path("elsewhere"))
    try directory.link("n/d", to: "../elsewhere")
    let outcome = try run("n")
    #expect(outcome.noteCount == 3 && outcome.needsAttention)
    #expect(outcome.report.skipped.map(\.path) == ["d"])
  }

  /// A note whose file was gone at the last import goes with the next one that prunes, also where nothing has changed since.
  @Test(arguments: ["org", "md"]) func laterImportsPrune(_ suffix: String) throws {
    for name in ["a", "b", "c", "d"] {
      try directory.write(
        "n/\(name).\(suffix)", suffix == "org" ? "#+title: \(name)\n\ntext\n" : "# \(name)\n")
    }
    #expect(try run("n").noteCount == 4)
    try directory.remove("n/c.\(suffix)")
    #expect(try run("n", prunes: false).noteCount == 4)
    #expect(try run("n") { $0.prunesAll = true }.report.pruned.count == 1)
    #expect(try run("n").report.pruned.isEmpty)
  }

  @Test func aFolderOfBundlesIsNotEmpty() throws {
    for name in ["a", "b"] {
      try directory.write("n/\(name).textbundle/info.json", #"{"version": 2}"#)
      try directory.write("n/\(name).textbundle/text.md", "# \(name)\n")
    }
    #expect(try run("n").noteCount == 2)
    try directory.remove("n/b.textbundle")
    #expect(try run("n").noteCount == 1)
  }

  @Test(.enabled(if: hasLimits, "the superuser may read everything"), arguments: [0o000, 0o444])
  func aFolderWithoutRightsHasNotVanished(_ mode: Int) throws {
    for kind in ["vault", "plain", "bundles"] {
      let directory = try TemporaryDirectory()
      let tests = UnreadableSourceTests(directory)
      for number in 1...4 {
        let folder = number > 2 ? "v/Sub" : "v"
        switch kind {
        case "vault": try directory.write("\(folder)/N\(number).md", "# N\(number)\n")
        case "plain": try directory.write("\(folder)/N\(number).rtf", "{\\rtf1 N\(number)}")
        default:
          try directory.write("\(folder)/N\(number).textbundle/text.md", "# N\(number)\n")
          try directory.write("\(folder)/N\(number).textbundle/info.json", #"{"version": 2}"#)
        }
      }
      if kind == "vault" { try directory.write("v/.obsidian/app.json", "{}") }
      #expect(try tests.run("v").noteCount == 4)
      chmod(directory.path("v/Sub"), mode_t(mode))
      defer { chmod(directory.path("v/Sub"), 0o755) }
      for prunes in [true, false] {
        let outcome = try tests.run("v", prunes: prunes)
        #expect(outcome.noteCount == 4 && outcome.needsAttention && !outcome.isChanged)
        #expect(outcome.report.skipped.contains { $0.path.hasSuffix("Sub") })
        #expect(outcome.report.vanished.isEmpty)
      }
    }
  }

  private init(_ directory: TemporaryDirectory) { self.directory = directory }

  /// Pages that link to each other beside a note that is none of them.
  private func writeMixedFolder() throws {
    for number in 1...4 {
      try directory.write("m/\(number > 2 ? "Sub/" : "")N\(number).md", "# N\(number)\n\n[[N1]] ![](p.png)\n")
    }
    try directory.write("m/p.png", try Fixtures.bytes("images/png-2-8.png"))
    try directory.write("m/memo.rtf", "{\\rtf1 Memo}")
  }

  @Test(arguments: [nil, "s"]) func aMixedFolderIsPrunedByItsOwnParts(_ name: String?) throws {
    try writeMixedFolder()
    #expect(try run("m") { $0.sourceName = name }.noteCount == 5)
    let second = try run("m") { $0.sourceName = name }
    #expect(second.noteCount == 5 && !second.isChanged && !second.needsAttention)
    try directory.remove("m/N2.md")
    let third = try run("m") { $0.sourceName = name }
    #expect(third.report.pruned.count == 1 && third.noteCount == 4)
    try directory.remove("m/memo.rtf")
    let fourth = try run("m") {
      $0.sourceName = name; $0.prunesAll = true
    }
    #expect(fourth.noteCount == 3)
  }

  @Test(
    .enabled(if: hasLimits, "the superuser may read everything"),
    arguments: ["Sub", "N3.md", "memo.rtf", "p.png"])
  func aMixedFolderKeepsWhatCannotBeRead(_ part: String) throws {
    try writeMixedFolder()
    #expect(try run("m").noteCount == 5)
    let path = directory.path(part == "N3.md" ? "m/Sub/N3.md" : "m/\(part)")
    chmod(path, 0)
    defer { chmod(path, 0o755) }
    var count: Int?
    do {
      let outcome = try run("m")
      #expect(outcome.needsAttention && outcome.report.skipped.contains { $0.path.hasSuffix(part) })
      count = outcome.noteCount
    } catch let error as SlipError {
      #expect(error.kind == .cannotDo)
    }
    #expect(count == nil || count == 5)
  }

  @Test(.enabled(if: hasLimits, "the superuser may read everything"))
  func theRestOfANewVaultComesIn() throws {
    for number in 1...3 { try directory.write("v/N\(number).md", "# N\(number)\n") }
    try directory.write("v/.obsidian/app.json", "{}")
    try directory.write("v/Sub/S.md", "# S\n")
    chmod(directory.path("v/N2.md"), 0)
    chmod(directory.path("v/Sub"), 0)
    let first = try run("v")
    #expect(first.noteCount == 2 && first.needsAttention)
    #expect(Set(first.report.skipped.map(\.path)) == ["v/N2.md", "v/Sub"])
    #expect(try run("v").noteCount == 2)
    chmod(directory.path("v/N2.md"), 0o644)
    chmod(directory.path("v/Sub"), 0o755)
    let last = try run("v")
    #expect(last.noteCount == 4 && !last.needsAttention)
  }
}
