public struct Picture: Sendable, Equatable {
  /// Index into `Document.resources`.
  public var resource: Int
  /// Shown size in twips; nil when the picture's own size counts.
  public var width: Int?
  public var height: Int?
  /// What the picture shows, for those who don't see it.
  public var description: String?
  /// Shown when the pointer rests on it.
  public var title: String?
  /// Link, revision and hiddenness of the place where the picture stands; the rest means nothing to a picture.
  public var style: CharacterStyle
  public init(
    resource: Int, width: Int? = nil, height: Int? = nil, description: String? = nil,
    style: CharacterStyle = CharacterStyle()
  ) {
    self.resource = resource
    self.width = width
    self.height = height
    self.description = description
    self.style = style
  }
}

extension Document {
  /// Indices of resources that stand in the text as pictures, in their order.
  public var picturedResources: [Int] {
    if resources.isEmpty { return [] }
    var finder = PictureFinder()
    walk(&finder)
    return finder.resources.filter(resources.indices.contains).sorted()
  }

  private struct PictureFinder: DocumentVisitor {
    var resources: Set<Int> = []
    mutating func visit(_ inline: Inline) {
      if case .picture(let picture) = inline { resources.insert(picture.resource) }
    }
  }
}
