import SlipDocument
import Testing

@testable import SlipRTF

/// Tracked changes of a merge that nobody has accepted or rejected.
@Suite struct OpenMergeTests {
  private static func isOpen(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { RTFOpenMerge.isOpen(in: $0) }
  }

  private static func rtf(_ body: String) -> [UInt8] {
    Array("{\\rtf1\\ansi{\\*\\revtbl{Unknown;}{Ann;}{Bob;}}\(body)}".utf8)
  }

  @Test func changesOfAMergeAreOpenUntilTheyAreResolved() {
    let merge = RTFMerge.merge(
      base: Self.rtf("One two three.\\par"), ours: Self.rtf("One TWO three.\\par"),
      theirs: Self.rtf("One deux three.\\par"), names: .init(ours: "laptop", theirs: "desktop"))
    #expect(merge.conflicts.map(\.kind) == [.text])
    #expect(Self.isOpen(merge.bytes))
    for choice in [TrackedChanges.accept, .reject] {
      var document = merge.bytes.withUnsafeBytes { RTFReader.read($0).document }
      document.resolve(choice)
      #expect(!Self.isOpen(RTFWriter.write(document)))
    }
  }

  @Test func aMergeWithoutConflictLeavesNothing() {
    let merge = RTFMerge.merge(
      base: Self.rtf("One two three.\\par"), ours: Self.rtf("ONE two three.\\par"),
      theirs: Self.rtf("One two THREE.\\par"))
    #expect(merge.conflicts.isEmpty && !Self.isOpen(merge.bytes))
  }

  @Test(arguments: [
    // A person's changes have a date.
    ("a {\\revised\\revauth1\\revdttm1000000000 b }c\\par", false),
    ("a {\\deleted\\revauthdel1\\revdttmdel1000000000 b }c\\par", false),
    // Nobody is named.
    ("a {\\revised b }c\\par", false), ("a {\\revised\\revauth0 b }c\\par", false),
    ("a {\\revised\\revauth1 b }c\\par", true), ("a {\\deleted\\revauthdel2 b }c\\par", true),
    ("one{\\revised\\revauth1\\par }two\\par", true),
    // Inserted by a person, and deleted by a merge.
    ("a {\\revised\\revauth1\\revdttm1000000000\\deleted\\revauthdel2 b }c\\par", true),
    // In a note and in a table.
    ("a{\\footnote {\\revised\\revauth1 b }c\\par}\\par", true),
    ("\\trowd\\clins\\clinsauth1\\cellx1000\\intbl a\\cell\\row\\pard b\\par", true),
    // Words that only look so.
    ("a \\\\revised b\\par", false), ("revised and deleted\\par", false),
  ])
  func whatCounts(body: String, isOpen: Bool) { #expect(Self.isOpen(Self.rtf(body)) == isOpen) }

  @Test func anyBytesHaveAnAnswer() {
    for text in [
      "", "{", "\\revised", "{\\rtf1\\revised\\revauth9 x", "{\\rtf1{\\*\\revtbl}\\deleted\\revauthdel1 x}",
    ] {
      #expect(!Self.isOpen(Array(text.utf8)))
    }
  }
}
