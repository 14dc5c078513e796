import SlipFiles
import Foundation
import SlipTestSupport
import Testing

@testable import SlipBundle

@Suite struct ContainerStorageTests {
  let directory: TemporaryDirectory
  var target: String { directory.path("Notes.slipbox") }

  init() throws {
    directory = try TemporaryDirectory()
    try makeBundle(at: directory.path("Notes.slipbox"), [noteA + ".txt": "A", noteB + ".txt": "B"])
    try directory.write("outside/2e/secret.txt", "secret")
  }

  @Test func linksAreReportedNeverFollowed() throws {
    try directory.link("Notes.slipbox/notes/2e/link.txt", to: "../../../outside/2e/secret.txt")
    try directory.link("Notes.slipbox/attachments", to: "../outside")
    mkfifo(directory.path("Notes.slipbox/notes/6b/pipe"), 0o600)
    let storage = try DirectoryStorage(target)
    let odd = try storage.entries().filter { $0.kind != .file && $0.kind != .directory }
    #expect(
      odd == [
        StorageEntry(path: "attachments", length: 0, kind: .symlink),
        StorageEntry(path: "notes/2e/link.txt", length: 0, kind: .symlink),
        StorageEntry(path: "notes/6b/pipe", length: 0, kind: .special),
      ])
    for path in [
      "notes/2e/link.txt", "attachments/2e/secret.txt", "notes/6b/pipe", "../outside/2e/secret.txt",
      "notes/2e",
      "notes/2e/../2e/2ed6657d-e927-568b-95e1-2665a8aea6a2.txt/..", "/etc/passwd", "",
    ] {
      #expect(slipError { _ = try storage.read(path) } != nil, "\(path)")
      #expect(slipError { _ = try storage.fact(of: path) } != nil, "\(path)")
      #expect((try? storage.length(of: path)) ?? nil == nil, "\(path)")
    }
  }

  @Test func linkSwappedInAfterOpening() throws {
    let storage = try DirectoryStorage(target)
    #expect(try storage.read(noteA + ".txt") == Array("A".utf8))
    try directory.remove("Notes.slipbox/notes/2e")
    try directory.link("Notes.slipbox/notes/2e", to: "../../outside/2e")
    #expect(slipError { _ = try storage.read("notes/2e/secret.txt") } != nil)
    #expect(slipError { _ = try storage.length(of: "notes/2e/secret.txt") } != nil)
  }

  @Test func bundleReplacedWhileItIsRead() throws {
    let storage = try DirectoryStorage(target)
    try makeBundle(at: target, [:], carrying: [noteA + ".txt"])
    let error = slipError { _ = try storage.read(noteB + ".txt") }
    #expect(error?.code == ContainerCode.replacedMeanwhile)
    #expect(slipError { _ = try storage.fact(of: noteB + ".txt") }?.code == ContainerCode.replacedMeanwhile)
  }

  @Test func ignoredNames() throws {
    for path in [".git/config", ".gitignore", "notes/.DS_Store", "notes/2e/._x", ".github/x"] {
      try directory.write("Notes.slipbox/" + path, "")
      #expect(BundleLayout.isIgnored(path: path))
    }
    for path in ["notes/git", "a.git", ".hidden", "x/.DS_Store2", "notes/2e/x._y"] {
      #expect(!BundleLayout.isIgnored(path: path))
    }
    let paths = try DirectoryStorage(target).entries().map(\.path)
    #expect(
      paths == [
        "manifest.sha256", "manifest.xml", "mimetype", "notes", "notes/2e", noteA + ".txt", "notes/6b",
        noteB + ".txt",
      ])
  }

  @Test func locating() throws {
    let root = directory.url.path
    func kind(_ path: String) throws -> String {
      let location = try BundleLocator.locate(path)
      return "\(location.kind) \(location.path.replacing(root, with: ""))"
    }
    #expect(try kind(target) == "directory /Notes.slipbox")
    #expect(try kind(target + "//") == "directory /Notes.slipbox")
    #expect(try kind(target + "/notes/2e") == "directory /Notes.slipbox")
    #expect(try kind(target + "/" + noteA + ".txt") == "directory /Notes.slipbox")
    #expect(try kind(root) == "directory /Notes.slipbox")
    try SlipPack.pack(directory: target, to: directory.path("packed/Notes.slippack"), makingParent: true)
    #expect(try kind(root + "/packed") == "zip /packed/Notes.slippack")
    #expect(try kind(root + "/packed/Notes.slippack") == "zip /packed/Notes.slippack")
    try directory.write("old/Notes.slipbox.xml", "<notes/>")
    #expect(try kind(root + "/old") == "singleFile /old/Notes.slipbox.xml")
    #expect(try kind(root + "/old/Notes.slipbox.xml") == "singleFile /old/Notes.slipbox.xml")
    #expect(slipError { _ = try BundleLocator.locate(root + "/outside") }?.code == ContainerCode.noBundle)
    #expect(
      slipError { _ = try BundleLocator.locate(root + "/outside/2e/secret.txt") }?.code
        == ContainerCode.noBundle)
    #expect(slipError { _ = try BundleLocator.locate(root + "/nothing") }?.code == FileCode.missing)
    try makeBundle(at: root + "/Other.slipbox", [:])
    let error = slipError { _ = try BundleLocator.locate(root) }
    #expect(error?.code == ContainerCode.severalBundles)
    #expect(error?.message.contains("Notes.slipbox, ") == true)
    // Any directory with mimetype and manifest.xml is one.
    try directory.write("plain/mimetype", "application/vnd.slipbox")
    try directory.write("plain/manifest.xml", "<slipbox/>")
    #expect(try kind(root + "/plain") == "directory /plain")
    #expect(
      try BundleLocator.locate(root + "/plain").storage()?.read("manifest.xml") == Array("<slipbox/>".utf8))
  }
}

