import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import SlipTestSupport
import Testing

/// What documents of word processors keep of any document.
struct OfficeLawTests {
  static let seeds = Array(LawSize.seeds("SLIPBOX_OFFICE", 80))

  /// Reads bytes of a format.
  private static func read(_ bytes: [UInt8], _ name: String) throws -> ReadResult {
    let format = try #require(FormatTable.named(name))
    let read = try #require(format.read)
    return bytes.withUnsafeBytes { read($0, Limits()) }
  }

  private static func write(_ document: Document, _ name: String) throws -> [UInt8] {
    var options = WriteOptions()
    options.links = .keep
    let format = try #require(FormatTable.named(name))
    let write = try #require(format.write)
    return try write(document, options)
  }

  @Test(
    "The same document gives the same bytes", arguments: seeds.prefix(10), ["docx", "odt", "fodt", "epub"])
  func determinism(seed: Int, name: String) throws {
    let document = DocumentGenerator.document(seed: UInt64(seed))
    #expect(try OfficeLawTests.write(document, name) == OfficeLawTests.write(document, name))
  }

  @Test(
    "What is written can be read without any finding of damage", arguments: seeds, ["docx", "odt", "fodt"])
  func sound(seed: Int, name: String) throws {
    let document = DocumentGenerator.document(seed: UInt64(seed))
    let result = try OfficeLawTests.read(OfficeLawTests.write(document, name), name)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test("Words and their order come back", arguments: seeds, ["docx", "odt", "fodt"])
  func words(seed: Int, name: String) throws {
    var document = DocumentGenerator.document(seed: UInt64(seed)).normalized()
    // Of files that are no pictures there is the name, and of pictures that aren't there the description.
    document.editInlines { inline in
      switch inline {
      case .picture, .attachment: []
      default: [inline]
      }
    }
    // A paragraph after a deleted end isn't one of its own in OpenDocument, and a mark of a note's own is no item.
    if name != "docx" { document.resolve(.accept) }
    for index in document.notes.indices { document.notes[index].isAutomatic = true }
    document = document.normalized()
    let result = try OfficeLawTests.read(OfficeLawTests.write(document, name), name)
    let (before, after) = (OfficeLawTests.words(document), OfficeLawTests.words(result.document.normalized()))
    let place =
      zip(before, after).enumerated().first { $1.0 != $1.1 }?.offset ?? min(before.count, after.count)
    guard place < max(before.count, after.count) else { return }
    let (first, second) = (
      before.dropFirst(max(0, place - 2)).prefix(6), after.dropFirst(max(0, place - 2)).prefix(6)
    )
    Issue.record("\(first.joined(separator: " ")) | \(second.joined(separator: " "))")
  }

  /// The words of the visible text, without marks for what isn't text.
  private static func words(_ document: Document) -> [Substring] {
    let text = String(decoding: PlainTextWriter.write(document), as: UTF8.self)
    var kept = String.UnicodeScalarView()
    // Neither signs for pictures nor what XML can't hold.
    for scalar in text.unicodeScalars where !(0xFFFC...0xFFFF).contains(scalar.value) { kept.append(scalar) }
    return String(kept).split(whereSeparator: \.isWhitespace)
  }
}
