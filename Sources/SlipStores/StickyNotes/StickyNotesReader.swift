package import SlipBase
internal import SlipIndex

/// A note of Sticky Notes.
package struct StickyNote: Sendable, Equatable {
  /// Its id.
  package var id: String
  /// Its text, with marks for formatting.
  package var text: String
  /// The name of its colour; nil where there is none.
  package var theme: String?
  /// When it was created and last changed, in UTC; nil where that is unknown or impossible.
  package var created, modified: Timestamp?
  /// Whether it was deleted.
  package var isDeleted: Bool
  /// The paths of its pictures, as the store has them.
  package var pictures: [String]
}

/// Reads the notes of Sticky Notes on Windows 10 and 11 (`plum.sqlite`).
///
/// The form was never published. The table `Note` has a row for each note, and `Media` one for each
/// picture. Columns have come and gone, so only those that are there are read. Times are units of 100 nanoseconds
/// since the year 1.
package final class StickyNotesReader {
  /// The open copy.
  private let file: StoreFile
  /// The tables.
  private let tables: StoreTables
  /// The notes that are still to be read.
  private let rows: Statement
  /// The paths of pictures by note.
  private var pictures: [String: [String]] = [:]
  /// Whether the store can't be read any further.
  private var isAtEnd = false
  /// Whether the store is damaged, so that notes may be missing.
  package private(set) var isDamaged = false

  /// The columns of a note, in the order in which they are read.
  private static let columns = ["Id", "Text", "Theme", "CreatedAt", "UpdatedAt", "DeletedAt"]
  /// The most pictures that are read.
  private static let mostPictures: Int64 = 100_000

  /// Begins to read.
  ///
  /// - Throws: `SlipError` with `StoreCode.notStore` where there are no notes.
  package init(_ file: StoreFile) throws(SlipError) {
    self.file = file
    tables = try StoreTables(file.database)
    let there = StickyNotesReader.columns(of: try tables.expect("Note"))
    guard there.contains("id"), there.contains("text") else {
      throw SlipError(
        .badInput, code: StoreCode.notStore, "The file is no store of Sticky Notes.",
        at: SourceLocation(file: file.path))
    }
    let list = StickyNotesReader.columns.map { there.contains($0.lowercased()) ? "\"\($0)\"" : "NULL" }
    rows = try file.database.prepare(
      "SELECT \(list.joined(separator: ", ")) FROM \"Note\" ORDER BY 4, 1")
    try readPictures()
  }

  /// The columns of a table, in small letters; empty where there is none.
  private static func columns(of table: StoreTables.Table?) -> Set<String> {
    Set((table?.columns ?? []).map { $0.name.lowercased() })
  }

  /// Reads which pictures notes have, without those that were deleted. A damaged table costs the pictures only.
  private func readPictures() throws(SlipError) {
    let there = StickyNotesReader.columns(of: tables["Media"])
    guard there.isSuperset(of: ["parentid", "localfilerelativepath"]) else { return }
    let isKept = there.contains("deletedat") ? "COALESCE(\"DeletedAt\", 0) <= 0" : "TRUE"
    let rows = try file.database.prepare(
      "SELECT \"ParentId\", \"LocalFileRelativePath\" FROM \"Media\" WHERE \(isKept) "
        + "LIMIT \(StickyNotesReader.mostPictures)")
    do throws(SlipError) {
      while try rows.step() {
        guard let note = rows.optionalText(0), let path = rows.optionalText(1), !path.isEmpty else {
          continue
        }
        pictures[note, default: []].append(path)
      }
    } catch { isDamaged = true }
  }

  /// The next note, in the order of their creation; nil at the end, or where the store is damaged.
  package func next() -> StickyNote? {
    guard !isAtEnd else { return nil }
    do throws(SlipError) {
      if try rows.step() { return note() }
    } catch { isDamaged = true }
    isAtEnd = true
    return nil
  }

  /// The note of the current row.
  private func note() -> StickyNote {
    let id = rows.text(0)
    return StickyNote(
      id: id, text: rows.text(1), theme: rows.optionalText(2), created: time(3), modified: time(4),
      isDeleted: (rows.optionalInteger(5) ?? 0) > 0, pictures: pictures[id] ?? [])
  }

  /// The moment in a column.
  private func time(_ column: Int32) -> Timestamp? {
    guard let ticks = rows.optionalInteger(column), ticks > 0 else { return nil }
    let time = Timestamp(microseconds: ticks / 10 - 62_135_596_800_000_000)
    return time.isWithinRFC3339 ? time : nil
  }
}
