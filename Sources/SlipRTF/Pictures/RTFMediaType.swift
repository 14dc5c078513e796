internal import SlipBase

/// Media types of pictures and files in RTF, which doesn't tell them.
enum RTFMediaType {
  static let unknown = "application/octet-stream"

  /// By a path's suffix.
  static func ofFile(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return unknown }
    return MediaType.forFileExtension(path[path.index(after: dot)...].lowercased())?.name ?? unknown
  }

  /// By the first bytes of a file; nil where they show neither a picture nor a PDF.
  static func sniffed(_ bytes: [UInt8]) -> String? {
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    return type.isImage || type == .forFileExtension("pdf") ? type.name : nil
  }
}
