import SlipFiles
import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBundle

let noteA = "notes/2e/2ed6657d-e927-568b-95e1-2665a8aea6a2"
let noteB = "notes/6b/6ba7b810-9dad-11d1-80b4-00c04fd430c8"

/// A manifest that lists these files, and stands for a real one.
func listing(_ files: [String: String]) -> String {
  let rows = files.sorted { $0.key < $1.key }.map { path, text in
    let fact = FileFact(of: Array(text.utf8))
    return "<file path=\"\(path)\" sha256=\"\(fact.digest.hex)\" length=\"\(fact.length)\"/>"
  }
  return "<slipbox xmlns=\"urn:slipbox:manifest\"><files>\(rows.joined())</files></slipbox>"
}

/// Writes a bundle with these payload files; the manifest lists them, unless another is given.
@discardableResult
func makeBundle(
  at path: String, _ files: [String: String], carrying: [String] = [], manifest: String? = nil
) throws -> FileFact {
  let manifest = manifest ?? listing(files)
  let stage = try BundleStage.begin(at: path, waitMilliseconds: 0)
  for (path, text) in files.sorted(by: { $0.key < $1.key }) { try stage.write(path, Array(text.utf8)) }
  for path in carrying { try stage.carry(path) }
  return try stage.commit { append in try Array(manifest.utf8).withUnsafeBytes { try append($0) } }.manifest
}

@Suite struct ContainerStageTests {
  let directory: TemporaryDirectory
  var target: String { directory.path("Notes.slipbox") }

  init() throws { directory = try TemporaryDirectory() }

