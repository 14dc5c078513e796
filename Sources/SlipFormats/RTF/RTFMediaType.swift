/// Media types of pictures and files in RTF, which doesn't tell them.
enum RTFMediaType {
  static let unknown = "application/octet-stream"

  /// Whether it's a picture for which RTF has no format, so that it stands in an OLE package.
  static func isPackaged(_ mediaType: String) -> Bool {
    mediaType.hasPrefix("image/") && RTFPictureFormat(mediaType: mediaType) == nil
  }

  private static let bySuffix: [String: String] = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "gif": "image/gif",
    "tif": "image/tiff", "tiff": "image/tiff", "bmp": "image/bmp", "dib": "image/bmp", "webp": "image/webp",
    "svg": "image/svg+xml", "heic": "image/heic", "emf": "image/emf", "wmf": "image/wmf",
    "pict": "image/x-pict",
    "pct": "image/x-pict", "pdf": "application/pdf", "rtf": "text/rtf", "txt": "text/plain",
    "html": "text/html",
    "csv": "text/csv", "json": "application/json", "zip": "application/zip", "mp3": "audio/mpeg",
    "wav": "audio/wav", "m4a": "audio/mp4", "mp4": "video/mp4", "mov": "video/quicktime",
    "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ]

  /// By a path's suffix.
  static func ofFile(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return unknown }
    return bySuffix[path[path.index(after: dot)...].lowercased()] ?? unknown
  }

  /// By the first bytes of a file.
  static func sniffed(_ bytes: [UInt8]) -> String? {
    func starts(_ magic: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: magic) }
    if starts([0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if starts([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if starts(Array("GIF8".utf8)) { return "image/gif" }
    if starts([0x49, 0x49, 0x2A, 0]) || starts([0x4D, 0x4D, 0, 0x2A]) { return "image/tiff" }
    if starts(Array("RIFF".utf8)) && starts(Array("WEBP".utf8), at: 8) { return "image/webp" }
    if starts(Array("ftypheic".utf8), at: 4) || starts(Array("ftypmif1".utf8), at: 4) { return "image/heic" }
    if starts(Array("%PDF-".utf8)) { return "application/pdf" }
    return nil
  }
}
