import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Parts of containers that are damaged after a good import: notes and files stay, and the damage is named each time.
///
/// The law over the samples (`DamagedSourceLawTests`) has the forms that a file alone can take; here stand those that need a certain
/// container.
@Suite struct DamagedPartTests {
  /// A container in a folder, and the damage to it.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What is imported, below the folder.
    var input: String
    /// The files of the container.
    var files: @Sendable () throws -> [(path: String, bytes: [UInt8])]
    /// The same after the damage.
    var damaged: @Sendable () throws -> [(path: String, bytes: [UInt8])]

    init(
      _ description: String, _ input: String, _ files: [(String, String)],
      _ damage: @escaping @Sendable (inout [(path: String, bytes: [UInt8])]) -> Void
    ) {
      (testDescription, self.input) = (description, input)
      let whole = files.map { (path: $0.0, bytes: Array($0.1.utf8)) }
      self.files = { whole }
      damaged = {
        var files = whole
        damage(&files)
        return files
      }
    }

    init(
      _ description: String, _ input: String, _ whole: @escaping @Sendable () throws -> [UInt8],
      damaged: @escaping @Sendable () throws -> [UInt8]
    ) {
      (testDescription, self.input) = (description, input)
      files = { [(input, try whole())] }
      self.damaged = { [(input, try damaged())] }
    }
  }

  /// Changes one file.
  private static func set(
    _ path: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) -> @Sendable (inout [(path: String, bytes: [UInt8])]) -> Void {
    { files in
      files = files.compactMap { file in
        guard file.path == path else { return file }
        return change(file.bytes).map { (file.path, $0) }
      }
    }
  }

  private static let page =
    "<html><head><title>A page</title></head><body><p>first</p><p>second</p></body></html>"
  private static let vault = [
    ("V/.obsidian/app.json", "{}"), ("V/A.md", "---\ntags: [a]\nx: 1\n---\nalpha"),
    ("V/B.md", String(repeating: "beta gamma ", count: 12)),
  ]
  private static let outline =
    "<opml version=\"2.0\"><head><title>O</title></head><body><outline text=\"One\"/><outline text=\"Two\"/></body></opml>"
  private static let joplin = [
    (
      "J/" + String(repeating: "a", count: 32) + ".md",
      "One\n\nuno\n\nid: \(String(repeating: "a", count: 32))\nparent_id: \(String(repeating: "b", count: 32))\ntype_: 1"
    ),
    (
      "J/" + String(repeating: "b", count: 32) + ".md",
      "Book\n\nid: \(String(repeating: "b", count: 32))\nparent_id: \ntype_: 2"
    ),
  ]
  private static let enex = """
    <?xml version="1.0" encoding="UTF-8"?>
    <en-export><note><title>One</title><content><![CDATA[<?xml version="1.0"?><en-note><div>uno</div><div>dos</div></en-note>]]></content></note></en-export>
    """
  private static let cherry = [
    ("C/subnodes.lst", "1,2"), ("C/bookmarks.lst", ""),
    (
      "C/1/node.xml",
      "<cherrytree><node name=\"One\" unique_id=\"1\"><rich_text>uno</rich_text></node></cherrytree>"
    ),
    (
      "C/2/node.xml",
      "<cherrytree><node name=\"Two\" unique_id=\"2\"><rich_text>dos</rich_text></node></cherrytree>"
    ),
  ]
  private static let zim = [
    ("Z/notebook.zim", "[Notebook]\nname=Z\n"),
    (
      "Z/Home.txt",
      "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\n====== Home ======\nSee [[Bees]].\n"
    ),
    ("Z/Bees.txt", "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\n====== Bees ======\nThey fly.\n"),
  ]
  private static let bear = [
    ("1.textbundle/info.json", "{\"version\":2,\"net.shinyfrog.bear\":{\"uniqueIdentifier\":\"AA\"}}"),
    ("1.textbundle/text.md", "# One\nuno"),
    ("2.textbundle/info.json", "{\"version\":2,\"net.shinyfrog.bear\":{\"uniqueIdentifier\":\"BB\"}}"),
    ("2.textbundle/text.md", "# Two\ndos"),
  ]

  private static func zip(_ files: [(String, String)], without: String? = nil) -> [UInt8] {
    ZipMaker(files.filter { $0.0 != without }.map { ZipMaker.Entry($0.0, $0.1) }).bytes()
  }

  private static func tar(_ files: [(String, String)]) -> [UInt8] {
    TarballMaker.tar(files.map { (path: $0.0, bytes: Array($0.1.utf8)) })
  }

  /// A document with a picture and a footnote; without a part where one is named.
  private static func word(without part: String? = nil) throws -> [UInt8] {
    var maker = DOCXMaker(
      body: """
        <w:p><w:r><w:t>text</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>
        <w:p><w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/><a:graphic><a:graphicData>\
        <pic:pic><pic:blipFill><a:blip r:embed="rIdP"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>\
        </wp:inline></w:drawing></w:r></w:p>
        """)
    maker.add(
      "footnotes", "<w:footnote w:id=\"2\"><w:p><w:r><w:t>the footnote</w:t></w:r></w:p></w:footnote>")
    maker.add(picture: try Fixtures.bytes("images/png-2-8.png"), id: "rIdP")
    maker.parts.removeAll { $0.name == part }
    return maker.bytes()
  }

  static let cases: [Case] = [
    Case(
      "a Word document without its footnotes", "w.docx", { try word() },
      damaged: { try word(without: "word/footnotes.xml") }),
    Case(
      "a Word document without its picture", "w.docx", { try word() },
      damaged: { try word(without: "word/media/image1.png") }),
    Case(
      "a page that ends early", "P", [("P/a.html", page), ("P/b.html", page)],
      set("P/a.html") { Array($0.dropLast(30)) }),
    Case(
      "a page that ends early, alone", "a.html", [("a.html", page)], set("a.html") { Array($0.dropLast(30)) }),
    Case(
      "properties that can't be read", "V", vault,
      set("V/A.md") { _ in Array("---\ntags: [a\nx: : {\n---\nalpha".utf8) }),
    Case("a node without bytes", "C", cherry, set("C/2/node.xml") { _ in [] }),
    Case("a node that ends early", "C", cherry, set("C/2/node.xml") { Array($0.prefix(14)) }),
    Case("a page of a wiki without bytes", "Z", zim, set("Z/Bees.txt") { _ in [] }),
    Case(
      "a backup of Bear without the facts of a note", "b.bear2bk", { zip(bear) },
      damaged: { zip(bear, without: "2.textbundle/info.json") }),
    Case(
      "a backup of Bear without the text of a note", "b.bear2bk", { zip(bear) },
      damaged: { zip(bear, without: "2.textbundle/text.md") }),
    Case(
      "a hole in a text", "V", vault,
      set("V/B.md") { bytes in
        Array(bytes.prefix(80)) + [UInt8](repeating: 0, count: 20) + bytes.dropFirst(100)
      }),
    Case(
      "a hole in a file with many notes", "o.opml", [("o.opml", outline)],
      set("o.opml") { bytes in
        Array(bytes.prefix(80)) + [UInt8](repeating: 0, count: 20) + bytes.dropFirst(100)
      }),
    Case(
      "a notebook of Joplin that isn't there", "J", joplin,
      set("J/" + String(repeating: "b", count: 32) + ".md") { _ in nil }),
    Case(
      "the end of an outline whose items are notes", "s.opml", [("s.opml", outline)],
      set("s.opml") { Array($0.dropLast(40)) }),
    Case(
      "markup of Evernote that is damaged", "e.enex", [("e.enex", enex)],
      set("e.enex") { bytes in
        Array(
          String(decoding: bytes, as: UTF8.self).replacing(
            "<div>uno</div><div>dos</div>", with: "<div>uno</div></en-note>"
          ).utf8)
      }),
    Case(
      "a tar archive that ends between two files", "v.tar", { tar(vault) },
      damaged: { Array(tar(vault).prefix(4 * 512)) }),
  ]

  @Test(arguments: cases) func notesStay(_ sample: Case) throws {
    let bench = try Bench(sample.input)
    try bench.write(sample.files())
    #expect(try bench.complaints() == [])
    let before = try bench.state()
    #expect(!before.isEmpty)
    for prunes in [false, true, true] {
      try bench.write(sample.damaged())
      #expect(try bench.complaints(prunes: prunes) != [], "prune: \(prunes)")
      #expect(try bench.state() == before, "prune: \(prunes)")
    }
    try bench.write(sample.files())
    #expect(try bench.complaints() == [])
    #expect(try bench.state() == before)
  }

  /// What comes in for the first time is named, and makes no notes that aren't whole.
  @Test func aProjectWithoutItsBinderIsRefused() throws {
    let bench = try Bench("S.scriv")
    try bench.write([
      ("S.scriv/Files/Data/A/content.rtf", Array("{\\rtf1 a}".utf8)),
      ("S.scriv/Files/version.txt", Array("23".utf8)),
    ])
    #expect(try bench.complaints().contains { $0.contains(".scrivx") })
  }

  @Test func aPageOfScriptsIsRefused() throws {
    let bench = try Bench("p.html")
    try bench.write([
      ("p.html", Array("<html><body><div id=root></div><script>show('text')</script></body></html>".utf8))
    ])
    #expect(try bench.complaints().contains { $0.contains("scripts") })
  }

  @Test func aDamagedArchiveInAnArchiveIsNamed() throws {
    let bench = try Bench("a.zip")
    let inner = Self.zip([("n/a.md", "alpha"), ("n/b.md", "beta")])
    for names in [["ok.md"], []] {
      var entry = ZipMaker.Entry("in.zip")
      entry.bytes = Array(inner.prefix(inner.count / 2))
      let maker = ZipMaker([entry] + names.map { ZipMaker.Entry($0, "fine") })
      try bench.write([("a.zip", maker.bytes())])
      #expect(try bench.complaints().contains { $0.contains("damaged") || $0.contains("unreadable") })
    }
  }

  @Test func aDamagedFileInAnArchiveIsNamedAndTheOthersComeIn() throws {
    let bench = try Bench("a.zip")
    var bytes = Self.zip([("n/a.md", "alpha"), ("n/b.md", "beta")])
    let place = try #require(bytes.firstRange(of: Array("alpha".utf8))).lowerBound
    bytes[place] = UInt8(ascii: "o")
    try bench.write([("a.zip", bytes)])
    let complaints = try bench.complaints()
    #expect(complaints.count == 1 && complaints.allSatisfy { $0.contains("a.md") })
    #expect(try bench.state().count == 1)
  }
}

