package import SlipBase

/// The files in a ZIP file, checked and sorted bytewise by name.
///
/// Names are stored one after the other in one buffer, so that millions of entries need few
/// allocations. Folders are checked, but not listed.
package struct ZipIndex: Sendable {
  /// One file.
  package struct Record: Sendable {
    /// Where the name begins in the buffer of names.
    fileprivate var offset: Int
    /// The name's length in bytes.
    fileprivate var nameLength: Int32
    /// The entry's place in the ZIP file's directory, from 0.
    package var entry: Int32
    /// The unpacked length in bytes, as the directory says.
    package var size: Int
  }

  /// The files in bytewise order of their names.
  package private(set) var records: [Record] = []
  /// The names one after the other.
  private var names: [UInt8] = []

  /// Reads and checks the directory of an archive.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - fileLength: The ZIP file's length in bytes.
  ///   - limits: `files`, `fileBytes`, `zipBytes` and `zipRatio` apply.
  /// - Throws: `SlipError` at the first entry that is unsafe, unreadable or beyond a limit, and
  ///   where names collide.
  package init(_ archive: ZipArchive, fileLength: Int, limits: Limits) throws(SlipError) {
    let path = archive.path
    self = try archive.withHandle { zip throws(SlipError) in
      try ZipIndex(zip, path: path, fileLength: fileLength, limits: limits)
    }
  }

  /// Reads and checks the directory; the caller holds the archive's lock.
  private init(_ zip: OpaquePointer, path: String?, fileLength: Int, limits: Limits) throws(SlipError) {
    let count = try ZipEntryRules.count(zip, path, limits)
    records.reserveCapacity(count)
    var rules = ZipEntryRules(path: path, fileLength: fileLength, limits: limits)
    var folders: [String] = []
    for entry in 0..<count {
      let (name, stat) = try rules.check(entry, of: zip)
      if name.utf8.last == UInt8(ascii: "/") {
        folders.append(name)
      } else {
        append(name, entry, Int(clamping: stat.size))
      }
    }
    sort()
    try ZipCollisions(path: path).check(self, folders: folders)
  }

  /// Adds a file at the end.
  private mutating func append(_ name: String, _ entry: Int, _ size: Int) {
    records.append(
      Record(
        offset: names.count, nameLength: Int32(clamping: name.utf8.count), entry: Int32(clamping: entry),
        size: size))
    names.append(contentsOf: name.utf8)
  }

  /// Sorts the records by name.
  private mutating func sort() {
    var records = records
    names.withUnsafeBufferPointer { names in
      records.sort {
        ZipIndex.bytes($0, names).lexicographicallyPrecedes(ZipIndex.bytes($1, names))
      }
    }
    self.records = records
  }

  /// The bytes of a record's name.
  private static func bytes(_ record: Record, _ names: UnsafeBufferPointer<UInt8>) -> Slice<
    UnsafeBufferPointer<UInt8>
  > {
    names[record.offset..<record.offset + Int(record.nameLength)]
  }

  /// The path of a file, with `/` between components.
  package func name(_ record: Record) -> String {
    String(decoding: names[record.offset..<record.offset + Int(record.nameLength)], as: UTF8.self)
  }

  /// The file with a path, by binary search; nil where there is none.
  package func record(of path: String) -> Record? {
    var path = path
    return path.withUTF8 { path in
      names.withUnsafeBufferPointer { names in
        let low = records.partitionPoint { ZipIndex.bytes($0, names).lexicographicallyPrecedes(path) }
        guard low < records.count, ZipIndex.bytes(records[low], names).elementsEqual(path) else { return nil }
        return records[low]
      }
    }
  }
}
