public import SlipBase

/// The storages and streams of a compound file (MS-CFB), the file system in a file that many
/// programs on Windows write.
///
/// ```swift
/// guard let file = CompoundFile(bytes) else { return }
/// for storage in file.children(of: CompoundFile.root) where file.entries[storage].kind == .storage {
///   guard let text = file.child(of: storage, named: "0") else { continue }
///   print(file.entries[storage].name, file.read(text, from: bytes).count)
/// }
/// ```
///
/// The listing is made once. It has no bytes of the file, which are given again for each stream, so
/// that a mapped file costs no memory.
///
/// Reading is total. A sector belongs to one stream: a chain that comes to a sector of another
/// stream, or to one of its own for the second time, ends there. So all streams together are never
/// longer than the file, whatever it claims.
public struct CompoundFile: Sendable {
  /// A storage, which is a folder, or a stream, which is a file.
  public struct Entry: Sendable {
    /// What it is.
    public enum Kind: Sendable, Hashable {
      /// It contains storages and streams.
      case storage
      /// It contains bytes.
      case stream
    }
    /// The name, of at most 31 units of UTF-16.
    public var name: String
    /// What it is.
    public var kind: Kind
    /// When it was created and last modified, in UTC; nil where the file doesn't say so. Streams
    /// have no dates.
    public var created, modified: Timestamp?
    /// How many bytes a stream has that are there; 0 for storages.
    public var length = 0
    /// Whether bytes of the stream are missing.
    public var isCut = false
    /// The entries in it, by name.
    var children: [Int] = []
    /// The places of its sectors in `sectors`.
    var chain = 0..<0
    /// Whether its sectors are those of the mini stream.
    var isMini = false
  }

  /// The storage that contains all others: the first of `entries`.
  public static let root = 0

  /// The storages and streams that can be reached from the root.
  public internal(set) var entries: [Entry] = []
  /// Whether a table or a chain of the file is damaged, so that something may be missing.
  public internal(set) var isDamaged = false
  /// The bytes of a sector: 512 or 4,096.
  var sectorSize = 512
  /// The sectors of all streams, one stream after the other.
  var sectors: [UInt32] = []
  /// Entries by their storage and name, in capital letters.
  private var places: [Place: Int] = [:]

  /// Where an entry is.
  private struct Place: Hashable {
    var storage: Int
    var name: String
  }

  /// The bytes of a sector of the mini stream.
  static let miniSize = 64

  /// Lists a file.
  ///
  /// - Returns: Nil where the bytes don't begin as a compound file does, or have no root.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard CompoundFile.isCompoundFile(bytes), var reader = CompoundFileReader(bytes) else { return nil }
    guard reader.list() else { return nil }
    (entries, isDamaged) = (reader.entries, reader.isDamaged)
    (sectorSize, sectors) = (reader.sectorSize, reader.sectors)
    for storage in entries.indices {
      for child in entries[storage].children {
        let place = Place(storage: storage, name: entries[child].name.uppercased())
        if places[place] == nil { places[place] = child } else { isDamaged = true }
      }
    }
  }

  /// Whether bytes begin as a compound file does.
  public static func isCompoundFile(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 512 && bytes.long(0) == 0xE11A_B1A1_E011_CFD0
  }

  /// Whether the directory of a compound file has an entry of a name, wherever it is.
  ///
  /// Nothing is listed for that, so it takes hardly any time or memory. It finds entries, too, that can't be reached from the root.
  public static func mentions(_ name: String, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard isCompoundFile(bytes), var reader = CompoundFileReader(bytes) else { return false }
    return reader.hasEntry(Array(name.utf16))
  }

  /// The entries in a storage, by name in the order of UTF-16. Streams have none.
  public func children(of storage: Int) -> [Int] {
    entries.indices.contains(storage) ? entries[storage].children : []
  }

  /// The entry of a name in a storage, regardless of case; nil where there is none.
  public func child(of storage: Int, named name: String) -> Int? {
    places[Place(storage: storage, name: name.uppercased())]
  }

  /// The bytes of a stream, as far as they are there; none for a storage.
  ///
  /// - Parameters:
  ///   - stream: Its place in `entries`.
  ///   - bytes: The file that was listed.
  public func read(_ stream: Int, from bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard entries.indices.contains(stream), entries[stream].kind == .stream else { return [] }
    let entry = entries[stream]
    var output: [UInt8] = []
    output.reserveCapacity(entry.length)
    for sector in sectors[entry.chain] {
      let left = entry.length - output.count
      guard left > 0 else { break }
      if entry.isMini {
        let (index, offset) = (Int(sector) * CompoundFile.miniSize).quotientAndRemainder(
          dividingBy: sectorSize)
        let host = entries[CompoundFile.root].chain
        guard index < host.count else { break }
        let start = position(of: sectors[host.lowerBound + index]) + offset
        output.append(contentsOf: bytes.part(start, min(left, CompoundFile.miniSize)))
      } else {
        output.append(contentsOf: bytes.part(position(of: sector), min(left, sectorSize)))
      }
    }
    return output
  }

  /// Where a sector begins in the file. The header takes the place of the first one.
  private func position(of sector: UInt32) -> Int { (Int(sector) + 1) * sectorSize }
}
