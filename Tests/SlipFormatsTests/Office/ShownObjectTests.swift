import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing

/// Objects of other programs with the pictures that show them.
struct ShownObjectTests {
  /// A PNG file of one pixel.
  private static let picture = """
    89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100\
    c9fe92ef0000000049454e44ae426082
    """
  /// The head of a compound file.
  private static let storage: [UInt8] =
    [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array("sheet".utf8)

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// An OLE 1.0 object of a class.
  private static func frame(_ name: String, _ data: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    return number(0x501) + number(2) + number(name.utf8.count + 1) + Array(name.utf8) + [0] + number(0)
      + number(0) + number(data.count) + data
  }

  private static func rtf(_ name: String, result: String = "{\\pict\\pngblip \(picture)}") -> [UInt8] {
    let data = hex(frame(name, storage))
    return Array(
      "{\\rtf1 a {\\object\\objemb{\\*\\objclass \(name)}{\\*\\objdata \(data)}{\\result \(result)}} b\\par}"
        .utf8)
  }

  private static func read(_ bytes: [UInt8], _ name: String = "rtf") throws -> Document {
    let format = try #require(FormatTable.named(name))
    let read = try #require(format.read)
    return bytes.withUnsafeBytes { read($0, Limits()) }.document
  }

  private static func write(_ document: Document, _ name: String) throws -> [UInt8] {
    let format = try #require(FormatTable.named(name))
    let write = try #require(format.write)
    return try write(document, WriteOptions())
  }

  /// Each inline in a word.
  private static func sketch(_ document: Document) -> [String] {
    guard case .paragraph(let paragraph)? = document.blocks.first else { return [] }
    return paragraph.inlines.map { inline in
      switch inline {
      case .run(let run): run.text
      case .picture: "picture"
      case .attachment(let file): file.style.isHidden ? "hidden file" : "file"
      default: "?"
      }
    }
  }

  private static func text(_ document: Document) -> String {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  @Test("The picture stands for the object, which is a hidden file behind it")
  func reading() throws {
    let document = try ShownObjectTests.read(ShownObjectTests.rtf("Excel.Sheet.8"))
    #expect(ShownObjectTests.sketch(document) == ["a ", "picture", "hidden file", " b"])
    #expect(ShownObjectTests.text(document) == "a \u{FFFC} b")
    #expect(document.objectResources == [1])
    // What shows the object may be text as well.
    let shown = try ShownObjectTests.read(ShownObjectTests.rtf("Package", result: "Sheet"))
    #expect(ShownObjectTests.sketch(shown) == ["a Sheet", "hidden file", " b"])
    #expect(shown.objectResources == [])
  }

  @Test("Of a formula the picture says all")
  func formulas() throws {
    let document = try ShownObjectTests.read(ShownObjectTests.rtf("Equation.3"))
    #expect(ShownObjectTests.sketch(document) == ["a ", "picture", " b"])
  }

  @Test("A mirror has one sign for an object")
  func mirror() {
    let bytes = ShownObjectTests.rtf("Excel.Sheet.8")
    var sink = DiagnosticSink()
    let text = bytes.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("a \u{FFFC} b"))
  }

  @Test("RTF has the object again, with its class and its data")
  func rtf() throws {
    let document = try ShownObjectTests.read(ShownObjectTests.rtf("Excel.Sheet.8"))
    let written = try ShownObjectTests.write(document, "rtf")
    let all = String(decoding: written, as: UTF8.self)
    #expect(all.contains("{\\*\\objclass Excel.Sheet.8}") && all.contains("{\\result{\\pict"))
    #expect(!all.contains("\\v"))
    #expect(try ShownObjectTests.read(written) == document)
  }

  @Test("Word and OpenDocument embed it, and no name of a file is in the text", arguments: ["docx", "odt"])
  func office(name: String) throws {
    let document = try ShownObjectTests.read(ShownObjectTests.rtf("Excel.Sheet.8"))
    let format = try #require(FormatTable.named(name))
    #expect(format.holds(object: document.resources[1]))
    let result = try ShownObjectTests.read(ShownObjectTests.write(document, name), name)
    #expect(ShownObjectTests.sketch(result) == ["a ", "picture", "hidden file", " b"])
    // Without the frame of OLE 1.0.
    #expect(result.resources.map(\.content).contains(.bytes(ShownObjectTests.storage)))
    #expect(ShownObjectTests.text(result) == "a \u{FFFC} b")
  }

  @Test("What can't be embedded is hidden text", arguments: ["docx", "odt"])
  func hidden(name: String) throws {
    var document = try ShownObjectTests.read(ShownObjectTests.rtf("Excel.Sheet.8"))
    document.resources[1] = Resource(
      content: .bytes([1, 2, 3]), mediaType: "application/octet-stream", name: "x.bin")
    let format = try #require(FormatTable.named(name))
    #expect(!format.holds(object: document.resources[1]))
    let result = try ShownObjectTests.read(ShownObjectTests.write(document, name), name)
    #expect(ShownObjectTests.text(result) == "a \u{FFFC} b")
  }
}
