package import SlipBase
package import SlipFiles
package import SlipIndex

/// A copy of an SQLite file that another program owns, open for reading.
///
/// SQLite writes beside a database even when it only reads, and a database without the changes that
/// wait in its `-wal` file is another one. So the file and its `-wal` are copied to a folder of
/// their own, and the copy is opened. The original is only read, as bytes.
package final class StoreFile {
  /// What is known about changes that were not yet in the file.
  package enum Log: String, Sendable {
    /// There is no `-wal` file.
    case none
    /// It has no bytes, as a program leaves it that has ended properly.
    case empty
    /// It has changes, which are read.
    case present
  }

  /// The path of the original.
  package let path: String
  /// Whether there is a `-wal` file.
  package let log: Log
  /// Whether there is a `-shm` file, which a program has while it has the database open.
  package let hasSharedMemory: Bool
  /// The copy.
  package let database: Database
  /// The folder with the copy, which goes away with this object.
  private let folder: ScratchFolder

  /// What each SQLite file begins with.
  private static let mark = Array("SQLite format 3\0".utf8)

  /// Whether a file begins like an SQLite file.
  package static func isSQLite(_ head: some Sequence<UInt8>) -> Bool { head.starts(with: mark) }

  /// Copies a file and opens the copy.
  ///
  /// - Throws: `SlipError` with `StoreCode.notStore` for anything but an SQLite file, which may be
  ///   an encrypted one; with `FileCode.changedMeanwhile` where a program is writing to it.
  package init(_ path: String) throws(SlipError) {
    self.path = path
    guard StoreFile.isSQLite(try FileSystem.readStart(of: path, count: 16)) else {
      throw SlipError(
        .badInput, code: StoreCode.notStore, "The file is no SQLite file, or it is encrypted.",
        at: SourceLocation(file: path))
    }
    folder = try ScratchFolder()
    let lengths = try folder.copy([(path, "store"), (path + "-wal", "store-wal")])
    log = lengths[1].map { $0 > 0 ? .present : .empty } ?? .none
    hasSharedMemory = try FileSystem.status(path + "-shm") != nil
    database = try StoreFile.open(folder.path + "/store", of: path)
  }

  /// Takes over a copy that was made elsewhere.
  ///
  /// - Parameters:
  ///   - folder: The folder with the copy.
  ///   - name: The copy's name in it.
  ///   - path: What messages call the original.
  ///   - log: What there was of a `-wal` file, which is copied as well.
  ///   - hasSharedMemory: Whether there was a `-shm` file.
  package init(
    copied folder: ScratchFolder, name: String, of path: String, log: Log, hasSharedMemory: Bool
  ) throws(SlipError) {
    (self.folder, self.path, self.log, self.hasSharedMemory) = (folder, path, log, hasSharedMemory)
    database = try StoreFile.open(folder.path + "/" + name, of: path)
  }

  /// Opens a copy.
  private static func open(_ path: String, of original: String) throws(SlipError) -> Database {
    let length = try (FileSystem.status(path)?.length ?? 0) + (FileSystem.status(path + "-wal")?.length ?? 0)
    let database = try Database(path, .read, shown: original)
    // The file comes from anyone: nothing in its schema may run, and each page is checked.
    try database.restrict(ForeignLimits(bytes: length))
    return database
  }
}

/// The schema of a database that isn't opened.
extension StoreFile {
  /// How many pages of the schema are looked at; applications with hundreds of tables have some dozens.
  private static let mostSchemaPages = 10_000

  /// The pages that name all tables, in no particular order: the leaves of the tree whose root is page 1 (SQLite's
  /// file format, sections 1.6 and 2.6). They may lie anywhere in the file.
  ///
  /// - Parameter file: The whole file. What can't be followed is left out.
  package static func schemaPages(of file: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
    guard file.count >= 512, isSQLite(file.prefix(16)) else { return [] }
    /// The big-endian number of two bytes.
    func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
      offset + 2 <= bytes.count ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : 0
    }
    let size = number(file, 16) == 1 ? 1 << 16 : number(file, 16)
    guard size >= 512 else { return [] }
    var leaves: [UnsafeRawBufferPointer] = []
    var pending = [1]
    var seen: Set<Int> = []
    while let next = pending.popLast(), seen.count < mostSchemaPages {
      guard next > 0, next <= file.count / size, seen.insert(next).inserted else { continue }
      let page = UnsafeRawBufferPointer(rebasing: file[((next - 1) * size)..<(next * size)])
      let head = next == 1 ? 100 : 0
      guard page[head] == 0x05 else {
        if page[head] == UInt8(ascii: "\r") { leaves.append(page) }
        continue
      }
      let children = (0..<number(page, head + 3)).map { number(page, head + 12 + 2 * $0) } + [head + 8]
      pending += children.map { number(page, $0) << 16 | number(page, $0 + 2) }
    }
    return leaves
  }
}
