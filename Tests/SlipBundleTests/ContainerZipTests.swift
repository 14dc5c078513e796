import SlipFiles
import Foundation
import SlipBase
import SlipTestSupport
import Testing
import ZipContainer

@testable import SlipBundle

@Suite struct ContainerZipTests {
  let directory: TemporaryDirectory
  var pack: String { directory.path("Notes.slippack") }
  var target: String { directory.path("Notes.slipbox") }

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ maker: ZipMaker) throws { try Data(maker.bytes()).write(to: URL(filePath: pack)) }

  static let blob = "attachments/ab/ab" + String(repeating: "0", count: 62)
  static let payload = [
    noteA + ".rtf": "{\\rtf1 A}", noteA + ".txt": "A", noteB + ".rtf": String(repeating: "B ", count: 5_000),
    noteB + ".txt": "", blob + ".png": "not really a picture", blob + ".bin": "\u{0}\r\n\u{FF}",
  ]

  // MARK: Packing

  @Test func packingKeepsEveryByte() throws {
    try makeBundle(at: target, ContainerZipTests.payload)
    try SlipPack.pack(directory: target, to: pack)
    let bytes = try FileSystem.readFile(pack)
    // What `file` and servers look at: name at 30, contents at 38.
    #expect(Array(bytes[30..<61]) == Array("mimetypeapplication/vnd.slipbox".utf8))
    #expect(Array(bytes[8..<10]) == [0, 0] && Array(bytes[28..<30]) == [0, 0])

    let storage = try ZipStorage(pack)
    #expect(try storage.layout()?.firstStored == BundleLayout.mimetypePath)
    #expect(try storage.layout()?.slack == 0)
    let files = try DirectoryStorage(target).entries().filter { $0.kind == .file }
    #expect(try storage.entries() == files)
    for (path, text) in ContainerZipTests.payload {
      #expect(try storage.read(path) == Array(text.utf8))
      #expect(try storage.fact(of: path) == FileFact(of: Array(text.utf8)))
      #expect(try storage.length(of: path) == text.utf8.count)
    }

    let copy = directory.path("Copy.slipbox")
    try SlipPack.unpack(pack, to: copy)
    #expect(directory.names("Copy.slipbox") == directory.names("Notes.slipbox"))
    try SlipPack.pack(directory: copy, to: directory.path("Copy.slippack"))
    #expect(try FileSystem.readFile(directory.path("Copy.slippack")) == bytes)
    #expect(directory.names() == ["Copy.slipbox", "Copy.slippack", "Notes.slipbox", "Notes.slippack"])
  }

  /// What isn't asked for isn't looked at, but validation and unpacking look at all.
  @Test func onlyTheDirectoryIsReadOnOpening() throws {
    var entry = ZipMaker.Entry(noteA + ".txt", "text")
    entry.localName = Array((noteA + ".rtf").utf8)
    try write(.bundle([entry, .init(noteB + ".txt", "more")]))
    let location = BundleLocation(path: pack, kind: .zip)
    let storage = try #require(try location.storage())
    #expect(try storage.read(noteB + ".txt") == Array("more".utf8))
    #expect(slipError { _ = try location.storage(checksEntries: true) }?.code == ContainerCode.badZip)
    #expect(slipError { try SlipPack.unpack(pack, to: target) }?.code == ContainerCode.badZip)
  }

  /// Entries are deflated many at once, in windows; libzip deflates large ones.
  @Test func manyEntriesComeBack() throws {
    var payload: [String: String] = [:]
    for number in 0..<1_200 {
      let id = UniqueID(high: UInt64(number) << 40, low: 1)
      payload["notes/\(id.description.prefix(2))/\(id).txt"] = String(
        repeating: "text \(number) ", count: number % 40)
    }
    payload[noteA + ".txt"] = String(repeating: "a large one ", count: 400_000)
    try makeBundle(at: target, payload)
    try SlipPack.pack(directory: target, to: pack)
    let storage = try ZipStorage(pack)
    for (path, text) in payload { #expect(try storage.read(path) == Array(text.utf8)) }
    let first = try FileSystem.readFile(pack)
    try SlipPack.pack(directory: target, to: pack, existing: .replace)
    #expect(try FileSystem.readFile(pack) == first)
  }

  /// Large entries lie in a temporary file while they are looked at.
  @Test func largeEntriesAreRead() throws {
    let text = String(repeating: "0123456789abcdef", count: (17 << 20) / 16)
    try write(.bundle([.init(noteA + ".txt", text)]))
    let storage = try ZipStorage(pack)
    #expect(try storage.read(noteA + ".txt") == Array(text.utf8))
    var seen = 0
    try storage.withBytesInOrder(of: noteA + ".txt") { bytes, done in
      done(bytes.count / 2)
      seen = bytes.count
    }
    #expect(seen == text.utf8.count)
  }

  @Test func nothingMayLieBehindADeflateStream() throws {
    func read(_ behind: String) throws -> [UInt8] {
      try write(.bundle([ZipMaker.deflated(noteA + ".txt", "text", behind: behind)]))
      return try ZipStorage(pack).read(noteA + ".txt")
    }
    #expect(try read("") == Array("text".utf8))
    for behind in ["x", String(repeating: "x", count: 100_000)] {
      #expect(slipError { _ = try read(behind) }?.code == ContainerCode.damagedEntry)
      #expect(slipError { try SlipPack.unpack(pack, to: target) }?.code == ContainerCode.damagedEntry)
    }
    var cut = ZipMaker.deflated(noteA + ".txt", "text")
    cut.bytes.removeLast()
    try write(.bundle([cut]))
    #expect(slipError { _ = try ZipStorage(pack).read(noteA + ".txt") }?.code == ContainerCode.damagedEntry)
    var wrong = ZipMaker.deflated(noteA + ".txt", "text")
    wrong.claimedChecksum = 1
    try write(.bundle([wrong]))
    #expect(slipError { _ = try ZipStorage(pack).read(noteA + ".txt") }?.code == ContainerCode.damagedEntry)
  }

  @Test func packingLeavesOutWhatIsIgnored() throws {
    try makeBundle(at: target, ContainerZipTests.payload)
    try SlipPack.pack(directory: target, to: pack)
    let bytes = try FileSystem.readFile(pack)
    try directory.write("Notes.slipbox/.git/config", "mine")
    try directory.write("Notes.slipbox/.DS_Store", "finder")
    try directory.write("Notes.slipbox/notes/2e/._x", "fork")
    try SlipPack.pack(directory: target, to: pack, existing: .replace)
    #expect(try FileSystem.readFile(pack) == bytes)
  }

  @Test func packingRefusesWhatHasNoPlace() throws {
    try makeBundle(at: target, [noteA + ".txt": "A"])
    func code() -> String? { slipError { try SlipPack.pack(directory: target, to: pack) }?.code }
    try directory.write("Notes.slipbox/README.txt", "mine")
    #expect(code() == ContainerCode.foreignFile)
    try directory.remove("Notes.slipbox/README.txt")
    try directory.link("Notes.slipbox/notes/2e/link.txt", to: "/etc/passwd")
    #expect(code() == ContainerCode.symbolicLink)
    try directory.remove("Notes.slipbox/notes/2e/link.txt")
    try directory.write("Notes.slipbox/mimetype", "application/vnd.slipbox\n")
    #expect(code() == ContainerCode.mimetypeEntry)
    try directory.remove("Notes.slipbox/manifest.xml")
    #expect(code() == ContainerCode.noBundle)
    #expect(directory.names() == ["Notes.slipbox"])
  }

  @Test func unpackingIsAllOrNothing() throws {
    try makeBundle(at: target, [noteB + ".txt": "old"])
    try directory.write("Notes.slipbox/.git/config", "mine")
    try write(.bundle([.init(noteA + ".txt", "A")]))
    #expect(slipError { try SlipPack.unpack(pack, to: target) }?.code == FileCode.exists)
    #expect(directory.text("Notes.slipbox/\(noteB).txt") == "old")
    usleep(20_000)
    try SlipPack.unpack(pack, to: target, replacing: true)
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A")
    #expect(!directory.exists("Notes.slipbox/\(noteB).txt"))
    #expect(directory.text("Notes.slipbox/.git/config") == "mine")
    // The old one stays beside the new.
    #expect(directory.text("Notes.slipbox~v8/\(noteB).txt") == "old")
    #expect(directory.text("Notes.slipbox~v8/.git/config") == "mine")

    var damaged = ZipMaker.Entry(noteB + ".txt", "damaged")
    damaged.claimedChecksum = 1
    try write(.bundle([damaged]))
    let error = slipError { try SlipPack.unpack(pack, to: target, replacing: true) }
    #expect(error?.code == ContainerCode.damagedEntry)
    #expect(error?.location == SourceLocation(file: pack, .object(noteB + ".txt")))
    #expect(directory.text("Notes.slipbox/\(noteA).txt") == "A")
    #expect(directory.names() == ["Notes.slipbox", "Notes.slipbox~v8", "Notes.slippack"])
  }

  @Test func unpackingWritesOnlyPayload() throws {
    try write(.bundle([.init(".git/hooks/post-checkout", "evil"), .init("notes/2e/._x", "fork")]))
    try SlipPack.unpack(pack, to: target)
    #expect(directory.names("Notes.slipbox") == ["manifest.xml", "mimetype"])
    try write(.bundle([.init("install.sh", "evil")]))
    #expect(
      slipError { try SlipPack.unpack(pack, to: directory.path("B.slipbox")) }?.code
        == ContainerCode.foreignFile)
    try write(ZipMaker([.init("mimetype", "application/epub+zip"), .init("manifest.xml")]))
    #expect(
      slipError { try SlipPack.unpack(pack, to: directory.path("B.slipbox")) }?.code
        == ContainerCode.mimetypeEntry)
    try write(ZipMaker([.init("mimetype", "application/vnd.slipbox")]))
    #expect(
      slipError { try SlipPack.unpack(pack, to: directory.path("B.slipbox")) }?.code
        == ContainerCode.noBundle)
    #expect(directory.names() == ["Notes.slipbox", "Notes.slippack"])
  }

  // MARK: Hostile and broken

  @Test(arguments: [
    ("../evil.txt", ContainerCode.unsafePath), ("notes/../../evil.txt", ContainerCode.unsafePath),
    ("/etc/evil", ContainerCode.unsafePath), ("notes//a", ContainerCode.unsafePath),
    ("./a", ContainerCode.unsafePath), ("notes\\..\\evil", ContainerCode.unsafePath),
    ("C:evil", ContainerCode.unsafePath), ("C:/evil", ContainerCode.unsafePath),
    ("notes/CON", ContainerCode.unsafePath), ("notes/nul.txt", ContainerCode.unsafePath),
    ("notes/a\u{1}b", ContainerCode.unsafePath), ("notes/a ", ContainerCode.unsafePath),
    ("../", ContainerCode.unsafePath), ("Manifest.xml", ContainerCode.collidingPaths),
    ("manifest.xml", ContainerCode.duplicatePath), ("manifest.xml/a", ContainerCode.collidingPaths),
    ("manifest.xml/", ContainerCode.collidingPaths),
  ]) func unsafeName(name: String, code: String) throws {
    try write(.bundle([.init(name, "evil")]))
    let error = slipError { _ = try ZipStorage(pack) }
    #expect(error?.code == code)
    #expect(error?.kind == .badInput)
    #expect(slipError { try SlipPack.unpack(pack, to: target) }?.code == code)
    #expect(directory.names() == ["Notes.slippack"])
  }

  @Test func collidingAccents() throws {
    try write(.bundle([.init("notes/\u{E9}.txt"), .init("notes/e\u{301}.txt")]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.collidingPaths)
    try write(.bundle([.init("notes/STRASSE"), .init("notes/straße")]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.collidingPaths)
  }

  @Test func nameThatIsNotUnicode() throws {
    var entry = ZipMaker.Entry("x")
    entry.name = [0x6E, 0xFF, 0xFE]
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.nameNotUnicode)
  }

  @Test(arguments: [
    (0o120777 as UInt32, ContainerCode.symbolicLink), (0o010644 as UInt32, ContainerCode.specialFile),
    (0o020644 as UInt32, ContainerCode.specialFile),
  ]) func linksAndSpecialFiles(mode: UInt32, code: String) throws {
    var entry = ZipMaker.Entry(noteA + ".txt", "/etc/passwd")
    entry.attributes = mode << 16
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == code)
  }

  @Test func encryptedAndUnknownMethods() throws {
    var entry = ZipMaker.Entry(noteA + ".txt", "secret secret secret")
    entry.flags = 1
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.encrypted)
    entry.flags = 0
    entry.method = 12
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.unknownMethod)
  }

  @Test func sizesThatLie() throws {
    var entry = ZipMaker.Entry(noteA + ".txt", "short")
    entry.method = 8
    entry.claimedSize = 0xFFFF_FFF0
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.expandsTooFar)
    entry.claimedSize = 1_000
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack).read(noteA + ".txt") }?.code == ContainerCode.damagedEntry)
    entry.method = 0
    entry.claimedSize = 3
    entry.claimedPackedSize = 5
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack).read(noteA + ".txt") } != nil)
  }

  @Test func limitsHold() throws {
    let text = (0..<600_000).map { String($0 &* 7_919) }.joined(separator: " ")
    try makeBundle(at: target, [noteA + ".txt": String(text.prefix(4 << 20))])
    try SlipPack.pack(directory: target, to: pack)
    var limits = Limits()
    #expect(try ZipStorage(pack, limits: limits).length(of: noteA + ".txt") == 4 << 20)
    limits.zipRatio = 1
    #expect(slipError { _ = try ZipStorage(pack, limits: limits) }?.code == ContainerCode.expandsTooFar)
    limits = Limits()
    limits.zipBytes = 4 << 20
    #expect(slipError { _ = try ZipStorage(pack, limits: limits) }?.code == ContainerCode.expandsTooFar)
    limits = Limits()
    limits.fileBytes = 1 << 20
    #expect(slipError { _ = try ZipStorage(pack, limits: limits) }?.code == ContainerCode.expandsTooFar)
    limits = Limits()
    limits.files = 3
    #expect(slipError { _ = try ZipStorage(pack, limits: limits) }?.code == ContainerCode.tooManyFiles)
  }

  /// Names don't tell of every file that it is compressed or encrypted already.
  @Test func whatDoesNotShrinkIsStored() throws {
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let text = (0..<4 << 20).map { UInt8($0 & 0xFF) ^ noise[$0 >> 6] }
    try makeBundle(at: target, [noteA + ".rtf": "{\\rtf1 A}"])
    for (name, bytes) in [("a", noise), ("b", text)] {
      let path = "Notes.slipbox/attachments/\(name)\(name)/\(String(repeating: name, count: 64)).bin"
      try directory.write(path, "")
      try Data(bytes).write(to: URL(filePath: directory.path(path)))
    }
    try SlipPack.pack(directory: target, to: pack)
    var limits = Limits()
    limits.zipRatio = 1
    let shrunk = try ZipArchive(InputFile(pack)).entries(expandingMoreThan: limits)
    #expect(shrunk.filter { $0.hasSuffix(".bin") }.map { $0.contains("aaaa") } == [false])
    #expect(try FileSystem.status(pack).map { $0.length > noise.count } == true)
  }

  /// A small pack can't have a manifest of any size, which would be read into memory.
  @Test func aManifestThatExpandsTooFarIsRefused() throws {
    try makeBundle(at: target, [noteA + ".rtf": "{\\rtf1 A}"])
    let manifest = directory.text("Notes.slipbox/manifest.xml") ?? ""
    try directory.write(
      "Notes.slipbox/manifest.xml", manifest + String(repeating: "<!-- -->\n", count: 300_000))
    var entry = ZipMaker.Entry("manifest.xml", String(repeating: "x", count: 50_000))
    (entry.method, entry.claimedSize) = (8, 3_000_000)
    try directory.write("hostile.slippack", ZipMaker([entry]).bytes())
    let hostile = directory.path("hostile.slippack")
    #expect(
      slipError { _ = try ZipStorage(hostile, checksEntries: false) }?.code == ContainerCode.expandsTooFar)
    // What this program packs, it unpacks.
    try SlipPack.pack(directory: target, to: pack)
    #expect(try ZipStorage(pack).length(of: "manifest.xml") ?? 0 > 2_000_000)
  }

  @Test func whatShrinksTooWellIsStored() throws {
    let blank = String(repeating: "0", count: 4 << 20)
    try makeBundle(at: target, [noteA + ".txt": blank, noteB + ".txt": String(blank.prefix(1 << 20))])
    try SlipPack.pack(directory: target, to: pack)
    #expect(try ZipStorage(pack).read(noteA + ".txt") == Array(blank.utf8))
    let length = try #require(try FileSystem.status(pack)?.length)
    #expect(length > 4 << 20 && length < 5 << 20)
    #expect(directory.names() == ["Notes.slipbox", "Notes.slippack"])
  }

  @Test func overlappingEntries() throws {
    var entries: [ZipMaker.Entry] = [.init(noteA + ".txt", String(repeating: "x", count: 2_000))]
    for index in 0..<20 {
      var entry = entries[0]
      entry.name = Array("notes/2e/\(index)".utf8)
      entry.sharesDataOf = 2
      entries.append(entry)
    }
    try write(.bundle(entries))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.overlappingEntries)
  }

  @Test func headersThatContradictEachOther() throws {
    var entry = ZipMaker.Entry(noteA + ".txt", "A")
    entry.localName = Array((noteB + ".txt").utf8)
    try write(.bundle([entry]))
    #expect(slipError { _ = try ZipStorage(pack) }?.code == ContainerCode.badZip)
  }

  @Test func anyCutOrFlippedByteIsAnErrorOrRead() throws {
    let whole = ZipMaker.bundle([.init(noteA + ".txt", "A")]).bytes()
    for length in stride(from: 0, to: whole.count, by: 7) {
      try Data(whole[..<length]).write(to: URL(filePath: pack))
      #expect(slipError { _ = try ZipStorage(pack) }?.kind == .badInput)
    }
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x41
      try Data(bytes).write(to: URL(filePath: pack))
      do {
        let storage = try ZipStorage(pack)
        for entry in try storage.entries() { _ = try storage.read(entry.path) }
      } catch {
        #expect(error.kind == .badInput)
      }
    }
  }

  @Test func manyThreads() throws {
    try makeBundle(at: target, ContainerZipTests.payload)
    try SlipPack.pack(directory: target, to: pack)
    let storage = try ZipStorage(pack)
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let (path, text) = ContainerZipTests.payload.sorted { $0.key < $1.key }[
        index % ContainerZipTests.payload.count]
      do {
        #expect(try storage.read(path) == Array(text.utf8))
        // Reading while reading must not wait for itself.
        try storage.forEachChunk(of: path) { _ in
          let again = try storage.read(path)
          #expect(again == Array(text.utf8))
        }
      } catch { Issue.record(error) }
    }
  }

  @Test func foreignPacksCanBeRead() throws {
    try write(ZipMaker([.init("notes/"), .init("manifest.xml", "<slipbox/>"), .init("mimetype", "x")]))
    let storage = try ZipStorage(pack)
    #expect(try storage.layout()?.firstStored == "notes/")
    #expect(try storage.entries().map(\.path) == ["manifest.xml", "mimetype"])
    #expect(slipError { _ = try storage.read("nothing") }?.code == FileCode.missing)
    #expect(slipError { _ = try ZipStorage(directory.path("no.slippack")) }?.code == FileCode.missing)
    #expect(slipError { _ = try ZipStorage(directory.url.path) }?.code == FileCode.notRegularFile)
  }
}
