import SlipRTF
import SlipRTFD
import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@Suite struct RTFDReaderTests {
  typealias Samples = RTFDSamples

  static let names: [(written: String, file: String)] = [
    ("a b~c.txt", "a b~c.txt"), ("a\\{b\\}c\\\\d.txt", "a{b}c\\d.txt"),
    ("Gr\u{FC}n \u{1F600}.txt", "Gr\u{FC}n \u{1F600}.txt"),
    ("Gr\\'fcn.txt", "Gr\u{FC}n.txt"), ("Gr\\'c3\\'bcn.txt", "Gr\u{FC}n.txt"),
    ("Gr\\u252?n.txt", "Gr\u{FC}n.txt"),
    ("Gr\u{FC}n.txt", "Gru\u{308}n.txt"), ("PLAN.TXT", "plan.txt"), ("100%25.txt", "100%25.txt"),
    ("100%.txt", "100%.txt"), ("a%20b.txt", "a b.txt"), ("a/b.txt", "a:b.txt"), ("sub/x.txt", "sub/x.txt"),
  ]

  @Test(arguments: names) func filesAreFoundByTheirNames(name: (written: String, file: String)) throws {
    let package = Samples.package("see " + Samples.graphic(name.written) + "!", [(name.file, "content")])
    let result = RTFDReader.read(package)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    let resource = try #require(result.document.resources.first)
    #expect(resource.content == .bytes(Array("content".utf8)))
    #expect(resource.name == name.file.split(separator: "/").last.map(String.init))
    #expect(String(decoding: PlainTextWriter.write(result.document), as: UTF8.self) == "see \u{FFFC}!")
  }

  @Test func theExactNameComesFirst() {
    let package = Samples.package(
      Samples.graphic("a%20b.txt"), [("a%20b.txt", "1"), ("a b.txt", "2"), ("A%20B.txt", "3")])
    #expect(RTFDReader.read(package).document.resources.map(\.content) == [.bytes([0x31])])
    // Of two that are meant equally, none.
    let doubtful = Samples.package(Samples.graphic("X.txt"), [("x.TXT", "1"), ("x.txt", "2")])
    #expect(RTFDReader.read(doubtful).diagnostics.compactMap(\.code).contains("SBXP211"))
  }

  /// One character behind the group holds its place, and only that goes.
  @Test(arguments: [
    "\\'ac", "\\uc0\\u8203 ", "\\u-4 ?", "\\u65532?", "\\uc2\\u65532 ??", "\\ub1\\u8203 ?", "",
  ])
  func oneCharacterGoes(placeholder: String) throws {
    let package = Samples.package(
      "\\'ac5 " + Samples.graphic("a.txt", placeholder) + "\\'ac6 \\u172?", [("a.txt", "content")])
    let text = "\u{AC}5 \u{FFFC}\u{AC}6 \u{AC}"
    #expect(Samples.text(package["TXT.rtf"]?.bytes ?? []) == text)
    let (lift, codes) = try #require(Samples.lift(package))
    #expect(Samples.text(lift.body) == text && codes.isEmpty)
    let document = RTFDReader.read(package).document
    #expect(String(decoding: PlainTextWriter.write(document), as: UTF8.self) == text)
  }

  /// A fallback may be a symbol, a paragraph's end is none, and a space that ends a word is no text.
  @Test(arguments: [
    ("\\u8203\\0", "\u{FFFC}b"), ("\\u8203\\~c", "\u{FFFC}cb"), ("\\u8203\\\nx", "\u{FFFC}\nxb"),
    ("\\x\\u8203x ", "\u{FFFC} b"), ("\\x\\u8203x", "\u{FFFC}b"), ("\\u8203\\pard c", "\u{FFFC}cb"),
  ])
  func oddPlaceholdersGo(placeholder: String, text: String) throws {
    let package = Samples.package(Samples.graphic("a.txt", placeholder) + "b", [("a.txt", "content")])
    #expect(Samples.text(package["TXT.rtf"]?.bytes ?? []) == text)
    let (lift, _) = try #require(Samples.lift(package))
    #expect(Samples.text(lift.body) == text)
    let document = RTFDReader.read(package).document
    #expect(String(decoding: PlainTextWriter.write(document), as: UTF8.self) == text)
  }

  @Test func rawPlaceholdersGo() throws {
    let package = try fixture()
    let text =
      "The plan: \u{FFFC} costs \u{AC} 5, or \u{AC} 4.\nSeeds: \u{FFFC} and a sketch \u{FFFC}.\nThe plan again: \u{FFFC}"
    #expect(Samples.text(package["TXT.rtf"]?.bytes ?? []) == text)
    let lift = try #require(Samples.lift(package)).lift
    #expect(Samples.text(lift.body) == text)
  }

  @Test func fallbacksOfNothingStayInTheText() throws {
    let package = Samples.package(
      #"{\NeXTGraphic p.gif}{\nonshppict{d}}"# + Samples.graphic("p.gif") + #"{\*\nonshppict e}"#,
      [("p.gif", "GIF89a")])
    let text = Samples.text(package["TXT.rtf"]?.bytes ?? [])
    let lift = try #require(Samples.lift(package)).lift
    #expect(lift.files.map(\.name) == ["p.gif"])
    #expect(Samples.text(lift.body) == text)
  }

  /// Spaces in an attachment's group are text.
  @Test(arguments: ["a.txt", "p.gif"]) func spacesBeforeTheWordStay(name: String) throws {
    let package = Samples.package(
      "x{ \t\n\\*  \\NeXTGraphic \(name)}\\'ac y", [("a.txt", "content"), ("p.gif", "GIF89a")])
    let text = Samples.text(package["TXT.rtf"]?.bytes ?? [])
    #expect(text == "x \t  \u{FFFC} y")
    let lift = try #require(Samples.lift(package)).lift
    #expect(lift.files.map(\.name) == [name] && Samples.text(lift.body) == text)
    let exported = lift.body.withUnsafeBytes { RTFDExport.text(of: $0) { _ in (name, nil, nil) } }
    #expect(Samples.text(exported) == text)
  }

  func fixture() throws -> FilePackage {
    var diagnostics: [Diagnostic] = []
    let path = Fixtures.directory.appending(path: "rtfd/The garden.rtfd").path
    return try FilePackage.read(directory: path, diagnostics: &diagnostics)
  }

  @Test func picturesAndFilesHaveTheirSizes() throws {
    let document = RTFDReader.read(try fixture()).document
    #expect(
      document.resources.map(\.name) == [
        "Plan of the garden.png", "Seeds {new} 100%.csv", "Sketch.graffle.zip",
      ])
    let inlines: [Inline] = document.blocks.flatMap { block -> [Inline] in
      if case .paragraph(let paragraph) = block { paragraph.inlines } else { [] }
    }
    #expect(
      inlines.filter { if case .picture = $0 { true } else { false } }
        == Array(repeating: .picture(Picture(resource: 0, width: 640, height: 480)), count: 2))
    #expect(inlines.contains(.attachment(AttachedFile(resource: 1, width: 640, height: 640))))
  }

  @Test(arguments: ["../x.txt", "/etc/passwd", "a/../../x.txt", "..\\x.txt", "%2e%2e/x.txt"])
  func namesThatLeadOutAreNotLookedFor(name: String) {
    let written = name.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
    let result = RTFDReader.read(Samples.package(Samples.graphic(written), [("x.txt", "secret")]))
    #expect(result.diagnostics.compactMap(\.code).contains("SBXP212"))
    #expect(!result.document.resources.contains { if case .bytes = $0.content { true } else { false } })
  }

  @Test func whatIsMissingOrUnnamedIsSaid() {
    let missing = RTFDReader.read(Samples.package(Samples.graphic("a.png") + Samples.graphic("b.png")))
    #expect(missing.diagnostics.compactMap(\.code) == ["SBXP211"] && missing.diagnostics.first?.count == 2)
    let unnamed = RTFDReader.read(Samples.package("x", [("a.txt", "1"), (".hidden", "2")]))
    #expect(unnamed.diagnostics.compactMap(\.code) == ["SBXP214"] && unnamed.diagnostics.first?.count == 1)
    let alone = Array("{\\rtf1 \(Samples.graphic("a.png"))}".utf8).withUnsafeBytes { RTFReader.read($0) }
    #expect(alone.diagnostics.compactMap(\.code) == ["SBXP211"])
  }

  @Test func theTextMayHaveAnotherName() {
    func text(_ files: [(String, String)]) -> String? {
      var package = FilePackage()
      for (path, content) in files { package.add(path, Array(content.utf8)) }
      return RTFDContents(package).map { Samples.text($0.textBytes) }
    }
    #expect(text([("txt.RTF", "{\\rtf1 a}"), ("b.rtf", "{\\rtf1 b}")]) == "a")
    #expect(text([("Index.rtf", "{\\rtf1 a}")]) == "a")
    #expect(text([("a.rtf", "{\\rtf1 a}"), ("b.rtf", "{\\rtf1 b}")]) == nil)
    #expect(
      text([("TXT.rtf", "no RTF")]) == nil && text([("sub/TXT.rtf", "{\\rtf1 a}")]) == nil && text([]) == nil)
    #expect(RTFDReader.read(FilePackage()).diagnostics.map(\.code) == ["SBXG211"])
  }

  @Test func totalOnAnyBytes() throws {
    let bytes = try fixture()["TXT.rtf"]?.bytes ?? []
    for seed in 0..<400 {
      var changed = bytes
      for step in 0..<3 {
        changed[(seed * 7919 + step * 104_729) % bytes.count] = [0x7B, 0x7D, 0x5C, 0xAC][(seed + step) % 4]
      }
      var package = FilePackage()
      package.add("TXT.rtf", changed)
      package.add("Plan of the garden.png", [1])
      guard let (lift, _) = Samples.lift(package) else { continue }
      #expect(Samples.text(lift.body) == Samples.text(changed))
    }
  }
}
