internal import SlipDocument
internal import SlipBase

/// Files that markup refers to.
enum MarkupFile {
  /// The type that the path's suffix claims.
  static func mediaType(_ path: String) -> String {
    guard let dot = path.lastIndex(of: ".") else { return MediaType.binary.name }
    return (MediaType.forFileExtension(path[path.index(after: dot)...]) ?? .binary).name
  }
}

extension MarkupBuilder {
  /// The resource that a picture's `data:` URL or relative path means; nil for any other source and for what is no picture.
  mutating func picture(_ source: String, name: String? = nil) -> Int? {
    let source = LinkPolicy.stripped(source)
    if let data = DataURL.read(source) {
      let sniffed = data.bytes.withUnsafeBytes { MediaType.sniff($0) }
      let mediaType = sniffed.isImage ? sniffed.name : data.mediaType
      return mediaType.hasPrefix("image/")
        ? resource(bytes: data.bytes, mediaType: mediaType, name: name) : nil
    }
    guard let path = RelativeURL.decoded(source) else { return nil }
    return resource(path: path, mediaType: MarkupFile.mediaType(path), name: name)
  }
}
