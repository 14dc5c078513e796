internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Which sources a manifest has, where they are, whether a note names them and a listed file retains their
/// bytes: some 90 bytes a source.
///
/// Keys and digests are held as 64 bits of a hash with a random key, so that a million sources need no
/// million strings. Equal hashes of different keys can't be provoked, and are unlikely.
struct SourceTable {
  /// A source whose original has to be put together, or is a package.
  struct Restoration: Sendable {
    /// The place in the manifest.
    var tagEnd: Int
    /// The original's length and digest, and the extracted data.
    var file: OriginalFile
    /// The digest of what is retained.
    var kept: Digest
    /// The extension of what is retained.
    var fileExtension: String
    /// Attachments with the extracted data.
    var lifted: [Digest] { file.lifted.map(\.attachment) }
  }

  /// Where a source comes from, and under what path export writes it.
  struct Name {
    /// The key, escaped as in the manifest.
    var key: UnsafeRawBufferPointer
    /// The path, unescaped.
    var path: String
  }

  /// A source.
  private struct Row {
    /// The hash of the key, which differs from run to run.
    var key: Int
    /// The hash of the retained file's digest.
    var kept: Int
    /// Of the retained file's extension.
    var extensionHash: UInt16
    /// Whether a note names it.
    var isUsed = false
    /// In the first row with this digest and extension: whether the file is listed.
    var hasListedFile = false
    /// The place in the manifest.
    var tagEnd: Int
    /// In the first row with this digest and extension: the listed file's length.
    var retainedLength = 0
    /// The imported file's length where it is retained whole, else negative.
    var length = -1
    /// The hash of where export puts the file.
    var path = 0

    /// A hash of digest and extension.
    var fileHash: Int { kept ^ (Int(extensionHash) << 24) }

    /// Whether another source retains the same file.
    func hasFile(of other: Row) -> Bool { kept == other.kept && extensionHash == other.extensionHash }
  }

  /// In the manifest's order.
  private var rows: [Row] = []
  /// Finds rows by key.
  private var byKey = HashIndex()
  /// Finds the first row with a digest.
  private var byDigest = HashIndex()
  /// Finds the first row with a digest and an extension.
  private var byFile = HashIndex()
  /// The source that was added last; its extracted data follow.
  private var last: Restoration?
  /// Originals that have to be put together.
  private(set) var restorations: [Restoration] = []
  /// Hashes of the folders in which export puts files.
  private var folders: Set<Int> = []

  /// Adds a source.
  ///
  /// - Returns: False where the key is in the table already; the first source stays.
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

  /// The hash of where export puts the file. The folders on the way are noted.
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

  /// Adds extracted data to the source that was added last.
  ///
  /// - Returns: False where there is none.
  mutating func addExtracted(_ data: ExtractedData) -> Bool {
    guard let last else { return false }
    if restorations.last?.tagEnd != last.tagEnd { restorations.append(last) }
    restorations[restorations.count - 1].file.lifted.append(data)
    return true
  }

  /// Notes that a note names the source.
  ///
  /// - Returns: False where there is no such source.
  mutating func use(key: UnsafeRawBufferPointer) -> Bool {
    let hash = SourceTable.hash(key)
    guard let number = byKey.find(hash, isSame: { rows[$0].key == hash }) else { return false }
    rows[number].isUsed = true
    return true
  }

  /// Notes that a file is listed.
  ///
  /// - Returns: False where no source retains these bytes.
  mutating func list(_ digest: Digest, fileExtension: String, length: Int) -> Bool {
    if let number = owner(digest, fileExtension) {
      rows[number].hasListedFile = true
      rows[number].retainedLength = length
      return true
    }
    return retains(digest)
  }

  /// Whether some source retains these bytes, whatever the extension.
  func retains(_ digest: Digest) -> Bool {
    let hash = digest.hashValue
    return byDigest.find(hash) { rows[$0].kept == hash } != nil
  }

  /// Whether the file that a source retains is listed.
  func isListed(_ digest: Digest, fileExtension: String) -> Bool {
    owner(digest, fileExtension).map { rows[$0].hasListedFile } ?? false
  }

  /// The first row with this digest and extension.
  private func owner(_ digest: Digest, _ fileExtension: String) -> Int? {
    let file = Row(
      key: 0, kept: digest.hashValue,
      extensionHash: UInt16(truncatingIfNeeded: fileExtension.hashValue), tagEnd: 0)
    return byFile.find(file.fileHash) { rows[$0].hasFile(of: file) }
  }

  /// Calls `body` for each source that no note names.
  func forEachUnused(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where !row.isUsed { body(row.tagEnd) }
  }

  /// Calls `body` for each source whose retained file isn't listed.
  func forEachWithoutRetainedFile(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where !row.hasListedFile {
      let first = byFile.find(row.fileHash) { rows[$0].hasFile(of: row) }
      if let first, rows[first].hasListedFile { continue }
      body(row.tagEnd)
    }
  }

  /// Calls `body` for each source that is retained whole but has another length than the retained file.
  func forEachOfOtherLength(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where row.length >= 0 {
      guard let first = byFile.find(row.fileHash, isSame: { rows[$0].hasFile(of: row) }),
        rows[first].hasListedFile,
        rows[first].retainedLength != row.length
      else { continue }
      body(row.tagEnd)
    }
  }

  /// Calls `body` for each source whose path is a folder of another one's.
  func forEachFolder(_ body: (_ tagEnd: Int) -> Void) {
    for row in rows where folders.contains(row.path) { body(row.tagEnd) }
  }

  /// A hash that differs from run to run.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }
}

/// Finds rows of a table by a hash: open addressing with linear probing, 6 to 11 bytes a row.
///
/// The table holds the rows; this holds their numbers only. Rows can't be removed.
struct HashIndex {
  /// Row numbers, counted from 1, and 0 for a free slot. The number of slots is a power of two.
  private var slots: [UInt32] = []
  /// How many slots are taken.
  private var count = 0

  /// The row with this hash for which `isSame` is true; nil where there is none. O(1) on average.
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

  /// Adds a row of the table, unless it has one for which `isSame` is true.
  ///
  /// - Parameters:
  ///   - number: The row's number, from 0.
  ///   - hash: Gives the hash of any row.
  ///   - isSame: Whether a row is the same as the new one.
  /// - Returns: Whether the row was added.
  mutating func insert(_ number: Int, hash: (Int) -> Int, isSame: (Int) -> Bool) -> Bool {
    guard find(hash(number), isSame: isSame) == nil, number < UInt32.max else { return false }
    if (count + 1) * 4 > slots.count * 3 { grow(hash) }
    put(UInt32(number + 1), hash(number))
    count += 1
    return true
  }

  /// Puts an entry into the first free slot from its place on.
  private mutating func put(_ entry: UInt32, _ hash: Int) {
    var slot = place(hash)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  /// Doubles the slots. They are at most three quarters full.
  private mutating func grow(_ hash: (Int) -> Int) {
    let old = slots
    slots = Array(repeating: 0, count: max(64, 2 * old.count))
    for entry in old where entry != 0 { put(entry, hash(Int(entry) - 1)) }
  }

  /// The slot where the search for a hash begins.
  private func place(_ hash: Int) -> Int { hash & (slots.count - 1) }
}
