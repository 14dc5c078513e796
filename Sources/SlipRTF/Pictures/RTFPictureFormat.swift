package import SlipDocument

/// The picture formats that `\pict` holds.
package enum RTFPictureFormat: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case enhancedMetafile = "image/emf"
  case metafile = "image/wmf"
  case macPicture = "image/x-pict"
  case bitmap = "image/bmp"

  package init?(mediaType: String) {
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

  /// Whether reading a picture's file would give it back.
  package static func holds(_ resource: Resource) -> Bool {
    guard let format = RTFPictureFormat(mediaType: resource.mediaType),
      case .bytes(let file) = resource.content
    else { return false }
    guard format == .bitmap else { return !file.isEmpty }
    return BitmapFile.header(of: file.dropFirst(BitmapFile.headerLength))
      .map { $0.elementsEqual(file.prefix(BitmapFile.headerLength)) } ?? false
  }

  /// What stands in the RTF for a file's bytes.
  package func data(of file: [UInt8]) -> [UInt8] {
    self == .bitmap ? Array(file.dropFirst(BitmapFile.headerLength)) : file
  }

  /// A file's bytes from what stands in the RTF.
  package func file(of data: [UInt8]) -> [UInt8] {
    self == .bitmap ? BitmapFile.file(of: data) ?? data : data
  }
}

/// BMP files: device-independent bitmaps behind a header of their own ([MS-WMF], section 2.2.2.9).
package enum BitmapFile {
  package static let headerLength = 14

  /// Puts the file header before a bitmap; nil when the bitmap's own header makes no sense.
  package static func file(of bitmap: [UInt8]) -> [UInt8]? { header(of: bitmap[...]).map { $0 + bitmap } }

  package static func header(of bitmap: ArraySlice<UInt8>) -> [UInt8]? {
    func little(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bitmap[bitmap.startIndex + offset + $1]) << (8 * $1) }
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
    return file
  }
}
