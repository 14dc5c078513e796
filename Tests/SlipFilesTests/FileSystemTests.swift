import Foundation
import SlipTestSupport
import Testing

import SlipBase
@testable import SlipFiles

@Suite struct FileSystemReadingTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [0, 1, 4_095, 4_096, 1 << 20, (1 << 20) + 1, 3_000_000]) func wholeFiles(length: Int)
    throws
  {
    let path = directory.path("file")
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try FileSystem.readFile(path) == bytes)
    #expect(try FileSystem.readFile(path, limit: length) == bytes)
    #expect(try MappedFile(path).withBytes { [UInt8]($0) } == bytes)
    #expect(try MappedFile(path).count == length)
    var pieces: [UInt8] = []
    try InputFile("file", beneath: DirectoryHandle(directory.url.path)).forEachChunk { pieces += $0 }
    #expect(pieces == bytes)
    if length > 0 {
      #expect(slipError { _ = try FileSystem.readFile(path, limit: length - 1) }?.code == FileCode.tooLarge)
    }
    #expect(try FileSystem.readStart(of: path, count: 3) == Array(bytes.prefix(3)))
  }

  @Test func filesWithoutALength() throws {
    // Such files say that they have 0 bytes.
    #expect(try !FileSystem.readFile("/proc/self/stat").isEmpty)
    #expect(
      slipError { _ = try FileSystem.readFile("/dev/zero", limit: 100_000) }?.code == FileCode.tooLarge)
  }

  @Test func otherThanRegularFiles() throws {
    let pipe = directory.path("pipe")
    mkfifo(pipe, 0o600)
    #expect(slipError { _ = try MappedFile(pipe) }?.code == FileCode.notRegularFile)
    #expect(slipError { _ = try MappedFile(directory.url.path) }?.code == FileCode.notRegularFile)
    #expect(slipError { _ = try MappedFile("/dev/null") }?.code == FileCode.notRegularFile)
    #expect(slipError { _ = try InputFile(pipe) }?.code == FileCode.notRegularFile)
    let error = slipError { _ = try MappedFile(directory.path("nothing")) }
    #expect(error?.code == FileCode.missing)
    #expect(error?.message == "Cannot open the file: there is no such file or directory.")
    #expect(error?.location?.file == directory.path("nothing"))
  }

  @Test func links() throws {
    try directory.write("file", "text")
    try directory.link("link", to: "file")
    #expect(try MappedFile(directory.path("link")).count == 4)
    #expect(slipError { _ = try MappedFile(directory.path("link"), followLinks: false) } != nil)
    #expect(try FileSystem.status(directory.path("link"))?.kind == .file)
    #expect(try FileSystem.status(directory.path("link"), followLinks: false)?.kind == .symlink)
    try directory.link("nowhere", to: "nothing")
    #expect(try FileSystem.status(directory.path("nowhere")) == nil)
    #expect(try FileSystem.status(directory.path("file/x")) == nil)
  }

  @Test func makingDirectories() throws {
    try FileSystem.makeDirectory(directory.path("a/b/c"), parents: true)
    try FileSystem.makeDirectory(directory.path("a/b/c"), parents: true)
    #expect(try FileSystem.status(directory.path("a/b/c"))?.kind == .directory)
    #expect(slipError { try FileSystem.makeDirectory(directory.path("a")) } != nil)
    #expect(slipError { try FileSystem.makeDirectory(directory.path("x/y")) }?.code == FileCode.missing)
    try directory.write("file", "")
    #expect(slipError { try FileSystem.makeDirectory(directory.path("file/y"), parents: true) } != nil)
    #expect(slipError { try FileSystem.makeDirectory(directory.path("file"), parents: true) } != nil)
  }
}

