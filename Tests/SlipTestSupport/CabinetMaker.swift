/// Makes cabinets (MS-CAB) whose files are stored, or packed by LZX in blocks that hold the bytes as they are.
public struct CabinetMaker: Sendable {
  /// A file.
  public struct File: Sendable {
    public var name: String
    public var bytes: [UInt8]

    public init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  private let files: [File]
  private let isPacked: Bool

  /// - Parameters:
  ///   - files: The files, with backslashes in their names.
  ///   - isPacked: Whether they are packed by LZX.
  public init(_ files: [File], isPacked: Bool) { (self.files, self.isPacked) = (files, isPacked) }

  /// The bytes of the cabinet.
  public func bytes() -> [UInt8] {
    let content = files.flatMap(\.bytes)
    let blocks = stride(from: 0, to: content.count, by: 32_768).map {
      Array(content[$0..<min($0 + 32_768, content.count)])
    }
    var list: [UInt8] = []
    var offset = 0
    for file in files {
      // The length, the place in the folder, the folder; 6 May 2024, 07:08:10; the attributes; the name.
      list += number(file.bytes.count, 4) + number(offset, 4) + number(0, 2)
      list += number((2024 - 1980) << 9 | 5 << 5 | 6, 2) + number(7 << 11 | 8 << 5 | 5, 2)
      list += number(0xA0, 2) + Array(file.name.utf8) + [0]
      offset += file.bytes.count
    }
    var data: [UInt8] = []
    for (index, block) in blocks.enumerated() {
      let packed = isPacked ? lzx(block, isFirst: index == 0) : block
      // No checksum, and both lengths.
      data += number(0, 4) + number(packed.count, 2) + number(block.count, 2) + packed
    }
    let dataStart = 36 + 8 + list.count
    var head = Array("MSCF".utf8) + number(0, 4) + number(dataStart + data.count, 4) + number(0, 4)
    head += number(44, 4) + number(0, 4) + [3, 1] + number(1, 2) + number(files.count, 2)
    head += number(0, 2) + number(7, 2) + number(0, 2)
    head += number(dataStart, 4) + number(blocks.count, 2) + number(isPacked ? 0x0F03 : 0, 2)
    return head + list + data
  }

  /// A block of LZX that isn't compressed, in a frame of its own.
  private func lzx(_ block: [UInt8], isFirst: Bool) -> [UInt8] {
    // The first bit of all says that no addresses of machine code are changed; then the type 3 and the length.
    let width = isFirst ? 28 : 27
    let bits = (3 << 24 | block.count) << (32 - width)
    var output = number(bits >> 16, 2) + number(bits & 0xFFFF, 2)
    for _ in 0..<3 { output += number(1, 4) }
    output += block
    return output + (block.count % 2 == 1 ? [0] : [])
  }

  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(value >> (8 * $0) & 0xFF) }
  }
}
