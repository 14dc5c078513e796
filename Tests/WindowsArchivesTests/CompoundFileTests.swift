import SlipBase
import SlipTestSupport
import Testing

@testable import WindowsArchives

@Suite struct CompoundFileTests {
  /// A file with streams of many lengths in two storages.
  static func sample(_ sectorSize: Int = 512) -> CompoundFileMaker {
    var file = CompoundFileMaker()
    file.sectorSize = sectorSize
    for length in [0, 1, 63, 64, 65, 511, 4095, 4096, 4097, 9000] {
      file.add("a/s\(length)", content(length))
    }
    file.add("b/c/deep", content(70))
    file.date("a", created: 125_000_000_000_000_000, modified: 126_000_000_000_000_000)
    return file
  }

  static func content(_ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
  }

  @Test(arguments: [512, 4096])
  func storagesAndStreamsAreRead(_ sectorSize: Int) throws {
    let bytes = CompoundFileTests.sample(sectorSize).bytes()
    try bytes.withUnsafeBytes { bytes in
      let file = try #require(CompoundFile(bytes))
      #expect(!file.isDamaged)
      let a = try #require(file.child(of: CompoundFile.root, named: "A"))
      #expect(file.entries[a].created?.rfc3339 == "1997-02-09T22:13:20Z")
      #expect(file.entries[a].modified != nil && file.children(of: a).count == 10)
      for length in [0, 1, 63, 64, 65, 511, 4095, 4096, 4097, 9000] {
        let stream = try #require(file.child(of: a, named: "s\(length)"))
        #expect(file.read(stream, from: bytes) == CompoundFileTests.content(length))
        #expect(!file.entries[stream].isCut && file.entries[stream].created == nil)
      }
      let b = try #require(file.child(of: CompoundFile.root, named: "b"))
      let c = try #require(file.child(of: b, named: "c"))
      #expect(file.read(c, from: bytes).isEmpty && file.child(of: c, named: "x") == nil)
      #expect(file.child(of: c, named: "DEEP").map { file.entries[$0].length } == 70)
    }
  }

  @Test func tablesOfLargeFilesAreListedBehindTheHeader() throws {
    var maker = CompoundFileMaker()
    let content = CompoundFileTests.content(9 << 20)
    maker.add("large", content)
    maker.add("small", [1, 2, 3])
    try maker.bytes().withUnsafeBytes { bytes in
      let file = try #require(CompoundFile(bytes))
      let large = try #require(file.child(of: CompoundFile.root, named: "large"))
      #expect(file.read(large, from: bytes) == content && !file.isDamaged)
    }
  }

  @Test func nothingElseIsACompoundFile() {
    for bytes in [[], Array("{\\rtf1 x}".utf8), [UInt8](repeating: 0, count: 4096)] {
      #expect(bytes.withUnsafeBytes { CompoundFile($0) } == nil)
    }
    var bytes = CompoundFileTests.sample().bytes()
    bytes[30] = 20
    #expect(bytes.withUnsafeBytes { CompoundFile($0) } == nil)
  }

  @Test func aChainThatComesBackEnds() throws {
    var maker = CompoundFileMaker()
    maker.add("s", CompoundFileTests.content(8 * 512))
    var bytes = maker.bytes()
    // The table is the last sector; its first entry leads to itself.
    bytes.replaceSubrange(bytes.count - 512..<bytes.count - 508, with: [0, 0, 0, 0])
    try bytes.withUnsafeBytes { bytes in
      let file = try #require(CompoundFile(bytes))
      #expect(file.isDamaged && file.entries[1].isCut && file.entries[1].length == 512)
      #expect(file.read(1, from: bytes) == Array(CompoundFileTests.content(8 * 512).prefix(512)))
    }
  }

  @Test func everyBeginningAndAnyChangeIsRead() {
    let whole = CompoundFileTests.sample().bytes()
    /// Reads all streams; together they are never longer than the file.
    func read(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { bytes in
        guard let file = CompoundFile(bytes) else { return }
        let length = file.entries.indices.reduce(0) { $0 + file.read($1, from: bytes).count }
        #expect(length <= bytes.count)
        for index in file.entries.indices { #expect(file.entries[index].length <= bytes.count) }
      }
    }
    for count in stride(from: 0, through: whole.count, by: 61) { read(Array(whole.prefix(count))) }
    for seed in LawSize.seeds("SLIPBOX_COMPOUND_SEEDS", 500) {
      var generator = SeededGenerator(seed: UInt64(seed))
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place =
          Bool.random(using: &generator)
          ? Int.random(in: 0..<512, using: &generator)
          : Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] =
          [0, 1, 2, 0x7F, 0xFE, 0xFF, UInt8.random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      read(bytes)
    }
  }
}
