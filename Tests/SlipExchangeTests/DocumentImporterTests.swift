import SlipRTF
import SlipBase
import SlipExchange
import SlipFormats
import SlipNotes
import Testing

@Suite struct DocumentImporterTests {
  func read(_ text: String, name: String = "Folder/My file.v2.txt") throws -> ImportedNote {
    var context = ImportContext(key: ImportKey(sourceName: "Box", path: name))
    context.fileModified = Timestamp(rfc3339: "2024-05-06T07:08:09Z")
    let importer = try #require(ExchangeTable.importer(forPath: name))
    return try Array(text.utf8).withUnsafeBytes { try importer.read($0, context) }
  }

  @Test func fieldsOfATextFile() throws {
    let note = try read(
      "\n  First \tline \nSee [[Other|x]], [[Other|x]], [[ -z a ]], [[a\nb]], [[[[Last]]]].")
    #expect(note.title == "First line")
    #expect(note.key.folder == ["Folder"])
    #expect(note.linkTargets == [.title("Other|x"), .title("Last")])
    #expect(
      note.created == note.modified && note.created?.rfc3339 == "2024-05-06T07:08:09Z" && !note.zoneIsUnknown)
    #expect(note.kept.fact == note.original && note.lifted.isEmpty)
    #expect(note.body.bytes.starts(with: Array("{\\rtf1".utf8)))
  }

  @Test func titles() throws {
    #expect(try read("").title == "My file.v2")
    #expect(try read(" \n\u{FFFC}\n\u{FFFC}x").title == "x")
    #expect(try read(String(repeating: "e\u{301}", count: 300)).title.count == 120)
    #expect(try read("", name: ".text.txt").title == ".text")
  }

  @Test(arguments: [
    "a\n\nb\n", "a\r\nb\rc", "\tx\u{C}y\u{B}z", "\u{FFFC}\u{2028}\u{2029}\u{FEFF}", "{\\rtf1 \\par}",
    "😀e\u{301}\u{0}", "  lead  ",
  ]) func theMirrorIsTheTextOfTheBody(text: String) throws {
    let note = try read(text)
    let mirror = note.body.bytes.withUnsafeBytes { bytes in
      var diagnostics = DiagnosticSink()
      return RTFPlainText.extract(bytes, diagnostics: &diagnostics)
    }
    #expect(note.mirror.bytes == mirror)
    let document = Array(text.utf8).withUnsafeBytes { PlainTextReader.read($0).document }
    #expect(
      String(decoding: mirror, as: UTF8.self)
        == String(decoding: PlainTextWriter.write(document), as: UTF8.self))
  }
}
