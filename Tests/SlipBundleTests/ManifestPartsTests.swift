import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipBundle

/// Manifests in parts.
@Suite struct ManifestPartsTests {
  /// The documents of a box as if it were large.
  private func documents(_ box: SlipBox) throws -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: try ManifestDocument.all(of: box, hasParts: true).map { ($0.path, $0.bytes) })
  }

  private func read(_ files: [String: [UInt8]]) throws -> ManifestReader.Reading {
    try ManifestReader.reading(storage: MemoryStorage(files: files))
  }

  @Test(arguments: 0..<80) func partsHaveWhatTheWholeHas(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed) + 80_000)
    generator.isPlain = seed % 2 == 0
    let box = try generator.box()
    let files = try documents(box)
    let reading = try read(files)
    #expect(reading.box == box)
    #expect(try documents(reading.box) == files)
    if generator.isPlain { #expect(reading.isCanonical) }
    var findings = FindingList()
    for (path, bytes) in files {
      #expect(
        try bytes.withUnsafeBytes { try !SchemaCheck.run($0, Limits(), &findings) }, "\(path) \(findings)")
    }
  }

  /// The fast reader of parts gives what the XML reader gives, or nothing.
  @Test(arguments: LawSize.seeds("SLIPBOX_MANIFESTS", 60)) func readersAgreeOnMutations(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed) + 90_000)
    generator.isPlain = true
    let box = try generator.box()
    for content in box.partContents() where !content.isEmpty {
      let original = try ManifestWriter.write(content, of: box).1
      #expect(original.withUnsafeBytes { CanonicalReader.part($0, content.key, limits: Limits()) } != nil)
      for _ in 0..<20 {
        let bytes = generator.mutated(original)
        guard let fast = bytes.withUnsafeBytes({ CanonicalReader.part($0, content.key, limits: Limits()) })
        else { continue }
        let slow = try bytes.withUnsafeBytes {
          try ManifestReader.partXML($0, content.key, file: nil, limits: Limits())
        }
        #expect(
          fast.notes == slow.notes && fast.sources == slow.sources && fast.attachments == slow.attachments,
          "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test func largeBoxesHaveParts() throws {
    var box = SlipBox()
    for number in 0..<ManifestPart.mostWithout {
      try box.insert(note(number))
    }
    #expect(try ManifestDocument.all(of: box).map(\.path) == ["manifest.xml"])
    try box.insert(note(ManifestPart.mostWithout))
    let documents = try ManifestDocument.all(of: box)
    #expect(documents.count == 257)
    let files = Dictionary(documents.map { ($0.path, $0.bytes) }) { first, _ in first }
    #expect(try read(files).box == box)
    let whole = try ManifestWriter.bytes(box)
    #expect(
      try ManifestDocument.splitting(whole, version: VersionTable.current, limits: Limits()).map(\.bytes)
        == documents.map(\.bytes))
    #expect(try ManifestDocument.joining(MemoryStorage(files: files), limits: Limits()) == whole)
  }

  private func note(_ number: Int) -> Note {
    Note(
      id: UniqueID(high: 7, low: UInt64(number)), title: "\(number)", body: FileFact(of: []),
      mirror: FileFact(of: []))
  }

  @Test func partsThatDifferAreRefused() throws {
    var box = SlipBox()
    for number in 0..<3 { try box.insert(note(number)) }
    var files = try documents(box)
    let path = ManifestPart.path(1)
    let text = String(decoding: files[path] ?? [], as: UTF8.self)
    files[path] = Array(text.replacing("title=\"1\"", with: "title=\"one\"").utf8)
    let error = #expect(throws: SlipError.self) { try read(files) }
    #expect(error?.code == ValidationRule.partDiffers.code)
    let adopted = try ManifestReader.reading(storage: MemoryStorage(files: files), adoptsParts: true)
    #expect(adopted.partsFit == false && adopted.box.note(note(1).id)?.title == "one")
    // A part that isn't there, and one in the place of another.
    files[path] = nil
    #expect(throws: SlipError.self) { try read(files) }
    files[path] = files[ManifestPart.path(2)]
    #expect(
      #expect(throws: SlipError.self) {
        try ManifestReader.reading(storage: MemoryStorage(files: files), adoptsParts: true)
      }?.code == ManifestCode.unsound)
  }

  @Test func partialBoxesKnowWhatTheyMayChange() throws {
    var box = SlipBox()
    for number in 0..<3 { try box.insert(note(number)) }
    try box.update(note: note(1).id) { $0.links = [note(2).id] }
    let storage = MemoryStorage(files: try documents(box))
    let partial = try #require(try PartialBox.read(notes: [note(1).id], of: storage, limits: Limits()))
    #expect(partial.box.note(note(1).id) == box.note(note(1).id))
    #expect(partial.box.note(note(0).id) == nil)
    var changed = partial.box
    try changed.update(note: note(1).id) { $0.isFavorite = true }
    #expect(partial.holds(changed))
    try changed.update(note: note(2).id) { $0.isFavorite = true }
    #expect(!partial.holds(changed))
    var without = partial.box
    without.remove(note: note(2).id)
    #expect(!partial.holds(without))
    #expect(try PartialBox.read(notes: [note(9).id], of: storage, limits: Limits()) == nil)
    let whole = MemoryStorage(files: ["manifest.xml": try ManifestWriter.bytes(box)])
    #expect(try PartialBox.read(notes: [note(1).id], of: whole, limits: Limits()) == nil)
    // The note, what it links to, and what links to it.
    let around = try #require(try ManifestReader.read(around: note(2).id, of: storage))
    #expect(Array(around.notes.map(\.id)) == [note(1).id, note(2).id])
    #expect(around.note(note(1).id)?.links == [note(2).id])
  }
}
