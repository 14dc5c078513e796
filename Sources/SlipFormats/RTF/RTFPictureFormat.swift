/// The picture formats that `\pict` holds.
enum RTFPictureFormat: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case enhancedMetafile = "image/emf"
  case metafile = "image/wmf"
  case macPicture = "image/x-pict"
  case bitmap = "image/bmp"

  init?(mediaType: String) {
    self.init(rawValue: mediaType)
  }

  func write(to out: inout RTFOutput) {
    switch self {
    case .png: out.word("pngblip")
    case .jpeg: out.word("jpegblip")
    case .enhancedMetafile: out.word("emfblip")
    case .metafile: out.word("wmetafile", 8)
    case .macPicture: out.word("macpict")
    case .bitmap: out.word("dibitmap", 0)
    }
  }

  /// What stands in the RTF for a file's bytes; nil where reading would not give the file back.
  func data(of file: [UInt8]) -> [UInt8]? {
    guard self == .bitmap else { return file.isEmpty ? nil : file }
    let data = Array(file.dropFirst(BitmapFile.headerLength))
    return BitmapFile.file(of: data) == file ? data : nil
  }

  /// A file's bytes from what stands in the RTF.
  func file(of data: [UInt8]) -> [UInt8] {
    self == .bitmap ? BitmapFile.file(of: data) ?? data : data
  }
}

/// BMP files: device-independent bitmaps behind a header of their own ([MS-WMF], section 2.2.2.9).
enum BitmapFile {
  static let headerLength = 14

  /// Puts the file header before a bitmap; nil when the bitmap's own header makes no sense.
  static func file(of bitmap: [UInt8]) -> [UInt8]? {
    func little(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bitmap[offset + $1]) << (8 * $1) }
    }
    guard bitmap.count >= 12 else { return nil }
    let header = little(0, 4)
    let colors: Int
    if header == 12 {
      colors = little(10, 2) <= 8 ? 3 << little(10, 2) : 0
    } else {
      guard header >= 40, header <= bitmap.count else { return nil }
      let (depth, compression, used) = (little(14, 2), little(16, 4), little(32, 4))
      let masks = header == 40 && compression == 3 ? 12 : 0
      colors = masks + 4 * (used != 0 ? used : (depth <= 8 ? 1 << depth : 0))
    }
    let offset = headerLength + header + colors
    let length = headerLength + bitmap.count
    guard offset <= length, length <= Int(UInt32.max) else { return nil }
    var file: [UInt8] = [0x42, 0x4D]
    for value in [length, 0, offset] {
      for shift in [0, 8, 16, 24] { file.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    return file + bitmap
  }
}
