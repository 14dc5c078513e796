internal import CLibZip
internal import SlipBase

/// The names in a ZIP file, checked and in bytewise order.
struct ZipIndex: Sendable {
  struct Record: Sendable {
    fileprivate var offset: Int
    fileprivate var nameLength: Int32
    /// The entry's place in the ZIP file.
    var entry: Int32
    /// Unpacked, in bytes.
    var size: Int
  }

  private(set) var records: [Record] = []
  private var names: [UInt8] = []

  /// Reads the central directory. Throws at the first entry that is unsafe, unreadable or beyond a limit.
  init(_ zip: OpaquePointer, path: String, fileLength: Int, limits: Limits) throws(SlipError) {
    let count = Int(clamping: zip_get_num_entries(zip, 0))
    guard count <= min(limits.files, Int(Int32.max)) else {
      throw SlipError(
        .badInput, code: ContainerFault.tooManyFiles, "The ZIP file has more than \(limits.files) entries.",
        at: SourceLocation(file: path))
    }
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

  func name(_ record: Record) -> String {
    String(decoding: names[record.offset..<record.offset + Int(record.nameLength)], as: UTF8.self)
  }

  /// The file at this path, by binary search.
  func record(of path: String) -> Record? {
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
