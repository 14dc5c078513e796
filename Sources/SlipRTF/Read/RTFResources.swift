internal import SlipBase
internal import SlipDocument

/// A document's resources in the order of their first use, each once.
struct RTFResources {
  private(set) var list: [Resource] = []
  private var indexes: [Resource: Int] = [:]

  private mutating func index(of resource: Resource) -> Int {
    if let index = indexes[resource] { return index }
    indexes[resource] = list.count
    list.append(resource)
    return list.count - 1
  }

  /// A picture, or the file that it is.
  mutating func inline(_ picture: Picture, of held: RTFHeldResource) -> Inline {
    let index = index(of: held.resource)
    guard held.isPicture else {
      return .attachment(
        AttachedFile(
          resource: index, width: picture.width, height: picture.height,
          style: RTFNormalStyles.fileStyle(picture.style)))
    }
    var picture = picture
    picture.resource = index
    return .picture(picture)
  }
}

/// A resource as RTF gives it back. What `\pict` holds has a format and no name; what a package holds is of the type
/// that its content tells, else its name; a file beside the text is of the type that its path tells.
struct RTFHeldResource {
  private(set) var resource: Resource
  private(set) var isPicture: Bool

  /// - Parameter asPicture: where it stands is a picture's place.
  init(_ resource: Resource, asPicture: Bool) {
    self.resource = resource
    isPicture = asPicture
    switch resource.content {
    case .file(let path):
      // Not so a picture from outside the bundle: the text shows its place only where it is attached.
      let isListed = PayloadPath.attachment(fromBody: path) != nil
      self.resource.mediaType = RTFMediaType.ofFile(path)
      isPicture = asPicture || isListed && self.resource.mediaType.hasPrefix("image/")
      if isPicture || !isListed { self.resource.name = nil }
    case .bytes(let bytes):
      if asPicture && isEmbedded(bytes) { break }
      self.resource.mediaType = RTFMediaType.sniffed(bytes) ?? RTFMediaType.ofFile(resource.name ?? "")
      if asPicture && isEmbedded(bytes) { break }
      isPicture = self.resource.mediaType.hasPrefix("image/") && !RTFPictureFormat.holds(self.resource)
    }
  }

  /// `\pict` can hold it.
  private mutating func isEmbedded(_ bytes: [UInt8]) -> Bool {
    guard RTFPictureFormat.holds(resource) else { return false }
    resource.name = nil
    return true
  }
}
