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

  /// A picture of a resource that `\pict`, a field or an OLE package holds.
  mutating func inline(picture: Picture, of resource: Resource) -> Inline {
    var resource = resource
    var picture = picture
    if case .bytes = resource.content, !RTFMediaType.isPackaged(resource.mediaType) { resource.name = nil }
    if case .file = resource.content { resource.name = nil }
    if case .bytes = resource.content, !resource.mediaType.hasPrefix("image/") {
      return .attachment(
        AttachedFile(resource: index(of: resource), width: picture.width, height: picture.height))
    }
    picture.resource = index(of: resource)
    return .picture(picture)
  }

  /// A file; one that can only be a picture is one. Not so a picture from outside the bundle: the text shows its
  /// place only where it is attached.
  mutating func inline(_ file: AttachedFile, of resource: Resource) -> Inline {
    var (file, resource) = (file, resource)
    let isPicture: Bool
    switch resource.content {
    case .file(let path):
      isPicture = RTFResources.isListedPicture(resource)
      if isPicture || !RTFAttachmentPath.isListed(path) { resource.name = nil }
    case .bytes: isPicture = RTFMediaType.isPackaged(resource.mediaType)
    }
    file.resource = index(of: resource)
    guard isPicture else { return .attachment(file) }
    return .picture(Picture(resource: file.resource, width: file.width, height: file.height))
  }

  /// A picture of the bundle.
  static func isListedPicture(_ resource: Resource) -> Bool {
    guard case .file(let path) = resource.content else { return false }
    return resource.mediaType.hasPrefix("image/") && RTFAttachmentPath.isListed(path)
  }
}
