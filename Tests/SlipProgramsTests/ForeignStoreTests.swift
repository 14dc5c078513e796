import SlipBase
import SlipFiles
import SlipIndex
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// SQLite files of CherryTree and Trilium.
@Suite struct ForeignStoreTests {
  private static let cherryTree = """
    CREATE TABLE node (node_id INTEGER UNIQUE, name TEXT, txt TEXT, syntax TEXT, tags TEXT, is_ro INTEGER, is_richtxt INTEGER, ts_creation INTEGER, ts_lastsave INTEGER);
    CREATE TABLE codebox (node_id INTEGER, offset INTEGER, txt TEXT, syntax TEXT);
    CREATE TABLE grid (node_id INTEGER, offset INTEGER, txt TEXT);
    CREATE TABLE image (node_id INTEGER, offset INTEGER, anchor TEXT, png BLOB, filename TEXT, link TEXT);
    CREATE TABLE children (node_id INTEGER UNIQUE, father_id INTEGER, sequence INTEGER, master_id INTEGER);
    CREATE TABLE bookmark (node_id INTEGER UNIQUE, sequence INTEGER);
    INSERT INTO node VALUES (1, 'Garden', '<?xml version="1.0"?><node><rich_text>ab</rich_text><rich_text link="node 2">bees</rich_text></node>', 'custom-colors', 'soil', 0, 1, 1564836930, 0);
    INSERT INTO node VALUES (2, 'Bees', 'plain <x>', 'plain-text', '', 0, 0, 0, 0);
    INSERT INTO node VALUES (3, 'x.sh', 'ls', 'sh', '', 0, 0, 0, 0);
    INSERT INTO codebox VALUES (1, 1, 'code', 'c');
    INSERT INTO grid VALUES (1, 2, '<table><row><cell>1</cell></row><row><cell>head</cell></row></table>');
    INSERT INTO image VALUES (1, 3, '', X'66696C65', 'a.txt', '');
    INSERT INTO children VALUES (3, 1, 2, 0), (2, 1, 1, 0), (1, 0, 1, 0), (4, 0, 2, 2);
    INSERT INTO bookmark VALUES (2, 1);
    """

  @Test func cherryTreeStores() throws {
    let directory = try TemporaryDirectory()
    try Database(directory.path("Garden.ctb"), .create).execute(Self.cherryTree)
    let tree = try SourceTree.open(directory.path("Garden.ctb"))
    #expect(ProgramTable.sources.kind(of: tree)?.name == "cherrytree")
    let result = try SourceDrain.read(tree, .cherrytree)
    #expect(result.notes.map(\.id) == ["1", "2", "3", "4"])
    #expect(result.text("1")?.contains("head") == true && result.text("1")?.contains("code") == true)
    #expect(result["1"]?.attachments.map(\.name) == ["a.txt"])
    #expect(result["1"]?.linkTargets.count == 1)
    #expect(result["2"]?.item?.isFavorite == true)
    #expect(result.text("2") == "plain <x>" && result.text("4") == "plain <x>")
    #expect(result["3"]?.item?.folder.map(\.name) == ["Garden"])
  }

