internal import CCodecShims
internal import SlipBase

/// Decodes a JPEG with libjpeg-turbo, at one eighth to the whole of its size. The bytes must
/// outlive the reader.
///
/// A file that breaks off is decoded as browsers do it, if at least half of its rows are there (or,
/// for a progressive file, the first pass over every component). Otherwise it is an error. Wrong
/// bits that don't break off the data go unnoticed, because nothing in the format distinguishes
/// them from a picture.
///
/// Decoding at a smaller scale is much faster, because whole frequencies are left out. libjpeg
/// reports errors by `longjmp`, so it is called through C functions that return a status.
final class JPEGReader: RowSource {
  /// The decoder.
  private let handle: OpaquePointer
  /// The size and layout that the decoder reports.
  private let raster: slip_raster
  /// How the samples are arranged.
  let layout: SampleLayout
  /// The ICC profile in the file; nil for none.
  let profile: UnsafeRawBufferPointer?

  /// How much memory a progressive file may always take for its coefficients.
  ///
  /// They must be in memory as a whole, at up to 6 bytes a pixel. Real files have at least one byte
  /// for each 40 of that. A header that claims more than its file can hold gets only this much.
  private static let harmlessMemory = 160 << 20
  /// How much memory any file may take.
  private static let mostMemory = 1 << 30
  /// How much memory each byte of the file may take.
  private static let memoryPerByte = 40

  /// Begins to decode a file.
  ///
  /// - Parameter eighths: The scale in eighths, 1 to 8.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  init(_ bytes: UnsafeRawBufferPointer, eighths: Int) throws(SlipError) {
    let memory = min(Self.mostMemory, max(Self.harmlessMemory, Self.memoryPerByte * bytes.count))
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress,
      let handle = slip_jpeg_open(base, bytes.count, memory)
    else { throw PictureFault.tooCostly.error() }
    var raster = slip_raster()
    let fault = PictureFault(slip_jpeg_start(handle, UInt32(eighths), &raster))
    guard fault == nil, let layout = SampleLayout(raster.layout) else {
      let message = String(cString: slip_jpeg_message(handle))
      slip_jpeg_close(handle)
      throw (fault ?? .unsupportedCoding).error(message)
    }
    self.handle = handle
    self.raster = raster
    self.layout = layout
    profile = JPEGHeader(ByteView(bytes))?.profile.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
  }

  deinit { slip_jpeg_close(handle) }

  /// The number of columns at this scale.
  var width: Int { Int(raster.width) }
  /// The number of rows at this scale.
  var height: Int { Int(raster.height) }

  func forEachRow(_ take: (PixelRow) -> Void) throws(SlipError) {
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: width * layout.channels + PixelRow.spareBytes)
    defer { row.deallocate() }
    for y in 0..<height {
      if let fault = PictureFault(slip_jpeg_read_row(handle, row)) {
        throw fault.error(String(cString: slip_jpeg_message(handle)))
      }
      take(PixelRow(samples: row, y: y, count: width))
    }
  }
}
