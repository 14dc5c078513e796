import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipBundle

/// Version 7 and what version 8 adds to it.
@Suite struct Stage78Tests {
  private static let options = StageOptions(limits: Limits(), workers: 1, tool: "test 1")

  private func makeBox(_ seed: Int, keepsReadings: Bool = true) throws -> SlipBox {
    var generator = BoxGenerator(seed: UInt64(seed) + 70_000)
    generator.isPlain = seed % 2 == 0
    var box = try generator.box()
    guard !keepsReadings else { return box }
    for source in box.sources {
      try box.update(source: source.id) { ($0.reading, $0.isIncomplete) = (nil, false) }
    }
    return box
  }

  private func whole(_ box: SlipBox, version: Int) throws -> [UInt8] {
    let documents = try ManifestDocument.all(of: box, hasParts: false, version: version)
    return try #require(documents.last?.bytes)
  }

  private func read(_ document: VersionDocument) throws -> SlipBox {
    try document.xml.withUnsafeBytes { try ManifestReader.read($0) }
  }

  /// The box without what was done to it.
  private func withoutHistory(_ box: SlipBox) -> SlipBox {
    var box = box
    box.history = BoxHistory()
    return box
  }

  @Test(arguments: LawSize.seeds("SLIPBOX_LAW_CASES", 60)) func onlyReadingsAreLost(seed: Int) throws {
    let box = try makeBox(seed)
    let new = VersionDocument(version: 8, xml: try whole(box, version: 8), payload: .made([:]))
    let down = try StageTable.run(new, to: 7, Self.options)
    var lost: [VersionLoss] = []
    for source in box.sources {
      for (what, isThere) in [("reading", source.reading != nil), ("incomplete", source.isIncomplete)]
      where isThere {
        lost.append(VersionLoss(from: 8, to: 7, kind: "source", id: source.id, what: what))
      }
    }
    #expect(down.losses == lost)
    let plain = try makeBox(seed, keepsReadings: false)
    #expect(try withoutHistory(read(down)) == withoutHistory(plain))
    let again = try StageTable.run(down, to: 8, Self.options)
    #expect(again.losses == lost, "Going up loses nothing more.")
    #expect(try withoutHistory(read(again)) == withoutHistory(plain))
  }

  /// A bundle of version 7, whole or in parts, is read as what it is; it becomes one document of its version.
  @Test(arguments: 0..<40) func version7IsRead(seed: Int) throws {
    let box = try makeBox(seed, keepsReadings: false)
    let isEmpty = box.noteCount + box.attachmentCount + box.sourceCount == 0
    for hasParts in isEmpty ? [false] : [false, true] {
      let documents = try ManifestDocument.all(of: box, hasParts: hasParts, version: 7)
      let storage = MemoryStorage(
        files: Dictionary(uniqueKeysWithValues: documents.map { ($0.path, $0.bytes) }))
      var findings = FindingList()
      let version = try #require(VersionTable.named(7))
      for document in documents {
        let isBroken = try document.bytes.withUnsafeBytes {
          try SchemaCheck.run($0, version: version, Limits(), &findings)
        }
        #expect(!isBroken, "\(findings)")
      }
      let reading = try ManifestReader.reading(storage: storage)
      #expect(reading.box == box)
      #expect(reading.version == 7)
      #expect(
        slipError { _ = try ManifestReader.reading(storage: storage, mustBeCurrent: true) }?.code
          == VersionTable.other)
      let joined = try ManifestDocument.joining(storage, limits: Limits())
      #expect(try joined ?? documents.last?.bytes == whole(box, version: 7))
    }
  }

  /// What version 8 added is no part of version 7.
  @Test func version7HasNoReadings() throws {
    var box = SlipBox()
    let fact = FileFact(of: [1])
    var source = Source(id: "a/b.rtf", path: "b.rtf", format: "rtf", original: fact, kept: fact)
    source.reading = "{}"
    try box.insert(source)
    let bytes = try whole(box, version: 7)
    #expect(
      slipError { _ = try bytes.withUnsafeBytes { try ManifestReader.read($0) } }?.code
        == ManifestCode.unexpected)
  }
}
