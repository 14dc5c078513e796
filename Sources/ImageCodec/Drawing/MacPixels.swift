internal import SlipBase

/// A bitmap or pixel map within a QuickDraw picture.
///
/// Its data end with its last row, and only decoding tells where that is. The player therefore also
/// uses this type to find the next opcode.
///
/// ```
/// base address        4 bytes, for direct pixels only
/// row bytes           2 bytes; the highest bit means a pixel map
/// bounds              8 bytes
/// rest of a pixel map 36 bytes with packing and depth, then a palette unless direct
/// source, target      8 bytes each
/// mode                2 bytes
/// region              for odd opcodes
/// rows                packed ones with their length in front
/// ```
struct MacPixels {
  /// The number of columns.
  let width: Int
  /// The number of rows.
  let height: Int
  /// The part that is drawn, counted from the map's own corner.
  let source: MacPicture.Box
  /// Where it is drawn.
  let target: MacPicture.Box
  /// How it is combined with what is there; 0 copies.
  let mode: Int
  /// The length of all data in bytes.
  private(set) var length = 0

  /// The length of an unpacked row in bytes.
  private let rowBytes: Int
  /// Bits for each pixel.
  private let depth: Int
  /// How rows are packed (`packType`): 1 not at all, 2 by dropping the unused byte of each pixel, others
  /// by PackBits.
  private let packing: Int
  /// The palette; black and white for a bitmap.
  private let palette: [SIMD3<UInt8>]
  /// Where each row is.
  private var rows: [Range<Int>] = []
  /// The data from the opcode on.
  private let view: ByteView
  /// Whether the rows are packed.
  private let isPacked: Bool

  /// Reads the headers and finds the rows; nil when the data are broken or too large.
  ///
  /// - Parameter code: The opcode: 0x90, 0x91, or 0x98 to 0x9B. Odd ones have a region in front of
  ///   the rows.
  init?(_ view: ByteView, code: Int, _ limits: Limits) {
    self.view = view
    let isDirect = code >= 0x9A
    var offset = isDirect ? 4 : 0
    guard let rowWord = view.unsigned16(offset) else { return nil }
    rowBytes = rowWord & 0x3FFF
    let bounds = MacPicture.box(view, at: offset + 2)
    offset += 10
    (width, height) = (Int(bounds.width), Int(bounds.height))
    guard width > 0, height > 0, width <= min(limits.pictureSide, limits.wholePicturePixels / height) else {
      return nil
    }
    var palette: [SIMD3<UInt8>] = [SIMD3(255, 255, 255), SIMD3(0, 0, 0)]
    if rowWord & 0x8000 != 0 || isDirect {
      packing = view.unsigned16(offset + 2) ?? 0
      depth = view.unsigned16(offset + 18) ?? 0
      offset += 36
      if !isDirect { palette = MacPixels.palette(view, &offset) }
    } else {
      (packing, depth) = (0, 1)
    }
    self.palette = palette
    let corner = (bounds.left, bounds.top)
    let part = MacPicture.box(view, at: offset)
    source = MacPicture.Box(
      top: part.top - corner.1, left: part.left - corner.0, bottom: part.bottom - corner.1,
      right: part.right - corner.0)
    target = MacPicture.box(view, at: offset + 8)
    mode = view.unsigned16(offset + 16) ?? 0
    offset += 18
    if code & 1 != 0 { offset += view.unsigned16(offset) ?? 0 }
    isPacked = code >= 0x98 && rowBytes >= 8 && packing != 1 && packing != 2
    guard [1, 2, 4, 8, 16, 32].contains(depth), findRows(&offset) else { return nil }
    length = offset
  }

  /// Reads the palette, and moves `offset` behind it.
  private static func palette(_ view: ByteView, _ offset: inout Int) -> [SIMD3<UInt8>] {
    let (flags, count) = (view.unsigned16(offset + 4) ?? 0, (view.unsigned16(offset + 6) ?? 0) + 1)
    var palette = [SIMD3<UInt8>](repeating: .zero, count: min(count, 256))
    for entry in palette.indices {
      let place = offset + 8 + entry * 8
      // In the table of a device, entries are numbered by their place.
      let index = flags & 0x8000 != 0 ? entry : view.unsigned16(place) ?? 0
      guard palette.indices.contains(index) else { continue }
      for channel in 0..<3 { palette[index][channel] = UInt8(view.byte(place + 2 + channel * 2) ?? 0) }
    }
    offset += 8 + count * 8
    return palette
  }

  /// Finds all rows, and moves `offset` behind them; false when the data are too short.
  private mutating func findRows(_ offset: inout Int) -> Bool {
    let plain = packing == 2 ? rowBytes / 4 * 3 : rowBytes
    guard plain > 0 else { return false }
    for _ in 0..<height {
      var size = plain
      if isPacked {
        guard let counted = rowBytes > 250 ? view.unsigned16(offset) : view.byte(offset) else { return false }
        size = counted
        offset += rowBytes > 250 ? 2 : 1
      }
      guard size <= view.count - offset else { return false }
      rows.append(offset..<offset + size)
      offset += size
    }
    return true
  }

  /// Decodes the pixels; nil when a row is missing.
  func decode() -> PixelImage? {
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 3)
    for range in rows {
      guard let packed = view.part(from: range.lowerBound, length: range.count) else { return nil }
      let row = isPacked ? unpacked(packed, unit: depth == 16 ? 2 : 1) : Array(packed.bytes)
      append(row, to: &samples)
    }
    return PixelImage(width: width, height: height, layout: .rgb, samples: samples)
  }

  /// Unpacks a row coded with PackBits: a count, then so many units, or one unit to repeat.
  private func unpacked(_ packed: ByteView, unit: Int) -> [UInt8] {
    var row: [UInt8] = []
    row.reserveCapacity(rowBytes)
    var offset = 0
    while row.count < rowBytes, let byte = packed.byte(offset) {
      offset += 1
      if byte == 128 { continue }
      let count = byte < 128 ? (byte + 1) * unit : unit
      guard let part = packed.part(from: offset, length: count), part.count == count else { break }
      if byte < 128 {
        row += part.bytes
      } else {
        for _ in 0..<257 - byte { row += part.bytes }
      }
      offset += count
    }
    return row
  }

  /// Appends the pixels of an unpacked row as red, green and blue.
  private func append(_ row: [UInt8], to samples: inout [UInt8]) {
    func byte(_ index: Int) -> Int { index < row.count ? Int(row[index]) : 0 }
    switch depth {
    case 16:
      for x in 0..<width {
        let word = byte(x * 2) << 8 | byte(x * 2 + 1)
        for shift in [10, 5, 0] { samples.append(UInt8((word >> shift & 31) * 255 / 31)) }
      }
    case 32:
      // Packed rows have one component after the other: alpha, if there is one, then red, green, blue.
      let first = isPacked && row.count >= width * 4 ? width : 0
      for x in 0..<width {
        for channel in 0..<3 {
          let index =
            isPacked ? first + channel * width + x : packing == 2 ? x * 3 + channel : x * 4 + 1 + channel
          samples.append(UInt8(byte(index)))
        }
      }
    default:
      let perByte = 8 / depth
      for x in 0..<width {
        let index = byte(x / perByte) >> (8 - depth - x % perByte * depth) & (1 << depth - 1)
        let color = index < palette.count ? palette[index] : .zero
        samples.append(color.x)
        samples.append(color.y)
        samples.append(color.z)
      }
    }
  }
}
