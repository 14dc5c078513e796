import SlipBase
import Testing

@Suite struct OutgoingNameTests {
  @Test(arguments: [
    ".git", ".GIT", ".Git.", ".git ", ".git. .", ".git::$INDEX_ALLOCATION", "GIT~1", "git~2", "GITMOD~1",
    "gi7eba~1", ".g\u{200C}it", "\u{FEFF}.git", ".hg", ".svn", "HG~1", "ENVRC~1", ".envrc", ".htaccess",
    ".vscode", ".gitmodules", ".profile", "...", "Desktop.ini", "AUTORUN.INF", "web.config",
  ]) func actedUpon(name: String) {
    #expect(OutgoingName.isActive(name))
    #expect(OutgoingName.harmless(name) == "_" + name)
    #expect(!OutgoingName.isActive(OutgoingName.harmless(name)))
    #expect(OutgoingName.harmless(path: "a/\(name)/b") == "a/_\(name)/b")
  }

  @Test(arguments: [
    "git", "a.git", "Notes.rtf", "~1", "gitarre~1", "git~", "git~0", "_.git", ".DS_Store", "._a.rtf",
    ".Notes_SUPPORT", ".SavedStickiesState", "a~1.rtf",
    "\u{E9}\u{301}.rtf", " .git",
  ]) func harmless(name: String) {
    #expect(!OutgoingName.isActive(name))
    #expect(OutgoingName.harmless(name) == name)
    #expect(OutgoingName.harmless(path: "x/\(name)") == "x/\(name)")
  }

  @Test(arguments: [
    ("../../up.rtf", "up.rtf"), ("/etc/passwd", "etc/passwd"), ("a/./b", "a/b"), ("", "Untitled"),
    ("//", "Untitled"),
    ("a\u{0}b\n", "a-b-"), (".git/hooks/.x", "_.git/hooks/_.x"),
  ]) func paths(path: String, expected: String) {
    #expect(OutgoingName.harmless(path: path) == expected)
  }

  @Test func longNamesAndPathsAreCut() {
    let name = String(repeating: "\u{1F600}", count: 100)
    #expect(OutgoingName.harmless(name) == String(repeating: "\u{1F600}", count: 63))
    let deep = OutgoingName.harmless(path: String(repeating: "d/", count: 10_000) + "a.rtf")
    #expect(deep == String(repeating: "d/", count: 63) + "a.rtf")
    let long = OutgoingName.harmless(path: String(repeating: name.prefix(60) + "/", count: 50) + "a.rtf")
    #expect(long.hasSuffix("/a.rtf") && long.utf8.count <= 2_048)
  }
}
