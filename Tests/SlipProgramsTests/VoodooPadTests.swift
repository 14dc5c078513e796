import SlipBase
import SlipRTF
import SlipRTFD
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Documents of VoodooPad.
@Suite struct VoodooPadTests {
  private static func list(_ content: String) -> [UInt8] {
    Array("<plist version=\"1.0\"><dict>\(content)</dict></plist>".utf8)
  }
  private static func text(_ key: String, _ value: String) -> String {
    "<key>\(key)</key><string>\(value)</string>"
  }

  private static func tree(
    _ info: [UInt8] = list("<key>VoodooPadBundleVersion</key><integer>6</integer>"), page: [UInt8]? = nil
  ) -> SourceTree {
    var package = FilePackage()
    package.add(
      "TXT.rtf",
      Array("{\\rtf1 To {\\field{\\*\\fldinst{HYPERLINK \"x-voodoopad-item:///b2\"}}{\\fldrslt b}}}".utf8))
    package.add("a.txt", [0x61])
    let facts = list(
      text("displayName", "One") + text("uti", "com.fm.page")
        + "<key>createdDate</key><date>2015-01-02T03:04:05Z</date><key>modifiedDate</key><date>2016-02-03T04:05:06Z</date><key>categories</key><array><string>red</string></array><key>aliases</key><array><string>First</string></array>"
    )
    return SourceDrain.folder(
      [
        ("storeinfo.plist", info), ("properties.plist", list("")), ("pages/a/a1", FlatRTFD.write(package)),
        ("pages/a/a1.plist", page ?? facts),
        ("pages/b/b2", Array("# Title\n\n[one](First) [two](nowhere)".utf8)),
        ("pages/b/b2.plist", list(text("displayName", "Two") + text("uti", "net.daringfireball.markdown"))),
        ("pages/c/c3", Array("vpvde".utf8)), ("pages/c/c3.plist", list(text("displayName", "Three"))),
        ("pages/d/d4.plist", list(text("displayName", "Four"))),
        ("pages/e/e5", Array("first line\nmore".utf8)),
        ("pages/f/f6.plist", list(text("displayName", "Alias") + text("uti", "com.fm.page-alias"))),
        ("other.bin", [1]),
      ], named: "Garden.vpdoc")
  }

  @Test func pagesAreNotes() throws {
    let tree = Self.tree()
    #expect(ProgramTable.sources.kind(of: tree)?.name == "voodoopad")
    let result = try SourceDrain.read(tree, .voodoopad)
    #expect(result.notes.map(\.id) == ["a1", "b2", "c3", "d4", "e5"])
    #expect(result.notes.map(\.note.title) == ["One", "Two", "Three", "Four", "first line"])
    let note = try #require(result["a1"])
    #expect(
      note.created?.rfc3339 == "2015-01-02T03:04:05Z" && note.modified?.rfc3339 == "2016-02-03T04:05:06Z")
    #expect(note.item?.keywords.map(\.path) == [["red"]])
    #expect(note.item?.properties.map(\.value) == ["First"])
    #expect(note.attachments.map(\.name) == ["a.txt"])
    #expect(note.linkTargets == [.note(UniqueID(high: 1, low: 2))])
    #expect(result["b2"]?.linkTargets == [.note(UniqueID(high: 1, low: 1))])
    #expect(result["b2"]?.item?.unresolved == [SourceLink("nowhere")])
    #expect(result.text("c3")?.hasPrefix("🔒") == true)
    #expect(result["c3"]?.diagnostics.map(\.code) == [ExchangeCode.encryptedPart])
    #expect(result["d4"]?.diagnostics.map(\.code) == [ExchangeCode.pieceDamaged])
    #expect(result["e5"]?.diagnostics.map(\.code) == [ExchangeCode.pieceDamaged])
    #expect(result.skipped == [SourceSkip("f6", .copy), SourceSkip("other.bin", .notShown)])
  }

  @Test func anEncryptedDocumentIsRefused() {
    let info = Self.list("<key>VoodooPadBundleVersion</key><integer>6</integer><key>isEncrypted</key><true/>")
    let error = #expect(throws: SlipError.self) { try VoodooPadSource(Self.tree(info)) }
    #expect(error?.code == ExchangeCode.encryptedPart)
  }

  @Test func withoutTheFileThatDescribesItTheNameDecides() throws {
    let tree = Self.tree([1, 2])
    #expect(ProgramTable.sources.kind(of: tree, atLeast: .likely)?.name == "voodoopad")
    let result = try SourceDrain.read(tree, .voodoopad)
    #expect(result.notes.count == 5 && result.findings.map(\.code) == [ExchangeCode.pieceDamaged])
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    SourceDrain.law(Self.list(Self.text("displayName", "One")), .voodoopad, seed: 86) { Self.tree(page: $0) }
  }
}
