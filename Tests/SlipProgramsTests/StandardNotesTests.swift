import SlipBase
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Backups of Standard Notes.
@Suite struct StandardNotesTests {
  /// The only note of a backup.
  ///
  /// - Parameters:
  ///   - content: Members of the note's content in JSON, without the title.
  ///   - dates: Members of the item in JSON.
  private static func note(_ content: String, _ dates: String = "") throws -> ImportedNote {
    let item =
      #"{"uuid": "n", "content_type": "Note", \#(dates) "content": {"title": "N", \#(content), "references": []}}"#
    let json = #"{"version": "004", "items": [\#(item)]}"#
    return try SourceDrain.read(Array(json.utf8), named: "b.json").notes[0].note
  }

  /// A Super note, whose nodes are given as JSON.
  private static func superNote(_ nodes: String) throws -> ImportedNote {
    let text = try JSONText.line(#"{"root": {"type": "root", "children": [\#(nodes)]}}"#)
    return try note(#""noteType": "super", "text": \#(text)"#)
  }

  /// The text of a note.
  private static func text(_ note: ImportedNote) -> String {
    String(decoding: note.mirror.bytes, as: UTF8.self)
  }

  @Test(arguments: ["plain-text", "code"])
  func whiteSpaceStays(_ type: String) throws {
    let note = try Self.note(#""noteType": "\#(type)", "text": "a = 1 < 2\n\tb\n\n  c  d""#)
    #expect(Self.text(note) == "a = 1 < 2\n\tb\n\n  c  d")
    #expect(String(decoding: note.body.bytes, as: UTF8.self).contains("Code") == (type == "code"))
  }

  @Test func datesThatAreNotSet() throws {
    let (unset, set) = ("1970-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z")
    let dates = #""created_at": "\#(set)", "updated_at": "\#(unset)","#
    let note = try Self.note(#""text": "x""#, dates)
    #expect(note.created?.rfc3339 == "2020-01-01T00:00:00Z" && note.modified == nil)
    let facts = #""appData": {"org.standardnotes.sn": {"client_updated_at": "\#(unset)"}}"#
    let other = try Self.note(#""text": "x", \#(facts)"#, #""updated_at": "\#(set)","#)
    #expect(other.created == nil && other.modified?.rfc3339 == "2020-01-01T00:00:00Z")
  }

  @Test func listsInLists() throws {
    func list(_ type: String, _ items: String) -> String {
      #"{"type": "list", "listType": "\#(type)", "children": [\#(items)]}"#
    }
    func item(_ inside: String, _ more: String = "") -> String {
      #"{"type": "listitem", \#(more) "children": [\#(inside)]}"#
    }
    func text(_ text: String) -> String { #"{"type": "text", "text": "\#(text)"}"# }
    let bullets = list(
      "bullet", item(text("a")) + "," + item(list("bullet", item(text("a1")))) + "," + item(text("b")))
    let note = try Self.superNote(bullets)
    #expect(String(decoding: note.body.bytes, as: UTF8.self).contains("\\ilvl1"))
    #expect(Self.text(note) == "•\ta\n•\ta1\n•\tb")
    let inner = item(list("check", item(text("c1"), #""checked": true,"#)), #""checked": false,"#)
    let tasks = list("check", item(text("c"), #""checked": false,"#) + "," + inner)
    #expect(try Self.text(Self.superNote(tasks)) == "•\t☐ c\n•\t☑ c1")
  }

  @Test(arguments: [
    (#"{"type": "tweet", "id": "123"}"#, "https://twitter.com/i/web/status/123"),
    (#"{"type": "youtube", "videoID": "a-b"}"#, "https://www.youtube.com/watch?v=a-b"),
    (#"{"type": "unencrypted-image", "src": "https://a.b/c.png"}"#, "https://a.b/c.png"),
  ])
  func addressesOfWhatIsOnTheWeb(_ node: String, _ address: String) throws {
    let note = try Self.superNote([node, node].joined(separator: ","))
    #expect(Self.text(note) == address + "\n" + address)
    #expect(String(decoding: note.body.bytes, as: UTF8.self).contains("HYPERLINK \"\(address)\""))
  }

  @Test func textOfKeepStaysAsItWasWritten() throws {
    let json =
      #"{"isTrashed": false, "isArchived": false, "textContent": "a\n  b\n\tc", "listContent": [{"text": "d", "isChecked": true}]}"#
    let tree = SourceDrain.folder([("Keep/N.json", Array(json.utf8))], named: "Takeout")
    #expect(try SourceDrain.read(tree, .keep).text("Keep/N.json") == "a\n  b\n\tc\n•\t☑ d")
  }
}
