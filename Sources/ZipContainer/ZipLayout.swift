package import SlipFiles
package import SlipBase

/// Where the parts of a ZIP file are in it (APPNOTE 6.3.10, section 4.3), which libzip doesn't say.
///
///     local header, name, extra field      of the first entry
///     data
///     data descriptor                      optional
///     …                                    further entries
///     central directory                    a header for each entry
///     Zip64 end record and locator         for large files
///     end record, comment
///
/// Bytes between these parts belong to nothing: they are slack. Validation reports them, and
/// whether `mimetype` comes first. Use this only for files that `ZipArchive` accepts, since it
/// checks little itself.
package struct ZipLayout {
  /// The name of the entry at the very start of the file, if it is stored and has no extra field. A
  /// slippack begins with `mimetype`.
  package private(set) var firstStored: String?
  /// The number of bytes that belong to no entry: before, between and after entries, and in
  /// comments.
  package private(set) var slack = 0
  /// The number of entries whose lengths follow their data, in a data descriptor (APPNOTE 4.3.9).
  package private(set) var descriptors = 0
  /// Whether parts of the file overlap.
  package private(set) var overlaps = false

  /// What the directory says of an entry.
  private struct Entry {
    /// Where the local header begins.
    var offset: Int
    /// The number of packed bytes.
    var packed: Int
    /// Whether a data descriptor follows the data.
    var hasDescriptor: Bool
    /// Whether the entry has Zip64 lengths of 8 bytes.
    var isZip64: Bool
  }

  private let file: InputFile

  /// Reads the layout of a file; nil where it contradicts itself.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  package init?(_ file: InputFile) throws(SlipError) {
    self.file = file
    guard let end = try ZipDirectoryEnd(file) else { return nil }
    var entries: [Entry] = []
    guard try readDirectory(end, &entries) else { return nil }
    slack += end.tailLength
    entries.sort { $0.offset < $1.offset }
    var position = 0
    for (index, entry) in entries.enumerated() {
      guard let data = try dataStart(entry, isFirst: index == 0) else { return nil }
      if entry.offset < position { overlaps = true }
      slack += max(0, entry.offset - position)
      position = max(position, data + entry.packed)
      if entry.hasDescriptor { position += try descriptorLength(at: position, entry) }
    }
    if end.directoryStart < position { overlaps = true }
    slack += max(0, end.directoryStart - position)
    slack += max(0, end.recordsStart - end.directoryEnd)
  }

  /// Reads the central directory (APPNOTE 4.3.12). False where it isn't sound.
  private mutating func readDirectory(
    _ end: ZipDirectoryEnd, _ entries: inout [Entry]
  ) throws(SlipError) -> Bool {
    var window = ZipWindow(file, from: end.directoryStart, to: end.directoryEnd)
    for _ in 0..<end.count {
      guard let header = try window.take(46), header.u32(0) == 0x0201_4B50 else { return false }
      let (nameLength, extraLength) = (header.u16(28), header.u16(30))
      guard try window.take(nameLength) != nil, let extra = try window.take(extraLength),
        try window.take(header.u16(32)) != nil
      else { return false }
      slack += header.u16(32)
      var entry = Entry(
        offset: header.u32(42), packed: header.u32(20), hasDescriptor: header.u16(8) & 8 != 0, isZip64: false)
      guard ZipLayout.widen(&entry, header, extra) else { return false }
      if entry.hasDescriptor { descriptors += 1 }
      entries.append(entry)
    }
    return true
  }

  /// Replaces numbers that don't fit into 4 bytes by those of the Zip64 extra field (APPNOTE
  /// 4.5.3), which holds exactly these, in this order. False where they are missing.
  private static func widen(_ entry: inout Entry, _ header: ZipBytes, _ extra: ZipBytes) -> Bool {
    let wide = [24, 20, 42].filter { header.u32($0) == 0xFFFF_FFFF }
    guard !wide.isEmpty else { return true }
    var position = 0
    while position + 4 <= extra.count {
      let (id, length) = (extra.u16(position), extra.u16(position + 2))
      position += 4
      guard id == 1 else {
        position += length
        continue
      }
      guard position + 8 * wide.count <= extra.count else { return false }
      for field in wide {
        if field == 20 { entry.packed = extra.u64(position) }
        if field == 42 { entry.offset = extra.u64(position) }
        position += 8
      }
      entry.isZip64 = true
      return entry.packed >= 0 && entry.offset >= 0
    }
    return false
  }

  /// The offset of an entry's data, after its local header (APPNOTE 4.3.7); nil where there is no
  /// header. The first entry is examined more closely.
  private mutating func dataStart(_ entry: Entry, isFirst: Bool) throws(SlipError) -> Int? {
    guard entry.offset <= file.length - 30, entry.packed <= file.length else { return nil }
    var window = ZipWindow(file, from: entry.offset, to: file.length, size: 64)
    guard let header = try window.take(30), header.u32(0) == 0x0403_4B50 else { return nil }
    let (nameLength, extraLength) = (header.u16(26), header.u16(28))
    if isFirst, entry.offset == 0, extraLength == 0, header.u16(8) == 0,
      let name = try window.take(nameLength)
    {
      firstStored = String(validating: name.bytes, as: UTF8.self)
    }
    return entry.offset + 30 + nameLength + extraLength
  }

  /// The length of a data descriptor. It may have a signature or none, and lengths of 4 or 8 bytes.
  private func descriptorLength(at offset: Int, _ entry: Entry) throws(SlipError) -> Int {
    var window = ZipWindow(file, from: offset, to: file.length, size: 64)
    let hasSignature = try window.take(4)?.u32(0) == 0x0807_4B50
    return (hasSignature ? 16 : 12) + (entry.isZip64 ? 8 : 0)
  }
}