extension DamagedPartTests {
  /// A folder with a container, which is imported into a box.
  private struct Bench {
    let directory: TemporaryDirectory
    private let input: String
    private var box: String { directory.path("box.slipbox") }

    init(_ input: String) throws {
      directory = try TemporaryDirectory()
      self.input = input
    }

    /// Puts the container there, in the place of what was.
    func write(_ files: [(path: String, bytes: [UInt8])]) throws {
      if directory.exists("in") { try directory.remove("in") }
      for file in files {
        let url = directory.url.appending(path: "in/" + file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: url)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 981_173_106)], ofItemAtPath: url.path)
      }
    }

    /// Imports, and says what was complained of.
    func complaints(prunes: Bool = false) throws -> [String] {
      var request = ImportRequest(inputs: [directory.path("in/" + input)])
      request.target = .at(box)
      request.splitsOutlines = input == "s.opml"
      (request.prunes, request.prunesAll) = (prunes, prunes)
      let outcome: ImportOutcome
      do throws(SlipError) { outcome = try request.run() } catch { return ["refused: \(error.message)"] }
      return outcome.report.skipped.filter { $0.reason.isFailure }.map { "\($0.path): \($0.reason.name)" }
        + outcome.report.diagnostics.filter { $0.severity == .error }.map(\.message)
    }

    /// What the box has: a line a note.
    func state() throws -> [String] {
      let bundle = try OpenBundle(box)
      return try bundle.box.notes.map { note in
        let words = String(decoding: try bundle.mirror(of: note), as: UTF8.self)
        let facts =
          [note.folder.flatMap { bundle.box.folder($0)?.name } ?? ""]
          + note.properties.map { "\($0.name)=\($0.value)" } + note.keywords.map(\.description)
        return "\(note.title) \(words) \(facts) \(note.attachments.map(\.attachment.hex))"
      }.sorted()
    }
  }
}
