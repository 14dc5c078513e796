import SlipBase
import Testing

@Suite struct PayloadPathTests {
  static let digest = Digest(of: [1, 2, 3])
  static let id = UniqueID(high: 0x1234_5678_9abc_4def, low: 0x8123_4567_89ab_cdef)

  @Test func whatIsMadeIsRead() {
    let made: [(String, PayloadKey)] = [
      (PayloadPath.body(Self.id), .body(Self.id)), (PayloadPath.mirror(Self.id), .mirror(Self.id)),
      (PayloadPath.blob(Self.digest, "png"), .blob(Self.digest)),
      (PayloadPath.blob(Self.digest, "abcdefgh"), .blob(Self.digest)),
      (PayloadPath.thumbnail(Self.digest, "jpg"), .thumbnail(Self.digest)),
      (PayloadPath.kept(Self.digest, "rtfd"), .kept(Self.digest)),
    ]
    for (path, key) in made {
      #expect(PayloadKey(path: path) == key)
      #expect(PayloadPath(path)?.fileExtension == path.split(separator: ".").last.map(String.init))
    }
  }

  @Test(arguments: [
    "attachments/D/N.png", "attachments/0f/N.png", "attachments/F/N.PNG", "attachments/F/N.",
    "attachments/F/N",
    "attachments/F/N.abcdefghi", "attachments/F/N.tar.gz", "attachments/F/x/N.png", "/attachments/F/N.png",
    "Attachments/F/N.png", "other/F/N.png", "thumbnails/F/N.gif", "notes/F/N.rtf", "", ".", "/", "a/b.c",
    "attachments/F/.png", "../../attachments/F/N.png",
  ]) func othersAreNone(path: String) {
    let path = path.replacing("F", with: Self.digest.hex.prefix(2)).replacing("N", with: Self.digest.hex)
    #expect(PayloadPath(path) == nil)
  }

  @Test func upperCaseIsNone() {
    #expect(PayloadPath(PayloadPath.body(Self.id).uppercased()) == nil)
    #expect(PayloadPath(PayloadPath.body(Self.id).replacing("ef.", with: "EF.")) == nil)
    #expect(
      PayloadPath(
        "attachments/" + Self.digest.hex.uppercased().prefix(2) + "/" + Self.digest.hex.uppercased() + ".png")
        == nil)
  }

  @Test func fromABody() {
    let path = PayloadPath.blobFromBody(Self.digest, "png")
    let name = "\(Self.digest.hex).png"
    #expect(path == "../../attachments/\(Self.digest.hex.prefix(2))/\(name)")
    #expect(PayloadPath.attachment(fromBody: path) == Self.digest)
    #expect(PayloadPath.attachment(fromBody: String(path.dropFirst(3))) == nil)
    #expect(PayloadPath.attachment(fromBody: PayloadPath.blobFromBody(Self.digest, "pngpngpng")) == nil)
    #expect(PayloadPath.attachment(fromBody: "../../" + PayloadPath.kept(Self.digest, "rtf")) == nil)
    let absolute = "file:///home/me/Notes.slipbox/" + path.dropFirst(6)
    #expect(PayloadPath.blobFromBody(atEndOf: absolute)?.path == path)
    #expect(PayloadPath.blobFromBody(atEndOf: absolute)?.attachment == Self.digest)
    #expect(PayloadPath.blobFromBody(atEndOf: "file:///home/\(name)") == nil)
    for known in [name, "x/" + name, #"C:\a\"# + name] {
      #expect(PayloadPath.attachment(namedBy: known) == Self.digest)
    }
    for unknown in ["", "a.png", Self.digest.hex, name + "/", name + ".png"] {
      #expect(PayloadPath.attachment(namedBy: unknown) == nil)
    }
  }
}
