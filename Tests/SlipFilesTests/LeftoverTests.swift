import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipFiles

/// What dead processes leave behind, and what the next one makes of it.
@Suite struct LeftoverTests {
  let directory: TemporaryDirectory
  let parent: DirectoryHandle

  init() throws {
    directory = try TemporaryDirectory()
    parent = try DirectoryHandle(directory.url.path)
  }

  /// Leaves what a process leaves that dies after it has exchanged `box` for a new version: the old one under its
  /// hidden name, with what is known of its files.
  ///
  /// - Parameter isComplete: Whether the file with what is known was written to its end.
  private func die(isComplete: Bool = true) throws {
    try directory.write("box/page", "new page")
    try directory.write("old/page", "old page")
    try directory.write("old/gone", "deleted on purpose")
    try directory.write("old/edited", "as it was")
    let old = try DirectoryHandle(directory.path("old"))
    var known: [UInt64: LateChanges.Known] = [:]
    for name in try old.names() {
      let status = try #require(try old.statusOfChild(name))
      known[status.inode] = .superseded(modified: status.modified, length: status.length)
    }
    FileClock.waitForTick()
    let kept = ReservedName(inode: try old.status().inode, seal: try #require(FileClock.now), suffix: nil)
    try OldFiles.write(known, to: kept.known(of: "box"), in: parent)
    if !isComplete { truncate(directory.path(kept.known(of: "box")), 20) }
    try FileManager.default.moveItem(
      atPath: directory.path("old"), toPath: directory.path(kept.hidden(of: "box")))
    try directory.write(".box.lock", "1\n")
    FileClock.waitForTick()
    // The process renames each file before it deletes it.
    for name in ["page", "gone"] {
      let path = directory.path(kept.hidden(of: "box")) + "/"
      rename(path + name, path + ".aside-" + name)
    }
    // And somebody saves one meanwhile.
    try directory.write(kept.hidden(of: "box") + "/edited", "saved at the last moment")
  }

  @Test(arguments: [true, false]) func deletedFilesNeverComeBack(isComplete: Bool) throws {
    try die(isComplete: isComplete)
    TreeStage.clearLeftovers(at: directory.path("box"))
    #expect(directory.names() == ["box"])
    #expect(directory.names("box") == ["edited", "page"])
    #expect(directory.text("box/page") == "new page")
    #expect(directory.text("box/edited") == "saved at the last moment")
  }

  @Test func whatIsKnownComesBackAsItWas() throws {
    let known: [UInt64: LateChanges.Known] = [
      1: .shared, 7: .superseded(modified: Timestamp(microseconds: -5), length: 0),
      .max: .superseded(modified: Timestamp(microseconds: 1), length: 312),
    ]
    try OldFiles.write(known, to: "known", in: parent)
    #expect(try OldFiles.read("known", in: parent) == known)
    #expect(try OldFiles.read("none", in: parent) == nil)
    let text = try #require(directory.text("known"))
    for length in 0..<text.utf8.count {
      try directory.write("part", Array(text.utf8.prefix(length)))
      #expect(try OldFiles.read("part", in: parent) == nil)
    }
  }

  @Test func anEndedExchangeLeavesNothing() throws {
    try directory.write("box/a", "a")
    try directory.write("box/b", "b")
    let stage = try TreeStage.begin(at: directory.path("box"))
    try stage.write("a", Array("new".utf8))
    try stage.carryRest { path, _ in path == "b" ? .leave : .take }
    let done = try stage.commit()
    #expect(done.diagnostics == [])
    #expect(directory.names() == ["box"])
    #expect(directory.names("box") == ["a"])
  }

  /// A folder of a dead process goes; those of living processes, and folders of others, stay.
  @Test func scratchFolders() throws {
    let living = try ScratchFolder(in: directory.url.path)
    let name = PathComponents.last(of: living.path)
    #expect(chmod(try directory.path(made("slipconv-copy-dead00", [".slipconv-copy", "store"])), 0o700) == 0)
    #expect(chmod(try directory.path(made("slipconv-copy-others", ["store"])), 0o700) == 0)
    #expect(chmod(try directory.path(made("slipconv-copy-public", [".slipconv-copy"])), 0o755) == 0)
    #expect(chmod(try directory.path(made("slipconv-copy-empty0", [])), 0o700) == 0)
    let next = try ScratchFolder(in: directory.url.path)
    let names = Set(directory.names())
    #expect(
      names == [name, PathComponents.last(of: next.path), "slipconv-copy-others", "slipconv-copy-public"])
  }

  private func made(_ name: String, _ files: [String]) throws -> String {
    try FileManager.default.createDirectory(
      atPath: directory.path(name), withIntermediateDirectories: false)
    for file in files { try directory.write("\(name)/\(file)", "copied") }
    return name
  }

  @Test func hiddenFilesOfATarget() throws {
    for _ in 0..<2 { try AtomicFile(directory.path("out")).dropWithoutCleaning() }
    let living = try AtomicFile(directory.path("other"))
    try AtomicFile.clearLeftovers(at: directory.path("out"))
    try AtomicFile.clearLeftovers(at: directory.path("other"))
    try AtomicFile.clearLeftovers(at: directory.path("no/such"))
    #expect(directory.names() == [".other.new-1"])
    try living.commit()
    #expect(AtomicFile.isHidden(".out.new-12", of: "out") && !AtomicFile.isHidden(".out.new-x", of: "out"))
  }

  @Test func interruptionsHaveABound() {
    var calls = 0
    let result = retrying { () -> Int32 in
      calls += 1
      errno = EINTR
      return -1
    }
    #expect(result == -1 && errno == EINTR && calls < 100_000)
  }

  @Test func aHoldKeepsWritersAway() throws {
    try directory.write("box/a", "a")
    let hold = try TreeHold(directory.path("box"), waitMilliseconds: 0)
    #expect(
      slipError { _ = try TreePatch.begin(at: directory.path("box"), waitMilliseconds: 0) }?.code
        == FileCode.locked)
    hold.end()
    hold.end()
    try TreePatch.begin(at: directory.path("box"), waitMilliseconds: 0).abandon()
    #expect(directory.names() == ["box"])
  }
}

/// Parts of a path.
private enum PathComponents {
  static func last(of path: String) -> String { DirectoryHandle.split(path).name }
}
