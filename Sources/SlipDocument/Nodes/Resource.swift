/// A picture or another file that belongs to a document. The document's inlines refer to it by
/// index.
public struct Resource: Sendable, Hashable {
  /// Where the bytes are.
  public enum Content: Sendable, Hashable {
    /// The bytes themselves.
    case bytes([UInt8])
    /// A file beside the document, by relative path. Whoever holds the document finds and reads it.
    case file(String)
  }
  /// The bytes, or the path of the file that has them.
  public var content: Content
  /// The media type (RFC 6838), such as `image/png`; `application/octet-stream` when unknown.
  public var mediaType: String
  /// The file's name without a path, such as `photo.png`; nil when it has none.
  public var name: String?
  /// Creates a resource.
  public init(content: Content, mediaType: String, name: String? = nil) {
    self.content = content
    self.mediaType = mediaType
    self.name = name
  }
}

/// A picture within the text. Its bytes are a resource.
public struct Picture: Sendable, Equatable {
  /// Index into `Document.resources`.
  public var resource: Int
  /// The width at which it is shown, in twips; nil when the picture's own size counts.
  public var width: Int?
  /// The height at which it is shown, in twips; nil when the picture's own size counts.
  public var height: Int?
  /// A description for readers who don't see the picture (`wzDescription`, HTML's `alt`); nil when
  /// there is none.
  public var description: String?
  /// The text that a program shows when the pointer rests on the picture; nil for none.
  public var title: String?
  /// The link, tracked change and hiddenness of the picture's place. Other attributes have no
  /// effect on a picture.
  public var style: CharacterStyle
  /// Creates a picture; by default at its own size.
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
  /// The indices of the resources that the text shows as pictures, ascending. Indices out of range
  /// are omitted.
  public var picturedResources: [Int] {
    if resources.isEmpty { return [] }
    var finder = PictureFinder()
    walk(&finder)
    return finder.resources.filter(resources.indices.contains).sorted()
  }

  /// Collects the resources of all pictures.
  private struct PictureFinder: DocumentVisitor {
    /// The indices so far, some of which may be out of range.
    var resources: Set<Int> = []
    /// Notes the resource if the inline is a picture.
    mutating func visit(_ inline: Inline) {
      if case .picture(let picture) = inline { resources.insert(picture.resource) }
    }
  }
}

/// A file attached to the text, which shows as an icon or by its name.
public struct AttachedFile: Sendable, Equatable {
  /// Index into `Document.resources`; the resource has the file's name.
  public var resource: Int
  /// The width of its icon in twips; nil when unknown.
  public var width: Int?
  /// The height of its icon in twips; nil when unknown.
  public var height: Int?
  /// The tracked change and hiddenness of the file's place. Other attributes have no effect on a
  /// file.
  public var style: CharacterStyle

  /// Creates an attached file; by default without a size.
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
  /// The indices of the resources that the text shows as files. One of them may also be a picture
  /// elsewhere in the text.
  public var attachedResources: Set<Int> {
    if resources.isEmpty { return [] }
    var finder = AttachmentFinder()
    walk(&finder)
    return finder.resources
  }

  /// Collects the resources of all attached files.
  private struct AttachmentFinder: DocumentVisitor {
    /// The indices so far, some of which may be out of range.
    var resources: Set<Int> = []
    /// Notes the resource if the inline is an attached file.
    mutating func visit(_ inline: Inline) {
      if case .attachment(let file) = inline { resources.insert(file.resource) }
    }
  }
}

/// Objects of other programs: what a program shows of such an object is a picture, right behind which its data stands as a
/// hidden file.
extension [Inline] {
  /// The data of the object that the picture at an index shows; nil for an ordinary picture.
  package func object(shownAt index: Int) -> AttachedFile? {
    guard indices.contains(index), indices.contains(index + 1), case .picture(let picture) = self[index],
      case .attachment(let file) = self[index + 1], file.style.isHidden, !picture.style.isHidden,
      picture.style.link == nil, picture.style.field == nil, picture.style.revision == file.style.revision
    else { return nil }
    return file
  }
}

extension Document {
  /// The indices of the resources that are data of objects of other programs, and nothing else.
  package var objectResources: Set<Int> {
    if resources.isEmpty { return [] }
    var finder = ObjectFinder()
    walk(&finder)
    return finder.objects.subtracting(finder.others)
  }

  /// Collects the resources of objects, and those that stand for themselves.
  private struct ObjectFinder: DocumentVisitor {
    var objects: Set<Int> = []
    var others: Set<Int> = []
    mutating func enter(_ paragraph: Paragraph) {
      for index in paragraph.inlines.indices {
        switch paragraph.inlines[index] {
        case .picture(let picture): others.insert(picture.resource)
        case .attachment(let file):
          let isObject = paragraph.inlines.object(shownAt: index - 1) != nil
          if isObject { objects.insert(file.resource) } else { others.insert(file.resource) }
        default: break
        }
      }
    }
  }
}