  @Test func newBundle() throws {
    let fact = try makeBundle(
      at: target, [noteA + ".rtf": "{\\rtf1 A}", noteA + ".txt": "A"], manifest: "<slipbox/>")
    #expect(fact == FileFact(of: Array("<slipbox/>".utf8)))
    #expect(directory.names() == ["Notes.slipbox"])
    #expect(
      directory.names("Notes.slipbox") == [
        ".gitattributes", "manifest.sha256", "manifest.xml", "mimetype", "notes",
      ])
    #expect(directory.text("Notes.slipbox/mimetype") == "application/vnd.slipbox")
    #expect(
      directory.text("Notes.slipbox/.gitattributes")
        == "* -text\n*.rtf merge=slipbox\nmanifest.* merge=slipbox\nmanifest/*.xml merge=slipbox\nnotes/*/*.txt -merge\n"
    )
    #expect(directory.text("Notes.slipbox/manifest.sha256") == "\(fact.digest.hex)  manifest.xml\n")
    let storage = try DirectoryStorage(target)
    #expect(
      try storage.entries().filter { $0.kind == .file }.map(\.path) == [
        "manifest.sha256", "manifest.xml", "mimetype", noteA + ".rtf", noteA + ".txt",
      ])
    #expect(try storage.read(noteA + ".txt") == Array("A".utf8))
    #expect(try storage.length(of: noteA + ".rtf") == 9)
    #expect(try storage.length(of: noteB + ".rtf") == nil)
  }

  @Test func flushBegunBeforeTheRestIsWritten() throws {
    let stage = try BundleStage.begin(at: target, waitMilliseconds: 0)
    let paths = (0..<200).map { "notes/00/00000000-0000-5000-8000-\(100_000_000_000 + $0).txt" }
    for path in paths.prefix(150) { try stage.write(path, Array(path.utf8)) }
    stage.beginFlush()
    for path in paths.dropFirst(150) { try stage.write(path, Array(path.utf8)) }
    try stage.commit { _ in }
    let storage = try DirectoryStorage(target)
    for path in paths { #expect(try storage.read(path) == Array(path.utf8)) }
    let next = try BundleStage.begin(at: target, waitMilliseconds: 0)
    for path in paths { try next.write(path.replacing("notes/00", with: "notes/01"), [0x78]) }
    next.beginFlush()
    next.abandon()
    #expect(directory.names() == ["Notes.slipbox"])
  }

  @Test func nextVersionReplacesTheOld() throws {
    try makeBundle(at: target, [noteA + ".txt": "A", noteB + ".txt": "B"])
    let before = try #require(try FileSystem.status(directory.path("Notes.slipbox/\(noteA).txt")))
    try makeBundle(
      at: target, [noteB + ".txt": "B2"], carrying: [noteA + ".txt"], manifest: "<slipbox>2</slipbox>")
    let after = try #require(try FileSystem.status(directory.path("Notes.slipbox/\(noteA).txt")))
    #expect(after.isSameFile(as: before))
    #expect(after.linkCount == 1)
    #expect(directory.text("Notes.slipbox/\(noteB).txt") == "B2")
    #expect(directory.text("Notes.slipbox/manifest.xml") == "<slipbox>2</slipbox>")
    #expect(directory.names() == ["Notes.slipbox"])
  }

  @Test func payloadNotTakenOverGoes() throws {
    try makeBundle(at: target, [noteA + ".txt": "A", noteB + ".txt": "B"])
    try makeBundle(at: target, [:], carrying: [noteA + ".txt"])
    #expect(directory.names("Notes.slipbox/notes") == ["2e"])
  }

  @Test func abandonedStageLeavesNothing() throws {
    try makeBundle(at: target, [noteA + ".txt": "A"])
    let stage = try BundleStage.begin(at: target)
    try stage.write(noteB + ".txt", Array("B".utf8))
    #expect(directory.names().count == 3)
    stage.abandon()
    #expect(directory.names() == ["Notes.slipbox"])
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A")
    #expect(slipError { try stage.write(noteB + ".rtf", []) } != nil)
  }

  @Test func failingManifestLeavesTheOldVersion() throws {
    struct Stop: Error {}
    try makeBundle(at: target, [noteA + ".txt": "A"], manifest: "<slipbox/>")
    let stage = try BundleStage.begin(at: target)
    #expect(throws: Stop.self) {
      try stage.commit { append in
        try Array("<slipbox>".utf8).withUnsafeBytes { try append($0) }
        throw Stop()
      }
    }
    #expect(directory.names() == ["Notes.slipbox"])
    #expect(directory.text("Notes.slipbox/manifest.xml") == "<slipbox/>")
  }

  @Test func crashedStageIsClearedByTheNext() throws {
    try makeBundle(at: target, [noteA + ".txt": "A"])
    let crashed = try BundleStage.begin(at: target)
    try crashed.write(noteB + ".txt", Array("half".utf8))
    crashed.dropWithoutCleaning()
    #expect(directory.names().count == 3)
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A")
    // Looks like a stage's name, but isn't one.
    try directory.write(".Notes.slipbox.stage-old/keep", "mine")
    try directory.write(".Notes.slipbox.stage-1-2-3", "mine")
    try makeBundle(at: target, [:], carrying: [noteA + ".txt"])
    #expect(directory.names() == [".Notes.slipbox.stage-1-2-3", ".Notes.slipbox.stage-old", "Notes.slipbox"])
  }

  @Test func oldVersionLeftByACrashIsCleared() throws {
    try makeBundle(at: target, [noteA + ".txt": "A"])
    // As after an exchange whose deletion was cut short, with links inside that must not be followed. The lock is free.
    try directory.write(".Notes.slipbox.lock", "99\n")
    try directory.write("outside/precious", "mine")
    try directory.write(".Notes.slipbox.stage-99-1/notes/2e/x", "old")
    try directory.link(".Notes.slipbox.stage-99-1/notes/out", to: "../../outside")
    try directory.link(".Notes.slipbox.stage-99-2", to: "outside")
    try makeBundle(at: target, [:], carrying: [noteA + ".txt"])
    #expect(directory.names() == ["Notes.slipbox", "outside"])
    #expect(directory.text("outside/precious") == "mine")
  }

  @Test func twoStagesAtOnce() throws {
    let first = try BundleStage.begin(at: target)
    let error = slipError { _ = try BundleStage.begin(at: target, waitMilliseconds: 60) }
    #expect(error?.code == FileCode.locked)
    #expect(error?.message.contains("Another process (pid \(getpid())) is writing") == true)
    try first.commit { _ in }
    #expect(directory.names() == ["Notes.slipbox"])
    try makeBundle(at: target, [:])
  }

  @Test func manyThreadsWaitForEachOther() throws {
    let target = target
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      do {
        let stage = try BundleStage.begin(at: target, waitMilliseconds: 20_000)
        let count = (try? stage.old?.read("manifest.xml").count) ?? nil
        try stage.commit { append in
          try [UInt8](repeating: 0x78, count: (count ?? 0) + 1).withUnsafeBytes { try append($0) }
        }
      } catch { Issue.record(error) }
    }
    #expect(directory.text("Notes.slipbox/manifest.xml") == "xxxxxxxx")
    #expect(directory.names() == ["Notes.slipbox"])
  }

  @Test func equalBlobsFromManyThreads() throws {
    let stage = try BundleStage.begin(at: target)
    let blob = [UInt8](repeating: 7, count: 300_000)
    let path = "attachments/ab/ab.bin"
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      do {
        #expect(try stage.write(path, blob) == FileFact(of: blob))
        try stage.write("notes/\(index % 4)0/\(index)", [UInt8(index)])
      } catch { Issue.record(error) }
    }
    #expect(slipError { try stage.write(path, [1]) }?.code == FileCode.writtenTwice)
    #expect(stage.newFileCount == 17)
    try stage.commit { _ in }
    #expect(try DirectoryStorage(target).read(path) == blob)
  }

  @Test func linkedPayloadIsNeverWrittenInPlace() throws {
    try makeBundle(at: target, [noteA + ".txt": "A"])
    let stage = try BundleStage.begin(at: target)
    try stage.carry(noteA + ".txt")
    #expect(slipError { try stage.write(noteA + ".txt", Array("Z".utf8)) }?.code == FileCode.writtenTwice)
    #expect(throws: SlipError.self) { try stage.write(noteA + ".txt", pieces: { _ in }) }
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A")
    stage.abandon()
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A")
  }

  @Test func otherThingsAreNotReplaced() throws {
    try directory.write("Documents/letter.txt", "mine")
    #expect(
      slipError { _ = try BundleStage.begin(at: directory.path("Documents")) }?.code == FileCode.exists)
    try directory.write("file", "mine")
    #expect(slipError { _ = try BundleStage.begin(at: directory.path("file")) }?.code == FileCode.exists)
    #expect(slipError { _ = try BundleStage.begin(at: directory.path("no/such")) }?.code == FileCode.missing)
    #expect(directory.names() == ["Documents", "file"])
    #expect(directory.text("Documents/letter.txt") == "mine")
  }

  @Test func linkToABundleStaysALink() throws {
    try makeBundle(at: directory.path("real.slipbox"), [noteA + ".txt": "A"])
    try directory.link("Notes.slipbox", to: "real.slipbox")
    try makeBundle(at: target, [noteB + ".txt": "B"])
    #expect(try FileSystem.status(target, followLinks: false)?.kind == .symlink)
    #expect(directory.text("real.slipbox/\(noteB).txt") == "B")
    #expect(directory.names() == ["Notes.slipbox", "real.slipbox"])
  }

  @Test func carryRefusesLinks() throws {
    try makeBundle(at: target, [noteA + ".txt": "A"])
    try directory.write("outside/6b/secret", "secret")
    try directory.link("Notes.slipbox/notes/2e/link.txt", to: "../../../outside/6b/secret")
    try directory.link("Notes.slipbox/notes/6b", to: "../../outside/6b")
    let stage = try BundleStage.begin(at: target)
    #expect(slipError { try stage.carry("notes/2e/link.txt") }?.code == FileCode.notRegularFile)
    #expect(slipError { try stage.carry("notes/6b/secret") } != nil)
    #expect(slipError { try stage.carry("../outside/6b/secret") }?.code == SafePath.code)
    #expect(slipError { try stage.carry("notes/2e/missing") }?.code == FileCode.missing)
    try stage.carry(noteA + ".txt")
    try stage.commit { _ in }
    // The link is somebody's, and stays.
    #expect(directory.names("Notes.slipbox/notes") == ["2e", "6b"])
    #expect(directory.text("outside/6b/secret") == "secret")
  }

  @Test func editsMadeMeanwhileAreNotLost() throws {
    try makeBundle(at: target, [noteA + ".txt": "A", noteB + ".txt": "B"])
    let stage = try BundleStage.begin(at: target)
    try stage.carry(noteA + ".txt")
    try directory.write("Notes.slipbox/\(noteB).txt", "edited")
    try stage.commit { _ in }
    #expect(directory.text("Notes.slipbox/\(noteB).txt") == "edited")
    #expect(stage.unlisted == [noteB + ".txt"])
    #expect(directory.names() == ["Notes.slipbox"])
  }

  /// Editors save so: a file that was written before takes the name. Its times are older than the stage.
  @Test(arguments: [true, false]) func renamedFilesAreNotLost(rewritten: Bool) throws {
    try makeBundle(at: target, [noteA + ".txt": "A", noteB + ".txt": "B"])
    try directory.write("Notes.slipbox/saved", "edited")
    usleep(30_000)
    let stage = try BundleStage.begin(at: target)
    #expect(try stage.old?.read(noteB + ".txt") == Array("B".utf8))
    try stage.carry(noteA + ".txt")
    if rewritten {
      try stage.write(noteB + ".txt", Array("new".utf8))
    } else {
      try stage.carry(noteB + ".txt")
    }
    #expect(rename(directory.path("Notes.slipbox/saved"), directory.path("Notes.slipbox/\(noteB).txt")) == 0)
    if rewritten {
      #expect(slipError { try stage.commit { _ in } }?.code == FileCode.changedMeanwhile)
    } else {
      try stage.commit { _ in }
    }
    #expect(directory.text("Notes.slipbox/\(noteB).txt") == "edited")
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A")
    #expect(directory.names() == ["Notes.slipbox"])
  }

  /// What a merge left out of the manifest may be the newer version of something.
  @Test func unlistedPayloadStays() throws {
    try makeBundle(
      at: target, [noteA + ".txt": "A", noteB + ".txt": "B"], manifest: listing([noteA + ".txt": "A"]))
    let stage = try BundleStage.begin(at: target)
    let error = slipError { try stage.write(noteB + ".txt", Array("mine".utf8)) }
    #expect(error?.code == FileCode.inTheWay)
    try stage.write(noteB + ".txt", Array("B".utf8))
    stage.abandon()
    let next = try BundleStage.begin(at: target)
    try next.commit { _ in }
    #expect(directory.names("Notes.slipbox/notes") == ["6b"])
    #expect(next.unlisted == [noteB + ".txt"])
    #expect(next.unlistedDiagnostics.map(\.code) == [ValidationRule.unlistedFile.code])
    #expect(directory.text("Notes.slipbox/\(noteB).txt") == "B")
  }

  @Test func modesStay() throws {
    try makeBundle(at: target, [noteA + ".txt": "A", noteB + ".txt": "B"])
    for (name, mode) in [("", 0o700), ("/notes", 0o700), ("/notes/2e", 0o710), ("/manifest.xml", 0o640)] {
      chmod(target + name, mode_t(mode))
    }
    try makeBundle(
      at: target, ["notes/00/00000000-0000-5000-8000-100000000000.txt": "C"], carrying: [noteA + ".txt"])
    func mode(_ name: String) throws -> UInt32? { try FileSystem.status(target + name)?.permissions }
    #expect(try mode("") == 0o700)
    #expect(try mode("/notes") == 0o700)
    #expect(try mode("/notes/2e") == 0o710)
    #expect(try mode("/notes/00") == 0o700)
    #expect(try mode("/manifest.xml") == 0o640)
    #expect(try mode("/notes/00/00000000-0000-5000-8000-100000000000.txt") == 0o600)
  }

  @Test func readOnlyBundlesStay() throws {
    try makeBundle(at: target, [noteA + ".txt": "A"])
    chmod(directory.path("Notes.slipbox/manifest.xml"), 0o444)
    #expect(slipError { _ = try BundleStage.begin(at: target) }?.code == FileCode.readOnly)
    chmod(directory.path("Notes.slipbox/manifest.xml"), 0o644)
    chmod(target, 0o555)
    #expect(slipError { _ = try BundleStage.begin(at: target) }?.code == FileCode.readOnly)
    chmod(target, 0o755)
    #expect(directory.names() == ["Notes.slipbox"])
  }

  /// A file that has another name where the lock would be is somebody's.
  @Test func lockNeverWritesToSomebodysFile() throws {
    try directory.write("precious", "mine, and longer than a process number")
    #expect(link(directory.path("precious"), directory.path(".Notes.slipbox.lock")) == 0)
    #expect(slipError { _ = try BundleStage.begin(at: target) }?.code == FileCode.inTheWay)
    #expect(directory.text("precious") == "mine, and longer than a process number")
    #expect(directory.names() == [".Notes.slipbox.lock", "precious"])
  }

  /// A program that had opened the folder saves into the old version just behind the exchange; then this process dies.
  @Test func lateChangesComeOverAfterACrash() throws {
    try makeBundle(at: target, [noteA + ".txt": "A", noteB + ".txt": "B"])
    let old = try #require(try FileSystem.status(target))
    #expect(rename(target, directory.path("old")) == 0)
    try makeBundle(at: target, [noteA + ".txt": "A2"])
    let seal = Timestamp(seconds: Int64(Date().timeIntervalSince1970)).microseconds
    sleep(1)
    try directory.write("old/\(noteB).txt", "edited")
    #expect(rename(directory.path("old"), directory.path(".Notes.slipbox.keep-\(old.inode)-\(seal)")) == 0)
    try directory.write(".Notes.slipbox.lock", "99\n")
    try BundleStage.begin(at: target).abandon()
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A2")
    #expect(directory.text("Notes.slipbox/\(noteB).txt") == "edited")
    #expect(directory.names() == ["Notes.slipbox"])
  }

  @Test func bundleMadeMeanwhileIsNotReplaced() throws {
    let stage = try BundleStage.begin(at: target)
    try directory.write("Notes.slipbox/mine", "mine")
    #expect(slipError { try stage.commit { _ in } }?.code == FileCode.changedMeanwhile)
    #expect(directory.text("Notes.slipbox/mine") == "mine")
    #expect(directory.names() == ["Notes.slipbox"])
  }

  @Test func theUsersFilesComeOver() throws {
    try makeBundle(at: target, [noteA + ".txt": "A", noteB + ".txt": "B"])
    try directory.write("Notes.slipbox/.git/objects/ab/cdef", "object")
    try directory.write("Notes.slipbox/.git/HEAD", "ref: refs/heads/main")
    try FileManager.default.createDirectory(
      atPath: directory.path("Notes.slipbox/.git/refs/tags"), withIntermediateDirectories: true)
    try directory.link("Notes.slipbox/.git/hook", to: "../../nowhere")
    try directory.write("Notes.slipbox/.gitattributes", "* -text\n*.png filter=lfs\n")
    try directory.write("Notes.slipbox/.DS_Store", "finder")
    try directory.write("Notes.slipbox/notes/6b/.DS_Store", "finder")
    try directory.write("Notes.slipbox/notes/2e/._2ed6657d-e927-568b-95e1-2665a8aea6a2.txt", "fork")
    try directory.write("Notes.slipbox/README.txt", "mine")
    try directory.write("Notes.slipbox/notes/2e/draft.txt", "mine")
    try directory.write("Notes.slipbox/extra/deep/file", "mine")
    usleep(20_000)
    try makeBundle(at: target, [:], carrying: [noteA + ".txt"])
    #expect(directory.text("Notes.slipbox/.git/objects/ab/cdef") == "object")
    #expect(directory.text("Notes.slipbox/.git/HEAD") == "ref: refs/heads/main")
    #expect(directory.exists("Notes.slipbox/.git/refs/tags"))
    #expect(
      try FileSystem.status(directory.path("Notes.slipbox/.git/hook"), followLinks: false)?.kind == .symlink)
    #expect(directory.text("Notes.slipbox/.gitattributes") == "* -text\n*.png filter=lfs\n")
    #expect(directory.text("Notes.slipbox/.DS_Store") == "finder")
    #expect(directory.names("Notes.slipbox/notes") == ["2e"])
    #expect(directory.text("Notes.slipbox/notes/2e/._2ed6657d-e927-568b-95e1-2665a8aea6a2.txt") == "fork")
    #expect(directory.text("Notes.slipbox/README.txt") == "mine")
    #expect(directory.text("Notes.slipbox/notes/2e/draft.txt") == "mine")
    #expect(directory.text("Notes.slipbox/extra/deep/file") == "mine")
  }
}
