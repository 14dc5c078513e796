import SlipBase
import SlipBundle
import SlipNotes
import Testing

@Suite struct ManifestReaderTests {
  static func document(_ replace: [(String, String)] = []) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <slipbox xmlns="urn:slipbox:manifest" version="8">
        <history/>
        <origins/>
        <folders/>
        <keywords/>
        <attachments/>
        <sources/>
        <notes>
          <note id="00000000-0000-0000-0000-000000000001" title="One" body-length="1" body-sha256="\(Digest(of: []).hex)" mirror-length="2" mirror-sha256="\(Digest(of: []).hex)"/>
        </notes>
      </slipbox>

      """
    for (old, new) in replace { text = text.replacing(old, with: new) }
    return text
  }

  private func read(_ text: String) throws -> SlipBox {
    try Array(text.utf8).withUnsafeBytes { try ManifestReader.read($0, file: "m") }
  }

  @Test func small() throws {
    let box = try read(Self.document())
    let note = try #require(box.note(UniqueID(high: 0, low: 1)))
    #expect(note.title == "One")
    #expect(note.body.length == 1)
    #expect(note.mirror.length == 2)
    #expect(note.status == .draft)
    #expect(String(decoding: try ManifestWriter.bytes(box), as: UTF8.self) == Self.document())
  }

  @Test(arguments: [
    ("title=\"One\"", "", ManifestCode.unexpected, 10),
    ("title=", "extra='' title=", ManifestCode.unexpected, 10),
    ("title=", "order='x' title=", ManifestCode.unexpected, 10),
    ("title=", "status='x' title=", ManifestCode.unexpected, 10),
    ("title=", "created='2024-01-01' title=", ManifestCode.unexpected, 10),
    ("<folders/>", "<folder/>", ManifestCode.unexpected, 5),
    ("<folders/>", "<folders>x</folders>", ManifestCode.unexpected, 5),
    ("length=\"1\"", "length=\"-1\"", ManifestCode.unexpected, 10),
    (" mirror-length=\"2\"", "", ManifestCode.unexpected, 10),
    ("</notes>", "", "SBXX001", 12), ("<history", "<!DOCTYPE x><history", "SBXX001", 3),
  ]) func faults(old: String, new: String, code: String, line: Int) throws {
    let error = #expect(throws: SlipError.self) { try read(Self.document([(old, new)])) }
    #expect(error?.code == code)
    guard case .position(let found, _, _) = error?.location?.place else {
      Issue.record("no place: \(error as Any)")
      return
    }
    #expect(found == line)
  }

  @Test func contradictions() {
    let dangling = Self.document([("title=", "folder=\"00000000-0000-0000-0000-000000000009\" title=")])
    #expect(#expect(throws: SlipError.self) { try read(dangling) }?.code == ManifestCode.unsound)
    let blob = Digest(of: [0]).hex
    let unlisted = Self.document([
      (
        "<attachments/>",
        "<attachments><attachment sha256=\"\(blob)\" type=\"image/png\" extension=\"png\" thumbnail=\"png\" length=\"1\"/></attachments>"
      )
    ])
    #expect(#expect(throws: SlipError.self) { try read(unlisted) }?.code == ManifestCode.unlistedPayload)
  }

  @Test func partsNeedTheirBundle() {
    let parted = Self.document([
      ("<attachments/>\n  <sources/>", ""), ("<notes>", "<parts>"), ("</notes>", "</parts>"),
      ("  <note id", "  <part id=\"01\" length=\"1\" sha256=\"\(Digest(of: []).hex)\"/><!-- <note id"),
      ("\"/>\n  </parts>", "\"/> -->\n  </parts>"),
    ])
    #expect(#expect(throws: SlipError.self) { try read(parted) }?.code == ManifestCode.unsound)
  }

  @Test(arguments: [
    ("version=\"7\"", "version=\"8\"", VersionTable.unknown),
    ("version=\"7\"", "version=\"0\"", VersionTable.undeclared),
    ("version=\"7\"", "", VersionTable.undeclared),
    ("urn:slipbox:manifest", "urn:other", VersionTable.undeclared),
  ]) func versions(old: String, new: String, code: String) {
    #expect(#expect(throws: SlipError.self) { try read(Self.document([(old, new)])) }?.code == code)
  }
}
