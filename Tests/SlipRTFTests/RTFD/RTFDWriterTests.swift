import SlipRTF
import SlipRTFD
import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@Suite struct RTFDWriterTests {
  typealias Samples = RTFDSamples

  static func text(_ document: Document) -> String {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  @Test(arguments: RTFRoundTripTests.seeds) func documentsComeBack(seed: UInt64) {
    let document = DocumentGenerator.document(seed: seed).normalized()
    let package = RTFDWriter.write(document)
    let again = RTFDReader.read(package).document
    #expect(Self.text(again) == Self.text(document))
    for case .bytes(let bytes) in document.resources.map(\.content) {
      #expect(package.entries.contains { $0.bytes == bytes })
    }
    #expect(package.entries.count { $0.path != "TXT.rtf" } <= document.resources.count)
  }

  @Test func namesAreSafeAndEachOnce() {
    let names: [String?] = [
      "../a:b.txt", "TXT.rtf", "A.TXT", "a.txt", nil, ".hid", "x\u{1}\ny.txt", "noext", "...",
    ]
    var document = Document()
    document.resources = names.enumerated().map {
      Resource(content: .bytes(Array("text \($0.offset)".utf8)), mediaType: "text/plain", name: $0.element)
    }
    document.blocks = [.paragraph(Paragraph(inlines: names.indices.map { .attachment(resource: $0) }))]
    let package = RTFDWriter.write(document)
    let paths = package.entries.map(\.path)
    #expect(
      Set(paths) == [
        "TXT.rtf", "a-b.txt", "TXT 2.rtf", "A.TXT", "a 2.txt", "hid.txt", "xy.txt", "noext.txt",
        "attachment-\(Digest(of: Array("text 4".utf8)).hex.prefix(8)).txt",
        "attachment-\(Digest(of: Array("text 8".utf8)).hex.prefix(8)).txt",
      ])
    let again = RTFDReader.read(package)
    #expect(again.diagnostics.isEmpty && again.document.resources.count == names.count)
  }

  /// A body of a bundle becomes a package that gives the same body again.
  @Test func bodiesBecomePackagesAgain() throws {
    let files = [
      ("a.txt", "text"), ("Sk.graffle/data", "1"), ("Sk.graffle/in/er", "2"), ("p.gif", Self.gif),
      ("left.txt", "3"),
    ]
    let package = Samples.package(
      "x " + Samples.graphic("a.txt") + Samples.graphic("Sk.graffle") + " y " + Samples.graphic("p.gif")
        + "\\b z " + Samples.graphic("gone.txt"), files)
    let (lift, codes) = try #require(Samples.lift(package))
    #expect(codes == ["SBXP211"])
    #expect(
      lift.files.map(\.name) == ["a.txt", "Sk.graffle.zip", "p.gif"]
        && lift.others.map(\.name) == ["left.txt"])
    #expect(
      Set(lift.files.map(\.mediaType.name)).isSuperset(of: ["text/plain", "application/zip", "image/gif"]))
    let names = Dictionary(lift.files.map { ($0.digest, $0.name.replacing(".zip", with: "")) }) { a, _ in a }
    let text = lift.body.withUnsafeBytes { body in
      RTFDExport.text(of: body) { digest in names[digest].map { ($0, nil, nil) } }
    }
    var again = FilePackage()
    again.add("TXT.rtf", text)
    for entry in package.entries where entry.path != "TXT.rtf" { again.add(entry.path, entry.bytes) }
    #expect(Samples.text(text) == Samples.text(lift.body))
    let second = try #require(Samples.lift(again)).lift
    #expect(second.body == lift.body && second.files.map(\.digest) == lift.files.map(\.digest))
  }

  static let gif = "GIF89a"

  @Test func foldersBecomeZIPFiles() throws {
    let package = Samples.package(Samples.graphic("f"), [("f/a.txt", "123456789")])
    let file = try #require(Samples.lift(package)?.lift.files.first)
    #expect(file.name == "f.zip" && file.mediaType == .zip)
    // ISO 3309's checksum of these digits.
    #expect(Array(file.bytes[14..<18]) == [0x26, 0x39, 0xF4, 0xCB])
    var again = FilePackage()
    #expect(again.add(attachment: "f.zip", file.bytes) == "f")
    #expect(again.entries.map(\.path) == ["f", "f/a.txt"])
    var changed = FilePackage()
    #expect(changed.add(attachment: "f.zip", file.bytes + [0]) == "f.zip" && changed.entries.count == 1)
  }

  @Test(arguments: [[], [("f/b:c/ä \u{1}\\.txt", "x"), ("f/b:c/e\u{301}", ""), ("f/B:C/\u{E9}", "y")]])
  func foldersComeBack(_ files: [(String, String)]) throws {
    var package = Samples.package(Samples.graphic("f"), files)
    package.add("f", nil)
    let file = try #require(Samples.lift(package)?.lift.files.first)
    var again = FilePackage()
    #expect(again.add(attachment: "f.zip", file.bytes) == "f")
    package = package.contents(of: "f")
    #expect(again.contents(of: "f") == package && package.entries.count == (files.isEmpty ? 0 : 5))
  }
}
