import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct OneNoteTests {
  private typealias Object = OneNoteMaker.Object

  /// A packed notebook with a section, and one in a group of sections.
  static let notebook: [UInt8] = CabinetMaker(
    [
      .init("Open Notebook.onetoc2", [0x30]), .init("Workshop.one", section),
      .init("Old\\Shed.one", section),
    ], isPacked: true
  ).bytes()

  /// A section with two pages, of which the second is a sub-page.
  static let section: [UInt8] = {
    var maker = OneNoteMaker()
    maker.add(
      space: 1,
      objects: [
        Object(1, 0x60007, [.objects(0x2400_1C20, [2])]), Object(2, 0x60008, [.spaces(0x2C00_1D63, [2, 3])]),
      ], roots: [1: 1])
    let file = maker.add(file: Array("file".utf8), 0xAB)
    // The sign with which fields begin is no character, so a literal can't have it.
    let field = String(decoding: [0xFDDF] as [UInt16], as: UTF16.self)
    let ticks: UInt64 = 132_205_810_729_520_000
    /// Text of an element.
    func element(_ number: UInt8, _ text: UInt8, _ more: [OneNoteMaker.Property] = []) -> Object {
      Object(number, 0x6000D, [.objects(0x2400_1C1F, [text])] + more)
    }
    maker.add(
      space: 2,
      objects: [
        Object(1, 0x60037, [.objects(0x2400_1C1F, [2])]),
        Object(2, 0x6000B, [.objects(0x2400_1C20, [3]), .objects(0x2400_1D5F, [30])]),
        Object(3, 0x6000C, [.objects(0x2400_1C20, [4, 6, 8, 12, 20])]),
        element(4, 5),
        Object(
          5, 0x6000E,
          [
            .text(0x1C00_1C22, "bold say" + field + "HYPERLINK \"https://e.org\"link"),
            .data(0x1C00_1E12, [4, 0, 0, 0, 8, 0, 0, 0, 34, 0, 0, 0]),
            .objects(0x2400_1E13, [40, 41, 42, 42]),
          ]),
        element(6, 7, [.objects(0x2400_1C26, [43]), .objects(0x2400_1C20, [10])]),
        Object(7, 0x6000E, [.data(0x1C00_3498, Array("one".utf8))]),
        element(
          8, 9,
          [
            .objects(0x2400_1C26, [43]),
            .sets(0x4000_3489, [[.objects(0x2000_3488, [44]), .number(0x1000_3470, 1, size: 2)]]),
          ]),
        Object(9, 0x6000E, [.data(0x1C00_3498, Array("two".utf8))]),
        element(10, 11, [.objects(0x2400_1C26, [45])]),
        Object(11, 0x6000E, [.data(0x1C00_3498, Array("below".utf8))]),
        Object(12, 0x6000D, [.objects(0x2400_1C1F, [13])]),
        Object(13, 0x60022, [.objects(0x2400_1C20, [14])]),
        Object(14, 0x60023, [.objects(0x2400_1C20, [15, 16])]),
        Object(15, 0x60024, [.objects(0x2400_1C20, [17])]),
        Object(16, 0x60024, [.objects(0x2400_1C20, [17])]),
        element(17, 18), Object(18, 0x6000E, [.data(0x1C00_3498, Array("cell".utf8))]),
        Object(20, 0x6000D, [.objects(0x2400_1C1F, [21, 22])]),
        Object(21, 0x60035, [.objects(0x2000_1D9B, [46]), .text(0x1C00_1D9C, "a.txt")]),
        Object(22, 0x60011, [.objects(0x2000_1C3F, [99]), .text(0x1C00_1DD7, "gone.png")]),
        Object(30, 0x6002C, [.objects(0x2400_1C20, [4])]),
        Object(40, 0x12004D, [.flag(0x0800_1C04)]), Object(41, 0x12004D),
        Object(42, 0x12004D, [.flag(0x0800_1E14)]),
        Object(43, 0x60012, [.data(0x1C00_1C1A, [3, 0, 0xFD, 0xFF, 4, 0, 0x2E, 0])]),
        Object(44, 0x120043, [.number(0x1000_3464, 3, size: 2), .text(0x1C00_3468, "To Do")]),
        Object(45, 0x60012, [.data(0x1C00_1C1A, [1, 0, 0xCB, 0x25])]), Object(46, 0x80036, file: file),
        Object(50, 0x20030, [.text(0x1C00_1CF3, "Garden"), .number(0x1800_1C65, ticks, size: 8)]),
        Object(51, 0x20044, [.number(0x1800_1D77, ticks + 10_000_000, size: 8)]),
      ], roots: [1: 1, 2: 50, 4: 51])
    maker.add(
      space: 3,
      objects: [
        Object(1, 0x60037),
        Object(2, 0x20030, [.text(0x1C00_1CF3, "Below"), .number(0x1400_1DFF, 2, size: 4)]),
      ],
      roots: [1: 1, 2: 2])
    return maker.bytes()
  }()

  @Test func pages() throws {
    let result = try SourceDrain.read(Self.section, named: "Section.one")
    #expect(
      result.notes.map(\.id) == [
        "02020202-0202-0202-0202-020202020202", "03030303-0303-0303-0303-030303030303",
      ])
    let garden = try #require(result.notes.first?.note)
    #expect(garden.title == "Garden")
    #expect(garden.created?.rfc3339 == "2019-12-11T23:37:52.952Z")
    #expect(garden.modified?.rfc3339 == "2019-12-11T23:37:53.952Z")
    #expect(garden.item?.folder.map(\.name) == ["Section"])
    #expect(garden.attachments.map(\.name) == ["a.txt"])
    #expect(garden.diagnostics.map(\.code) == [ExchangeCode.fileMissing])
    let text = String(decoding: garden.mirror.bytes, as: UTF8.self)
    #expect(text.hasPrefix("bold saylink\n1.\tone\n"))
    #expect(text.contains("below") && text.contains("2.\t☑ two") && text.contains("cell"))
    #expect(String(decoding: garden.body.bytes, as: UTF8.self).contains("https://e.org"))
    #expect(result.notes.last?.note.item?.properties.map(\.value) == ["2"])
  }

  /// A packed notebook gives what its unpacked folder gives; a section that is cut off in it is named.
  @Test func packedNotebooksAreFolders() throws {
    let whole = try SourceDrain.read(try SourceTree.of(Self.notebook, named: "House.onepkg"), .onenote)
    #expect(whole.notes.count == 4)
    #expect(
      Set(whole.notes.compactMap(\.note.item?.folder).map { $0.map(\.name).joined(separator: "/") })
        == ["Workshop", "Old/Shed"])
    let cut = try SourceTree.of(Array(Self.notebook.dropLast(2_000)), named: "House.onepkg")
    // All of it is one frame of LZX, of which a part gives nothing.
    #expect(cut.files.isEmpty)
    #expect(cut.failed.map(\.path) == ["Old/Shed.one", "Open Notebook.onetoc2", "Workshop.one"])
    let directory = try TemporaryDirectory()
    try directory.write("House.onepkg", Array(Self.notebook.dropLast(2_000)))
    let error = slipError {
      _ = try ProgramTable.sources.finding(at: directory.path("House.onepkg"), atLeast: .possible)
    }
    #expect(error?.code == ExchangeCode.pieceDamaged)
  }

  @Test func otherPackagingsAreRefused() throws {
    var packaged = [UInt8](Self.section.prefix(1_024))
    packaged.replaceSubrange(
      48..<64,
      with: [0x2F, 0xE9, 0x8D, 0x63, 0xD4, 0xA6, 0xC1, 0x4B, 0x9A, 0x36, 0xB3, 0xFC, 0x25, 0x11, 0xA5, 0xB7])
    for (name, bytes) in [("a.one", packaged), ("a.onepkg", Array("MSCF\0\0\0\0".utf8))] {
      let tree = try SourceTree.of(bytes, named: name)
      let kind = try #require(ProgramTable.sources.kind(of: tree))
      #expect(kind.name == "onenote")
      #expect(slipError { _ = try kind.open(tree, SourceContext()) }?.code == ExchangeCode.badContainer)
    }
  }

  @Test func damagedSections() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<400 {
      var damaged = Self.section
      for _ in 0...Int.random(in: 0...3, using: &random) {
        damaged[Int.random(in: 90..<damaged.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if let tree = try? SourceTree.of(damaged, named: "a.one") { _ = try? SourceDrain.read(tree, .onenote) }
    }
    for count in stride(from: 0, to: Self.section.count, by: 37) {
      if let tree = try? SourceTree.of(Array(Self.section.prefix(count)), named: "a.one") {
        _ = try? SourceDrain.read(tree, .onenote)
      }
    }
  }

  /// A section that is cut off says so, wherever that is.
  @Test func cutSections() throws {
    for share in 1..<16 {
      let cut = Array(Self.section.prefix(max(1_024, Self.section.count * share / 16)))
      guard let result = try? SourceDrain.read(cut, named: "a.one") else { continue }
      let all = result.findings + result.notes.flatMap(\.note.diagnostics)
      #expect(all.contains { $0.severity == .error } || !result.skipped.isEmpty, "\(share)")
    }
    let whole = try SourceDrain.read(Self.section, named: "a.one")
    #expect(
      (whole.findings + whole.notes.flatMap(\.note.diagnostics)).allSatisfy {
        $0.severity < .error || $0.code == ExchangeCode.fileMissing
      })
  }
}