@Suite struct FileSystemAtomicFileTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  @Test func replacesAllAtOnce() throws {
    let path = directory.path("out")
    try FileSystem.writeFileAtomically(path, Array("one".utf8))
    #expect(directory.text("out") == "one")
    chmod(path, 0o640)
    let file = try AtomicFile(path)
    try Array("tw".utf8).withUnsafeBytes { try file.write($0) }
    #expect(directory.text("out") == "one")
    try Array("o!".utf8).withUnsafeBytes { try file.write($0, at: 2) }
    #expect(file.length == 4)
    try file.commit()
    #expect(directory.text("out") == "two!")
    #expect(try FileSystem.status(path)?.permissions == 0o640)
    #expect(directory.names() == ["out"])
  }

  @Test func abandonedAndCrashed() throws {
    let path = directory.path("out")
    try FileSystem.writeFileAtomically(path, Array("old".utf8))
    do {
      let file = try AtomicFile(path)
      try Array("new".utf8).withUnsafeBytes { try file.write($0) }
    }
    #expect(directory.names() == ["out"])
    try AtomicFile(path).dropWithoutCleaning()
    #expect(directory.names().count == 2)
    let living = try AtomicFile(path)
    try FileSystem.writeFileAtomically(path, Array("next".utf8))
    #expect(directory.names().count == 2)
    try living.commit()
    #expect(directory.names() == ["out"])
    #expect(directory.text("out") == "")
  }

  @Test func litterIsMetByName() throws {
    let path = directory.path("out")
    for _ in 0..<3 { try AtomicFile(path).dropWithoutCleaning() }
    // The next one takes away what the last one left.
    #expect(directory.names() == [".out.new-1"])
    try FileSystem.writeFileAtomically(path, [1])
    #expect(directory.names() == ["out"])
  }

  @Test func equalFilesStay() throws {
    let path = directory.path("out")
    try FileSystem.writeFileAtomically(path, Array("one".utf8), existing: .keepEqual)
    let inode = try FileSystem.status(path)?.inode
    try FileSystem.writeFileAtomically(path, Array("one".utf8), existing: .keepEqual)
    #expect(try FileSystem.status(path)?.inode == inode)
    for other in ["two", "longer"] {
      let error = slipError {
        try FileSystem.writeFileAtomically(path, Array(other.utf8), existing: .keepEqual)
      }
      #expect(error?.code == FileCode.exists)
    }
    #expect(directory.text("out") == "one" && directory.names() == ["out"])
  }

  @Test func linksAndDevices() throws {
    try directory.write("real", "old")
    try directory.link("link", to: "real")
    try FileSystem.writeFileAtomically(directory.path("link"), Array("new".utf8))
    #expect(directory.text("real") == "new")
    #expect(try FileSystem.status(directory.path("link"), followLinks: false)?.kind == .symlink)
    try FileSystem.writeFileAtomically("/dev/null", Array("x".utf8))
    #expect(
      slipError { try FileSystem.writeFileAtomically(directory.url.path, []) }?.code == FileCode.exists)
    #expect(
      slipError { try FileSystem.writeFileAtomically(directory.path("no/file"), []) }?.code
        == FileCode.missing)
  }

  @Test func longNames() throws {
    let name = String(repeating: "n", count: 250)
    try FileSystem.writeFileAtomically(directory.path(name), Array("x".utf8))
    #expect(directory.names() == [name])
  }
}

@Suite struct FileSystemBeneathTests {
  let directory: TemporaryDirectory
  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("root/a/b/file", "text")
    try directory.write("outside/b/file", "secret")
    try directory.link("root/up", to: "../outside")
    try directory.link("root/inner", to: "a")
    try directory.link("root/a/b/link", to: "file")
    try directory.link("root/absolute", to: "/")
  }

  private func handle(_ lookup: DirectoryHandle.Lookup) throws -> DirectoryHandle {
    let descriptor = open(directory.path("root"), O_RDONLY | O_DIRECTORY)
    return DirectoryHandle(adopting: descriptor, path: directory.path("root"), lookup: lookup)
  }

  @Test(arguments: [DirectoryHandle.Lookup.kernel, .components])
  func nothingOutsideIsReached(lookup: DirectoryHandle.Lookup) throws {
    let root = try handle(lookup)
    #expect(try MappedFile("a/b/file", beneath: root).withBytes { [UInt8]($0) } == Array("text".utf8))
    #expect(try root.openDirectory("a").status(of: "b/file")?.length == 4)
    for path in [
      "../outside/b/file", "up/b/file", "inner/b/file", "a/b/link", "a/../../outside/b/file",
      "absolute/etc/passwd",
      "/etc/passwd", "a/b/missing",
    ] {
      #expect(slipError { _ = try MappedFile(path, beneath: root) } != nil, "\(path)")
    }
    #expect(try root.status(of: "a/b/link")?.kind == .symlink)
    #expect(try root.status(of: "a/x/y") == nil)
    #expect(slipError { _ = try root.status(of: "up/b") } != nil)
  }
}

