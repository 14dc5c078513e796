internal import SlipCore
internal import SlipDocument

/// The resources of a document in the order of their first use, each once. Two pictures
/// with the same bytes are one resource.
struct RTFResources {
  /// The resources so far.
  private(set) var list: [Resource] = []
  /// Their indices, for the search.
  private var indexes: [Resource: Int] = [:]

  /// The index of a resource, which is added if it is new.
  private mutating func index(of resource: Resource) -> Int {
    if let index = indexes[resource] { return index }
    indexes[resource] = list.count
    list.append(resource)
    return list.count - 1
  }

  /// A picture, or an attached file if the resource is no picture.
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

/// A resource as RTF gives it back.
///
/// A picture in `\pict` has a format and no name. A file in an OLE package has the type
/// that its content shows, or otherwise its name. A file beside the text has the type
/// that its path shows.
struct RTFHeldResource {
  /// The resource with that type and name.
  private(set) var resource: Resource
  /// Whether it is shown as a picture, and not as an attached file.
  private(set) var isPicture: Bool

  /// Finds out how RTF would give a resource back.
  ///
  /// - Parameter asPicture: Whether it stands where a picture stands.
  init(_ resource: Resource, asPicture: Bool) {
    self.resource = resource
    isPicture = asPicture
    switch resource.content {
    case .file(let path):
      // This excludes pictures from outside the bundle. The text shows their place only where they
      // are attached.
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

  /// Whether `\pict` can hold the resource. It then loses its name.
  private mutating func isEmbedded(_ bytes: [UInt8]) -> Bool {
    guard RTFPictureFormat.holds(resource) else { return false }
    resource.name = nil
    return true
  }
}
