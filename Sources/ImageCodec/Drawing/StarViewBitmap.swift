internal import ZipContainer

/// Bitmaps of StarView metafiles: BMP files, whose palette and pixels may be packed by zlib.
enum StarViewBitmap {
  /// The number that stands for the coding of a packed bitmap.
  private static let packed = 0x0100_4453

  /// The BMP file at the beginning of some bytes, unpacked. What isn't packed stays as it is.
  ///
  /// - Parameter limit: The most pixels.
  static func plain(_ view: ByteView, limit: Int) -> [UInt8] {
    guard view.unsigned32(30) == packed, let header = view.unsigned32(14), header >= 40,
      let length = view.unsigned32(14 + header), let coding = view.unsigned32(22 + header),
      let data = view.part(from: 26 + header, length: length)
    else { return Array(view.bytes) }
    let most = limit.multipliedReportingOverflow(by: 4).partialValue
    guard let unpacked = Inflation.unpack(Array(data.bytes), .zlib, limit: max(0, most)), unpacked.isComplete
    else {
      return []
    }
    var file = Array(view.bytes.prefix(14 + header))
    for shift in 0..<4 { file[30 + shift] = UInt8(truncatingIfNeeded: coding >> (shift * 8)) }
    return file + unpacked.bytes
  }
}
