import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipBundle

/// The fast reader of manifests gives what the XML reader gives, or nothing.
@Suite struct CanonicalReaderTests {
  /// What a reader made of a manifest: a box with its faults, or an error.
  private enum Outcome: Equatable {
    case box(SlipBox, [BoxFault], [UInt8])
    case error(String?)
  }

  private func byXML(_ bytes: [UInt8]) -> Outcome {
    do {
      let (box, faults) = try bytes.withUnsafeBytes { try ManifestReader.readXML($0) }
      // Swift compares strings by canonical equivalence; bytes tell more.
      return .box(box, faults, (try? ManifestWriter.bytes(box)) ?? [])
    } catch {
      return .error((error as? SlipError)?.code)
    }
  }

  private func fast(_ bytes: [UInt8]) -> Outcome? {
    guard var root = bytes.withUnsafeBytes({ CanonicalReader.root($0, limits: Limits()) }) else {
      return nil
    }
    guard root.parts == nil else { return nil }
    let (box, faults) = root.builder.finish()
    return .box(box, faults, (try? ManifestWriter.bytes(box)) ?? [])
  }

  /// Components of colours are read as the library reads them, and only as they are written.
  @Test func fractions() {
    var generator = SeededGenerator(seed: 23)
    var texts = [
      "0", "1", "0.5", "0.0001", "0.00001", "0.10", "0.", ".5", "1.5", "0.30000000000000004", "1.0", "00.5",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...18, using: &generator)
      texts.append("0." + (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined())
    }
    for text in texts {
      let read = Array((text + "\"").utf8).withUnsafeBytes { bytes -> Double? in
        var cursor = CanonicalCursor(bytes)
        do { return try cursor.fraction() } catch { return nil }
      }
      let number = Double(text).flatMap { ManifestValue.text($0) == text && (0...1).contains($0) ? $0 : nil }
      #expect(read == number, "\(text)")
    }
  }

  /// A box without elements that only the XML reader reads.
  private func plainBox(_ generator: inout BoxGenerator) throws -> SlipBox {
    generator.isPlain = true
    return try generator.box()
  }

  @Test(arguments: 0..<200) func takesWhatIsWritten(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed) + 40_000)
    let box = try plainBox(&generator)
    let bytes = try ManifestWriter.bytes(box)
    #expect(
      fast(bytes) == .box(box, unused(bytes), bytes), "\(String(decoding: bytes, as: UTF8.self))")
  }

  /// The faults that the XML reader finds in a manifest.
  private func unused(_ bytes: [UInt8]) -> [BoxFault] {
    if case .box(_, let faults, _) = byXML(bytes) { return faults }
    return []
  }

  /// `SLIPBOX_MANIFESTS` sets how many boxes are tried, with sixty changes of each.
  @Test(arguments: LawSize.seeds("SLIPBOX_MANIFESTS", 120))
  func agreesWithXMLOnMutations(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed) + 50_000)
    let original = try ManifestWriter.bytes(try plainBox(&generator))
    for _ in 0..<60 {
      let bytes = generator.flag() ? generator.mutated(original) : generator.nudged(original)
      guard let found = fast(bytes) else { continue }
      #expect(found == byXML(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func manyChangesKeepTheForm() throws {
    var accepted = 0
    for seed in 0..<20 {
      var generator = BoxGenerator(seed: UInt64(seed) + 70_000)
      let original = try ManifestWriter.bytes(try plainBox(&generator))
      for _ in 0..<20 where fast(generator.nudged(original)) != nil { accepted += 1 }
    }
    #expect(accepted > 40)
  }

  @Test func leavesForeignElementsToXML() throws {
    var generator = BoxGenerator(seed: 3)
    var box = try plainBox(&generator)
    box.foreign = ["<x:a xmlns:x=\"urn:x\"/>"]
    #expect(fast(try ManifestWriter.bytes(box)) == nil)
  }

  @Test func takesAnEmptyBox() throws {
    let bytes = try ManifestWriter.bytes(SlipBox())
    #expect(fast(bytes) == .box(SlipBox(), [], bytes))
  }

  @Test(arguments: 0..<60) func excerptsHaveWhatTheWholeHas(seed: Int) throws {
    var generator = BoxGenerator(seed: UInt64(seed) + 60_000)
    let box = try plainBox(&generator)
    let bytes = try ManifestWriter.bytes(box)
    for note in Array(box.notes) + [
      Note(id: generator.id(), title: "", body: generator.fact(), mirror: generator.fact())
    ] {
      var wanted = ManifestExcerpt()
      wanted.notes = Set(note.links + [note.id])
      wanted.sources = Set(box.sources.map(\.id).prefix(1) + ["none"])
      let storage = MemoryStorage(files: ["manifest.xml": bytes])
      let part = try #require(try ManifestReader.read(wanted, of: storage))
      #expect(part.note(note.id) == box.note(note.id))
      #expect(part.history == box.history)
      #expect(Array(part.folders) == Array(box.folders))
      #expect(Array(part.keywords) == Array(box.keywords))
      for use in note.attachments {
        #expect(part.attachment(use.attachment) == box.attachment(use.attachment))
      }
      for key in wanted.sources.union([note.source].compactMap { $0 }) {
        #expect(part.source(key) == box.source(key))
      }
    }
  }

  @Test func reportsContradictionsAsXMLDoes() throws {
    var generator = BoxGenerator(seed: 11)
    var box = SlipBox()
    let folder = Folder(id: generator.id(), name: "a")
    try box.insert(folder)
    var note = Note(id: generator.id(), title: "b", body: generator.fact(), mirror: generator.fact())
    note.folder = folder.id
    try box.insert(note)
    let text = String(decoding: try ManifestWriter.bytes(box), as: UTF8.self)
    let other = text.replacingOccurrences(of: "folder=\"", by: "folder=\"\(generator.id())")
    #expect(fast(Array(other.utf8)) == nil)
    let dangling = Array(
      text.replacingOccurrences(of: " folder=\"\(folder.id)\"", by: " folder=\"\(generator.id())\"").utf8)
    #expect(fast(dangling) == byXML(dangling))
    guard case .box(_, let faults, _)? = fast(dangling) else { return #expect(Bool(false)) }
    #expect(faults.map(\.kind) == [.dangling])
  }
}

extension String {
  /// The text with each occurrence replaced.
  fileprivate func replacingOccurrences(of old: String, by new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}

extension BoxGenerator {
  /// A manifest with one small change that may keep its form: a digit, a letter, a value of another line.
  fileprivate mutating func nudged(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...number(1) {
      let index = number(bytes.count)
      switch bytes[index] {
      case 0x30...0x39: bytes[index] = 0x30 + UInt8(number(10))
      case 0x61...0x66: bytes[index] = 0x61 + UInt8(number(6))
      case 0x67...0x7A: bytes[index] = [0x67 + UInt8(number(20)), 0x5F, 0x26, 0xC3][number(4)]
      case 0x22: bytes.insert(UInt8(number(256)), at: index)
      default: bytes.remove(at: index)
      }
    }
    return bytes
  }
}
