import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Whatever holds notes, the same notes come of it: a folder, a ZIP or tar of it, with one folder around it or without, and with
/// backslashes in the names, as PowerShell writes them.
@Suite struct ArchiveLawTests {
  /// How a folder is packed.
  enum Packing: String, CaseIterable {
    case zip, zipAround, zipBackslashes, zipAroundBackslashes, tgz, tgzAround

    /// The extension of the archive.
    var suffix: String { rawValue.hasPrefix("tgz") ? "tgz" : "zip" }

    /// The bytes of an archive of files.
    func bytes(_ files: [(path: String, bytes: [UInt8])], named name: String) -> [UInt8] {
      let files =
        rawValue.contains("Around") ? files.map { (path: name + "/" + $0.path, bytes: $0.bytes) } : files
      if suffix == "tgz" { return TarballMaker.tgz(files, modified: 981_173_106) }
      return ZipMaker(
        files.map { file in
          let path = rawValue.contains("Backslashes") ? file.path.replacing("/", with: "\\") : file.path
          var entry = ZipMaker.Entry(path)
          entry.bytes = file.bytes
          return entry
        }
      ).bytes()
    }
  }

  /// A note as far as it doesn't depend on the times of files.
  struct Sketch: Hashable, Comparable, CustomStringConvertible {
    /// What is compared.
    var description: String

    static func < (a: Sketch, b: Sketch) -> Bool { a.description < b.description }
  }

  /// Samples that are folders.
  static let samples = SourceFixtureTests.samples.filter { sample in
    var isFolder: ObjCBool = false
    let path = Fixtures.directory.appending(path: "sources/\(sample.kind)/\(sample.path)").path
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The notes that an import makes.
  static func notes(of input: String, in directory: TemporaryDirectory, _ name: String) throws -> [Sketch] {
    var request = ImportRequest(inputs: [input])
    request.target = .at(directory.path(name + ".slipbox"))
    request.takesTrash = true
    let bundle = try OpenBundle(try request.run().bundlePath)
    let box = bundle.box
    return try box.notes.map { note in
      let text = try bundle.storage.read(PayloadPath.mirror(note.id))
      let keywords = note.keywords.map { box.path(ofKeyword: $0) }
      let properties = note.properties.map { "\($0.name)=\($0.value)" }
      return Sketch(
        description: """
          \(note.title) in \(box.path(of: note.folder).joined(separator: "/")) \(note.status) \(note.isFavorite) \
          \(keywords) \(properties) \(note.attachments.map(\.name).sorted()) \(note.links.count) \
          \(String(decoding: text, as: UTF8.self))
          """)
    }.sorted()
  }

  @Test(arguments: samples) func anArchiveGivesTheNotesOfItsFolder(_ sample: SourceFixtureTests.Sample) throws
  {
    let directory = try TemporaryDirectory()
    let root = directory.url.appending(path: "in")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try SourceFixtureTests.copy(sample.kind, to: root)
    let folder = root.appending(path: sample.path)
    let expected = try Self.notes(of: folder.path, in: directory, "folder")
    #expect(!expected.isEmpty)
    var files: [(path: String, bytes: [UInt8])] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      let url = folder.appending(path: path)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
      files.append((path, Array(try Data(contentsOf: url))))
    }
    let name = folder.lastPathComponent
    for packing in Packing.allCases {
      let stem = folder.deletingPathExtension().lastPathComponent
      let target = directory.url.appending(path: packing.rawValue + "/" + stem + "." + packing.suffix)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(packing.bytes(files, named: name)).write(to: target)
      let found = try Self.notes(of: target.path, in: directory, packing.rawValue)
      #expect(found == expected, "\(packing)")
    }
  }

