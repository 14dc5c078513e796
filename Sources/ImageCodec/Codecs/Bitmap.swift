internal import SlipBase

/// A device-independent bitmap of Windows or OS/2 ([MS-WMF], section 2.2.2.9), with or without a
/// file header.
///
/// BMP files and metafiles contain such bitmaps. Depths are 1 to 32 bits, with a palette or with
/// masks, and the pixels may be run-length coded.
///
/// ```
/// file header   14 bytes, in BMP files only; says where the pixels begin
/// header        12 bytes (OS/2) or at least 40; size, depth, coding
/// masks         12 or 16 bytes, for some codings behind a header of 40 bytes
/// palette       3 or 4 bytes for each colour, blue first
/// pixels        rows, filled up to a multiple of 4 bytes
/// ```
struct Bitmap {
  /// How the pixels are stored ([MS-WMF], section 2.1.1.7).
  private enum Coding: Int {
    /// Uncompressed (`BI_RGB`).
    case plain = 0
    /// Run-length coded with 8 bits a pixel (`BI_RLE8`).
    case runs8 = 1
    /// Run-length coded with 4 bits a pixel (`BI_RLE4`).
    case runs4 = 2
    /// Uncompressed, with masks for red, green and blue (`BI_BITFIELDS`).
    case masks = 3
    /// A JPEG file (`BI_JPEG`).
    case jpeg = 4
    /// A PNG file (`BI_PNG`).
    case png = 5
    /// Uncompressed, with masks for red, green, blue and alpha.
    case alphaMasks = 6
  }

  /// The bytes from the bitmap's own header on.
  private let view: ByteView
  /// The number of columns.
  let width: Int
  /// The number of rows.
  let height: Int
  /// Whether the first row is the top one. Usually it is the bottom one.
  private let isTopDown: Bool
  /// Bits a pixel; 0 for a JPEG or PNG.
  private let depth: Int
  /// How the pixels are stored.
  private let coding: Coding
  /// The palette as RGBA; empty for more than 8 bits a pixel.
  private let palette: [SIMD4<UInt8>]
  /// The masks of red, green, blue and alpha; 0 where there is none.
  private let masks: [UInt32]
  /// The pixels' bytes.
  private let pixels: ByteView

  /// The length of the file header in bytes.
  private static let fileHeader = 14

  /// Reads the headers and finds the pixels.
  ///
  /// - Parameters:
  ///   - bytes: The bitmap, which must outlive this value.
  ///   - isFile: Whether the file header (14 bytes) of a BMP file comes first.
  ///   - mostPixels: How many pixels it may have.
  ///   - pixelsAt: Where the pixels are, counted from the bitmap's own header; nil to go by the
  ///     headers.
  ///
  /// - Throws: `PictureFault.brokenHeader`, `.unsupportedCoding`, `.tooLarge` or `.truncated`.
  init(
    _ bytes: UnsafeRawBufferPointer, isFile: Bool, mostPixels: Int, pixelsAt: Int? = nil
  ) throws(SlipError) {
    let file = ByteView(bytes, order: .little)
    guard let view = file.part(from: isFile ? Bitmap.fileHeader : 0),
      let header = isFile ? BMPHeader.readFile(file) : BMPHeader.readBare(file),
      let headerSize = view.unsigned32(0), headerSize == 12 || headerSize >= 40, header.width > 0,
      header.height > 0,
      let depth = header.bitDepth
    else { throw PictureFault.brokenHeader.error() }
    let isOld = headerSize == 12
    let codingNumber = isOld ? 0 : view.unsigned32(16) ?? 0
    guard let coding = Coding(rawValue: codingNumber), [0, 1, 2, 4, 8, 16, 24, 32].contains(depth) else {
      throw PictureFault.unsupportedCoding.error()
    }
    guard header.width <= mostPixels / header.height else { throw PictureFault.tooLarge.error() }
    (self.view, self.depth, self.coding, width, height) = (view, depth, coding, header.width, header.height)
    isTopDown = !isOld && (view.signed32(8) ?? 0) < 0

    let hasMasksBehind = headerSize == 40 && (coding == .masks || coding == .alphaMasks)
    let maskBytes = hasMasksBehind ? (coding == .alphaMasks ? 16 : 12) : 0
    let entrySize = isOld ? 3 : 4
    let claimed = isOld ? 0 : view.unsigned32(32) ?? 0
    let colors = depth > 8 || depth == 0 ? claimed : claimed == 0 ? 1 << depth : min(claimed, 1 << depth)
    let paletteStart = headerSize + maskBytes
    // Beyond 8 bits a palette is a hint for old screens.
    palette =
      depth > 8 || depth == 0
      ? [] : Bitmap.palette(view, at: paletteStart, count: colors, entrySize: entrySize)
    masks = Bitmap.masks(view, depth, headerSize, coding)
    let claimedStart = isFile ? (file.unsigned32(10) ?? 0) - Bitmap.fileHeader : pixelsAt ?? 0
    let afterPalette = paletteStart + min(colors, 1 << 16) * entrySize
    let start = claimedStart >= headerSize ? claimedStart : afterPalette
    guard let pixels = view.part(from: start) ?? view.part(from: afterPalette) else {
      throw PictureFault.truncated.error()
    }
    self.pixels = pixels
  }

