internal import SlipBase

/// Reads the tables of a compound file.
///
/// ```
/// header, offset   length
///              0        8  D0 CF 11 E0 A1 B1 1A E1
///             26        2  version: 3 or 4
///             30        2  size of a sector as a power of two: 9 or 12
///             32        2  size of a sector of the mini stream as a power of two: 6
///             48        4  first sector of the directory
///             56        4  streams shorter than this are in the mini stream: 4096
///             60        4  first sector of the table of the mini stream
///             68        4  first sector that continues the list of the table's sectors
///             76      436  the first 109 sectors of the table
/// ```
///
/// The table (FAT) has the next sector of each sector. The counts of the header aren't read: the
/// chains say the same, and can't say more than the file has.
struct CompoundFileReader {
  /// The file.
  private let bytes: UnsafeRawBufferPointer
  /// The bytes of a sector.
  let sectorSize: Int
  /// Whether the file is of version 3, in which lengths have four bytes.
  private let isOld: Bool
  /// How many sectors begin within the file.
  private let count: Int
  /// The next sector of each sector.
  private var table: [UInt32] = []
  /// The next sector of each sector of the mini stream.
  private var miniTable: [UInt32] = []
  /// Whether a sector belongs to something.
  private var isTaken: [Bool]
  /// Whether a sector of the mini stream belongs to a stream.
  private var isMiniTaken: [Bool] = []
  /// What was found.
  private(set) var entries: [CompoundFile.Entry] = []
  /// The sectors of the streams.
  private(set) var sectors: [UInt32] = []
  /// Whether a table or a chain is damaged.
  private(set) var isDamaged = false

  /// The end of a chain.
  private static let end: UInt32 = 0xFFFF_FFFE
  /// No entry of the directory.
  private static let none: UInt32 = 0xFFFF_FFFF
  /// The bytes of an entry of the directory.
  private static let entrySize = 128
  /// The most entries that are listed.
  private static let mostEntries = 1 << 18