/// What others do to a file while it is read or written.
@Suite struct FileSystemOthersTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  /// Without care the process would end by SIGBUS.
  @Test func mappedFilesMayBeCut() throws {
    let path = directory.path("large")
    try FileSystem.writeFileAtomically(path, [UInt8](repeating: 7, count: 3 << 20))
    let file = try MappedFile(path)
    try file.expectUnchanged()
    #expect(truncate(path, 5_000) == 0)
    let sum = file.withBytes { $0.reduce(0) { $0 &+ Int($1) } }
    #expect(sum < 7 * (3 << 20))
    #expect(slipError { try file.expectUnchanged() }?.code == FileCode.changedMeanwhile)
    #expect(try MappedFile(path).count == 5_000)
  }

  @Test func mappedFilesMayBeWrittenTo() throws {
    let path = directory.path("large")
    try FileSystem.writeFileAtomically(path, [UInt8](repeating: 7, count: 3 << 20))
    let file = try MappedFile(path)
    let descriptor = open(path, O_WRONLY)
    #expect(pwrite(descriptor, [8], 1, 2 << 20) == 1)
    close(descriptor)
    #expect(slipError { try file.expectUnchanged() }?.code == FileCode.changedMeanwhile)
    // Another file of that name is another file.
    let input = try InputFile(path)
    try FileSystem.writeFileAtomically(path, [1])
    try input.expectUnchanged()
  }

  @Test func existingFilesMayBeRefused() throws {
    let path = directory.path("file")
    try FileSystem.writeFileAtomically(path, Array("mine".utf8), existing: .refuse)
    #expect(
      slipError { try FileSystem.writeFileAtomically(path, [1], existing: .refuse) }?.code == FileCode.exists
    )
    // One that comes while the new one is being written.
    let late = try AtomicFile(directory.path("late"), existing: .refuse)
    try [UInt8]("ours".utf8).withUnsafeBytes { try late.write($0) }
    try directory.write("late", "mine")
    #expect(slipError { try late.commit() }?.code == FileCode.exists)
    #expect(directory.text("file") == "mine" && directory.text("late") == "mine")
    #expect(directory.names() == ["file", "late"])
    try directory.link("dangling", to: "nowhere")
    #expect(
      slipError { try FileSystem.writeFileAtomically(directory.path("dangling"), []) }?.code
        == FileCode.missing)
    try FileSystem.writeFileAtomically("/dev/null", [1], existing: .refuse)
  }

  @Test func aLinkInTheWayIsNotAbsence() throws {
    try directory.write("outside/file", "mine")
    try directory.write("root/plain", "mine")
    try directory.link("root/link", to: "../outside")
    let root = try DirectoryHandle(directory.path("root"))
    #expect(try root.status(of: "plain/file") == nil)
    #expect(try root.status(of: "nothing/file") == nil)
    #expect(slipError { _ = try root.status(of: "link/file") } != nil)
  }

  @Test func whatIsInTheWayStays() throws {
    try directory.write("out/a/file", "mine")
    let stage = try TreeStage.begin(at: directory.path("out"))
    try stage.write("a", [1])
    #expect(slipError { try stage.carryRest { _, _ in .take } }?.code == FileCode.inTheWay)
    stage.abandon()
    #expect(directory.text("out/a/file") == "mine")
    #expect(directory.names() == ["out"])
  }

  @Test func interruptedWorkLeavesNothing() throws {
    let file = try AtomicFile(directory.path("file"))
    let stage = try TreeStage.begin(at: directory.path("tree"))
    try stage.write("a/b", [1])
    #expect(directory.names().count == 3)
    #expect(file.interrupt() && stage.interrupt())
    #expect(directory.names() == [])
    #expect(slipError { try stage.commit() } != nil)
  }
}

@Suite struct FileSystemTreeStageTests {
  let directory: TemporaryDirectory
  var target: String { directory.path("out") }
  init() throws { directory = try TemporaryDirectory() }

  @Test func newAndEmptyTargets() throws {
    for _ in 0..<2 {
      let stage = try TreeStage.begin(at: target, existing: .refuseUnlessEmpty)
      try stage.write("a/é/x", [1])
      try stage.write("a/e\u{301}/x", [2])
      #expect(!directory.exists("out/a"))
      try stage.commit()
      #expect(directory.names("out/a").count == 2)
      #expect(directory.names() == ["out"])
      try directory.remove("out/a")
    }
  }

