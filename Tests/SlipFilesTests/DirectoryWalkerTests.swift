import Foundation
import SlipBase
import SlipTestSupport
import Testing
@testable import SlipFiles

@Suite struct DirectoryWalkerTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private func walk(_ walker: DirectoryWalker) -> [DirectoryWalker.Entry] {
    var walker = walker
    var entries: [DirectoryWalker.Entry] = []
    while let entry = walker.next() { entries.append(entry) }
    return entries
  }

  @Test func orderOfWholePaths() throws {
    for path in ["a/x", "a-b", "a.txt", "a/b/c", "a0", "A", "é", "b/.hidden", "a/b.c"] {
      try directory.write(path, "12")
    }
    let entries = walk(try DirectoryWalker(directory.url.path))
    let paths = entries.map(\.path)
    #expect(paths == paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(paths == ["A", "a", "a-b", "a.txt", "a/b", "a/b.c", "a/b/c", "a/x", "a0", "b", "b/.hidden", "é"])
    #expect(
      entries.allSatisfy { $0.problem == nil && ($0.status.kind == .directory || $0.status.length == 2) })
  }

  @Test func linksAndSpecialFilesAlone() throws {
    for path in ["root/a/file", "root/a/b/c", "root/.git/d", "root/z"] { try directory.write(path, "1") }
    try directory.link("root/z-link", to: "a")
    try directory.link("root/a/b/link", to: "nowhere")
    mkfifo(directory.path("root/a/pipe"), 0o600)
    mkfifo(directory.path("root/.git/pipe"), 0o600)
    let root = try DirectoryHandle(directory.path("root"))
    let found = try root.linksAndSpecialFiles { $0 == ".git" }
    #expect(found.map(\.path) == ["a/b/link", "a/pipe", "z-link"])
    #expect(found.map(\.kind) == [.symlink, .special, .symlink])
    // The same as a walk finds that looks at each entry.
    let odd = walk(try DirectoryWalker(directory.path("root"), skips: { $0 == ".git" })).filter {
      $0.status.kind == .symlink || $0.status.kind == .special
    }
    #expect(odd.map(\.path) == found.map(\.path))
    #expect(throws: SlipError.self) { _ = try root.linksAndSpecialFiles(depthLimit: 1) }
  }

  @Test func linksSpecialsAndBadNames() throws {
    try directory.write("outside/file", "")
    try directory.write("root/file", "")
    try directory.link("root/link", to: "../outside")
    mkfifo(directory.path("root/pipe"), 0o600)
    let odd = directory.path("root/") + "odd"
    var name = Array(odd.utf8CString.dropLast()) + [-1, 0]
    mkdir(&name, 0o700)
    let entries = walk(try DirectoryWalker(directory.path("root")))
    #expect(entries.map(\.status.kind) == [.file, .symlink, .directory, .special])
    #expect(entries[2].problem == .nameNotUnicode)
    #expect(entries[2].path == "odd\\xFF")
    rmdir(&name)
  }

  @Test func depthAndSkipping() throws {
    try directory.write("a/b/c/d/file", "")
    try directory.write("skip/file", "")
    let entries = walk(try DirectoryWalker(directory.url.path, depthLimit: 2, skips: { $0 == "skip" }))
    #expect(entries.map(\.path) == ["a", "a/b", "a/b/c", "a/b/c"])
    #expect(entries.last?.problem == .tooDeep)
  }

  @Test func missingRoot() {
    #expect(slipError { _ = try DirectoryWalker(directory.path("nothing")) }?.code == FileCode.missing)
  }
}