  /// Reads the header; nil for sizes that no version has.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let shift = bytes.short(30)
    guard shift == 9 || shift == 12, bytes.short(32) == 6 else { return nil }
    self.bytes = bytes
    sectorSize = 1 << Int(shift)
    isOld = bytes.short(26) < 4
    count = max(0, (bytes.count - 1) / sectorSize)
    isTaken = Array(repeating: false, count: count)
  }

  /// Reads the tables and the directory; false where there is no root.
  mutating func list() -> Bool {
    readTable()
    let slots = follow(
      bytes.word(48), atMost: CompoundFileReader.mostEntries * CompoundFileReader.entrySize / sectorSize)
    guard let first = slots.first, bytes[min(position(first) + 66, bytes.count - 1)] == 5 else {
      return false
    }
    walk(slots)
    return true
  }

  /// Whether an entry of the directory has a name.
  mutating func hasEntry(_ name: [UInt16]) -> Bool {
    readTable()
    let sectors = follow(
      bytes.word(48), atMost: CompoundFileReader.mostEntries * CompoundFileReader.entrySize / sectorSize)
    for sector in sectors {
      for index in 0..<sectorSize / CompoundFileReader.entrySize {
        let start = position(sector) + index * CompoundFileReader.entrySize
        guard Int(bytes.short(start + 64)) == 2 * name.count + 2 else { continue }
        if name.indices.allSatisfy({ bytes.short(start + 2 * $0) == name[$0] }) { return true }
      }
    }
    return false
  }

  // MARK: Tables

  /// Where a sector begins.
  private func position(_ sector: UInt32) -> Int { (Int(sector) + 1) * sectorSize }

  /// Reads the table of sectors, whose own sectors are listed in the header and behind it.
  private mutating func readTable() {
    for index in 0..<109 { addTable(bytes.word(76 + 4 * index)) }
    var next = bytes.word(68)
    let perSector = sectorSize / 4 - 1
    while Int(next) < count, !isTaken[Int(next)] {
      isTaken[Int(next)] = true
      let start = position(next)
      for index in 0..<perSector { addTable(bytes.word(start + 4 * index)) }
      next = bytes.word(start + 4 * perSector)
    }
    if next != CompoundFileReader.end && next != CompoundFileReader.none && bytes.word(72) > 0 {
      isDamaged = true
    }
  }

  /// Adds a sector of the table. One that isn't there keeps its place.
  private mutating func addTable(_ sector: UInt32) {
    guard table.count < count else { return }
    let entries = min(sectorSize / 4, count - table.count)
    guard Int(sector) < count, !isTaken[Int(sector)] else {
      if sector != CompoundFileReader.none { isDamaged = true }
      table.append(contentsOf: repeatElement(CompoundFileReader.none, count: entries))
      return
    }
    isTaken[Int(sector)] = true
    let start = position(sector)
    for index in 0..<entries { table.append(bytes.word(start + 4 * index)) }
  }

  /// Follows a chain and takes its sectors.
  ///
  /// - Parameters:
  ///   - first: The first sector.
  ///   - most: The most sectors that are taken.
  /// - Returns: The sectors, in order.
  private mutating func follow(_ first: UInt32, atMost most: Int) -> [UInt32] {
    var chain: [UInt32] = []
    var (next, left) = (first, most)
    while left > 0, Int(next) < count, !isTaken[Int(next)] {
      isTaken[Int(next)] = true
      chain.append(next)
      left -= 1
      next = Int(next) < table.count ? table[Int(next)] : CompoundFileReader.none
    }
    return chain
  }

  /// Follows a chain of the mini stream, otherwise like `follow`.
  private mutating func followMini(_ first: UInt32, atMost most: Int) -> [UInt32] {
    var chain: [UInt32] = []
    var (next, left) = (first, most)
    while left > 0, Int(next) < isMiniTaken.count, !isMiniTaken[Int(next)] {
      isMiniTaken[Int(next)] = true
      chain.append(next)
      left -= 1
      next = Int(next) < miniTable.count ? miniTable[Int(next)] : CompoundFileReader.none
    }
    return chain
  }

  // MARK: Directory

  /// A place in the directory that is still to be looked at.
  private struct Waiting {
    var slot: UInt32
    var storage: Int
  }

  /// Walks the directory from the root. The entries of a storage are a binary tree, each entry with
  /// its neighbours; each is visited once.
  private mutating func walk(_ directory: [UInt32]) {
    let perSector = sectorSize / CompoundFileReader.entrySize
    var isSeen = Array(repeating: false, count: directory.count * perSector)
    /// Where an entry is in the file.
    func place(_ slot: UInt32) -> Int {
      position(directory[Int(slot) / perSector]) + Int(slot) % perSector * CompoundFileReader.entrySize
    }
    isSeen[0] = true
    let root = place(0)
    entries.append(entry(at: root, .storage))
    readMiniStream(root)
    var streams: [(start: UInt32, length: Int, entry: Int)] = []
    var waiting = [Waiting(slot: bytes.word(root + 76), storage: 0)]
    while let next = waiting.popLast() {
      guard next.slot != CompoundFileReader.none else { continue }
      guard Int(next.slot) < isSeen.count, !isSeen[Int(next.slot)],
        place(next.slot) + CompoundFileReader.entrySize <= bytes.count
      else {
        isDamaged = true
        continue
      }
      isSeen[Int(next.slot)] = true
      let start = place(next.slot)
      waiting.append(Waiting(slot: bytes.word(start + 68), storage: next.storage))
      waiting.append(Waiting(slot: bytes.word(start + 72), storage: next.storage))
      let kind = bytes[start + 66]
      guard kind == 1 || kind == 2 else {
        isDamaged = true
        continue
      }
      let index = entries.count
      entries.append(entry(at: start, kind == 1 ? .storage : .stream))
      entries[next.storage].children.append(index)
      if kind == 1 {
        waiting.append(Waiting(slot: bytes.word(start + 76), storage: index))
      } else {
        let length = isOld ? UInt64(bytes.word(start + 120)) : bytes.long(start + 120)
        streams.append((bytes.word(start + 116), Int(min(length, 1 << 40)), index))
      }
    }
    for stream in streams { addStream(stream.start, stream.length, stream.entry) }
    let names = entries.map { Array($0.name.utf16) }
    for index in entries.indices where entries[index].children.count > 1 {
      entries[index].children.sort { names[$0].lexicographicallyPrecedes(names[$1]) }
    }
  }

  /// The entry of the directory at a position.
  ///
  /// ```
  /// offset  length                         offset  length
  ///      0      64  name in UTF-16            100       8  time of creation
  ///     64       2  its length with NUL       108       8  time of change
  ///     66       1  1 storage, 2 stream       116       4  first sector
  ///     68   2 × 4  neighbours                120       8  length
  ///     76       4  an entry in it
  /// ```
  private func entry(at start: Int, _ kind: CompoundFile.Entry.Kind) -> CompoundFile.Entry {
    let length = min(64, Int(bytes.short(start + 64)))
    var entry = CompoundFile.Entry(name: bytes.part(start, length).utf16Text, kind: kind)
    if kind == .storage {
      entry.created = Timestamp(fileTime: bytes.long(start + 100))
      entry.modified = Timestamp(fileTime: bytes.long(start + 108))
    }
    return entry
  }

  /// Reads what the root says of the mini stream, and its table.
  private mutating func readMiniStream(_ root: Int) {
    let chain = follow(bytes.word(root + 116), atMost: count)
    let length = min(Int(bytes.word(root + 120)), chain.count * sectorSize)
    isMiniTaken = Array(
      repeating: false, count: (length + CompoundFile.miniSize - 1) / CompoundFile.miniSize)
    entries[0].chain = 0..<chain.count
    sectors = chain
    let tables = follow(bytes.word(60), atMost: isMiniTaken.count * 4 / sectorSize + 1)
    for sector in tables {
      let start = position(sector)
      for index in 0..<sectorSize / 4 where miniTable.count < isMiniTaken.count {
        miniTable.append(bytes.word(start + 4 * index))
      }
    }
  }

  /// Gives a stream its sectors.
  private mutating func addStream(_ start: UInt32, _ length: Int, _ entry: Int) {
    guard length > 0 else { return }
    let limit = bytes.word(56)
    let isMini = length < (limit == 0 ? 4096 : Int(limit))
    let size = isMini ? CompoundFile.miniSize : sectorSize
    let first = sectors.count
    var there = 0
    if isMini {
      sectors += followMini(start, atMost: (length + size - 1) / size)
      there = (sectors.count - first) * size
    } else {
      sectors += follow(start, atMost: (length + size - 1) / size)
      // The file may end within its last sector.
      for sector in sectors[first...] { there += min(size, bytes.count - position(sector)) }
    }
    entries[entry].chain = first..<sectors.count
    entries[entry].isMini = isMini
    entries[entry].length = min(length, there)
    entries[entry].isCut = there < length
    if there < length { isDamaged = true }
  }
}
