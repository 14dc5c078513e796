internal import SlipCore
package import SlipDocument

/// A picture format that `\pict` can contain (RTF 1.9.1, "Pictures"); the raw value is its media type.
package enum RTFPictureFormat: String, CaseIterable {
  /// `\pngblip`.
  case png = "image/png"
  /// `\jpegblip`.
  case jpeg = "image/jpeg"
  /// `\emfblip`.
  case enhancedMetafile = "image/emf"
  /// `\wmetafile`.
  case metafile = "image/wmf"
  /// `\macpict`.
  case macPicture = "image/x-pict"
  /// `\dibitmap`, in which a BMP file stands without its file header.
  case bitmap = "image/bmp"

  /// The format with a media type; nil for formats that RTF can't embed.
  package init?(mediaType: String) {
    self.init(rawValue: mediaType)
  }

  /// Writes the control word of the format. A metafile is of mapping mode 8 (anisotropic), so the
  /// picture's goal size counts.
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

  /// Whether RTF can embed a picture so that reading it gives the same file. A bitmap must have just
  /// the file header that is computed for it.
  package static func holds(_ resource: Resource) -> Bool {
    guard let format = RTFPictureFormat(mediaType: resource.mediaType),
      case .bytes(let file) = resource.content
    else { return false }
    guard format == .bitmap else { return !file.isEmpty }
    return BitmapFile.header(of: file.dropFirst(BitmapFile.headerLength))
      .map { $0.elementsEqual(file.prefix(BitmapFile.headerLength)) } ?? false
  }

  /// The data that stands in RTF for a picture file.
  package func data(of file: [UInt8]) -> [UInt8] {
    self == .bitmap ? Array(file.dropFirst(BitmapFile.headerLength)) : file
  }

  /// The picture file for data that stands in RTF.
  package func file(of data: [UInt8]) -> [UInt8] {
    self == .bitmap ? BitmapFile.file(of: data) ?? data : data
  }
}

/// BMP files: device-independent bitmaps behind a file header (MS-WMF, section 2.2.2.9).
package enum BitmapFile {
  /// The length of the file header in bytes.
  package static let headerLength = 14

  /// Puts a file header before a bitmap; nil when the bitmap's own header makes no sense.
  package static func file(of bitmap: [UInt8]) -> [UInt8]? { header(of: bitmap[...]).map { $0 + bitmap } }

  /// The file header for a bitmap: the signature `BM`, the length of the file, and the offset of its
  /// pixels.
  ///
  /// The offset follows from the size of the bitmap's own header, its colour masks and its palette.
  /// Returns nil when these don't fit into the bitmap.
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

/// Media types of pictures and files in RTF, which does not name them.
package enum RTFMediaType {
  /// The media type of data about which nothing is known.
  static let unknown = "application/octet-stream"

  /// The media type by the file extension of a path; `unknown` without a known extension.
  package static func ofFile(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return unknown }
    return MediaType.forFileExtension(path[path.index(after: dot)...].lowercased())?.name ?? unknown
  }

  /// The media type by the first bytes of a file; nil unless they show a picture or a PDF.
  static func sniffed(_ bytes: [UInt8]) -> String? {
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    return type.isImage || type == .forFileExtension("pdf") ? type.name : nil
  }
}
