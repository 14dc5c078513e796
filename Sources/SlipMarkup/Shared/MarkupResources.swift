internal import SlipDocument
internal import SlipCore

/// Files that markup refers to.
enum MarkupFile {
  /// The media type that the path's suffix claims, or `application/octet-stream`.
  static func mediaType(_ path: String) -> String {
    guard let dot = path.lastIndex(of: ".") else { return MediaType.binary.name }
    return (MediaType.forFileExtension(path[path.index(after: dot)...]) ?? .binary).name
  }
}

/// Which addresses of pictures are those of files, which whoever reads the text looks up.
package enum PictureAddresses: Sendable {
  /// Relative paths.
  case relative
  /// All that aren't on the web, as programs have them: `/pictures/a.png`, `:/1026…`, `dayone-moment://…`.
  case program
  /// The same for what others have made, mails and pages of the web: there a picture on the web without a word is decoration, or
  /// tells the sender that somebody looks at it.
  case page

  /// The path or address of a file; nil for a picture that would have to be fetched.
  func file(_ source: String) -> String? {
    if let path = RelativeURL.decoded(source) { return path }
    let isOnWeb =
      ["http", "https", "ftp"].contains(LinkPolicy.scheme(of: source)) || source.hasPrefix("//")
    guard self != .relative, !source.isEmpty, !isOnWeb, !LinkPolicy.isActive(source) else { return nil }
    return String(validating: RelativeURL.decodedBytes(source.utf8), as: UTF8.self)
  }
}

/// Pictures of HTML and Markdown.
extension MarkupBuilder {
  /// The index of the resource that a picture's source refers to.
  ///
  /// A `data:` URL gives its bytes, and an address that `addresses` knows gives a file.
  /// Returns nil for any other source, which would have to be fetched, and for data that
  /// is no picture.
  ///
  /// - Parameters:
  ///   - source: the `src` attribute, or the target in Markdown.
  ///   - name: the file name, where the page states one.
  mutating func picture(_ source: String, name: String? = nil) -> Int? {
    let source = LinkPolicy.stripped(source)
    if let data = DataURL.read(source) {
      let sniffed = data.bytes.withUnsafeBytes { MediaType.sniff($0) }
      let mediaType = sniffed.isImage ? sniffed.name : data.mediaType
      return mediaType.hasPrefix("image/")
        ? resource(bytes: data.bytes, mediaType: mediaType, name: name) : nil
    }
    guard let path = addresses.file(source) else { return nil }
    return resource(path: path, mediaType: MarkupFile.mediaType(path), name: name)
  }

  /// Puts the description of a picture in its place. It is a link to a picture on the web, unless it lies within a link.
  ///
  /// - Parameters:
  ///   - source: As for `picture`, which gave nil.
  ///   - description: The text; without one, nothing is added.
  ///   - keepsAddress: Whether any address becomes a link, not only one on the web, and is the text where there is no
  ///     description.
  ///   - context: The formatting around it.
  mutating func insteadOfPicture(
    _ source: String, _ description: String, keepsAddress: Bool, _ context: HTMLContext
  ) {
    let source = LinkPolicy.stripped(source)
    let scheme = LinkPolicy.scheme(of: source)
    let isLinked =
      scheme == "http" || scheme == "https" || keepsAddress && !source.isEmpty && !LinkPolicy.isActive(source)
    let shown = description.isEmpty && keepsAddress && isLinked ? source : description
    guard !shown.isEmpty else { return }
    var context = context
    if isLinked, context.character.link == nil { context.character.link = Hyperlink(target: source) }
    text(Array(shown.utf8), context)
  }
}

/// `data:` URLs, which carry their own bytes (RFC 2397).
///
/// The bytes are in Base64, as in `data:image/png;base64,iVBORw0KGgo=`, or
/// percent-encoded, as in `data:image/svg+xml,%3Csvg/%3E`.
package enum DataURL {
  /// How many bytes of a page or Markdown are data of such URLs in Base64.
  package static func length(in page: UnsafeRawBufferPointer) -> Int {
    let mark = Array(";base64,".utf8)
    var (length, index) = (0, 0)
    while index + mark.count <= page.count {
      guard page[index] == mark[0], page[index..<(index + mark.count)].elementsEqual(mark) else {
        index += 1
        continue
      }
      index += mark.count
      let start = index
      while index < page.count, isDigit(page[index]) { index += 1 }
      length += index - start
    }
    return length
  }

  /// Whether a byte may stand in data in Base64.
  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: false
    }
  }

  /// The media type as it may stand in a URL, or `application/octet-stream` for anything
  /// but a plain `type/subtype`. This keeps foreign text from ending the URL.
  static func mediaType(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x2F, 0x5F: true
      default: false
      }
    }
    return isPlain && name.utf8.count { $0 == UInt8(ascii: "/") } == 1 ? name : "application/octet-stream"
  }

  /// The media type and the bytes of a `data:` URL; nil for any other URL. Handles Base64
  /// and percent encoding, and ignores other parameters.
  static func read(_ url: String) -> (mediaType: String, bytes: [UInt8])? {
    guard url.utf8.count > 5, url.prefix(5).lowercased() == "data:",
      let comma = url.utf8.firstIndex(of: 0x2C)
    else { return nil }
    let head = url[url.utf8.index(url.startIndex, offsetBy: 5)..<comma].lowercased()
    let parameters = head.split(separator: ";", omittingEmptySubsequences: false)
    let type = mediaType(parameters.first.map(String.init) ?? "")
    let data = url[url.utf8.index(after: comma)...]
    if parameters.dropFirst().contains("base64") { return (type, Base64.decode(data.utf8)) }
    return (type, RelativeURL.decodedBytes(data.utf8))
  }
}
