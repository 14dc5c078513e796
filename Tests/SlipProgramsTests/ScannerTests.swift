import Foundation
import SlipBase
import SlipExchange
import SlipFiles
import SlipPrograms
import Testing

@Suite final class ScannerTests {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "slipbox-scan-\(UUID())/Notes")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root.deletingLastPathComponent()) }

  func write(_ path: String, _ text: String = "text") throws {
    let url = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func reasons(_ scan: ImportScan) -> [String: String] {
    Dictionary(uniqueKeysWithValues: scan.skipped.map { ($0.path, $0.reason.name) })
  }

  @Test func treesGiveFilesInOrderAndNameWhatIsLeftOut() throws {
    for path in [
      "b.rtf", "a/x.TXT", "a.rtf", "a-1.text", "a/y.Rtf", ".hidden.rtf", ".git/config.txt", "~$a.rtf",
      "c.odt",
      "noextension", ".rtf", "bundle.RTFD/TXT.rtf", "bundle.RTFD/pic.png", "new\nline.txt",
    ] { try write(path) }
    let file = FileManager.default
    try file.createSymbolicLink(
      at: root.appending(path: "link.rtf"), withDestinationURL: root.appending(path: "b.rtf"))
    try file.createSymbolicLink(at: root.appending(path: "up"), withDestinationURL: root)
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.sourceName == "Notes" && scan.isTree)
    #expect(
      scan.files.map(\.path) == [
        "a-1.text", "a.rtf", "a/x.TXT", "a/y.Rtf", "b.rtf", "bundle.RTFD", "c.odt", "new\nline.txt",
      ])
    #expect(scan.files.map(\.format) == ["txt", "rtf", "txt", "rtf", "rtf", "rtfd", "odt", "txt"])
    #expect(scan.files.map(\.length) == [4, 4, 4, 4, 4, 8, 4, 4])
    #expect(scan.files.last?.key(in: "s").path == "new-line.txt")
    #expect(
      reasons(scan) == [
        ".hidden.rtf": "hidden", ".git": "hidden", "~$a.rtf": "hidden",
        "noextension": "unsupported-format", ".rtf": "hidden",
        "link.rtf": "symbolic-link", "up": "symbolic-link",
      ])
    let directories = scan.skipped.filter(\.isDirectory).map(\.path)
    #expect(directories == [".git"])
  }

  @Test func bundlesAreLeftOutAsAWhole() throws {
    for path in [
      "a.rtf", "my.slipbox/manifest.xml", "my.slipbox/notes/ab/x.rtf", "my.slipbox-old/y.rtf",
      "sub/renamed/manifest.xml", "sub/renamed/mimetype", "sub/renamed/notes/ab/x.txt",
      "sub/only/manifest.xml",
      "sub/only/z.txt", "packed.slippack", "old.slipbox.xml", ".hidden.slipbox/notes/x.rtf",
    ] { try write(path) }
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.files.map(\.path) == ["a.rtf", "my.slipbox-old/y.rtf", "sub/only/z.txt"])
    #expect(
      reasons(scan) == [
        "my.slipbox": "bundle", "sub/renamed": "bundle", "packed.slippack": "bundle",
        "old.slipbox.xml": "bundle",
        ".hidden.slipbox": "hidden", "sub/only/manifest.xml": "unsupported-format",
      ])
    #expect(
      scan.skipped.filter(\.isDirectory).map(\.path) == [".hidden.slipbox", "my.slipbox", "sub/renamed"])
    #expect(scan.skipped.allSatisfy { !$0.reason.isFailure })
  }

  @Test(arguments: ["my.slipbox", "sub/renamed", "packed.slippack"]) func aBundleIsNoInput(path: String)
    throws
  {
    for path in [
      "my.slipbox/notes/ab/x.rtf", "sub/renamed/manifest.xml", "sub/renamed/mimetype", "packed.slippack",
    ] {
      try write(path)
    }
    #expect {
      _ = try ImportScanner(sources: ProgramTable.sources).scan(self.root.appending(path: path).path())
    } throws: {
      ($0 as? SlipError)?.code == ExchangeCode.inputIsBundle
    }
  }

  @Test func aFileIsNamedAfterItsParent() throws {
    try write("Sub/a.rtf")
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.appending(path: "Sub/a.rtf").path())
    #expect(scan.sourceName == "Sub" && !scan.isTree)
    #expect(scan.files.map(\.path) == ["a.rtf"])
    #expect(scan.root == root.appending(path: "Sub").path())
    #expect(
      try ImportScanner(sources: ProgramTable.sources).scan(root.path(), sourceName: "Mine").sourceName
        == "Mine")
    #expect(
      try ImportScanner(sources: ProgramTable.sources).scan(root.path() + "/Sub/..").sourceName == "Notes")
  }

  @Test func namesThatAManifestCannotHold() throws {
    for path in ["a\tb.rtf", "a\nb.rtf", "a-b.rtf", "c\u{7F}/x.txt"] { try write(path) }
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.skipped.isEmpty)
    #expect(scan.files.map { $0.key(in: "s").path } == ["a-b.rtf", "a-b.rtf", "a-b.rtf", "c-/x.txt"])
    #expect(Set(scan.files.map { $0.key(in: "s").text }).count == 4)
    #expect(scan.files.first { $0.path == "a-b.rtf" }?.variant == nil)
  }

  @Test func namesInLatin1() throws {
    try write("café.rtf")
    let path = root.path() + "/sub"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let bytes = Array((path + "/caf").utf8) + [0xE9] + Array(".rtf".utf8)
    // Some file systems take no such names.
    guard let stream = fopen(bytes.map { CChar(bitPattern: $0) } + [0], "w") else { return }
    fclose(stream)
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.files.map { $0.key(in: "s").path } == ["café.rtf", "sub/café.rtf"])
    #expect(scan.files.last?.systemPath == Array("sub/caf".utf8) + [0xE9] + Array(".rtf".utf8))
    #expect(scan.skipped.isEmpty)
  }

  @Test func rtfUnderAnotherName() throws {
    try write("old.doc")
    try Data(#"{\rtf1 a}"#.utf8).write(to: root.appending(path: "letter.DOC"))
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.files.map(\.path) == ["letter.DOC"] && scan.files.map(\.format) == ["rtf"])
    #expect(reasons(scan) == ["old.doc": "other-document"])
    #expect(scan.skipped.allSatisfy { $0.reason.isFailure })
  }

  @Test func aFileOfAnotherFormatIsListed() throws {
    try write("a.pdf")
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.appending(path: "a.pdf").path())
    #expect(scan.files.isEmpty && reasons(scan) == ["a.pdf": "unsupported-format"])
  }

  @Test func nothingThereIsAnError() {
    #expect { _ = try ImportScanner(sources: ProgramTable.sources).scan("/nonexistent/x") } throws: {
      ($0 as? SlipError)?.code == FileCode.missing
    }
    #expect {
      _ = try ImportScanner(sources: ProgramTable.sources).scan(self.root.path(), sourceName: "a/b")
    } throws: {
      ($0 as? SlipError)?.kind == .usage
    }
  }

  @Test func timesAreTheFiles() throws {
    try write("a.rtf")
    let url = root.appending(path: "a.rtf")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: url.path())
    #expect(
      try ImportScanner(sources: ProgramTable.sources).scan(root.path()).files.map(\.modified.rfc3339) == [
        "2001-09-09T01:46:40Z"
      ])
  }

  @Test func namesInBothFormsOfUnicode() throws {
    try write("e\u{301}.txt")
    try write("\u{e9}.txt")
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path(), sourceName: "Box")
    #expect(scan.skipped.isEmpty)
    // Some file systems keep one of them only.
    guard scan.files.count == 2 else { return }
    let keys = scan.files.map { $0.key(in: scan.sourceName).text }
    #expect(Set(keys).count == 2)
    #expect(keys.contains { $0.utf8.elementsEqual("Box/\u{e9}.txt".utf8) })
    #expect(
      try ImportScanner(sources: ProgramTable.sources).scan(root.path(), sourceName: "Box").files
        == scan.files)
  }

  /// A note of Google Keep.
  private let keepNote =
    #"{"isTrashed": false, "isPinned": false, "isArchived": false, "textContent": "x", "title": "T"}"#

  @Test func markdownBesideOtherNotesIsOneContainer() throws {
    for (path, text) in [
      ("a.md", "[b](sub/b.md) ![](pics/p%20(1).png) [d](d.txt)"), ("sub/b.md", "[a](../a.md)"),
      ("pics/p (1).png", "picture"), ("d.txt", "text"), ("r.rtf", "{\\rtf1 r}"), ("film.bin", "film"),
      ("sub/other.enex", "<en-export></en-export>"),
    ] { try write(path, text) }
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.files.map(\.path) == ["d.txt", "r.rtf"])
    #expect(scan.containers.map(\.path) == ["sub/other.enex"])
    #expect(reasons(scan) == ["film.bin": "unsupported-format"])
    let around = try #require(scan.around.first)
    #expect(around.containers.map(\.path) == ["Notes"] && around.containers.map(\.kind) == ["markdown"])
    #expect(around.containers[0].parts == ["a.md", "sub/b.md", "pics/p (1).png", "d.txt"])
    let whole = try ImportScanner(sources: ProgramTable.sources).scan(
      root.path(), sourceName: around.sourceName)
    #expect(whole.around[0].containers[0].key(in: around.sourceName).path == "Notes")
    let tree = try SourceTree.open(root.path(), parts: around.containers[0].parts)
    #expect(tree.files.map(\.path) == ["a.md", "d.txt", "pics/p (1).png", "sub/b.md"])
    #expect(tree.folders == ["pics", "sub"])
  }

  @Test func markdownThatMentionsNothingStaysByItself() throws {
    try write("a.md", "see r.rtf")
    try write("r.rtf", "{\\rtf1 r}")
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.containers.map(\.path) == ["a.md"] && scan.files.map(\.path) == ["r.rtf"])
    #expect(scan.around.isEmpty)
  }

  @Test func notesOfOtherKindsBesideOrgFilesStayNotes() throws {
    for (path, text) in [
      ("a.org", "#+title: A\n* x\n[[id:2]] [[file:shown.rtf]] [[./pics/p.png]] [[file:sub/other.enex]]"),
      ("a.enex", "<en-export></en-export>"), ("sub/b.rtf", "{\\rtf1 b}"),
      ("sub/b.org", "* y\n:PROPERTIES:\n:ID: 2\n:END:"),
      ("pics/p.png", "picture"), ("shown.rtf", "{\\rtf1 s}"), ("own.rtf", "{\\rtf1 o}"),
      ("mail.eml", "Subject: s\nFrom: a@b\n\nx"),
      ("sub/other.enex", "<en-export></en-export>"), ("film.bin", "film"), ("a.txt", "a copy"),
    ] { try write(path, text) }
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.files.map(\.path).sorted() == ["own.rtf", "sub/b.rtf"])
    // Notebooks are no files of an Org file, whatever they are called, and whoever mentions them.
    #expect(scan.containers.map(\.path).sorted() == ["a.enex", "mail.eml", "sub/other.enex"])
    let around = try #require(scan.around.first)
    #expect(around.containers.map(\.kind) == ["org"])
    #expect(
      around.containers[0].parts == ["a.org", "a.txt", "sub/b.org", "pics/p.png", "shown.rtf", "film.bin"])
    // The source names what nothing shows.
    let tree = try SourceTree.open(root.path(), parts: around.containers[0].parts)
    let result = try SourceDrain.read(tree, #require(ProgramTable.sources.kind(named: "org")))
    #expect(result.notes.map(\.id) == ["a.org", "sub/b.org"])
    #expect(result.skipped.map(\.place).sorted() == ["a.txt", "film.bin"])
  }

  /// What somebody put into the folder of a program is named.
  @Test(arguments: [
    (
      "tomboy",
      [
        "1.note":
          "<note version='0.3' xmlns='http://beatniksoftware.com/tomboy'><title>T</title><text><note-content>T\n\nx</note-content></text></note>"
      ]
    ),
    (
      "cherrytree",
      [
        "subnodes.lst": "1",
        "1/node.xml":
          "<cherrytree><node unique_id='1' name='A' prog_lang='plain-text'><rich_text>a</rich_text></node></cherrytree>",
      ]
    ),
  ])
  func strangersInFoldersOfProgramsAreNamed(_ kind: String, _ files: [String: String]) throws {
    for (path, text) in files { try write(path, text) }
    try write("own.rtf", "{\\rtf1 o}")
    try write("7/film.bin", "film")
    let tree = try SourceTree.open(root.path())
    let row = try #require(ProgramTable.sources.kind(of: tree))
    #expect(row.name == kind)
    let result = try SourceDrain.read(tree, row)
    #expect(result.notes.count == 1)
    #expect(result.skipped.map(\.place).sorted() == ["7/film.bin", "own.rtf"])
  }

  @Test func exportsAreKnownWhateverLiesBeside() throws {
    try write("Box/n.json", keepNote)
    try write("Box/Labels.txt", "soil")
    #expect(
      try ImportScanner(sources: ProgramTable.sources).scan(root.appending(path: "Box").path()).containers
        .map(\.kind) == ["keep"])
    try write("r.rtf", "{\\rtf1 r}")
    let scan = try ImportScanner(sources: ProgramTable.sources).scan(root.path())
    #expect(scan.files.map(\.path) == ["r.rtf"] && scan.containers.map(\.path) == ["Box"])
    let backup = #"{"items": [{"content_type": "Note", "uuid": "1", "content": {"text": "x"}}]}"#
    try write("SN/Standard Notes Backup and Import File.txt", backup)
    try write("SN/Items/Note/x-12345678.txt", "x")
    let notes = try ImportScanner(sources: ProgramTable.sources).scan(root.appending(path: "SN").path())
    #expect(notes.containers.map(\.kind) == ["standardnotes"] && notes.files.isEmpty)
  }
}
