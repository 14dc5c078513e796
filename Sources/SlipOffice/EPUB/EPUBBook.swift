public import SlipBase
public import SlipDocument

/// A book for `EPUBWriter`: pages that are written already, and what is known of the whole.
public struct EPUBBook: Sendable {
  /// A heading, or the beginning of a page that has none.
  public struct Heading: Sendable {
    /// The level in the book, from 1.
    public var level: Int
    /// The text.
    public var text: String
    /// The identifier of the element in the page; nil for the page itself.
    public var identifier: String?

    /// Creates a heading.
    public init(level: Int, text: String, identifier: String? = nil) {
      (self.level, self.text, self.identifier) = (level, text, identifier)
    }
  }

  /// A page, which is one file.
  public struct Page: Sendable {
    /// The name of the file without a folder, such as `ch001.xhtml`.
    public var name: String
    /// The page as XHTML.
    public var bytes: [UInt8]
    /// Its headings; the first leads to the page.
    public var headings: [Heading]

    /// Creates a page.
    public init(name: String, bytes: [UInt8], headings: [Heading]) {
      (self.name, self.bytes, self.headings) = (name, bytes, headings)
    }
  }

  /// A picture.
  public struct Picture: Sendable {
    /// The name of the file without a folder, such as `image1.png`.
    public var name: String
    /// The type, which is one of those that every program for books shows.
    public var mediaType: MediaType
    /// The file.
    public var bytes: [UInt8]

    /// Creates a picture.
    public init(name: String, mediaType: MediaType, bytes: [UInt8]) {
      (self.name, self.mediaType, self.bytes) = (name, mediaType, bytes)
    }
  }

  /// The title.
  public var title: String
  /// The language as a BCP 47 tag.
  public var language: String
  /// Author, keywords, dates and description.
  public var info: DocumentInfo
  /// Further facts.
  public var properties: [UserProperty] = []
  /// The pages in the order of reading.
  public var pages: [Page] = []
  /// The pictures that pages show, without the cover.
  public var pictures: [Picture] = []
  /// The picture of the cover; nil for none.
  public var cover: Picture?
  /// The style sheet of the pages.
  public var styleSheet = ""
  /// Whether every picture has a description, or needs none.
  public var describesPictures = true
  /// Whether a table of contents is a page of its own. It can be reached from the program's menu in any case.
  public var hasContents = false
  /// Whether lines run from right to left.
  public var isRightToLeft = false

  /// Creates a book without pages.
  public init(title: String, language: String, info: DocumentInfo) {
    (self.title, self.language, self.info) = (title, language, info)
  }
}
