internal import CLibZip
package import SlipBase

/// The names in a ZIP file, checked and in bytewise order.
package struct ZipIndex: Sendable {
  package struct Record: Sendable {
    fileprivate var offset: Int
    fileprivate var nameLength: Int32
    /// The entry's place in the ZIP file.
    package var entry: Int32
    /// Unpacked, in bytes.
    package var size: Int
  }

  package private(set) var records: [Record] = []
  private var names: [UInt8] = []

  /// Reads the central directory. Throws at the first entry that is unsafe, unreadable or beyond a limit.
  package init(_ archive: ZipArchive, fileLength: Int, limits: Limits) throws(SlipError) {
    let path = archive.path
    self = try archive.withHandle { zip throws(SlipError) in
      try ZipIndex(zip, path: path, fileLength: fileLength, limits: limits)
    }
  }

  private init(_ zip: OpaquePointer, path: String?, fileLength: Int, limits: Limits) throws(SlipError) {
    let count = try ZipEntryRules.count(zip, path, limits)
    records.reserveCapacity(count)
    var rules = ZipEntryRules(path: path, fileLength: fileLength, limits: limits)
    var folders: [String] = []
    for entry in 0..<count {
      let (name, stat) = try rules.check(entry, of: zip)
      if name.utf8.last == 0x2F {
        folders.append(name)
      } else {
        append(name, entry, Int(clamping: stat.size))
      }
    }
    sort()
    try ZipCollisions(path: path).check(self, folders: folders)
  }

  private mutating func append(_ name: String, _ entry: Int, _ size: Int) {
    records.append(
      Record(
        offset: names.count, nameLength: Int32(clamping: name.utf8.count), entry: Int32(clamping: entry),
        size: size))
    names.append(contentsOf: name.utf8)
  }

  private mutating func sort() {
    var records = records
    names.withUnsafeBufferPointer { names in
      records.sort {
        ZipIndex.bytes($0, names).lexicographicallyPrecedes(ZipIndex.bytes($1, names))
      }
    }
    self.records = records
  }

  private static func bytes(_ record: Record, _ names: UnsafeBufferPointer<UInt8>) -> Slice<
    UnsafeBufferPointer<UInt8>
  > {
    names[record.offset..<record.offset + Int(record.nameLength)]
  }

  package func name(_ record: Record) -> String {
    String(decoding: names[record.offset..<record.offset + Int(record.nameLength)], as: UTF8.self)
  }

  /// The file at this path, by binary search.
  package func record(of path: String) -> Record? {
    var path = path
    return path.withUTF8 { path in
      names.withUnsafeBufferPointer { names in
        var low = 0
        var high = records.count
        while low < high {
          let middle = (low + high) / 2
          if ZipIndex.bytes(records[middle], names).lexicographicallyPrecedes(path) {
            low = middle + 1
          } else {
            high = middle
          }
        }
        guard low < records.count, ZipIndex.bytes(records[low], names).elementsEqual(path) else { return nil }
        return records[low]
      }
    }
  }
}
