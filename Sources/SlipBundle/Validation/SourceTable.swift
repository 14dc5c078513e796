internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Which sources a manifest has, where, whether a note names them and a listed file keeps their bytes: some 90 bytes a source.
///
/// Keys and digests are held as 64 bits of a hash with a random key, so that a million sources need no million strings.
struct SourceTable {
  /// A source whose original has to be put together from what is kept and what was lifted, or is a package.
  struct Restoration: Sendable {
    var tagEnd: Int
    var file: OriginalFile
    var kept: Digest
    /// Of what is kept.
    var fileExtension: String
    /// Attachments that were lifted out.
    var lifted: [Digest] { file.lifted.map(\.attachment) }
  }

  /// Where a source comes from and goes to.
  struct Name {
    var key: UnsafeRawBufferPointer
    var path: String
  }

  private struct Row {
    var key: Int
    var kept: Int
    var extensionHash: UInt16
    var isUsed = false
    /// Of the first row with this digest and extension: whether the file is listed.
    var isKept = false
    var tagEnd: Int
    /// Of the first row with this digest and extension: the listed file's.
    var keptLength = 0
    /// The imported file's where it is kept as it is, else negative.
    var length = -1
    var path = 0

    var fileHash: Int { kept ^ (Int(extensionHash) << 24) }

    func hasFile(of other: Row) -> Bool { kept == other.kept && extensionHash == other.extensionHash }
  }

  private var rows: [Row] = []
  private var byKey = HashIndex()
  private var byDigest = HashIndex()
  private var byFile = HashIndex()
  /// The last source that was taken.
  private var last: Restoration?
  private(set) var restorations: [Restoration] = []
  private var folders: Set<Int> = []

  /// False when the key is known already; the first stays.
  mutating func insert(_ name: Name, _ source: Restoration) -> Bool {
    last = nil
    let isWhole = source.kept == source.file.fact.digest
    let row = Row(
      key: SourceTable.hash(name.key), kept: source.kept.hashValue,
      extensionHash: UInt16(truncatingIfNeeded: source.fileExtension.hashValue), tagEnd: source.tagEnd,
      length: isWhole ? source.file.fact.length : -1, path: addPath(name))
    let number = rows.count
    rows.append(row)
    guard byKey.insert(number, hash: { rows[$0].key }, isSame: { rows[$0].key == row.key }) else {
      rows.removeLast()
      return false
    }
    _ = byDigest.insert(number, hash: { rows[$0].kept }, isSame: { rows[$0].kept == row.kept })
    _ = byFile.insert(number, hash: { rows[$0].fileHash }, isSame: { rows[$0].hasFile(of: row) })
    last = source
    if !isWhole || source.file.isPackage { restorations.append(source) }
    return true
  }

  /// The hash of where export puts the file; its folders are noted.
  private mutating func addPath(_ name: Name) -> Int {
    let path = OutgoingName.harmless(path: name.path)
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: name.key.prefix { $0 != 0x2F }))
    for byte in path.utf8 {
      if byte == 0x2F { folders.insert(hasher.finalize()) }
      hasher.combine(byte)
    }
    return hasher.finalize()
  }

  /// Adds to the source that was taken last; false when there is none.
  mutating func lift(_ data: ExtractedData) -> Bool {
    guard let last else { return false }
    if restorations.last?.tagEnd != last.tagEnd { restorations.append(last) }
    restorations[restorations.count - 1].file.lifted.append(data)
    return true
  }

  /// Notes that a note names the source. False when there is no such source.
  mutating func use(key: UnsafeRawBufferPointer) -> Bool {
    let hash = SourceTable.hash(key)
    guard let number = byKey.find(hash, isSame: { rows[$0].key == hash }) else { return false }
    rows[number].isUsed = true
    return true
  }

  /// Notes that a file is listed. False when no source has kept these bytes.
  mutating func list(_ digest: Digest, fileExtension: String, length: Int) -> Bool {
    if let number = owner(digest, fileExtension) {
      rows[number].isKept = true
      rows[number].keptLength = length
      return true
    }
    return keeps(digest)
  }

  /// Whether a source has kept these bytes.
  func keeps(_ digest: Digest) -> Bool {
    let hash = digest.hashValue
    return byDigest.find(hash) { rows[$0].kept == hash } != nil
  }

  /// Whether the file that a source has kept is listed.
  func isListed(_ digest: Digest, fileExtension: String) -> Bool {
    owner(digest, fileExtension).map { rows[$0].isKept } ?? false
  }

  private func owner(_ digest: Digest, _ fileExtension: String) -> Int? {
    let file = Row(
      key: 0, kept: digest.hashValue,
      extensionHash: UInt16(truncatingIfNeeded: fileExtension.hashValue), tagEnd: 0)
    return byFile.find(file.fileHash) { rows[$0].hasFile(of: file) }
  }

  func forEachUnused(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where !row.isUsed { body(row.tagEnd) }
  }

  func forEachNotKept(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where !row.isKept {
      let first = byFile.find(row.fileHash) { rows[$0].hasFile(of: row) }
      if let first, rows[first].isKept { continue }
      body(row.tagEnd)
    }
  }

  /// Sources that are kept as they are, but have another length than the kept file.
  func forEachOfOtherLength(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where row.length >= 0 {
      guard let first = byFile.find(row.fileHash, isSame: { rows[$0].hasFile(of: row) }), rows[first].isKept,
        rows[first].keptLength != row.length
      else { continue }
      body(row.tagEnd)
    }
  }

  /// Sources whose path is a folder of another one's.
  func forEachFolder(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where folders.contains(row.path) { body(row.tagEnd) }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }
}

/// Finds rows of a table by a hash that they have: open addressing, 6 to 11 bytes a row.
struct HashIndex {
  /// Row numbers, counted from 1; their number is a power of two.
  private var slots: [UInt32] = []
  private var count = 0

  /// The row with this hash that `isSame`.
  func find(_ hash: Int, isSame: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = place(hash)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if isSame(number) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Takes up a row of the table, unless one is there that `isSame`; gives whether it was taken.
  mutating func insert(_ number: Int, hash: (Int) -> Int, isSame: (Int) -> Bool) -> Bool {
    guard find(hash(number), isSame: isSame) == nil, number < UInt32.max else { return false }
    if (count + 1) * 4 > slots.count * 3 { grow(hash) }
    put(UInt32(number + 1), hash(number))
    count += 1
    return true
  }

  private mutating func put(_ entry: UInt32, _ hash: Int) {
    var slot = place(hash)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  private mutating func grow(_ hash: (Int) -> Int) {
    let old = slots
    slots = Array(repeating: 0, count: max(64, 2 * old.count))
    for entry in old where entry != 0 { put(entry, hash(Int(entry) - 1)) }
  }

  private func place(_ hash: Int) -> Int { hash & (slots.count - 1) }
}
