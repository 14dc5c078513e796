/// What each format makes of each feature of a document.
///
/// Reports about losses come from this table. A test writes every feature in every format
/// and reads it back, so the table can't differ from what the writers do. RTF holds
/// everything that a document has, except pictures of some types.
public enum ExportFeatureTable {
  /// What becomes of a feature in a format.
  public enum Fate: Sendable, Hashable {
    /// The format holds the feature, and reading the file gives it back.
    case kept
    /// The feature is left out. For formatting, the text itself stays.
    case lost
    /// Something simpler replaces the feature. The value names it in a few words, for
    /// reports: `PNG or SVG`.
    case simplified(String)
  }

  /// One feature, and what becomes of it in each format.
  public struct Row: Sendable {
    /// The feature. Each one has exactly one row.
    public var feature: ExportFeature
    /// The feature in a few words, for reports. Lower case and plural where possible.
    public var title: String
    /// What HTML and XHTML make of it.
    public var html: Fate
    /// What Markdown makes of it.
    public var markdown: Fate
    /// What plain text makes of it.
    public var text: Fate
    /// What RTF makes of it.
    public var rtf: Fate

    /// Creates a row. Formatting is lost in plain text and kept in RTF unless the row
    /// says otherwise.
    init(
      _ feature: ExportFeature, _ title: String, html: Fate, markdown: Fate, text: Fate = .lost,
      rtf: Fate = .kept
    ) {
      self.feature = feature
      self.title = title
      self.html = html
      self.markdown = markdown
      self.text = text
      self.rtf = rtf
    }

    /// What becomes of the feature in a format of this kind. Packages have no column: they keep
    /// everything.
    public func fate(in kind: Format.Kind) -> Fate {
      switch kind {
      case .html, .book: html
      case .markdown: markdown
      case .plainText: text
      case .outline: ExportFeatureTable.outlineFates[feature] ?? text
      case .rtf: rtf
      case .office: ExportFeatureTable.wordFates[feature] ?? .kept
      case .openDocument:
        ExportFeatureTable.openDocumentFates[feature] ?? ExportFeatureTable.wordFates[feature] ?? .kept
      case .package: .kept
      }
    }
  }

  /// All features, in the order in which reports list them: content first, then
  /// structure, formatting, and facts about the document.
  public static let rows: [Row] = content + structure + looks + facts

  /// What Word documents don't keep as it is.
  static let wordFates: [ExportFeature: Fate] = [
    .officePicture: .simplified("PNG, SVG or names"), .attachedFile: .simplified("links"),
    .attachment: .simplified("names"), .otherLink: .simplified("text"), .unseenPicture: .simplified("names"),
  ]
  /// What OpenDocument texts don't keep as it is, besides that.
  static let openDocumentFates: [ExportFeature: Fate] = [
    .trackedRow: .lost, .sectionBreak: .simplified("page breaks"),
  ]

  /// What outlines keep of what plain text doesn't, or make of it.
  static let outlineFates: [ExportFeature: Fate] = [
    .heading: .simplified("items with others below them"),
    .deepHeading: .simplified("items with others below them"),
    .numberedHeading: .simplified("text"), .list: .simplified("items"),
    .table: .simplified("an item for each row"), .picture: .lost,
    .metafile: .lost,
    .foreignPicture: .lost, .officePicture: .lost, .unseenPicture: .lost, .attachedFile: .lost,
    .attachment: .lost,
    .emptyParagraph: .lost, .pageBreak: .lost, .sectionBreak: .lost,
  ]

