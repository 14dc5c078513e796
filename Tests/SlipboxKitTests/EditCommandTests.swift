import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

/// Lines of `slipconv apply`.
@Suite struct EditCommandTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("b.slipbox")
    try directory.write("in/A.txt", "A\n\nText.")
    try directory.write("in/B.txt", "B\n\nText.")
    var request = ImportRequest(inputs: [directory.path("in")])
    request.target = .at(path)
    _ = try request.run()
  }

  /// Applies lines; nil, or the message of the error.
  private func apply(_ lines: String...) throws -> String? {
    try directory.write("edits.ndjson", lines.joined(separator: "\n"))
    var session = try EditSession(opening: path, date: Timestamp(rfc3339: "2024-05-06T07:08:09Z"))
    do throws(SlipError) {
      _ = try EditCommand.applyAll(fromFile: directory.path("edits.ndjson"), in: &session)
      try session.save()
      return nil
    } catch {
      return error.message
    }
  }

  @Test func longLinesAreRefused() throws {
    var limits = Limits()
    limits.jsonTextBytes = 1_000
    let text = String(repeating: "a", count: 1_000)
    try directory.write("long.ndjson", "{\"do\": \"new\", \"text\": \"\(text)\"}")
    var session = try EditSession(opening: path, limits: limits)
    do throws(SlipError) {
      _ = try EditCommand.applyAll(fromFile: directory.path("long.ndjson"), in: &session)
      Issue.record("a long line was read")
    } catch {
      #expect(error.code == KitCode.textTooLong)
    }
  }

  private func note(_ title: String) throws -> Note {
    try #require(try OpenBundle(path).box.notes.first { $0.title == title })
  }

  /// Each member of the published schema does something in the edits that have it, and is refused in all others.
  @Test func everyMemberIsKnownOrRefused() throws {
    let root = Fixtures.directory.deletingLastPathComponent()
    let data = try Data(contentsOf: root.appending(path: "Schemas/edit.schema.json"))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let edit = try #require((schema["$defs"] as? [String: Any])?["edit"] as? [String: Any])
    let members = try #require(edit["properties"] as? [String: [String: Any]])
    let verbs = try #require(members["do"]?["enum"] as? [String])
    let samples: [String: String] = [
      "as": "\"x\"", "note": "\"A\"", "title": "\"T\"", "rtf": "\"{\\\\rtf1 r}\"", "markdown": "\"*m*\"",
      "text": "\"t\"", "folder": "\"F\"", "status": "\"Review\"", "favorite": "true", "order": "7",
      "created": "\"2024-01-01\"", "keywords": "[\"k\"]", "removeKeywords": "[\"k\"]",
      "properties": "{\"p\": \"v\"}", "removeProperties": "[\"p\"]", "to": "[\"B\"]", "keyword": "\"k\"",
      "color": "\"#ffcc00\"", "notes": "\"move-up\"", "force": "true",
    ]
    #expect(Set(samples.keys) == Set(members.keys).subtracting(["do"]))
    #expect(verbs.count == 10)
    for verb in verbs {
      for (name, sample) in samples.sorted(by: { $0.key < $1.key }) {
        let message = try apply("{\"do\": \"\(verb)\", \"\(name)\": \(sample)}")
        // Either the member is refused, or the edit is made, or it lacks another one.
        let isRefused = message?.contains("has no member `\(name)`") ?? false
        let isUsed =
          message.map {
            $0.contains("missing") || $0.contains("No folder") || $0.contains("No keyword")
              || $0.contains("manual link") || $0.contains("1 note")
          } ?? true
        #expect(isRefused != isUsed, "\(verb) \(name): \(message ?? "done")")
      }
      #expect(
        try apply("{\"do\": \"\(verb)\", \"nonsense\": 1}")?.contains("has no member `nonsense`") == true)
    }
  }

  @Test func aMistypedMemberIsNamedWithItsNeighbor() throws {
    #expect(
      try apply("{\"do\":\"set\",\"note\":\"A\",\"favourite\":true}")?.contains("Did you mean `favorite`?")
        == true)
    #expect(try apply("{\"do\":\"sett\",\"note\":\"A\"}")?.contains("Did you mean `set`?") == true)
    #expect(try !note("A").isFavorite)
  }

  @Test func datesOrdersAndTypedPropertiesAreSet() throws {
    #expect(
      try apply(
        "{\"do\":\"set\",\"note\":\"A\",\"created\":\"2024-01-01\",\"order\":7,\"properties\":{\"due\":{\"type\":\"date\",\"value\":\"2026-05-01\"},\"rating\":5,\"done\":true,\"by\":\"Ada\"}}",
        "{\"do\":\"new\",\"title\":\"C\",\"folder\":\"New\"}") == nil)
    let note = try note("A")
    #expect(note.created?.rfc3339 == "2024-01-01T00:00:00Z" && note.order == 7)
    #expect(
      note.properties.map { "\($0.name) \($0.kind.rawValue) \($0.value)" }
        == ["by text Ada", "done boolean true", "due date 2026-05-01T00:00:00Z", "rating number 5"])
    #expect(try OpenBundle(path).box.folders.compactMap(\.created?.rfc3339).first == "2024-05-06T07:08:09Z")
  }

  @Test func aNoteIsNotLinkedToItselfAndMayHaveNoTitle() throws {
    #expect(try apply("{\"do\":\"link\",\"note\":\"A\",\"to\":[\"A\"]}")?.contains("itself") == true)
    #expect(try apply("{\"do\":\"set\",\"note\":\"A\",\"title\":\"\"}") == nil)
    _ = try note("")
    #expect(try Validation.run(path).report.isValid)
  }

  @Test func anUndoneTransactionSaysSo() throws {
    #expect(try apply("{\"do\":\"set\",\"note\":\"A\",\"title\":\"A2\"}") == nil)
    var session = try EditSession(opening: path)
    try session.undo([2])
    try session.save(kind: .undo, from: "2")
    var again = try EditSession(opening: path)
    do {
      try again.undo([2])
      Issue.record("it was undone twice")
    } catch {
      #expect(error.message.contains("transaction 3 has taken it back already"))
    }
  }

  @Test func anAttachmentIsReplacedAlsoInTheBody() throws {
    let (old, new) = (try Fixtures.bytes("images/png-2-8.png"), try Fixtures.bytes("images/png-0-8.png"))
    var session = try EditSession(opening: path)
    let id = try session.note(named: "A").id
    try session.attach(old, named: "p.png", description: "A picture", to: id)
    try session.attach(old, named: "p.png", to: id)
    try session.save()
    let before = try note("A").attachments
    #expect(before.count == 1)
    var again = try EditSession(opening: path)
    try again.attach(new, named: "p.png", to: id, replaces: true)
    try again.save()
    let after = try note("A").attachments
    #expect(after.map(\.name) == ["p.png"] && after.map(\.description) == ["A picture"])
    #expect(after[0].attachment == Digest(of: new))
    let bundle = try OpenBundle(path)
    let body = String(decoding: try EditSession(opening: path).body(of: note("A")), as: UTF8.self)
    #expect(body.contains(Digest(of: new).hex) && !body.contains(Digest(of: old).hex))
    #expect(bundle.box.attachment(Digest(of: old)) == nil)
    #expect(try Validation.run(path).report.diagnostics.filter { $0.severity > .info }.isEmpty)
  }
}
