import SlipCore
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

/// The list tables of RTF that is written: other programs count by them, and don't look at `\listtext`.
@Suite struct RTFListTablesTests {
  private static func text(_ rtf: [UInt8]) -> String {
    var diagnostics = DiagnosticSink()
    let text = rtf.withUnsafeBytes { RTFPlainText.extract($0, limits: Limits(), diagnostics: &diagnostics) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The same file without the markers that it spells out.
  private static func withoutMarkers(_ rtf: [UInt8]) -> [UInt8] {
    let start = Array("{\\listtext".utf8)
    var result: [UInt8] = []
    var index = 0
    while index < rtf.count {
      guard rtf[index...].starts(with: start) else {
        result.append(rtf[index])
        index += 1
        continue
      }
      while rtf[index] != UInt8(ascii: "}") { index += rtf[index] == UInt8(ascii: "\\") ? 2 : 1 }
      index += 1
      // Text must not join the word before the group.
      result += Array("{}".utf8)
    }
    return result
  }

  private static func expectLaw(_ document: Document, _ name: String) {
    let rtf = RTFWriter.write(document)
    let (counted, shown) = (text(withoutMarkers(rtf)), text(rtf))
    #expect(counted == shown, "\(name)")
  }

  @Test("Counting by the list tables gives the markers", arguments: RTFRoundTripTests.seeds)
  func lawOfGenerated(seed: UInt64) {
    let document = DocumentGenerator.document(seed: seed)
    RTFListTablesTests.expectLaw(document, "seed \(seed)")
  }

  @Test("Counting by the list tables gives the markers of files") func lawOfFixtures() throws {
    for name in Fixtures.names(in: "rtf") where name.hasSuffix(".rtf") {
      let document = try Fixtures.bytes("rtf/" + name).withUnsafeBytes { RTFReader.read($0).document }
      RTFListTablesTests.expectLaw(document, name)
    }
  }

  /// A document with a list of two levels, and its items.
  private static func document(_ items: [(level: Int, marker: String)]) -> Document {
    var document = Document()
    document.lists = [
      ListDefinition(levels: [
        ListDefinition.Level(numbering: .decimal, pattern: "\u{1}."),
        ListDefinition.Level(numbering: .lowerLetter, pattern: "\u{1}.\u{2})"),
      ])
    ]
    document.blocks = items.map { item in
      .paragraph(
        Paragraph(
          listItem: ListItem(list: 0, level: item.level, marker: item.marker), inlines: [.run(Run("x"))]))
    }
    return document
  }

  private static func count(_ word: String, in rtf: [UInt8]) -> Int {
    String(decoding: rtf, as: UTF8.self).split(separator: word, omittingEmptySubsequences: false).count - 1
  }

  @Test("A list that goes on is one list") func oneList() {
    let rtf = RTFWriter.write(
      RTFListTablesTests.document([(0, "1."), (1, "1.a)"), (1, "1.b)"), (0, "2."), (1, "2.a)")]))
    #expect(RTFListTablesTests.count("{\\list\\", in: rtf) == 1)
    #expect(RTFListTablesTests.count("\\listoverridestartat", in: rtf) == 0)
  }

  @Test("A list that begins with another number says so") func start() {
    let document = RTFListTablesTests.document([(0, "5."), (0, "6.")])
    let rtf = RTFWriter.write(document)
    #expect(RTFListTablesTests.count("{\\list\\", in: rtf) == 1)
    #expect(RTFListTablesTests.count("\\listoverridestartat\\levelstartat5}", in: rtf) == 1)
    #expect(rtf.withUnsafeBytes { RTFReader.read($0).document } == document.normalized())
  }

  @Test("A list that restarts is several in the file, and one again when it is read") func restart() {
    let document = RTFListTablesTests.document([
      (0, "1."), (0, "2."), (0, "1."), (1, "1.a)"), (1, "1.d)"), (0, "2."), (0, "note"), (0, "3."),
    ])
    let rtf = RTFWriter.write(document)
    #expect(RTFListTablesTests.count("{\\list\\", in: rtf) == 4)
    #expect(RTFListTablesTests.count("{\\listname List 1;}", in: rtf) == 4)
    let back = rtf.withUnsafeBytes { RTFReader.read($0).document }
    #expect(back == document.normalized())
    #expect(back.lists.count == 1)
    RTFListTablesTests.expectLaw(document, "restart")
  }

  @Test("A level that was skipped counts as begun") func skippedLevel() {
    let levels = "{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}"
    let rtf =
      "{\\rtf1{\\*\\listtable{\\list\(levels)\(levels)\\listid1}}"
      + "{\\*\\listoverridetable{\\listoverride\\listid1\\ls1}}"
      + "\\pard\\ls1\\ilvl1 a\\par\\pard\\ls1\\ilvl0 b\\par}"
    #expect(RTFListTablesTests.text(Array(rtf.utf8)) == "1.\ta\n2.\tb")
  }

  @Test("Overrides that only say where to begin are one list, others aren't") func overrides() {
    let level = "\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}"
    let bullet = "\\levelnfc23{\\leveltext\\'01\\u8226 ?;}{\\levelnumbers;}"
    let rtf =
      "{\\rtf1{\\*\\listtable{\\list{\\listlevel\(level)}{\\listname ;}\\listid1}}"
      + "{\\*\\listoverridetable{\\listoverride\\listid1\\ls1}"
      + "{\\listoverride\\listid1{\\lfolevel\\listoverridestartat\\levelstartat4}\\ls2}"
      + "{\\listoverride\\listid1{\\lfolevel\\listoverrideformat1{\\listlevel\(bullet)}}\\ls3}}"
      + "\\pard\\ls1 a\\par\\pard\\ls2 b\\par\\pard\\ls3 c\\par\\pard\\ls1 d\\par}"
    let document = Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
    let items = document.blocks.compactMap { block in
      if case .paragraph(let paragraph) = block { paragraph.listItem } else { nil }
    }
    #expect(items.map(\.marker) == ["1.", "4.", "•", "6."])
    #expect(items.map(\.list) == [0, 0, 1, 0])
  }
}