  @Test func anArchiveOfManyThingsIsReadLikeAFolder() throws {
    let directory = try TemporaryDirectory()
    let enex =
      "<?xml version=\"1.0\"?><en-export><note><title>E</title><content><![CDATA[<en-note>e</en-note>]]></content></note></en-export>"
    let vault = ZipMaker([
      ZipMaker.Entry(".obsidian/app.json", "{}"), ZipMaker.Entry("V.md", "[[W]]"),
      ZipMaker.Entry("W.md", "w"),
    ])
    var inner = ZipMaker.Entry("old/vault.zip")
    inner.bytes = vault.bytes()
    let zip = ZipMaker([
      ZipMaker.Entry("letters/a.rtf", "{\\rtf1 letter}"), ZipMaker.Entry("letters/b.txt", "second"),
      ZipMaker.Entry("Recipes.enex", enex), ZipMaker.Entry("scan.pdf", "%PDF-1.4"), inner,
      ZipMaker.Entry("page/index.html", "<p>page</p>"), ZipMaker.Entry("page/font.woff2", "wOF2"),
    ])
    let path = directory.path("all.zip")
    try Data(zip.bytes()).write(to: URL(filePath: path))
    var request = ImportRequest(inputs: [path])
    request.target = .at(directory.path("box.slipbox"))
    let outcome = try request.run()
    let box = try OpenBundle(outcome.bundlePath).box
    let places = box.notes.map { "\(box.path(of: $0.folder).joined(separator: "/")): \($0.title)" }.sorted()
    #expect(
      places == [
        "Recipes: E", "letters: letter", "letters: second", "old/vault: V", "old/vault: W", "page: index",
      ])
    #expect(
      outcome.report.skipped.map { "\($0.path) \($0.reason.name)" }.sorted() == [
        "page/font.woff2 unsupported-format", "scan.pdf unsupported-format",
      ])
    // The same archive again is nothing new, and its folder neither.
    #expect(try !request.run().isChanged)
  }

  @Test func aNoteThatMovesWithinAnArchiveStaysTheSame() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("Vault.zip")
    func write(_ place: String) throws {
      let zip = ZipMaker([
        ZipMaker.Entry("Vault/.obsidian/app.json", "{}"), ZipMaker.Entry("Vault/A.md", "# A\n\n[[B]]\n"),
        ZipMaker.Entry("Vault/" + place, "# B\n\nsome\nlines\nof text\n"),
      ])
      try Data(zip.bytes()).write(to: URL(filePath: path))
    }
    try write("Old/B.md")
    var request = ImportRequest(inputs: [path])
    request.target = .at(directory.path("box.slipbox"))
    _ = try request.run()
    try write("Moved/B.md")
    let outcome = try request.run()
    let box = try OpenBundle(outcome.bundlePath).box
    #expect(outcome.report.added.isEmpty && box.noteCount == 2)
    let note = try #require(box.notes.first { $0.title == "B" })
    #expect(box.path(of: note.folder) == ["Moved"])
  }

  @Test func partsOfOneExportAreOne() throws {
    let directory = try TemporaryDirectory()
    let note =
      #"{"color":"DEFAULT","isTrashed":false,"isPinned":false,"isArchived":false,"textContent":"x","title":"N","attachments":[{"filePath":"a.png","mimetype":"image/png"}]}"#
    let parts = [
      ZipMaker([
        ZipMaker.Entry("Takeout/Keep/N.json", note),
        ZipMaker.Entry("Takeout/archive_browser.html", "<p>Archiv</p>"),
      ]),
      ZipMaker([ZipMaker.Entry("Takeout/Keep/a.png", "\u{89}PNG")]),
    ]
    var paths: [String] = []
    for (number, part) in parts.enumerated() {
      paths.append(directory.path("takeout-20240102T030405Z-00\(number + 1).zip"))
      try Data(part.bytes()).write(to: URL(filePath: paths[number]))
    }
    var request = ImportRequest(inputs: paths)
    request.target = .at(directory.path("box.slipbox"))
    let outcome = try request.run()
    let notes = Array(try OpenBundle(outcome.bundlePath).box.notes)
    #expect(notes.map(\.title) == ["N"] && notes.first?.attachments.map(\.name) == ["a.png"])
    #expect(!outcome.needsAttention)
  }

  @Test(arguments: [
    (["t-001.zip", "t-002.zip", "x.zip"], [["t-001.zip", "t-002.zip"], ["x.zip"]]),
    (["a/E-Part-2.zip", "a/E-Part-1.zip"], [["a/E-Part-1.zip", "a/E-Part-2.zip"]]),
    (["notes-2023.zip", "notes-2024.zip"], [["notes-2023.zip"], ["notes-2024.zip"]]),
    (["t-002.zip", "t-003.zip"], [["t-002.zip"], ["t-003.zip"]]),
    (["t-001.zip", "t-002.tgz"], [["t-001.zip"], ["t-002.tgz"]]),
  ]) func partsAreKnownByTheirNames(_ paths: [String], _ groups: [[String]]) {
    #expect(ArchiveParts.groups(of: paths) == groups)
  }

  @Test func archivesThatAreDamagedOrHoldNothingAreNamed() throws {
    let directory = try TemporaryDirectory()
    var damaged = ZipMaker.Entry("b.txt", "text")
    damaged.claimedChecksum = 1
    try Data(ZipMaker([ZipMaker.Entry("a.rtf", "{\\rtf1 a}"), damaged]).bytes()).write(
      to: directory.url.appending(path: "in.zip"))
    var request = ImportRequest(inputs: [directory.path("in.zip")])
    request.target = .at(directory.path("box.slipbox"))
    let outcome = try request.run()
    #expect(outcome.needsAttention && outcome.noteCount == 1)
    #expect(outcome.report.skipped.map(\.path) == ["b.txt"])
    try Data(ZipMaker([ZipMaker.Entry("a.jpg", "x")]).bytes()).write(
      to: directory.url.appending(path: "pictures.zip"))
    request = ImportRequest(inputs: [directory.path("pictures.zip")])
    request.target = .at(directory.path("other.slipbox"))
    #expect(throws: SlipError.self) { try request.run() }
  }
}
