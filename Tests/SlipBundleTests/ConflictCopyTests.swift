import Testing

@testable import SlipBundle

/// Names that programs which keep folders in step give to copies.
@Suite struct ConflictCopyTests {
  private static let body = "notes/0b/0b2a4c5e-0000-4000-8000-00000000000b"

  @Test(arguments: [
    ("manifest (conflicted copy 2024-05-06).xml", "manifest.xml"),
    ("manifest (Ada Lovelace's conflicted copy 2024-05-06).xml", "manifest.xml"),
    ("manifest (Ada's conflicted copy 2024-05-06 (1)).xml", "manifest.xml"),
    ("manifest (Case Conflict).xml", "manifest.xml"),
    ("manifest (conflicted copy 2024-05-06 101112).xml", "manifest.xml"),
    ("manifest_conflict-20240506-101112.xml", "manifest.xml"),
    ("manifest.sync-conflict-20240506-101112-ABCDEFG.xml", "manifest.xml"),
    ("manifest.sync-conflict-20240506-101112-ABCDEFG.sha256", "manifest.sha256"),
    ("mimetype.sync-conflict-20240506-101112-ABCDEFG", "mimetype"),
    ("manifest 2.xml", "manifest.xml"), ("manifest (1).xml", "manifest.xml"), ("mimetype 2", "mimetype"),
    (body + " 2.rtf", body + ".rtf"),
    (body + ".sync-conflict-20240506-101112-ABCDEFG.txt", body + ".txt"),
    (body + " (conflicted copy 2024-05-06).rtf", body + ".rtf"),
  ])
  func copies(_ path: String, _ original: String) {
    let copy = ConflictCopy(path: path)
    #expect(copy?.original == original)
    #expect(copy?.isArriving == false)
  }

  @Test(arguments: [
    (".syncthing.manifest.xml.tmp", "manifest.xml"), ("~syncthing~manifest.xml.tmp", "manifest.xml"),
    (".manifest.xml.icloud", "manifest.xml"), ("manifest.xml.part", "manifest.xml"),
  ])
  func filesThatAreArriving(_ path: String, _ original: String) {
    #expect(ConflictCopy(path: path) == ConflictCopy(path: path))
    #expect(ConflictCopy(path: path)?.original == original)
    #expect(ConflictCopy(path: path)?.isArriving == true)
  }

  @Test(arguments: [
    "manifest.xml", "manifest old.xml", "manifest (draft).xml", "notes 2.rtf",
    "other.sync-conflict-20240506.xml", "",
    "/", " 2", "manifest 2000.xml", "notes/0b/copy 2.rtf", ".tmp", ".part",
  ])
  func otherNames(_ path: String) { #expect(ConflictCopy(path: path) == nil) }
}
