import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// A column of `slipconv list`: its name, and what stands in it. What isn't one of the names below is a key path or a property.
struct NoteColumn: Sendable {
  /// The name, which is also the header of CSV.
  var name: String
  /// Whether it tells of links, back-links or attachments.
  var isRelation = false
  /// Whether it is the plain text of the note, which no summary has.
  var isText = false
  /// Whether the name is a key path or a property, whose values the list gives.
  var isPath = false
  /// The text for a note.
  var text: @Sendable (NoteSummary, ZoneOption) -> String

  /// A column whose name is a key path or a property.
  static func path(_ name: String) -> NoteColumn { NoteColumn(name: name, isPath: true) { _, _ in "" } }

  /// All columns.
  static let all: [NoteColumn] = [
    NoteColumn(name: "uuid") { note, _ in note.id },
    NoteColumn(name: "title") { note, _ in note.title },
    NoteColumn(name: "status") { note, _ in note.status },
    NoteColumn(name: "favorite") { note, _ in note.isFavorite ? "true" : "false" },
    NoteColumn(name: "folder") { note, _ in FolderPath.text(note.folder) },
    NoteColumn(name: "keywords") { note, _ in note.keywords.joined(separator: ", ") },
    NoteColumn(name: "created") { note, zone in
      note.created.map { zone.text($0, zoneIsUnknown: note.zoneIsUnknown) } ?? ""
    },
    NoteColumn(name: "modified") { note, zone in
      note.modified.map { zone.text($0, zoneIsUnknown: note.zoneIsUnknown) } ?? ""
    },
    NoteColumn(name: "links", isRelation: true) { note, _ in String(note.links.count) },
    NoteColumn(name: "backlinks", isRelation: true) { note, _ in String(note.backlinks.count) },
    NoteColumn(name: "attachments", isRelation: true) { note, _ in String(note.attachments.count) },
    NoteColumn(name: "source") { note, _ in note.source ?? "" },
    NoteColumn(name: "body") { note, _ in note.body },
    NoteColumn(name: "text", isText: true) { _, _ in "" },
  ]

  /// The columns of CSV where none are named: all but the texts.
  static let facts = all.filter { !$0.isText }

  /// The columns that a list of names means.
  ///
  /// - Parameter names: Names with commas between them; blanks before a name are skipped.
  /// - Returns: The columns in the order of the names, repeated ones included.
  static func named(_ names: String) -> [NoteColumn] {
    names.split(separator: ",").map { part in
      let name = String(part.drop { $0 == " " })
      return all.first { $0.name == name } ?? .path(name)
    }
  }

  /// What stands in the columns for a note.
  ///
  /// - Parameter isTable: Whether texts are cut to their openings.
  static func cells(_ columns: [NoteColumn], _ row: NoteRow, _ zone: ZoneOption, isTable: Bool) -> [String] {
    var values = row.values.makeIterator()
    return columns.map { column in
      if column.isPath {
        return values.next()?.cell { zone.text($0, zoneIsUnknown: row.summary.zoneIsUnknown) } ?? ""
      }
      if column.isText { return isTable ? TextOpening.of(row.text, title: row.summary.title) : row.text }
      return column.text(row.summary, zone)
    }
  }
}

/// The value of `list --format`.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  /// Columns for people.
  case table
  /// One JSON array.
  case json
  /// One JSON object per line.
  case ndjson
  /// Comma-separated values (RFC 4180) with a header.
  case csv
  /// The paths of the bodies, one per line.
  case paths
}

/// Values with commas between them (RFC 4180).
enum CommaSeparated {
  /// What a cell begins with that a spreadsheet takes for a formula, also in full width.
  private static let formulaMarks: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// A value that neither a spreadsheet nor a terminal acts upon: an apostrophe stands before what looks like a formula, and
  /// control characters and marks of text direction are written as `\u{1b}`.
  static func harmless(_ value: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      if PrintableText.isUnsafe(scalar), scalar != "\n", scalar != "\t" {
        text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    guard let first = value.unicodeScalars.first, formulaMarks.contains(first) else { return String(text) }
    return "'" + String(text)
  }

  /// One line. Values with commas, quotes or line breaks are put into quotes.
  ///
  /// - Parameter isRaw: Whether values stay as they are, also those that a spreadsheet acts upon.
  static func line(_ values: [String], isRaw: Bool) -> String {
    values.map { isRaw ? $0 : harmless($0) }.map { value in
      let isPlain = !value.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      return isPlain
        ? value
        : "\"" + value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
          + "\""
    }.joined(separator: ",") + "\n"
  }
}