/// The records at the end of a ZIP file: the end record (APPNOTE 4.3.16), and the Zip64 end record
/// (4.3.14) where there is one.
struct ZipDirectoryEnd {
  /// The offset of the central directory.
  var directoryStart = 0
  /// The offset after the central directory.
  var directoryEnd = 0
  /// The number of entries.
  var count = 0
  /// The offset after the last record and its comment.
  var end = 0
  /// The number of bytes after the end record without its comment: the comment, and what doesn't
  /// belong to the ZIP file.
  var tailLength = 0
  /// The offset of the first of these records.
  var recordsStart = 0

  /// Finds the last end record whose comment is within the file; nil where there is none, or where
  /// its numbers contradict each other.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  init?(_ file: InputFile) throws(SlipError) {
    let length = min(file.length, 22 + 65_535)
    let start = file.length - length
    var window = ZipWindow(file, from: start, to: file.length, size: length)
    guard length >= 22, let tail = try window.take(length) else { return nil }
    var found: Int?
    for position in stride(from: length - 22, through: 0, by: -1)
    where tail.u32(position) == 0x0605_4B50 && position + 22 + tail.u16(position + 20) <= length {
      found = position
      break
    }
    guard let record = found else { return nil }
    tailLength = length - record - 22
    end = start + record + 22 + tail.u16(record + 20)
    recordsStart = start + record
    count = tail.u16(record + 10)
    let size = tail.u32(record + 12)
    directoryStart = tail.u32(record + 16)
    directoryEnd = directoryStart + size
    let isWide = count == 0xFFFF || size == 0xFFFF_FFFF || directoryStart == 0xFFFF_FFFF
    if isWide, record >= 20, tail.u32(record - 20) == 0x0706_4B50 {
      guard try readWide(file, at: tail.u64(record - 12)) else { return nil }
    }
    guard directoryStart >= 0, directoryStart <= directoryEnd, directoryEnd <= recordsStart else {
      return nil
    }
  }

  /// Takes the numbers from the Zip64 end record. False where it isn't sound.
  private mutating func readWide(_ file: InputFile, at offset: Int) throws(SlipError) -> Bool {
    guard offset >= 0, offset <= file.length - 56 else { return false }
    var window = ZipWindow(file, from: offset, to: file.length, size: 64)
    guard let record = try window.take(56), record.u32(0) == 0x0606_4B50 else { return false }
    (recordsStart, count, directoryStart) = (offset, record.u64(32), record.u64(48))
    let (end, overflow) = directoryStart.addingReportingOverflow(record.u64(40))
    directoryEnd = end
    return !overflow && count >= 0
  }
}
