internal import ImageCodec
internal import SlipBase
internal import SlipDocument

/// The pictures of a document that is written, each once.
struct OutgoingMedia: Sendable {
  /// A file of the package.
  struct File: Sendable {
    /// The name without a folder, such as `image1.png`.
    var name: String
    var mediaType: MediaType
    var bytes: [UInt8]
    /// The size in pixels at 96 to the inch; nil where its header doesn't say.
    var pixels: (width: Int, height: Int)?
  }

  private(set) var files: [File] = []
  /// Files by resource.
  private var numbers: [Int: Int] = [:]
  private var byDigest: [Digest: Int] = [:]
  /// What names of files begin with.
  private let stem: String
  private let resources: [Resource]
  private let isWritable: @Sendable (MediaType) -> Bool

  /// Creates media.
  ///
  /// - Parameters:
  ///   - stem: What names of files begin with.
  ///   - isWritable: Whether the format shows pictures of a type.
  init(
    _ resources: [Resource], stem: String = "image", isWritable: @escaping @Sendable (MediaType) -> Bool
  ) {
    (self.resources, self.stem, self.isWritable) = (resources, stem, isWritable)
  }

  /// The number of the file of a resource; nil for one that isn't there, or isn't shown.
  mutating func number(of resource: Int) -> Int? {
    if let known = numbers[resource] { return known }
    guard resources.indices.contains(resource), case .bytes(let bytes) = resources[resource].content,
      !bytes.isEmpty
    else { return nil }
    let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
    let type = sniffed.isImage ? sniffed : MediaType.named(resources[resource].mediaType) ?? sniffed
    guard isWritable(type) else { return nil }
    let digest = Digest(of: bytes)
    let number = byDigest[digest] ?? files.count
    if number == files.count {
      let facts = bytes.withUnsafeBytes { ImageProbe.probe($0) }
      files.append(
        File(
          name: "\(stem)\(number + 1).\(type.fileExtension)", mediaType: type, bytes: bytes,
          pixels: facts.map { ($0.width, $0.height) }))
      byDigest[digest] = number
    }
    numbers[resource] = number
    return number
  }

  /// Whether there is a picture without any colour.
  private(set) var hasBlank = false

  /// Adds a picture of one transparent pixel.
  mutating func addBlank(_ name: String) {
    hasBlank = true
    files.append(File(name: name, mediaType: .png, bytes: OutgoingMedia.blank, pixels: (1, 1)))
  }

  /// A PNG file of one transparent pixel.
  private static let blank: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4,
    0x89, 0x00, 0x00, 0x00, 0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x60, 0x00, 0x02, 0x00,
    0x00, 0x05, 0x00, 0x01, 0xE9, 0xFA, 0xDC, 0xD8, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44,
    0xAE, 0x42, 0x60, 0x82,
  ]

  /// The size of a picture in twips: its own, or that of the file, but no wider than the text.
  func size(of picture: Picture, file: Int, textWidth: Int) -> (width: Int, height: Int) {
    let pixels = files[file].pixels ?? (96, 96)
    var (width, height) = (picture.width, picture.height)
    if width == nil, height == nil {
      (width, height) = (pixels.width * 15, pixels.height * 15)
      if let all = width, all > textWidth {
        height = max(1, Int(Double(pixels.height * 15) * Double(textWidth) / Double(all)))
        width = textWidth
      }
    }
    let ratio = Double(max(1, pixels.height)) / Double(max(1, pixels.width))
    let shownWidth = width ?? Int(Double(height ?? 1) / ratio)
    let shownHeight = height ?? Int(Double(shownWidth) * ratio)
    return (min(max(shownWidth, 1), 31_680), min(max(shownHeight, 1), 31_680))
  }
}
