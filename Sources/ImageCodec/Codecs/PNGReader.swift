internal import CCodecShims
internal import SlipBase

/// Decodes a PNG to samples of 8 bits with libpng. The bytes must outlive the reader.
///
/// Damage to the pixels is always an error, because PNG has checksums. Damage behind the last row
/// goes unnoticed.
final class PNGReader: RowSource {
  /// The decoder.
  private let handle: OpaquePointer
  /// The size and layout that the decoder reports.
  private let raster: slip_raster
  /// How the samples are arranged.
  let layout: SampleLayout

  /// How many bytes of pixels may come from a file of any size. They take a moment to decode.
  private static let harmlessBytes = 128 << 20
  /// How many bytes of pixels may come from each byte of a larger file. Photographs reach 5, pages
  /// of text 100.
  private static let bytesPerByte = 200
  /// How many bytes can come from each byte at all, by the rules of deflate.
  private static let mostBytesPerByte = 1032

  /// Begins to decode a file.
  ///
  /// - Parameter sideLimit: The longest side in pixels.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  init(_ bytes: UnsafeRawBufferPointer, sideLimit: Int) throws(SlipError) {
    try Self.checkClaim(bytes)
    let limit = UInt32(clamping: min(sideLimit, Int(Int32.max)))
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress,
      let handle = slip_png_open(base, bytes.count, limit)
    else { throw PictureFault.tooCostly.error() }
    var raster = slip_raster()
    let fault = PictureFault(slip_png_start(handle, &raster))
    guard fault == nil, let layout = SampleLayout(raster.layout) else {
      let message = String(cString: slip_png_message(handle))
      slip_png_close(handle)
      throw (fault ?? .unsupportedCoding).error(message)
    }
    self.handle = handle
    self.raster = raster
    self.layout = layout
  }

  /// Throws when the header claims more pixels than the file can hold, or than is plausible.
  ///
  /// A few hundred bytes can claim a picture of gigabytes. The file's own size is therefore a
  /// limit, too: no file may inflate to more than deflate allows, and a large picture must have a
  /// plausible number of bytes.
  private static func checkClaim(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    let claim = PNGHeader.inflatedBytes(ByteView(bytes))
    if claim / mostBytesPerByte > bytes.count { throw PictureFault.truncated.error() }
    if claim > harmlessBytes, claim / bytesPerByte > bytes.count { throw PictureFault.tooCostly.error() }
  }

  deinit { slip_png_close(handle) }

  /// The number of columns.
  var width: Int { Int(raster.width) }
  /// The number of rows.
  var height: Int { Int(raster.height) }

  /// The ICC profile in the file; nil for none.
  var profile: UnsafeRawBufferPointer? {
    raster.profile.map { UnsafeRawBufferPointer(start: $0, count: Int(raster.profile_size)) }
  }

  func forEachRow(_ take: (PixelRow) -> Void) throws(SlipError) {
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: width * layout.channels + PixelRow.spareBytes)
    defer { row.deallocate() }
    for pass in raster.interlaced == 0 ? [Pass.whole] : Pass.adam7 {
      let count = (width - pass.x + pass.stepX - 1) / pass.stepX
      guard count > 0 else { continue }
      for y in stride(from: pass.y, to: height, by: pass.stepY) {
        if let fault = PictureFault(slip_png_read_row(handle, row)) {
          throw fault.error(String(cString: slip_png_message(handle)))
        }
        take(PixelRow(samples: row, y: y, start: pass.x, step: pass.stepX, count: count))
      }
    }
  }

  /// The pixels that a pass of an interlaced picture contains (PNG 3rd edition, 8.1).
  private struct Pass {
    /// The first column.
    var x: Int
    /// The first row.
    var y: Int
    /// From one column to the next.
    var stepX: Int
    /// From one row to the next.
    var stepY: Int

    /// The only pass of a picture that is not interlaced.
    static let whole = Pass(x: 0, y: 0, stepX: 1, stepY: 1)
    /// The seven passes of an interlaced picture.
    ///
    /// Each pass has every eighth, fourth or second pixel of some rows, so that a rough picture
    /// appears early.
    static let adam7 = [
      Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
      Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
      Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
      Pass(x: 0, y: 1, stepX: 1, stepY: 2),
    ]
  }
}