  @Test func fullTargetsAreRefusedUnlessReplaced() throws {
    try directory.write("out/mine", "mine")
    #expect(
      slipError { _ = try TreeStage.begin(at: target, existing: .refuseUnlessEmpty) }?.code
        == FileCode.exists)
    #expect(directory.names() == ["out"])
    let stage = try TreeStage.begin(at: target, existing: .replace)
    try stage.write("new", [1])
    try stage.carry("mine")
    try stage.commit()
    #expect(directory.names("out") == ["mine", "new"])
    #expect(directory.text("out/mine") == "mine")
  }

  @Test func trailingSlashAndRelativePaths() throws {
    let stage = try TreeStage.begin(at: target + "//")
    try stage.write("x", [1])
    try stage.commit()
    #expect(directory.names("out") == ["x"])
    #expect(slipError { _ = try TreeStage.begin(at: directory.path("no/such/..")) } != nil)
    #expect(slipError { _ = try TreeStage.begin(at: "") } != nil)
    #expect(slipError { _ = try TreeStage.begin(at: "/") } != nil)
    try directory.link("dangling", to: "nowhere")
    #expect(slipError { _ = try TreeStage.begin(at: directory.path("dangling")) } != nil)
  }

  @Test func unsafePathsAreNotWritten() throws {
    let stage = try TreeStage.begin(at: target)
    for path in ["../x", "/x", "", "a//b", "a/./b", "a\\b", "nul", "a:b"] {
      #expect(slipError { try stage.write(path, []) }?.code == SafePath.code)
    }
    stage.abandon()
    #expect(directory.names() == [])
  }

  @Test func piecesThatFailLeaveNoFile() throws {
    struct Stop: Error {}
    let stage = try TreeStage.begin(at: target)
    #expect(throws: Stop.self) {
      try stage.write("folder/half") { append in
        try [UInt8](repeating: 1, count: 9).withUnsafeBytes { try append($0) }
        throw Stop()
      }
    }
    let fact = try stage.write("whole") { append in
      for byte in Array("abc".utf8) { try [byte].withUnsafeBytes { try append($0) } }
    }
    #expect(fact == FileFact(of: Array("abc".utf8)))
    try stage.commit()
    #expect(directory.names("out") == ["whole"])
  }

  @Test func messagesNameTheTarget() throws {
    let stage = try TreeStage.begin(at: target)
    try stage.write("a", [1])
    let error = slipError { try stage.write("a/b", [1]) }
    #expect(
      error?.description == "\(target)/a/b: Cannot create the file: a part of the path is not a directory.")
  }

  @Test func manyFilesAreFlushedAtOnce() throws {
    let stage = try TreeStage.begin(at: target)
    for index in 0..<100 { try stage.write("\(index / 10)/\(index)", [UInt8(index)]) }
    try stage.commit()
    #expect(directory.names("out").count == 10)
  }

  @Test func targetRemovedMeanwhile() throws {
    try directory.write("out/mine", "mine")
    let stage = try TreeStage.begin(at: target)
    try directory.remove("out")
    #expect(slipError { try stage.commit() }?.code == FileCode.changedMeanwhile)
    #expect(directory.names() == [])
  }

  @Test func timesInTheFutureAreNoChange() throws {
    for name in ["out/carried", "out/dropped"] {
      try directory.write(name, "mine")
      try FileManager.default.setAttributes(
        [.modificationDate: Date.distantFuture], ofItemAtPath: directory.path(name))
    }
    usleep(20_000)
    let stage = try TreeStage.begin(at: target)
    usleep(20_000)
    try stage.carry("carried")
    try stage.makeDirectory("empty/inner")
    try stage.commit()
    #expect(directory.names("out") == ["carried", "empty"])
    #expect(directory.exists("out/empty/inner"))
  }

  @Test func permissionsOfTheDirectoryStay() throws {
    try directory.write("out/mine", "mine")
    chmod(target, 0o750)
    let stage = try TreeStage.begin(at: target)
    try stage.commit()
    #expect(try FileSystem.status(target)?.permissions == 0o750)
  }

  @Test(.enabled(if: geteuid() != 0)) func directoryWithoutPermission() throws {
    chmod(directory.url.path, 0o500)
    defer { chmod(directory.url.path, 0o700) }
    let error = slipError { _ = try TreeStage.begin(at: target) }
    #expect(error?.message == "Cannot write beside the target: permission denied.")
  }

  @Test func readOnlyFoldersInTheOldTreeGoAway() throws {
    try directory.write("out/locked/file", "mine")
    chmod(directory.path("out/locked"), 0o500)
    let stage = try TreeStage.begin(at: target)
    try stage.commit()
    #expect(directory.names() == ["out"])
  }

  @Test func deepTreesAreRemoved() throws {
    try directory.write("out/mine", "")
    try FileSystem.makeDirectory(
      directory.path("out/" + Array(repeating: "d", count: 200).joined(separator: "/")), parents: true)
    let stage = try TreeStage.begin(at: target)
    try stage.commit()
    #expect(directory.names() == ["out"])
    #expect(directory.names("out") == [])
  }
}

