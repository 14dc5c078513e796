/// A file that stands in the text, as an icon or by its name.
public struct AttachedFile: Sendable, Equatable {
  /// Index into `Document.resources`; the resource has the file's name.
  public var resource: Int
  /// Size of its icon in twips; nil when nobody said.
  public var width: Int?
  public var height: Int?
  /// Revision and hiddenness of the place where the file stands; the rest means nothing to a file.
  public var style: CharacterStyle

  public init(
    resource: Int, width: Int? = nil, height: Int? = nil, style: CharacterStyle = CharacterStyle()
  ) {
    self.resource = resource
    self.width = width
    self.height = height
    self.style = style
  }
}

extension Document {
  /// Indices of resources that stand in the text as files; a picture may be one of them somewhere else.
  public var attachedResources: Set<Int> {
    if resources.isEmpty { return [] }
    var finder = AttachmentFinder()
    walk(&finder)
    return finder.resources
  }

  private struct AttachmentFinder: DocumentVisitor {
    var resources: Set<Int> = []
    mutating func visit(_ inline: Inline) {
      if case .attachment(let file) = inline { resources.insert(file.resource) }
    }
  }
}
