import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct UpNoteTests {
  @Test func exports() throws {
    let page =
      "<head><title></title></head><body><div class=\"shine-editor\"><h2>Garden</h2><div>to <a data-note-id='x' href='Bees.html'>Bees</a></div><img src='./Files/p.txt'><ul><li data-checked='true'>done</li></ul><a data-upnote-tag='#soil' href='upnote://x-callback-url/tag/view?tag=soil'>#soil</a> <span data-upnote-formula='$x$'>$x$</span></div></body>"
    let tree = SourceDrain.folder(
      [
        ("General Space/Garden.html", Array(page.utf8)),
        ("General Space/Bees.html", Array("<div class=\"shine-editor\">Bees<br><br>plain</div>".utf8)),
        ("General Space/Files/p.txt", Array("file".utf8)),
        ("General Space/notebooks/Orchard/Garden.html", Array("../../Garden.html".utf8)),
        ("General Space/notebooks/Compost/Garden.html.lnk", Array("x".utf8)),
      ], named: "UpNote")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "upnote")
    let result = try SourceDrain.read(tree, .upnote)
    #expect(result.notes.map(\.id) == ["General Space/Bees.html", "General Space/Garden.html"])
    let garden = try #require(result["General Space/Garden.html"])
    #expect(garden.item?.folder.map(\.name) == ["Compost"])
    #expect(garden.item?.properties.map(\.value) == ["Orchard"])
    #expect(garden.item?.keywords.map(\.path) == [["soil"]])
    #expect(garden.attachments.map(\.name) == ["p.txt"])
    #expect(garden.linkTargets.count == 1)
    let text = try #require(result.text("General Space/Garden.html"))
    #expect(text.contains("☑ done") && !text.contains("Garden") && text.contains("$x$"))
    #expect(result.text("General Space/Bees.html") == "plain")
  }

  /// A backup: gzip of rows, stored without compression.
  private static func backup(_ rows: [String]) -> [UInt8] {
    GzipMaker.stored(Array((["version:2"] + rows).joined(separator: "\n").utf8))
  }

  private static let rows = [
    #"{"type": "notebooks", "data": {"id": "b1", "title": "Garden", "parent": ""}}"#,
    #"{"type": "notebooks", "data": {"id": "b2", "title": "Bees", "parent": "b1"}}"#,
    #"{"type": "organizers", "data": {"noteId": "n1", "notebookId": "b2"}}"#,
    #"{"type": "organizers", "data": {"noteId": "n1", "notebookId": "b1", "deleted": true}}"#,
    #"{"type": "lists", "data": {"id": "notebooks_b1", "content": "[\"n2\", \"n1\"]"}}"#,
    #"{"type": "files", "data": {"id": "f1__txt", "name": "Seeds.txt"}}"#,
    #"{"type": "notes", "data": {"id": "n1", "title": "One", "html": "<h2>One</h2><div>to <a href='upnote://x-callback-url/openNote?noteId=n2'>Two</a>, <a href='upnote://x-callback-url/openNote?noteId=gone'>gone</a></div><a href='http://localhost:9425/files/f1.txt'>Seeds.txt</a>", "createdAt": 1714307827200, "updatedAt": 1714307832200, "pinned": true, "tagLinks": {"__type__": "Set", "__value__": ["soil"]}}}"#,
    #"{"type": "notes", "data": {"id": "n2", "title": "Two", "html": "<div>Two</div><div>x</div>", "isTemplate": true}}"#,
    #"{"type": "notes", "data": {"id": "n3", "title": "Three", "html": "x", "trashed": true}}"#,
    #"{"type": "notes", "data": {"id": "n4", "title": "", "html": "<div></div>"}}"#,
    #"{"type": "notes", "data": {"id": "n5", "title": "Five", "deleted": true}}"#, "no JSON",
  ]

  /// A first line is the title only where nothing hangs on it; a note without HTML has its plain text; and a newer backup that
  /// can't be read is named.
  @Test func titlesTextsAndDamagedBackups() throws {
    let tree = SourceDrain.folder(
      [
        (
          "data/200.upnx",
          Self.backup([
            #"{"type": "notes", "data": {"id": "a", "title": "Site", "html": "<div><a href='https://e.org/x'>Site</a></div><div>body</div>"}}"#,
            #"{"type": "notes", "data": {"id": "b", "title": "File", "html": "<h2>File <a href='http://localhost:9425/files/f1.txt'></a></h2><img src='http://localhost:9425/images/f1.txt'>"}}"#,
            #"{"type": "notes", "data": {"id": "c", "title": "Text", "html": "", "text": "Text\nplain body"}}"#,
            #"{"type": "notes", "data": {"id": "d", "title": "Check", "html": "<ul><li data-checked='true'>Check</li></ul>"}}"#,
          ])
        ), ("data/300.upnx", []), ("files/f1.txt", Array("file".utf8)),
      ], named: "backup")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "upnote")
    let result = try SourceDrain.read(tree, .upnote)
    #expect(String(decoding: try #require(result["a"]).body.bytes, as: UTF8.self).contains("https://e.org/x"))
    #expect(result["b"]?.attachments.map(\.name) == ["f1.txt"])
    #expect(result.text("c") == "plain body")
    #expect(result.text("d")?.contains("☑ Check") == true)
    #expect(result.findings.contains { $0.severity == .error && $0.message.contains("data/300.upnx") })
  }

  @Test func backups() throws {
    let tree = SourceDrain.folder(
      [
        ("data/100.upnx", Self.backup([])), ("data/200.upnx", Self.backup(Self.rows)),
        ("files/f1.txt", Array("file".utf8)),
      ], named: "backup")
    let result = try SourceDrain.read(tree, .upnote)
    #expect(result.notes.map(\.id) == ["n1", "n2", "n3"])
    let one = try #require(result["n1"])
    #expect(one.item?.folder.map(\.name) == ["Garden", "Bees"])
    #expect(one.item?.properties.map(\.name) == ["pinned", "upnote:notebook"])
    #expect(one.item?.keywords.map(\.path) == [["soil"]])
    #expect(one.created?.rfc3339 == "2024-04-28T12:37:07.2Z")
    #expect(one.attachments.map(\.name) == ["Seeds.txt"])
    #expect(one.linkTargets.count == 1 && one.item?.unresolved.count == 1)
    #expect(result.text("n1")?.hasPrefix("to Two, gone") == true)
    #expect(result["n2"]?.item?.folder.map(\.name) == ["Garden"])
    #expect(result["n2"]?.item?.properties.map(\.name) == ["upnote:template"])
    #expect(result["n3"]?.item?.status == .archived)
    #expect(result.findings.count == 2)
  }

  @Test func damagedBackups() {
    let text = Self.rows.joined(separator: "\n")
    SourceDrain.law(Array(text.utf8), .upnote, seed: 6) { bytes in
      SourceDrain.folder([("data/1.upnx", GzipMaker.stored(Array("version:2\n".utf8) + bytes))], named: "b")
    }
  }
}

/// Makes gzip files without compression (RFC 1951, 3.2.4; RFC 1952).
enum GzipMaker {
  /// The file for some bytes.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(65_535)
      rest = rest.dropFirst(piece.count)
      let length = UInt16(piece.count)
      output += [
        rest.isEmpty ? 1 : 0, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255),
        UInt8(~length >> 8),
      ]
      output += piece
    } while !rest.isEmpty
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    for number in [~sum, UInt32(truncatingIfNeeded: bytes.count)] {
      output += (0..<4).map { UInt8(number >> (8 * UInt32($0)) & 255) }
    }
    return output
  }
}
