import SlipNotes
import Testing

@Suite struct FolderPathTests {
  @Test(arguments: [
    (["Work", "Ideas"], "Work/Ideas"), (["Work / Plans"], #"Work \/ Plans"#), ([#"a\"#, "b"], #"a\\/b"#),
    ([#"C:\Notes"#], #"C:\Notes"#), ([#"a\\b"#], #"a\\\b"#), ([#"x\/y"#], #"x\\\/y"#),
  ]) func aPathNamesOneFolder(_ names: [String], _ text: String) {
    #expect(FolderPath.text(names) == text)
    #expect(FolderPath.names(text) == names)
  }

  @Test func emptyNamesAreLeftOut() { #expect(FolderPath.names("/a//b/") == ["a", "b"]) }

  @Test func foldersAreFoundByTheirPaths() {
    var box = SlipBox()
    let id = box.findOrCreateFolder(at: ["Work / Plans", "2024"])
    #expect(box.folder(at: #"Work \/ Plans/2024"#) == id)
    #expect(box.folder(at: "Work / Plans/2024") == id)
    _ = box.findOrCreateFolder(at: ["Work ", " Plans", "2024"])
    #expect(box.folder(at: "Work / Plans/2024") != id)
    #expect(box.folder(at: "Work / Plan") == nil)
  }
}
