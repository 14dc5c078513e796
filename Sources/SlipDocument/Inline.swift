public enum Inline: Sendable, Equatable {
  case run(Run)
  case lineBreak
  case picture(Picture)
  /// An attached file that is not shown as a picture: index into `Document.resources`.
  case attachment(resource: Int)
  /// Index into `Document.notes`.
  case noteReference(Int)
  case bookmarkStart(String)
  case bookmarkEnd(String)
  /// A page, column or section break inside a paragraph.
  case `break`(BreakKind)
}

/// Text of one formatting. TAB is a character of it; line ends never are.
public struct Run: Sendable, Equatable {
  public var text: String
  public var style: CharacterStyle
  public init(_ text: String, style: CharacterStyle = CharacterStyle()) {
    self.text = text
    self.style = style
  }
}

/// Character formatting (RTF 1.9.1, "Font (Character) Formatting Properties").
public struct CharacterStyle: Sendable, Hashable {
  public enum Underline: String, Sendable, Hashable, CaseIterable {
    case single, double, dotted, dashed, dashDot, dashDotDot, thick, wave, words
  }
  public enum Position: String, Sendable, Hashable, CaseIterable { case superscript, `subscript` }
  public enum Capitals: String, Sendable, Hashable, CaseIterable { case all, small }

  /// The name of the style sheet's character style.
  public var name: String?
  public var isBold = false
  public var isItalic = false
  public var underline: Underline?
  public var isStruck = false
  public var position: Position?
  public var capitals: Capitals?
  public var isHidden = false
  /// In half-points; nil for the document's default.
  public var size: Int?
  public var font: String?
  public var color: Color?
  public var background: Color?
  /// BCP 47, such as `en-US`.
  public var language: String?
  public var link: Hyperlink?
  public var revision: Revision?
  /// A computed field this run is the last known result of, such as `PAGE`.
  public var field: String?

  public init() {}
}

public struct Hyperlink: Sendable, Hashable {
  /// URL, `#bookmark`, or relative path, as the file says it.
  public var target: String
  /// `\o`: shown when the pointer rests on it.
  public var tip: String?
  public init(target: String, tip: String? = nil) {
    self.target = target
    self.tip = tip
  }
}

/// A tracked change.
public struct Revision: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable { case insertion, deletion }
  public var kind: Kind
  public var author: String?
  public var date: CalendarDate?
  public init(kind: Kind, author: String? = nil, date: CalendarDate? = nil) {
    self.kind = kind
    self.author = author
    self.date = date
  }
}

public struct Picture: Sendable, Equatable {
  /// Index into `Document.resources`.
  public var resource: Int
  /// Shown size in twips; nil when the picture's own size counts.
  public var width: Int?
  public var height: Int?
  public var description: String?
  public init(resource: Int, width: Int? = nil, height: Int? = nil, description: String? = nil) {
    self.resource = resource
    self.width = width
    self.height = height
    self.description = description
  }
}