@Suite struct FileSystemSafePathTests {
  @Test(arguments: [
    "a", "a/b", "notes/ab/x.rtf", ".gitattributes", "a..b", "...a", "ü/日本語.txt", "console", "com", "com10",
    "nulls",
    "a b", "-x", "~", "a/ b",
  ]) func safe(path: String) {
    #expect(SafePath.fault(in: path) == nil)
  }

  @Test(arguments: [
    ("", SafePath.Fault.empty), ("/a", .absolute), ("..", .parentReference), ("a/../b", .parentReference),
    ("a//b", .emptyComponent), ("a/", .emptyComponent), (".", .currentReference),
    ("a/./b", .currentReference),
    ("a\\b", .backslash), ("c:", .driveLetter), ("a:b", .driveLetter), ("a\u{0}b", .controlCharacter),
    ("a\nb", .controlCharacter), ("a\u{7F}", .controlCharacter), ("a\u{85}", .controlCharacter),
    ("con", .deviceName),
    ("a/NUL.txt", .deviceName), ("Com1", .deviceName), ("lpt9.x.y", .deviceName), ("COM¹", .deviceName),
    ("aux .txt", .deviceName), ("a?", .forbiddenCharacter), ("a*b", .forbiddenCharacter),
    ("a<b", .forbiddenCharacter),
    ("a|b", .forbiddenCharacter), ("a\"", .forbiddenCharacter), ("a.", .trailingDotOrSpace),
    ("a /b", .trailingDotOrSpace), ("...", .trailingDotOrSpace),
    (String(repeating: "a", count: 256), .componentTooLong),
    (String(repeating: "abcdefg/", count: 40) + "a", .tooDeep),
    (String(repeating: String(repeating: "a", count: 100) + "/", count: 11), .pathTooLong),
  ]) func unsafe(path: String, fault: SafePath.Fault) {
    #expect(SafePath.fault(in: path) == fault)
  }

  @Test func collisions() {
    #expect(SafePath.collisionKey("Straße") == SafePath.collisionKey("STRASSE"))
    #expect(SafePath.collisionKey("\u{C9}") == SafePath.collisionKey("e\u{301}"))
    #expect(SafePath.collisionKey("a") != SafePath.collisionKey("ä"))
  }

  @Test func everyFaultIsExplained() {
    #expect(Set(SafePath.Fault.allCases.map(\.explanation)).count == SafePath.Fault.allCases.count)
  }
}

@Suite struct FileSystemKeptTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("a/file", "old")
  }

  private func next() throws -> TreeStage {
    let stage = try TreeStage.begin(at: directory.path("a"))
    try stage.write("file", Array("new".utf8))
    return stage
  }

  @Test func theOldOneStaysUnderAnotherName() throws {
    #expect(try next().commit(keepingOldWith: "~v1").backup == directory.path("a~v1"))
    #expect(try next().commit(keepingOldWith: "~v1").backup == directory.path("a~v1-2"))
    #expect(directory.names() == ["a", "a~v1", "a~v1-2"])
    #expect(directory.text("a/file") == "new" && directory.text("a~v1/file") == "old")
  }

  /// What a process leaves that dies after the exchange, and one that dies just before it.
  @Test func whatACrashLeavesIsKeptOrCleared() throws {
    let none = 1
    try directory.write(".a.keep-\(none)-9000000000000000-~v1/file", "unfinished")
    try directory.write(".a.lock", "1\n")
    TreeStage.clearLeftovers(at: directory.path("a"))
    #expect(directory.names() == ["a"])
    try next().commit()
    try directory.write("b/file", "old")
    let old = try #require(try FileSystem.status(directory.path("b"))).inode
    try FileManager.default.moveItem(
      atPath: directory.path("b"), toPath: directory.path(".a.keep-\(old)-9000000000000000-~v1"))
    try directory.write(".a.lock", "1\n")
    TreeStage.clearLeftovers(at: directory.path("a"))
    #expect(directory.names() == ["a", "a~v1"])
    #expect(directory.text("a/file") == "new" && directory.text("a~v1/file") == "old")
  }
}