  /// Reads the palette. Entries beyond the end are black.
  private static func palette(_ view: ByteView, at start: Int, count: Int, entrySize: Int) -> [SIMD4<UInt8>] {
    (0..<count).map { index in
      let entry = start + index * entrySize
      guard let blue = view.byte(entry), let green = view.byte(entry + 1), let red = view.byte(entry + 2)
      else {
        return SIMD4(0, 0, 0, 255)
      }
      return SIMD4(UInt8(red), UInt8(green), UInt8(blue), 255)
    }
  }

  /// The masks of the channels: those in the header, or the default ones of the depth.
  private static func masks(_ view: ByteView, _ depth: Int, _ headerSize: Int, _ coding: Coding) -> [UInt32] {
    if coding == .masks || coding == .alphaMasks {
      let count = coding == .alphaMasks || headerSize >= 56 ? 4 : 3
      let masks = (0..<count).map { UInt32(truncatingIfNeeded: view.unsigned32(40 + 4 * $0) ?? 0) }
      return masks + [UInt32](repeating: 0, count: 4 - count)
    }
    return depth == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF0000, 0x00FF00, 0x0000FF, 0]
  }

  /// The JPEG or PNG file that the bitmap contains instead of pixels; nil for others.
  var embedded: UnsafeRawBufferPointer? { coding == .jpeg || coding == .png ? pixels.bytes : nil }

  /// Decodes the pixels. Missing rows are black.
  ///
  /// - Throws: `PictureFault.truncated` when less than half of the rows is there,
  ///   `.unsupportedCoding` for a JPEG or PNG.
  func decode() throws(SlipError) -> PixelImage {
    switch coding {
    case .runs8, .runs4: return runs()
    case .jpeg, .png: throw PictureFault.unsupportedCoding.error()
    case .plain, .masks, .alphaMasks: break
    }
    guard depth > 0 else { throw PictureFault.unsupportedCoding.error() }
    let stride = (width * depth + 31) / 32 * 4
    guard pixels.count >= stride * (height / 2) else { throw PictureFault.truncated.error() }
    let hasAlpha = masks[3] != 0 && depth > 8
    var image = PixelImage(
      width: width, height: height, layout: hasAlpha ? .rgba : .rgb,
      samples: [UInt8](repeating: 0, count: width * height * (hasAlpha ? 4 : 3)))
    let color = colors()
    for row in 0..<height {
      guard let source = pixels.part(from: row * stride, length: stride), source.count == stride else {
        break
      }
      let y = isTopDown ? row : height - 1 - row
      for x in 0..<width { image.set(color(source, x), x, y) }
    }
    return hasAlpha ? image.withSomeAlpha() : image
  }

  /// Returns a function for the colour of the pixel in a row and column.
  private func colors() -> (ByteView, Int) -> SIMD4<UInt8> {
    switch depth {
    case 1, 2, 4, 8:
      let (depth, palette) = (depth, palette)
      let perByte = 8 / depth
      return { row, x in
        let byte = Int(row.bytes[x / perByte])
        let index = byte >> (8 - depth - x % perByte * depth) & (1 << depth - 1)
        return index < palette.count ? palette[index] : SIMD4(0, 0, 0, 255)
      }
    case 24:
      return { row, x in
        SIMD4(row.bytes[x * 3 + 2], row.bytes[x * 3 + 1], row.bytes[x * 3], 255)
      }
    default:
      let channels = masks.map(Channel.init)
      let depth = depth
      return { row, x in
        let word = UInt32(
          truncatingIfNeeded: depth == 16 ? row.unsigned16(x * 2) ?? 0 : row.unsigned32(x * 4) ?? 0)
        let alpha = channels[3].mask == 0 ? 255 : channels[3].sample(word)
        return SIMD4(channels[0].sample(word), channels[1].sample(word), channels[2].sample(word), alpha)
      }
    }
  }

  /// Some bits of a word, as a sample of 8 bits.
  private struct Channel {
    /// Which bits; 0 for none.
    var mask: UInt32
    /// How far the bits are from the right.
    private var shift: UInt32
    /// The largest value of these bits.
    private var top: UInt32

    /// Creates the channel of a mask.
    init(_ mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
      top = mask >> shift
    }

    /// The channel's value in a word, scaled to 0…255.
    func sample(_ word: UInt32) -> UInt8 {
      top == 0 ? 0 : UInt8(UInt64((word & mask) >> shift) * 255 / UInt64(top))
    }
  }

  /// Decodes run-length coded pixels ([MS-WMF], section 3.1.6). Pixels outside of all runs have the
  /// first colour.
  ///
  /// Pixels come as pairs of bytes. A count above 0 repeats the colour of the second byte. A count
  /// of 0 is an escape:
  ///
  /// ```
  /// 0 0     the next row
  /// 0 1     the end
  /// 0 2     skips as many columns and rows as the next two bytes say
  /// 0 n     n colours as they are, filled up to an even number of bytes
  /// ```
  ///
  /// With 4 bits a pixel, a byte stands for two colours in turn.
  private func runs() -> PixelImage {
    let first = palette.first ?? SIMD4(0, 0, 0, 255)
    var image = PixelImage(
      width: width, height: height, layout: .rgb, samples: [UInt8](repeating: 0, count: width * height * 3))
    if first != SIMD4(0, 0, 0, 255) {
      for y in 0..<height { for x in 0..<width { image.set(first, x, y) } }
    }
    let isNarrow = coding == .runs4
    var (x, row, offset) = (0, 0, 0)
    func put(_ index: Int) {
      if x < width, row < height, index < palette.count {
        image.set(palette[index], x, isTopDown ? row : height - 1 - row)
      }
      x += 1
    }
    while row < height, let count = pixels.byte(offset), let value = pixels.byte(offset + 1) {
      offset += 2
      if count > 0 {
        for index in 0..<count { put(isNarrow ? (index % 2 == 0 ? value >> 4 : value & 15) : value) }
        continue
      }
      switch value {
      case 0: (x, row) = (0, row + 1)
      case 1: return image
      case 2:
        x += pixels.byte(offset) ?? 0
        row += pixels.byte(offset + 1) ?? 0
        offset += 2
      default:
        for index in 0..<value {
          let byte = pixels.byte(offset + (isNarrow ? index / 2 : index)) ?? 0
          put(isNarrow ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte)
        }
        let size = isNarrow ? (value + 1) / 2 : value
        offset += size + size % 2
      }
    }
    return image
  }
}

extension PixelImage {
  /// Sets a pixel inside the picture, whose layout must be RGB or RGBA.
  fileprivate mutating func set(_ color: SIMD4<UInt8>, _ x: Int, _ y: Int) {
    let offset = (y * width + x) * layout.channels
    (samples[offset], samples[offset + 1], samples[offset + 2]) = (color.x, color.y, color.z)
    if layout == .rgba { samples[offset + 3] = color.w }
  }

  /// The picture, opaque if all alpha samples are 0. Some programs claim an alpha channel and leave
  /// it empty.
  fileprivate func withSomeAlpha() -> PixelImage {
    let alphas = stride(from: 3, to: samples.count, by: 4)
    guard alphas.allSatisfy({ samples[$0] == 0 }) else { return withoutNeedlessAlpha() }
    var opaque = self
    for index in alphas { opaque.samples[index] = 255 }
    return opaque.withoutNeedlessAlpha()
  }
}