extension SlipPack {
  fileprivate static func pack(directory: String, to pack: String, makingParent: Bool) throws {
    try FileSystem.makeDirectory(String(pack[..<(pack.lastIndex(of: "/") ?? pack.endIndex)]), parents: true)
    try self.pack(directory: directory, to: pack)
  }
}

@Suite struct ContainerShapeTests {
  static let digest = String(repeating: "a", count: 64)

  @Test func shapes() {
    #expect(PayloadShape(path: noteA + ".rtf") == .body)
    #expect(PayloadShape(path: noteA + ".txt") == .mirror)
    #expect(PayloadShape(path: "attachments/aa/\(ContainerShapeTests.digest).png") == .attachment)
    #expect(PayloadShape(path: "thumbnails/aa/\(ContainerShapeTests.digest).jpg") == .thumbnail)
    #expect(PayloadShape(path: "sources/aa/\(ContainerShapeTests.digest).rtf") == .source)
    for own in ["mimetype", "manifest.xml", "manifest.sha256", ".gitattributes"] {
      #expect(PayloadShape(path: own) == .own)
    }
  }

  @Test(arguments: [
    "", "notes", "notes/2e", "notes/2f/2ed6657d-e927-568b-95e1-2665a8aea6a2.rtf", noteA, noteA + ".RTF",
    noteA + ".html", noteA + ".rtf/x", "./" + noteA + ".rtf", noteA.uppercased() + ".rtf",
    "attachments/aa/\(digest)", "attachments/aa/\(digest).", "attachments/aa/\(digest).tar.gz",
    "attachments/aa/\(digest).p/g", "thumbnails/aa/\(digest).gif", "Manifest.xml", "notes/mimetype",
  ]) func otherPaths(path: String) {
    #expect(PayloadShape(path: path) == nil)
  }

  @Test func folders() {
    #expect(PayloadShape.isFolder("notes") && PayloadShape.isFolder("attachments/0f"))
    #expect(
      !PayloadShape.isFolder("notes/0g") && !PayloadShape.isFolder("other")
        && !PayloadShape.isFolder("notes/0f/x"))
  }
}
