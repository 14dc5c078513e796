/// One note's rich text. Lengths are twips (1/1440 inch) unless said otherwise.
///
/// Inlines are flat: links, revisions and formatting are attributes of a run. Only tables nest, to the depth
/// that `Limits.tableDepth` allows, so a walk may recurse over blocks.
public struct Document: Sendable, Equatable {
  public var info = DocumentInfo()
  public var blocks: [Block] = []
  /// Footnotes, endnotes and annotations, in the order of their references.
  public var notes: [MarginNote] = []
  /// What `ListItem.list` points into.
  public var lists: [ListDefinition] = []
  /// What `Picture.resource` and `Inline.attachment` point into; each stands once.
  public var resources: [Resource] = []
  public var headersAndFooters: [HeaderOrFooter] = []

  public init() {}
}

/// Facts about the document that are not its text (RTF 1.9.1, "Information Group").
public struct DocumentInfo: Sendable, Equatable {
  public var title: String?
  public var subject: String?
  public var author: String?
  public var manager: String?
  public var company: String?
  public var category: String?
  public var comment: String?
  public var keywords: [String] = []
  /// Without a time zone in RTF: taken as UTC.
  public var created: CalendarDate?
  public var modified: CalendarDate?
  /// `\userprops`, in the order of the file.
  public var userProperties: [UserProperty] = []

  public init() {}
}

public struct UserProperty: Sendable, Equatable {
  public var name: String
  public var value: String
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A date and time of day without a zone, as `\creatim` gives it.
public struct CalendarDate: Sendable, Hashable {
  public var year: Int
  public var month: Int
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}

public enum Block: Sendable, Equatable {
  case paragraph(Paragraph)
  case table(Table)
  /// A page, column or section break between paragraphs.
  case `break`(BreakKind)
}

public enum BreakKind: String, Sendable, Hashable, CaseIterable {
  case page, column, section
}

/// A footnote, endnote or annotation.
public struct MarginNote: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable, CaseIterable { case footnote, endnote, annotation }
  public var kind: Kind
  /// The mark a reader sees: counted (`1`, `2`, `[A1]`) when automatic, else the file's own.
  public var mark: String
  public var isAutomatic: Bool
  public var blocks: [Block]
  public var author: String?
  public var date: CalendarDate?
  public init(
    kind: Kind, mark: String, isAutomatic: Bool = true, blocks: [Block], author: String? = nil,
    date: CalendarDate? = nil
  ) {
    self.kind = kind
    self.mark = mark
    self.isAutomatic = isAutomatic
    self.blocks = blocks
    self.author = author
    self.date = date
  }
}

public struct HeaderOrFooter: Sendable, Equatable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case header, headerFirst, headerLeft, headerRight, footer, footerFirst, footerLeft, footerRight
  }
  public var kind: Kind
  public var blocks: [Block]
  public init(kind: Kind, blocks: [Block]) {
    self.kind = kind
    self.blocks = blocks
  }
}

/// The bytes of a picture or of another file inside a document.
public struct Resource: Sendable, Equatable {
  public enum Content: Sendable, Equatable {
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