  /// Text, notes, pictures, attachments and links. Losing one of these loses something
  /// that was written, so these rows come first in reports.
  private static let content: [Row] = [
    Row(.headerOrFooter, "headers and footers", html: .lost, markdown: .lost),
    Row(.hidden, "hidden text", html: .lost, markdown: .lost),
    Row(.deletion, "tracked deletions", html: .kept, markdown: .lost),
    Row(
      .insertion, "tracked insertions", html: .kept, markdown: .simplified("text"), text: .simplified("text")),
    Row(.trackedNote, "tracked changes of notes", html: .lost, markdown: .lost),
    Row(.trackedRow, "tracked changes of table rows and cells", html: .lost, markdown: .lost),
    Row(.trackedParagraph, "tracked paragraph ends", html: .lost, markdown: .lost),
    Row(.annotation, "annotations", html: .kept, markdown: .simplified("footnotes"), text: atEnd),
    Row(.noteCredit, "authors and dates of annotations", html: .kept, markdown: .lost),
    Row(.footnote, "footnotes", html: .kept, markdown: .kept, text: atEnd),
    Row(.endnote, "endnotes", html: .kept, markdown: .simplified("footnotes"), text: atEnd),
    Row(
      .noteMark, "note marks other than 1, 2, 3", html: .kept, markdown: .lost, text: .simplified("text")),
    Row(.picture, "pictures", html: .kept, markdown: .kept, text: .simplified("U+FFFC")),
    Row(
      .metafile, "pictures of types that browsers don't show", html: .simplified("PNG or SVG"),
      markdown: .simplified("PNG or SVG"), text: .simplified("U+FFFC")),
    Row(
      .foreignPicture, "pictures of types that RTF doesn't hold", html: .kept, markdown: .kept,
      text: .simplified("U+FFFC"), rtf: .simplified("PNG or attached files")),
    Row(
      .officePicture, "pictures of types that word processors don't show", html: .kept, markdown: .kept,
      text: .simplified("U+FFFC"), rtf: .simplified("PNG or attached files")),
    Row(
      .unseenPicture, "pictures that can't be converted for browsers", html: .simplified("names"),
      markdown: .simplified("names"), text: .simplified("U+FFFC")),
    Row(.pictureDescription, "picture descriptions", html: .kept, markdown: .kept),
    Row(
      .attachedFile, "attached files beside the document", html: .kept, markdown: .simplified("links"),
      text: .simplified("U+FFFC")),
    Row(
      .attachment, "attached files within the document", html: .simplified("names"),
      markdown: .simplified("names"),
      text: .simplified("U+FFFC")),
    Row(
      .textBox, "text boxes", html: .kept, markdown: .simplified("paragraphs"),
      text: .simplified("paragraphs")),
    Row(.link, "links", html: .kept, markdown: .kept, text: .simplified("text")),
    Row(
      .otherLink, "links to local files or to programs", html: .simplified("text with a tooltip"),
      markdown: .simplified("text"), text: .simplified("text")),
    Row(.linkTip, "tooltips of links", html: .kept, markdown: .kept),
    Row(.callout, "types of callouts", html: .kept, markdown: .lost),
    Row(.bookmark, "bookmarks", html: .kept, markdown: .simplified("those that links lead to")),
    Row(.field, "field instructions", html: .simplified("result"), markdown: result, text: result),
  ]

  /// Headings, lists, tables and breaks. What is lost of these can still be read, but no
  /// program can find it.
  private static let structure: [Row] = [
    Row(.heading, "headings", html: .kept, markdown: .kept, text: .simplified("lines")),
    Row(
      .deepHeading, "headings below level 6", html: .kept, markdown: .simplified("level 6"),
      text: .simplified("lines")),
    Row(
      .numberedHeading, "numbered headings", html: .simplified("text"), markdown: .simplified("text"),
      text: .simplified("markers")),
    Row(.list, "lists", html: .kept, markdown: .kept, text: .simplified("markers")),
    Row(
      .listNumbering, "numbering in letters and Roman numerals", html: .kept,
      markdown: .simplified("markers"),
      text: .simplified("markers")),
    Row(.table, "tables", html: .kept, markdown: .kept, text: .simplified("TAB between cells")),
    Row(.headerRow, "header rows", html: .kept, markdown: .kept),
    Row(.rowHeader, "header cells of rows", html: .kept, markdown: .lost),
    Row(.rightToLeftTable, "right-to-left tables", html: .kept, markdown: .lost),
    Row(.mergedCells, "merged cells", html: .kept, markdown: .kept, text: .simplified("empty cells")),
    Row(
      .cellBlocks, "cells with several paragraphs", html: .kept, markdown: .kept,
      text: .simplified("one line")),
    Row(.nestedTable, "nested tables", html: .kept, markdown: .kept, text: .simplified("one line")),
    Row(.pageBreak, "page and column breaks", html: .kept, markdown: .simplified("a rule"), text: newLine),
    Row(.sectionBreak, "section breaks", html: .kept, markdown: .simplified("a rule"), text: newLine),
    Row(.emptyParagraph, "empty paragraphs", html: .kept, markdown: .lost, text: .kept),
    Row(
      .leadingSpace, "blanks and tabs at the beginning of paragraphs", html: .kept, markdown: .lost,
      text: .kept),
  ]