  /// Nodes that the tree doesn't show come in at the top, also those that lie in each other.
  @Test func nodesOutsideOfTheTree() throws {
    let directory = try TemporaryDirectory()
    let rows = (5...8).map {
      "INSERT INTO node VALUES (\($0), 'Lost', 'words \($0)', 'plain-text', '', 0, 0, 0, 0);"
    }
    try Database(directory.path("Garden.ctb"), .create).execute(
      Self.cherryTree + rows.joined()
        + "INSERT INTO children VALUES (6, 77, 1, 0), (7, 8, 1, 0), (8, 7, 1, 0);")
    let result = try SourceDrain.read(SourceTree.open(directory.path("Garden.ctb")), .cherrytree)
    #expect(Set(result.notes.map(\.id)) == ["1", "2", "3", "4", "5", "6", "7", "8"])
    for id in 5...8 { #expect(result.text("\(id)") == "words \(id)") }
    #expect(result.findings.map(\.code) == [ExchangeCode.pieceDamaged])
  }

  @Test func oldStoresLackColumns() throws {
    let directory = try TemporaryDirectory()
    let old = Self.cherryTree.replacing(", master_id INTEGER", with: "").replacing(
      "(3, 1, 2, 0), (2, 1, 1, 0), (1, 0, 1, 0), (4, 0, 2, 2)", with: "(1, 0, 1), (2, 1, 1), (3, 1, 2)")
    try Database(directory.path("Garden.ctb"), .create).execute(old)
    #expect(try SourceDrain.read(SourceTree.open(directory.path("Garden.ctb")), .cherrytree).notes.count == 3)
  }

  private static let trilium = """
    CREATE TABLE notes (noteId TEXT, title TEXT, isProtected INT, type TEXT, mime TEXT, blobId TEXT, isDeleted INT, utcDateCreated TEXT, utcDateModified TEXT);
    CREATE TABLE branches (branchId TEXT, noteId TEXT, parentNoteId TEXT, notePosition INT, isDeleted INT);
    CREATE TABLE attributes (noteId TEXT, type TEXT, name TEXT, value TEXT, position INT, isDeleted INT);
    CREATE TABLE blobs (blobId TEXT, content TEXT);
    CREATE TABLE attachments (attachmentId TEXT, ownerId TEXT, role TEXT, title TEXT, blobId TEXT, position INT, isDeleted INT);
    INSERT INTO notes VALUES ('root', 'root', 0, 'text', '', 'b0', 0, '', ''), ('_hidden', 'Hidden', 0, 'doc', '', 'b0', 0, '', ''),
      ('garden', 'Garden', 0, 'text', 'text/html', 'b1', 0, '2021-04-04 05:06:07.891Z', '2023-10-11 12:13:14.150Z'),
      ('bees', 'Bees', 0, 'code', 'text/x-c', 'b2', 0, '', ''), ('locked', 'cipher', 1, 'text', '', 'b2', 0, '', ''),
      ('gone', 'Gone', 0, 'text', '', 'b2', 1, '', '');
    INSERT INTO branches VALUES ('1', 'garden', 'root', 1, 0), ('2', 'bees', 'garden', 1, 0), ('3', 'bees', 'root', 2, 0),
      ('4', '_hidden', 'root', 3, 0), ('5', 'locked', 'root', 4, 0), ('6', 'gone', 'root', 5, 1);
    INSERT INTO attributes VALUES ('garden', 'label', 'soil', '', 1, 0), ('garden', 'label', 'old', '', 2, 1), ('garden', 'relation', 'by', 'bees', 3, 0);
    INSERT INTO blobs VALUES ('b0', ''), ('b1', '<p>To <a href="#root/garden/bees">bees</a> <a href="#root/nothing">x</a> <img src="api/attachments/a1/image/p.txt"></p>'), ('b2', 'x'), ('b3', 'file');
    INSERT INTO attachments VALUES ('a1', 'garden', 'image', 'p.txt', 'b3', 1, 0);
    """

  @Test func triliumStores() throws {
    let directory = try TemporaryDirectory()
    try Database(directory.path("document.db"), .create).execute(Self.trilium)
    let tree = try SourceTree.open(directory.path("document.db"))
    #expect(ProgramTable.sources.kind(of: tree)?.name == "trilium")
    let result = try SourceDrain.read(tree, .trilium)
    #expect(result.notes.map(\.id) == ["garden", "bees", "locked", "gone"])
    let garden = try #require(result["garden"])
    #expect(garden.created?.rfc3339 == "2021-04-04T05:06:07.891Z")
    #expect(garden.item?.keywords.map(\.path) == [["soil"]] && garden.item?.relations.count == 1)
    #expect(garden.linkTargets.count == 1 && garden.item?.unresolved.map(\.target) == ["#root/nothing"])
    #expect(garden.attachments.map(\.name) == ["p.txt"])
    #expect(result["locked"]?.title == "[protected]" && result.text("locked") == "🔒")
    #expect(result["gone"]?.item?.status == .archived)
  }

  @Test func damagedStores() throws {
    let directory = try TemporaryDirectory()
    try Database(directory.path("Garden.ctb"), .create).execute(Self.cherryTree)
    let whole = try FileSystem.readStart(of: directory.path("Garden.ctb"), count: 1 << 20)
    var random = SeededGenerator(seed: 14)
    for _ in 0..<60 {
      var damaged = whole
      for _ in 0..<8 {
        damaged[Int.random(in: 100..<damaged.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      readAll(damaged, named: "Garden.ctb")
    }
  }
}
