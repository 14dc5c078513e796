import Foundation
import SlipBase
import SlipNotes
import SlipIndex

@testable import SlipboxKit

/// Writes the notes of a box as the store of an application that is built on Core Data: its tables without a copy of its model.
enum StoreExport {
  private static let tables = """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
    INSERT INTO Z_METADATA VALUES (1, '6F9D6B7E-6A4C-4C56-9E39-0C3D1B5C8A11', NULL);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Folder', 0, 0), (2, 'Note', 0, 0);
    CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, ZISFAVORITE INTEGER,
      ZCREATED TIMESTAMP, ZMODIFIED TIMESTAMP, ZBODY VARCHAR, ZTITLE VARCHAR, ZUUID VARCHAR);
    """

  /// Writes a store anew.
  ///
  /// - Parameter rows: The keys of rows that were given so far, by the ids of what they stand for: a program never changes them.
  static func write(_ bundle: String, to path: String, _ rows: inout [String: Int]) throws {
    try? FileManager.default.removeItem(atPath: path)
    func row(_ id: String) -> Int {
      if let row = rows[id] { return row }
      rows[id] = rows.count + 1
      return rows.count
    }
    let opened = try OpenBundle(bundle)
    let box = opened.box
    let database = try Database(path, .create)
    try database.execute(tables)
    for folder in box.folders {
      let insert = try database.prepare("INSERT INTO ZFOLDER VALUES (?1, 1, 1, ?2, ?3)")
      insert.bind(1, Int64(row("f\(folder.id)")))
      if let parent = folder.parent { insert.bind(2, Int64(row("f\(parent)"))) }
      insert.bind(3, folder.name)
      try insert.run()
    }
    for note in box.notes {
      let insert = try database.prepare("INSERT INTO ZNOTE VALUES (?1, 2, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      insert.bind(1, Int64(row("n\(note.id)")))
      if let folder = note.folder { insert.bind(2, Int64(row("f\(folder)"))) }
      insert.bind(3, Int64(note.isFavorite ? 1 : 0))
      if let created = note.created { insert.bind(4, Double(created.microseconds) / 1e6 - 978_307_200) }
      if let modified = note.modified { insert.bind(5, Double(modified.microseconds) / 1e6 - 978_307_200) }
      insert.bind(6, String(decoding: try opened.mirror(of: note), as: UTF8.self))
      insert.bind(7, note.title)
      insert.bind(8, note.id.description)
      try insert.run()
    }
  }
}