  /// Formatting of characters, paragraphs, tables and pictures. The content remains
  /// without it.
  private static let looks: [Row] = [
    Row(.bold, "bold", html: .kept, markdown: .kept),
    Row(.italic, "italic", html: .kept, markdown: .kept),
    Row(.struck, "strikethrough", html: .kept, markdown: .kept),
    Row(.underline, "underlines", html: .kept, markdown: .kept),
    Row(.underlineKinds, "underline styles", html: .kept, markdown: .simplified("single")),
    Row(
      .fineUnderlines, "dash-dot underlines and underlines of words only", html: .simplified("other kinds"),
      markdown: .simplified("single")),
    Row(.superscript, "superscript and subscript", html: .kept, markdown: .kept),
    Row(.capitals, "small capitals and all capitals", html: .kept, markdown: .lost),
    Row(.letterSpacing, "spacing of letters", html: .kept, markdown: .lost),
    Row(.characterScale, "wide and narrow characters", html: .lost, markdown: .lost),
    Row(.font, "fonts", html: .kept, markdown: .lost),
    Row(.size, "font sizes", html: .kept, markdown: .lost),
    Row(.color, "text colours", html: .kept, markdown: .lost),
    Row(.background, "highlighting", html: .kept, markdown: .lost),
    Row(.language, "languages", html: .kept, markdown: .lost),
    Row(.characterStyle, "character style names", html: .lost, markdown: .lost),
    Row(.paragraphStyle, "paragraph style names", html: .lost, markdown: .lost),
    Row(.alignment, "alignment", html: .kept, markdown: .lost),
    Row(.indent, "indents", html: .kept, markdown: .lost),
    Row(.spacing, "spacing of lines and paragraphs", html: .kept, markdown: .lost),
    Row(.rightToLeft, "right-to-left paragraphs", html: .kept, markdown: .lost),
    Row(.paragraphShading, "paragraph shading", html: .kept, markdown: .lost),
    Row(.paragraphBorders, "lines around paragraphs", html: .kept, markdown: .lost),
    Row(.tabStops, "tab stops", html: .lost, markdown: .lost),
    Row(.keepWithNext, "keeping paragraphs with the next", html: .lost, markdown: .lost),
    Row(.pageBreakBefore, "page breaks before paragraphs", html: .kept, markdown: .lost),
    Row(.cellWidth, "cell widths", html: .kept, markdown: .lost),
    Row(.cellAlignment, "vertical alignment in cells", html: .kept, markdown: .lost),
    Row(.cellShading, "cell shading", html: .kept, markdown: .lost),
    Row(.borderless, "borderless tables", html: .kept, markdown: .lost),
    Row(.cellBorders, "lines of cells", html: .kept, markdown: .lost),
    Row(.pictureSize, "picture sizes", html: .kept, markdown: .lost),
  ]

  /// Facts about the document that aren't part of its text.
  private static let facts: [Row] = [
    Row(.title, "title", html: .kept, markdown: .lost),
    Row(.authorAndKeywords, "author, subject and keywords", html: .kept, markdown: .lost),
    Row(.page, "size and margins of pages", html: .lost, markdown: .lost),
    Row(.dates, "dates", html: .lost, markdown: .lost),
    Row(
      .properties, "manager, company, category, comment and custom properties", html: .lost, markdown: .lost),
  ]

  /// Notes in plain text: their text follows that of the body.
  private static let atEnd = Fate.simplified("text at the end")
  /// Fields: the last result stays as text.
  private static let result = Fate.simplified("result")
  /// Breaks in plain text.
  private static let newLine = Fate.simplified("a new line")
}
