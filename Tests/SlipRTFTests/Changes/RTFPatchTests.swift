import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// Files of RTF that change where their document does.
@Suite struct RTFPatchTests {
  private static func read(_ bytes: [UInt8]) -> Document {
    bytes.withUnsafeBytes { RTFReader.read($0).document }
  }

  private static func patch(_ bytes: [UInt8], _ document: Document) -> RTFPatch.Result {
    bytes.withUnsafeBytes { RTFPatch.patch($0, to: document) }
  }

  /// The first line of the dumps that differs; nil where none does.
  private static func difference(_ a: Document, _ b: Document) -> String? {
    let (a, b) = (TreeDump.text(of: a).split(separator: "\n"), TreeDump.text(of: b).split(separator: "\n"))
    if a == b { return nil }
    let place = zip(a, b).prefix { $0 == $1 }.count
    return "\(a.dropFirst(place).first ?? "") instead of \(b.dropFirst(place).first ?? "")"
  }

  static let files = Fixtures.names(in: "rtf").filter { $0.hasSuffix(".rtf") }

  @Test(arguments: files)
  func anEditWithoutChangeGivesTheSameBytes(name: String) throws {
    let bytes = try Fixtures.bytes("rtf/\(name)")
    let result = Self.patch(bytes, Self.read(bytes))
    #expect(result.bytes == bytes)
    #expect(result.changes == 0)
  }

  /// Changes each paragraph of a file in turn. What is read must be what was asked for, and the bytes of the other
  /// paragraphs must be there as before. Only the head may gain entries.
  @Test(arguments: files)
  func aChangeOfOneParagraphChangesItsBytesOnly(name: String) throws {
    let bytes = try Fixtures.bytes("rtf/\(name)")
    let map = bytes.withUnsafeBytes { RTFBodyMap($0, limits: Limits()) }
    for index in map.document.blocks.indices.prefix(40) {
      guard case .paragraph(var paragraph) = map.document.blocks[index] else { continue }
      var target = map.document
      paragraph.inlines.append(.run(Run("zyx")))
      target.blocks[index] = .paragraph(paragraph)
      let normal = target.normalized()
      let result = Self.patch(bytes, target)
      #expect(Self.difference(Self.read(result.bytes), normal) == nil, "\(name) \(index)")
      guard !result.isRewritten, let segment = map.segments?.first(where: { $0.blocks.contains(index) })
      else {
        continue
      }
      let suffix = bytes[segment.bytes.upperBound...]
      #expect(result.bytes.suffix(suffix.count).elementsEqual(suffix), "\(name) \(index)")
      let before = bytes[map.start..<segment.bytes.lowerBound]
      let isPrefix = result.bytes.starts(with: bytes[..<segment.bytes.lowerBound])
      #expect(
        isPrefix || result.changes > 1 && result.bytes.firstRange(of: before) != nil, "\(name) \(index)")
    }
  }

  /// How many fixtures can be patched, and not only written anew.
  @Test func mostFilesCanBePatched() throws {
    var rewritten: [String] = []
    for name in Self.files {
      let bytes = try Fixtures.bytes("rtf/\(name)")
      var target = Self.read(bytes)
      target.blocks.append(.paragraph(Paragraph(inlines: [.run(Run("last"))])))
      target.blocks.insert(.paragraph(Paragraph(inlines: [.run(Run("first"))])), at: 0)
      if Self.patch(bytes, target).isRewritten { rewritten.append(name) }
    }
    #expect(rewritten == [])
  }

  @Test(arguments: 0..<300)
  func whatIsReadIsTheEditedDocument(seed: UInt64) {
    let old = DocumentGenerator.document(seed: seed).normalized()
    let bytes = RTFWriter.write(old)
    var edited = DocumentMutator.mutated(old, seed: seed)
    (edited.head, edited.headersAndFooters) = (old.head, old.headersAndFooters)
    let result = Self.patch(bytes, edited)
    #expect(Self.difference(Self.read(result.bytes), edited.normalized()) == nil)
  }

  @Test(arguments: [
    // Formatting that goes on behind a paragraph stays in force.
    (
      #"{\rtf1\pard\qc Title\par Text\par}"#, 0, "New",
      #"{\rtf1\pard\qc {\uc1\pard\plain\qc New\par"# + "\n" + #"}Text\par}"#
    ),
    (
      #"{\rtf1\pard\plain A\par\pard\plain\b B\par}"#, 0, "New",
      #"{\rtf1\pard\plain New\par"# + "\n" + #"\pard\plain\b B\par}"#
    ),
    // A group that begins in one paragraph and ends in another.
    (
      #"{\rtf1 {\b A\par B}\par C\par}"#, 0, "New",
      #"{\rtf1 {\b {\uc1\pard\plain New\par"# + "\n" + #"}B}\par C\par}"#
    ),
    // The last paragraph has no end of its own.
    (#"{\rtf1 A\par B}"#, 1, "New", #"{\rtf1 A\par \pard\plain New\par"# + "\n}"),
  ])
  func bytes(file: String, block: Int, text: String, expected: String) {
    var document = Self.read(Array(file.utf8))
    if case .paragraph(var paragraph) = document.blocks[block] {
      paragraph.inlines = [.run(Run(text))]
      document.blocks[block] = .paragraph(paragraph)
    }
    #expect(String(decoding: Self.patch(Array(file.utf8), document).bytes, as: UTF8.self) == expected)
  }
}
