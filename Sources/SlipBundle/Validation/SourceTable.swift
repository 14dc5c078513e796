internal import SlipBase

/// Which sources a manifest has, where, whether a note names them and a listed file keeps their bytes: some 60 bytes a source.
///
/// Keys and digests are held as 64 bits of a hash with a random key, so that a million sources need no million strings.
struct SourceTable {
  /// A source whose original has to be put together from what is kept and what was lifted.
  struct Restoration: Sendable {
    var tagEnd: Int
    var original: FileFact
    var kept: Digest
    /// Of what is kept.
    var fileExtension: String
    var lifted: [LiftedPlace] = []
  }

  private struct Row {
    var key: Int
    var kept: Int
    var extensionHash: UInt16
    var isUsed = false
    /// Of the first row with this digest and extension: whether the file is listed.
    var isKept = false
    var tagEnd: Int

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

  /// False when the key is known already; the first stays.
  mutating func insert(key: UnsafeRawBufferPointer, _ source: Restoration) -> Bool {
    last = nil
    let row = Row(
      key: SourceTable.hash(key), kept: source.kept.hashValue,
      extensionHash: UInt16(truncatingIfNeeded: source.fileExtension.hashValue), tagEnd: source.tagEnd)
    let number = rows.count
    rows.append(row)
    guard byKey.insert(number, hash: { rows[$0].key }, isSame: { rows[$0].key == row.key }) else {
      rows.removeLast()
      return false
    }
    _ = byDigest.insert(number, hash: { rows[$0].kept }, isSame: { rows[$0].kept == row.kept })
    _ = byFile.insert(number, hash: { rows[$0].fileHash }, isSame: { rows[$0].hasFile(of: row) })
    last = source
    if source.kept != source.original.digest { restorations.append(source) }
    return true
  }

  /// Adds to the source that was taken last; false when there is none.
  mutating func lift(_ place: LiftedPlace) -> Bool {
    guard let last else { return false }
    if restorations.last?.tagEnd != last.tagEnd { restorations.append(last) }
    restorations[restorations.count - 1].lifted.append(place)
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
  mutating func list(_ digest: Digest, fileExtension: String) -> Bool {
    if let number = owner(digest, fileExtension) {
      rows[number].isKept = true
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

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }
}
