import SlipBase
import SlipRTF
import SlipRTFD
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Stickies of macOS, in both forms.
@Suite struct StickiesTests {
  /// A list with these notes.
  private static func list(_ entries: [String]) -> [UInt8] {
    Array(
      ("<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"a\" \"b\"><plist version=\"1.0\"><array>"
        + entries.map { "<dict>\($0)</dict>" }.joined() + "</array></plist>").utf8)
  }
  private static let color =
    "<key>StickyColor</key><dict><key>Red</key><real>1</real><key>Green</key><real>0.5</real><key>Blue</key><real>0.02</real></dict>"
  private static let first = "0CFBCC33-E449-44BA-8614-4F9D4C414751"
  private static let second = "12B90B0B-04B6-4F60-8941-14BA024B5099"

  private static func rtf(_ text: String) -> [UInt8] { Array("{\\rtf1\\ansi \(text)}".utf8) }

  private static func tree(_ list: [UInt8]) -> SourceTree {
    SourceDrain.folder(
      [
        (".SavedStickiesState", list), (first + ".rtfd/TXT.rtf", rtf("One\\par more")),
        (first + ".rtfd/a.txt", [0x61]), (second + ".rtfd/TXT.rtf", rtf("Two")), ("third.rtf", rtf("Three")),
        ("other.bin", [1]),
      ], named: "Stickies")
  }

  @Test func notesComeInTheOrderOfTheList() throws {
    let list = Self.list([
      "<key>UUID</key><string>\(Self.second)</string>\(Self.color)<key>Floating</key><true/>",
      "<key>UUID</key><string>\(Self.first.lowercased())</string><key>Floating</key><false/>",
      "<key>UUID</key><string>gone</string>",
    ])
    let tree = Self.tree(list)
    #expect(ProgramTable.sources.kind(of: tree)?.name == "stickies")
    let result = try SourceDrain.read(tree, .stickies)
    #expect(result.notes.map(\.id) == [Self.second, Self.first, "third"])
    #expect(result.notes.map(\.note.title) == ["Two", "One", "Three"])
    #expect(result.notes[0].note.item?.properties.map(\.value) == ["#FF8005", "true"])
    #expect(result.notes[1].note.item?.properties == [])
    #expect(result.notes[1].note.attachments.map(\.name) == ["a.txt"])
    #expect(result.skipped == [SourceSkip("gone", .damaged), SourceSkip("other.bin", .notShown)])
    #expect(result.findings.isEmpty)
  }

  @Test(arguments: [[], Array("<plist".utf8), Array("<plist><array><dict>".utf8), [0, 1, 2]])
  func aDamagedListCostsColorsOnly(_ list: [UInt8]) throws {
    let tree = Self.tree(list)
    #expect(ProgramTable.sources.kind(of: tree, atLeast: .likely)?.name == "stickies")
    let result = try SourceDrain.read(tree, .stickies)
    #expect(result.notes.map(\.note.title) == ["One", "Two", "Three"])
    #expect(result.findings.map(\.code) == [ExchangeCode.pieceDamaged])
  }

  private static let database: [UInt8] = {
    var package = FilePackage()
    package.add("TXT.rtf", rtf("One\\par more"))
    return TypedStreamMaker.stickies([
      (FlatRTFD.write(package), 2, 1, 68_523_207.5, 212_770_267), (rtf("Two"), 4, 9, 68_523_207.5, 0),
      (Array("Three".utf8), 0, 0, 1, 2),
    ])
  }()

  @Test func theOldFileIsRead() throws {
    let result = try SourceDrain.read(Self.database, named: "StickiesDatabase")
    #expect(
      result.notes.map(\.id) == [
        "2003-03-05T02:13:27.5Z", "2003-03-05T02:13:27.5Z#2", "2001-01-01T00:00:01Z",
      ])
    #expect(result.notes.map(\.note.title) == ["One", "Two", "Three"])
    #expect(result.notes[0].note.created?.rfc3339 == "2003-03-05T02:13:27.5Z")
    #expect(result.notes[0].note.modified?.rfc3339 == "2007-09-29T14:51:07Z")
    #expect(
      result.notes.map { $0.note.item?.properties.map { $0.name + "=" + $0.value } ?? [] } == [
        ["stickies:color=blue", "stickies:floating=true"], ["stickies:translucent=true"],
        ["stickies:color=yellow"],
      ])
    #expect(result.findings.isEmpty && result.skipped.isEmpty)
  }

  @Test func aCutFileGivesWhatIsWhole() throws {
    let bytes = Array(Self.database.dropLast(60))
    let result = try SourceDrain.read(bytes, named: "StickiesDatabase")
    #expect(result.notes.map(\.note.title).prefix(2) == ["One", "Two"])
    #expect(result.findings.map(\.code) == [ExchangeCode.pieceDamaged])
  }

  @Test func theOldFileIsFoundByItsName() {
    #expect(ProgramTable.sources.mayBeContainer(file: "StickiesDatabase"))
    #expect(!ProgramTable.sources.mayBeContainer(file: "Stickies"))
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    SourceDrain.law(Self.database, .stickies, seed: 81) { try SourceTree.of($0, named: "StickiesDatabase") }
    let list = Self.list(["<key>UUID</key><string>\(Self.second)</string>\(Self.color)"])
    SourceDrain.law(list, .stickies, seed: 82) { Self.tree($0) }
  }
}
