/// Makes compound files (MS-CFB).
///
/// ```swift
/// var file = CompoundFileMaker()
/// file.add("note/0", Array("{\\rtf1 Bees}".utf8))
/// let bytes = file.bytes()
/// ```
public struct CompoundFileMaker {
  /// A storage or stream.
  private struct Entry {
    var name: String
    var content: [UInt8]?
    var children: [Int] = []
    var created: UInt64 = 0
    var modified: UInt64 = 0
    var start: UInt32 = 0xFFFF_FFFE
  }

  /// The entries; the first one is the root.
  private var entries = [Entry(name: "Root Entry")]
  /// The size of a sector: 512, or 4,096 in version 4.
  public var sectorSize = 512

  /// Creates an empty file.
  public init() {}

  /// Adds a stream, and the storages on the way to it.
  public mutating func add(_ path: String, _ content: [UInt8]) {
    let names = path.split(separator: "/").map(String.init)
    let storage = self.storage(names.dropLast())
    entries.append(Entry(name: names[names.count - 1], content: content))
    entries[storage].children.append(entries.count - 1)
  }

  /// Gives a storage its dates, in units of 100 nanoseconds since 1601. It is made if it is missing.
  public mutating func date(_ path: String, created: UInt64, modified: UInt64) {
    let storage = self.storage(path.split(separator: "/").map(String.init)[...])
    (entries[storage].created, entries[storage].modified) = (created, modified)
  }

  /// The storage at a path.
  private mutating func storage(_ names: ArraySlice<String>) -> Int {
    var storage = 0
    for name in names {
      if let known = entries[storage].children.first(where: { entries[$0].name == name }) {
        storage = known
      } else {
        entries.append(Entry(name: name))
        entries[storage].children.append(entries.count - 1)
        storage = entries.count - 1
      }
    }
    return storage
  }

  /// The file.
  public func bytes() -> [UInt8] {
    var made = Made(sectorSize: sectorSize)
    var entries = entries
    var (mini, miniTable): ([UInt8], [UInt32]) = ([], [])
    for index in entries.indices {
      guard let content = entries[index].content, !content.isEmpty else { continue }
      guard content.count < 4096 else {
        entries[index].start = made.add(content)
        continue
      }
      let count = (content.count + 63) / 64
      let first = miniTable.count
      entries[index].start = UInt32(first)
      for sector in 0..<count {
        miniTable.append(sector == count - 1 ? 0xFFFF_FFFE : UInt32(first + sector + 1))
      }
      mini += content + Array(repeating: 0, count: count * 64 - content.count)
    }
    let miniStart = made.add(mini)
    let miniTableStart = made.add(miniTable.flatMap(Made.word))
    let directoryStart = made.add(directory(entries, miniStart, mini.count))
    return made.finish(directoryStart, miniTableStart, miniTable.isEmpty ? 0 : 1)
  }

  /// The directory. The entries of a storage form a list, which is a tree as well.
  private func directory(_ entries: [Entry], _ miniStart: UInt32, _ miniLength: Int) -> [UInt8] {
    var next: [Int: Int] = [:]
    var first: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      let sorted = entry.children.sorted {
        let (a, b) = (entries[$0].name.uppercased(), entries[$1].name.uppercased())
        return a.utf16.count == b.utf16.count ? a < b : a.utf16.count < b.utf16.count
      }
      first[index] = sorted.first
      for (a, b) in zip(sorted, sorted.dropFirst()) { next[a] = b }
    }
    var out: [UInt8] = []
    for (index, entry) in entries.enumerated() {
      let name = entry.name.utf16.prefix(31).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      out += name + Array(repeating: 0, count: 64 - name.count)
      out += [UInt8(name.count + 2), 0, index == 0 ? 5 : entry.content == nil ? 1 : 2, 1]
      out += Made.word(.max) + Made.word(next[index].map(UInt32.init) ?? .max)
      out += Made.word(first[index].map(UInt32.init) ?? .max) + Array(repeating: 0, count: 20)
      for date in [entry.created, entry.modified] {
        out += Made.word(UInt32(truncatingIfNeeded: date)) + Made.word(UInt32(date >> 32))
      }
      let length = index == 0 ? miniLength : entry.content?.count ?? 0
      out += Made.word(index == 0 ? miniStart : entry.start) + Made.word(UInt32(length)) + [0, 0, 0, 0]
    }
    return out
  }

  /// The sectors of a file.
  private struct Made {
    let sectorSize: Int
    var data: [UInt8] = []
    var table: [UInt32] = []

    init(sectorSize: Int) { self.sectorSize = sectorSize }

    /// Adds a stream; returns its first sector.
    mutating func add(_ bytes: [UInt8]) -> UInt32 {
      guard !bytes.isEmpty else { return 0xFFFF_FFFE }
      let count = (bytes.count + sectorSize - 1) / sectorSize
      let first = table.count
      for sector in 0..<count { table.append(sector == count - 1 ? 0xFFFF_FFFE : UInt32(first + sector + 1)) }
      data += bytes + Array(repeating: 0, count: count * sectorSize - bytes.count)
      return UInt32(first)
    }

    /// Adds the table and its list, and puts the header before all.
    mutating func finish(_ directory: UInt32, _ miniTable: UInt32, _ miniTables: UInt32) -> [UInt8] {
      let (perSector, perList) = (sectorSize / 4, sectorSize / 4 - 1)
      var (tables, lists) = (0, 0)
      while tables * perSector < table.count + tables + lists
        || 109 + lists * perList < tables
      {
        if tables * perSector < table.count + tables + lists { tables += 1 } else { lists += 1 }
      }
      let firstTable = table.count
      table += Array(repeating: 0xFFFF_FFFD, count: tables) + Array(repeating: 0xFFFF_FFFC, count: lists)
      let places = (0..<tables).map { UInt32(firstTable + $0) }
      var list = places.dropFirst(109)
      let firstList = firstTable + tables
      let padded = table + Array(repeating: .max, count: tables * perSector - table.count)
      data += padded.flatMap(Made.word)
      for index in 0..<lists {
        let part = list.prefix(perList)
        list = list.dropFirst(perList)
        data += part.flatMap(Made.word) + Array(repeating: 0xFF, count: (perList - part.count) * 4)
        data += Made.word(index == lists - 1 ? 0xFFFF_FFFE : UInt32(firstList + index + 1))
      }
      var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array(repeating: 0, count: 16)
      header += [0x3E, 0, sectorSize == 512 ? 3 : 4, 0, 0xFE, 0xFF, sectorSize == 512 ? 9 : 12, 0, 6, 0]
      header +=
        Array(repeating: 0, count: 10) + Made.word(UInt32(tables)) + Made.word(directory) + Made.word(0)
      header += Made.word(4096) + Made.word(miniTable) + Made.word(miniTables)
      header += Made.word(lists == 0 ? 0xFFFF_FFFE : UInt32(firstList)) + Made.word(UInt32(lists))
      for index in 0..<109 { header += Made.word(index < places.count ? places[index] : .max) }
      return header + Array(repeating: 0, count: sectorSize - 512) + data
    }

    /// The bytes of a number, the lowest first.
    static func word(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }
}
