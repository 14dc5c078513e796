/// The bytes of a picture or of another file inside a document.
public struct Resource: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    case bytes([UInt8])
    /// A file beside the document, by relative path; its bytes are the business of whoever holds it.
    case file(String)
  }
  public var content: Content
  /// RFC 6838, such as `image/png`; `application/octet-stream` when unknown.
  public var mediaType: String
  public var name: String?
  public init(content: Content, mediaType: String, name: String? = nil) {
    self.content = content
    self.mediaType = mediaType
    self.name = name
  }
}
