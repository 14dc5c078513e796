import SlipBase
import SlipNotes
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Projects of Scrivener.
@Suite struct ScrivenerSourceTests {
  /// An item of format 1.5, which has a number and a UUID.
  private static func item(_ number: Int, _ type: String = "Text", title: String, _ inside: String = "")
    -> String
  {
    """
    <BinderItem ID="\(number)" UUID="0000000\(number)-0000-4000-8000-000000000000" Type="\(type)" \
    Modified="2020-01-01 10:00:00 +0000"><Title>\(title)</Title>\(inside)</BinderItem>
    """
  }

  /// A project file.
  private static func project(_ items: String, _ attributes: String = "Version=\"1.5\"") -> [UInt8] {
    Array("<ScrivenerProject \(attributes)><Binder>\(items)</Binder></ScrivenerProject>".utf8)
  }

  @Test func inspectorNotesWithoutTextAreNone() throws {
    let files = [
      ("Files/Docs/3_notes.rtf", "{\\rtf1\\ansi\\pard \\par}"), ("Files/Docs/4_notes.rtf", "{\\rtf1 x}"),
    ]
    let items = Self.item(3, title: "A") + Self.item(4, title: "B")
    let tree = SourceDrain.folder(
      [("p.scrivx", Self.project(items))] + files.map { ($0.0, Array($0.1.utf8)) }, named: "P.scriv")
    #expect(try SourceDrain.read(tree, .scrivener).notes.map(\.note.title) == ["A", "B", "B – Notes"])
  }

  @Test func numbersInReferencesAreItems() throws {
    let references = [4, 9].map {
      "<Reference BinderID=\"\($0)\" Destination=\"[Internal Link]\">x</Reference>"
    }
    let items =
      Self.item(3, title: "From", "<References>\(references.joined())</References>")
      + Self.item(4, title: "To")
    let tree = SourceDrain.folder([("p.scrivx", Self.project(items))], named: "P.scriv")
    let note = try SourceDrain.read(tree, .scrivener).notes[0].note
    #expect(note.item?.relations == [UniqueID(high: 1, low: 2)])
    #expect(note.item?.unresolved == [SourceLink("9")])
  }

  @Test(arguments: [
    ("Modified=\"2012-01-01 00:00:00 +0000\"", "Modified=\"2024-01-01 00:00:00 +0000\"", "z"),
    ("Modified=\"2024-01-01 00:00:00 +0000\"", "Modified=\"2012-01-01 00:00:00 +0000\"", "p"),
    ("", "", "p"), ("", "Modified=\"2024-01-01 00:00:00 +0000\"", "z"),
  ])
  func theProjectFileThatChangedLastCounts(_ first: String, _ second: String, _ title: String) throws {
    let tree = SourceDrain.folder(
      [
        ("p.scrivx", Self.project(Self.item(3, title: "p"), first)),
        ("z.scrivx", Self.project(Self.item(3, title: "z"), second)),
      ], named: "P.scriv")
    let result = try SourceDrain.read(tree, .scrivener)
    #expect(result.notes.map(\.note.title) == [title])
    #expect(result.findings.map(\.code) == [ExchangeCode.severalOfOne])
  }

  @Test(arguments: [
    (["3.foo"], ["Noext.foo"]), (["3.foo", "3.comments"], ["Noext.foo"]), (["3.foo", "3.bar"], []), ([], []),
  ])
  func aMediaFileWithoutKnownExtension(_ files: [String], _ names: [String]) throws {
    let item = Self.item(3, "Other", title: "Noext", "<MetaData><FileExtension/></MetaData>")
    let media = files.map { (path: "Files/Docs/" + $0, bytes: Array("media".utf8)) }
    let tree = SourceDrain.folder([("p.scrivx", Self.project(item))] + media, named: "P.scriv")
    let note = try SourceDrain.read(tree, .scrivener).notes[0].note
    #expect(note.attachments.map(\.name) == names)
    #expect(note.diagnostics.map(\.code) == (names.isEmpty ? [ExchangeCode.fileMissing] : []))
  }

  /// An archive with several folders around the project, and one with something beside it.
  @Test(arguments: [("a/b/P.scriv/", nil), ("P.scriv/", nil), ("", nil), ("P.scriv/", "other.txt")])
  func aProjectLiesDeepInAnArchive(_ top: String, _ beside: String?) throws {
    let files = [
      (path: top + "p.scrivx", bytes: Self.project(Self.item(3, title: "Deep"))),
      (top + "Files/Docs/3.rtf", Array("{\\rtf1 text}".utf8)), ("__MACOSX/._x", [0]),
    ]
    let more = beside.map { [(path: $0, bytes: [UInt8]("x".utf8))] } ?? []
    let folder = SourceDrain.folder(files + more, named: "P.zip")
    let tree = SourceTree(name: folder.name, form: .archive, files: folder.files) {
      (place) throws(SlipError) in try folder.bytes(at: place)
    }
    #expect(ScrivenerSource.projectFiles(tree).isEmpty == (beside != nil))
    guard beside == nil else { return }
    #expect(try SourceDrain.read(tree, .scrivener).notes.map(\.note.title) == ["Deep"])
  }
}
