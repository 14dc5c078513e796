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
      return .attachment(resource: index(of: resource))
    }
    picture.resource = index(of: resource)
    return .picture(picture)
  }

  /// A file; one that can only be a picture is one. Not so a picture from outside the bundle: the text shows its
  /// place only where it is attached.
  mutating func inline(attachment resource: Resource) -> Inline {
    var resource = resource
    let isPicture: Bool
    switch resource.content {
    case .file(let path):
      resource.name = nil
      isPicture = resource.mediaType.hasPrefix("image/") && RTFAttachmentPath.isListed(path)
    case .bytes: isPicture = RTFMediaType.isPackaged(resource.mediaType)
    }
    return isPicture
      ? .picture(Picture(resource: index(of: resource))) : .attachment(resource: index(of: resource))
  }
}
