internal import CCodecShims
internal import SlipBase

/// Decodes a JPEG, at an eighth to the whole of its size. The bytes must outlive the reader.
///
/// A file whose data breaks off is decoded as browsers do it if at least half of its rows are there (of a
/// progressive one: if the first pass over every component is), and is an error otherwise. Wrong bits that don't
/// break it off pass, as nothing in the format tells them from a picture.
final class JPEGReader: RowSource {
  private let handle: OpaquePointer
  private let raster: slip_raster
  let layout: SampleLayout
  let profile: UnsafeRawBufferPointer?

  /// Coefficient memory for progressive files, which must be held as a whole: 6 bytes a pixel at most. Real files
  /// have at least a byte for each 40 of it; beyond that only what is harmless is granted to a header's claim.
  private static let harmlessMemory = 160 << 20
  private static let mostMemory = 1 << 30
  private static let memoryPerByte = 40

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

  var width: Int { Int(raster.width) }
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
