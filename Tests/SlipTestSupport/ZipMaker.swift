/// Makes ZIP files byte by byte, wrong ones above all.
public struct ZipMaker {
  public struct Entry {
    public var name: [UInt8]
    public var bytes: [UInt8]
    public var method: UInt16 = 0
    public var flags: UInt16 = 0
    /// The high half is a Unix mode.
    public var attributes: UInt32 = 0o100644 << 16
    /// What the headers claim, where that is not the truth.
    public var claimedSize: Int?
    public var claimedPackedSize: Int?
    public var claimedChecksum: UInt32?
    /// The name in the local header, where it differs.
    public var localName: [UInt8]?
    /// Puts the central entry on the data of the entry with this index.
    public var sharesDataOf: Int?
    /// Of the entry, in the central directory.
    public var comment: [UInt8] = []

    public init(_ name: String, _ text: String = "") {
      self.name = Array(name.utf8)
      bytes = Array(text.utf8)
    }
  }

  public var entries: [Entry] = []

  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// A packed bundle with nothing wrong, to which wrong entries are added.
  public static func bundle(_ more: [Entry] = []) -> ZipMaker {
    ZipMaker([Entry("mimetype", "application/vnd.slipbox"), Entry("manifest.xml", "<slipbox/>")] + more)
  }

  public func bytes() -> [UInt8] {
    var out: [UInt8] = []
    var central: [UInt8] = []
    var offsets: [Int] = []
    for entry in entries {
      let offset = entry.sharesDataOf.map { offsets[$0] } ?? out.count
      offsets.append(offset)
      if entry.sharesDataOf == nil {
        let name = entry.localName ?? entry.name
        put32(0x0403_4B50, &out)
        put16(20, &out)
        common(entry, nameLength: name.count, &out)
        out += name + entry.bytes
      }
      put32(0x0201_4B50, &central)
      put16(0x0314, &central)
      put16(20, &central)
      common(entry, nameLength: entry.name.count, &central)
      put16(UInt16(entry.comment.count), &central)
      for _ in 0..<2 { put16(0, &central) }
      put32(entry.attributes, &central)
      put32(UInt32(offset), &central)
      central += entry.name + entry.comment
    }
    let start = out.count
    out += central
    put32(0x0605_4B50, &out)
    put32(0, &out)
    put16(UInt16(entries.count), &out)
    put16(UInt16(entries.count), &out)
    put32(UInt32(central.count), &out)
    put32(UInt32(start), &out)
    put16(0, &out)
    return out
  }

  /// From flags to the length of the extra field: the same in both headers.
  private func common(_ entry: Entry, nameLength: Int, _ out: inout [UInt8]) {
    put16(entry.flags, &out)
    put16(entry.method, &out)
    put16(0, &out)
    put16(0x21, &out)
    put32(entry.claimedChecksum ?? ZipMaker.checksum(entry.bytes), &out)
    put32(UInt32(entry.claimedPackedSize ?? entry.bytes.count), &out)
    put32(UInt32(entry.claimedSize ?? entry.bytes.count), &out)
    put16(UInt16(nameLength), &out)
    put16(0, &out)
  }

  /// A deflated entry: one block as it is, and bytes behind the stream.
  public static func deflated(_ name: String, _ text: String, behind: String = "") -> Entry {
    var entry = Entry(name)
    let bytes = Array(text.utf8)
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    entry.method = 8
    entry.claimedSize = bytes.count
    entry.claimedChecksum = checksum(bytes)
    entry.bytes = [1, low, high, ~low, ~high] + bytes + Array(behind.utf8)
    return entry
  }

  private func put16(_ value: UInt16, _ out: inout [UInt8]) {
    out.append(UInt8(truncatingIfNeeded: value))
    out.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  private func put32(_ value: UInt32, _ out: inout [UInt8]) {
    put16(UInt16(truncatingIfNeeded: value), &out)
    put16(UInt16(truncatingIfNeeded: value >> 16), &out)
  }

  /// CRC-32 as ZIP has it.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
