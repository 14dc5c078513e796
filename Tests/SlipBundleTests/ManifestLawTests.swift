import SlipDocument
import SlipBase
import SlipBundle
import SlipNotes
import Testing
import XMLSyntax

@Suite struct ManifestLawTests {
  @Test(arguments: 0..<200) func readingUndoesWriting(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed))
    let box = try generator.box()
    let bytes = try ManifestWriter.bytes(box)
    let again = try bytes.withUnsafeBytes { try ManifestReader.read($0) }
    #expect(again == box)
    #expect(try ManifestWriter.bytes(again) == bytes)
    // Swift compares strings by canonical equivalence; bytes tell more.
    for (a, b) in zip(box.notes, again.notes) { #expect(a.title.utf8.elementsEqual(b.title.utf8)) }
  }

  @Test(arguments: 0..<50) func whatIsWrittenIsValid(seed: Int) throws {
    final class Faults: XMLHandler {
      var all: [XMLFault] = []
      func startElement(_ element: XMLElement) throws(SlipError) {}
      func schemaFault(_ fault: XMLFault) throws(SlipError) { all.append(fault) }
    }
    var generator = BoxGenerator(seed: UInt64(seed))
    let bytes = try ManifestWriter.bytes(try generator.box())
    let faults = Faults()
    let schema = try XMLSchema(try #require(VersionTable.named(VersionTable.current)).schema())
    #expect(try bytes.withUnsafeBytes { try XMLParser.parse($0, schema: schema, handler: faults) } == nil)
    #expect(faults.all == [])
  }

  @Test func factsOfWhatWasWritten() throws {
    var generator = BoxGenerator(seed: 7)
    let box = try generator.box()
    var bytes: [UInt8] = []
    let fact = try ManifestWriter.write(box) { bytes.append(contentsOf: $0) }
    #expect(fact == FileFact(of: bytes))
  }

  @Test(arguments: 0..<50) func payloadIsSortedAndOnce(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed))
    let paths = try generator.box().payload().map { Array($0.path.utf8) }
    for (a, b) in zip(paths, paths.dropFirst()) { #expect(a.lexicographicallyPrecedes(b)) }
  }

  @Test func valuesThatNoManifestHolds() throws {
    let fact = FileFact(of: [])
    var box = SlipBox()
    var note = Note(id: UniqueID(high: 1, low: 1), title: "", body: fact, mirror: fact)
    note.created = Timestamp(microseconds: Int64.max)
    try box.insert(note)
    #expect(throws: SlipError.self) { try ManifestWriter.bytes(box) }

    var colored = SlipBox()
    try colored.insert(
      Keyword(id: UniqueID(high: 1, low: 1), name: "k", color: Keyword.Color(red: 1.5, green: .nan, blue: 0)))
    #expect(throws: SlipError.self) { try ManifestWriter.bytes(colored) }

    for (type, fileExtension) in [
      ("Image/PNG", "png"), ("image/png", "PNG"), ("image/png", "../x"), ("", ""),
    ] {
      var attached = SlipBox()
      try attached.insert(Attachment(blob: fact, mediaType: type, fileExtension: fileExtension))
      #expect(throws: SlipError.self) { try ManifestWriter.bytes(attached) }
    }

    for element in [
      "<a/>", "text", "<x:a/>", "<a xmlns='urn:x'/><b xmlns='urn:x'/>", "<a xmlns='urn:slipbox:manifest'/>",
      "</slipbox>",
    ] {
      var foreign = SlipBox()
      foreign.foreign = [element]
      #expect(throws: SlipError.self) { try ManifestWriter.bytes(foreign) }
    }
  }
}

/// What readers refuse isn't written.
@Suite struct ManifestRefusalTests {
  private func note(titled title: String) throws -> SlipBox {
    var box = SlipBox()
    let fact = FileFact(of: [])
    try box.insert(Note(id: UniqueID(high: 1, low: 1), title: title, body: fact, mirror: fact))
    return box
  }

  @Test func longTexts() throws {
    // The other attributes of an element need room, too.
    let longest = Limits().xmlValueBytes - 4_096
    let bytes = try ManifestWriter.bytes(note(titled: String(repeating: "t", count: longest)))
    let read = try bytes.withUnsafeBytes { try ManifestReader.read($0) }
    #expect(read.notes.map(\.title.utf8.count) == [longest])
    // A control character takes seven bytes.
    for title in [
      String(repeating: "t", count: longest + 1), String(repeating: "\u{1}", count: longest / 7 + 1),
    ] {
      #expect(throws: SlipError.self) { try ManifestWriter.bytes(note(titled: title)) }
    }
  }

  @Test(arguments: [(1, true), (2_147_483_647, true), (0, false), (-1, false), (2_147_483_648, false)])
  func sidesOfPictures(side: Int, isWritable: Bool) throws {
    var box = SlipBox()
    var attachment = Attachment(blob: FileFact(of: [1]), mediaType: "image/png", fileExtension: "png")
    attachment.width = side
    try box.insert(attachment)
    if isWritable {
      let read = try ManifestWriter.bytes(box).withUnsafeBytes { try ManifestReader.read($0) }
      #expect(read.attachments.map(\.width) == [side])
    } else {
      #expect(throws: SlipError.self) { try ManifestWriter.bytes(box) }
    }
  }
}
