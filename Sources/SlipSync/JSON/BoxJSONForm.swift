internal import SlipboxKit
internal import SlipBase
internal import SlipNotes

/// The members that documents of the JSON form of a box have, by which one without `format` is recognized.
enum BoxJSONForm {
  /// The members of a document that are no sections.
  private static let headers: Set<String> = [
    "format", "version_token", "base_token", "deleted", "next", "since", "full", "expired", "foreign", "seen",
    "seal",
  ]
  /// The members of a note.
  private static let note: Set<String> = [
    "id", "title", "status", "favorite", "order", "created", "modified", "zone_unknown", "folder", "keywords",
    "links", "manual_links", "attachments", "source", "source_item", "imported", "properties", "foreign",
    "format", "body", "body_base64", "text", "text_base64",
  ]
  /// How many notes are looked at.
  private static let looked = 64

  /// Whether a document is a box: it has an array of notes with UUIDs and titles, and nothing that a box hasn't.
  static func isBox(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var scanner = JSONScanner(bytes)
    var notes = 0
    do throws(SlipError) {
      try scanner.forEachMember { (scanner, key) throws(SlipError) in
        let section = BoxJSON.Section(rawValue: key)
        guard section != nil || headers.contains(SyncMapping.snake(key)) else { throw other }
        guard section == .notes, scanner.peek() == UInt8(ascii: "[") else {
          _ = try scanner.skip()
          return
        }
        try scanner.forEachElement { (scanner) throws(SlipError) in
          if notes < looked {
            guard isNote(try scanner.value()) else { throw other }
          } else {
            _ = try scanner.skip()
          }
          notes += 1
        }
      }
    } catch {
      return false
    }
    return notes > 0
  }

  /// Whether a value is a note of a box.
  private static func isNote(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value, let id = members["id"]?.string, UniqueID(id) != nil,
      members["title"]?.string != nil
    else { return false }
    return members.keys.allSatisfy { note.contains(SyncMapping.snake($0)) }
  }

  /// What ends the look at a document of another form.
  private static var other: SlipError { JSONScanner.fault("another form", at: 0) }
}
