internal import SlipBase

/// Where in a journal the last record of each path lies. It holds sixteen bytes a path, not the paths themselves.
struct JournalIndex: Sendable {
  private var offsets: [UInt64: Int] = [:]

  mutating func note(_ record: ItemRecord, at offset: Int) {
    offsets[JournalIndex.key(record.path)] = offset
    // What moved is found where it lies now, too.
    if let output = record.output { offsets[JournalIndex.key(output)] = offset }
  }

  func offset(of path: String) -> Int? { offsets[JournalIndex.key(path)] }

  static func key(_ path: String) -> UInt64 {
    UInt64(Digest(of: Array(path.utf8)).hex.prefix(16), radix: 16) ?? 0
  }
}
