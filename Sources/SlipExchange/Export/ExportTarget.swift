internal import ImageCodec
internal import SlipBase
public import SlipFormats

/// A format or form that notes can be exported to: a row of `ExchangeTable.targets`.
///
/// The commands list the targets by `name` and `title`. What a target can do is asked through its
/// functions, so nobody else compares the names of formats.
public struct ExportTarget: Sendable, Hashable {
  /// The name on the command line.
  public let name: String
  /// One line for the help.
  public let title: String
  /// The kind of the format that notes are written in; nil where files come out as they were
  /// imported.
  public let kind: Format.Kind?
  /// The extension of the notes' files, without the dot; empty for originals, which keep their
  /// names.
  public let fileExtension: String
  /// Where attachments go unless the user chooses otherwise.
  public let attachments: Attachments
  /// What becomes of features of texts where the files differ from the format in general.
  var textFates: [ExportFeature: ExportFeatureTable.Fate] {
    // Cocoa's pictures are files with a name and nothing else.
    kind == .package ? [.pictureDescription: .lost] : [:]
  }
  /// What becomes of facts about a note that its file can't hold as they are. Facts that aren't here are kept.
  let fates: [BoxFeature: BoxFeature.Fate]

  /// Creates a row.
  package init(
    name: String, title: String, kind: Format.Kind?, fileExtension: String, attachments: Attachments,
    fates: [BoxFeature: BoxFeature.Fate]
  ) {
    (self.name, self.title, self.kind, self.fileExtension) = (name, title, kind, fileExtension)
    (self.attachments, self.fates) = (attachments, fates)
  }

  /// Where attachments go.
  public enum Attachments: String, Sendable, Hashable, CaseIterable {
    /// Into a folder `attachments`, to which the notes link.
    case beside
    /// Into the note's file, as far as the format supports them. Others go beside it.
    case embed
  }

  /// Whether a file of this format can contain a blob of this type.
  public func canEmbed(mediaType: String) -> Bool {
    switch kind {
    case .rtf:
      [
        "image/png", "image/jpeg", "image/bmp", "image/x-dib", "image/emf", "image/wmf", "image/x-pict",
      ].contains(mediaType)
    case .package: true
    case .html: shows(mediaType: mediaType)
    case .office, .openDocument, .book: MediaType.named(mediaType)?.isImage ?? false
    case .plainText, .markdown, .outline, nil: false
    }
  }

  /// Whether programs that show this format show pictures of this type. Other pictures become links
  /// to their files.
  func shows(mediaType: String) -> Bool {
    switch kind {
    case .html, .markdown: MediaType.named(mediaType).map(WebPicture.isShown) ?? false
    case .rtf, .package, .office, .openDocument, .book, .plainText, .outline, nil: true
    }
  }

  /// The type of the picture that is shown instead of one of this type.
  ///
  /// Nil when programs show the picture itself, or when it can't be converted.
  func renderedType(of mediaType: String) -> MediaType? {
    shows(mediaType: mediaType) ? nil : MediaType.named(mediaType).flatMap(WebPicture.renderedType)
  }

  /// Who shows the files, which decides the types of pictures in them.
  var viewer: PictureViewer { FormatTable.named(name)?.viewer ?? .browser }

  /// Whether headings and lists are guessed by their looks, because the format has nothing else to show them by.
  var guessesStructure: Bool { kind != .office && kind != .openDocument && kind != .rtf }

  /// Whether notes can have attachments; plain text and outlines don't support them.
  public var holdsAttachments: Bool { kind != .plainText && kind != .outline }

  /// Whether a note shows all its attachments: those that its text doesn't show stand at its end.
  var showsAllAttachments: Bool { [.rtf, .html, .markdown, .office, .openDocument, .book].contains(kind) }
}

extension ExportTarget {
  /// RTF files, one for each note.
  public static let rtf = ExportTarget(
    name: "rtf", title: "Rich Text Format with embedded pictures", kind: .rtf, fileExtension: "rtf",
    attachments: .embed,
    fates: bareFates.merging([
      .unshownAttachments: .becomes("pictures and links at the end of the text", isReadBack: false)
    ]) { $1 })
  /// RTFD packages, one for each note.
  public static let rtfd = ExportTarget(
    name: "rtfd", title: "RTFD packages with pictures and files", kind: .package, fileExtension: "rtfd",
    attachments: .embed, fates: bareFates)
  /// Plain-text files, one for each note.
  public static let text = ExportTarget(
    name: "txt", title: "plain text", kind: .plainText, fileExtension: "txt", attachments: .beside,
    fates: bareFates.merging([.unshownAttachments: .lost]) { $1 })
  /// HTML files, one for each note.
  public static let html = ExportTarget(
    name: "html", title: "HTML, pictures in separate files", kind: .html, fileExtension: "html",
    attachments: .beside,
    fates: bareFates.filter { $0.key != .title && $0.key != .keywords }.merging([
      .nestedKeywords: .becomes("keywords without those above them", isReadBack: false),
      .unshownAttachments: atEnd,
    ]) { $1 })
  /// Markdown files, one for each note.
  public static let markdown = ExportTarget(
    name: "markdown", title: "Markdown with front matter, pictures in separate files", kind: .markdown,
    fileExtension: "md", attachments: .beside,
    fates: [
      .order: .lost, .keywordColors: .lost, .attachmentFacts: .lost, .savedSearch: .lost,
      .unshownAttachments: atEnd,
      .propertyNames: .becomes("names with markdown: before them", isReadBack: false),
    ])
  /// Word documents, one for each note.
  public static let docx = ExportTarget(
    name: "docx", title: "Word documents with embedded pictures", kind: .office, fileExtension: "docx",
    attachments: .embed, fates: officeFates)
  /// OpenDocument texts, one for each note.
  public static let odt = ExportTarget(
    name: "odt", title: "OpenDocument texts with embedded pictures", kind: .openDocument,
    fileExtension: "odt",
    attachments: .embed, fates: officeFates)
  /// EPUB publications, one for each note.
  public static let epub = ExportTarget(
    name: "epub", title: "EPUB publications with embedded pictures", kind: .book, fileExtension: "epub",
    attachments: .embed, fates: officeFates)
  /// Outlines, one for each note.
  public static let opml = ExportTarget(
    name: "opml", title: "OPML outlines of plain text", kind: .outline, fileExtension: "opml",
    attachments: .beside,
    fates: bareFates.filter { $0.key != .title }.merging([.unshownAttachments: .lost]) { $1 })
  /// The files that the notes were imported from.
  public static let original = ExportTarget(
    name: "original", title: "the imported files, byte for byte", kind: nil, fileExtension: "",
    attachments: .beside, fates: [:])

  /// What becomes of the facts of a note in a file that has only the text.
  private static let bareFates: [BoxFeature: BoxFeature.Fate] = [
    .title: .becomes("the name of the file", isReadBack: false), .status: .lost, .favorite: .lost,
    .dates: .becomes("the time of the file", isReadBack: false), .order: .lost, .keywords: .lost,
    .keywordColors: .lost,
    .properties: .lost, .manualLinks: .lost, .attachmentFacts: .lost, .savedSearch: .lost,
  ]
  /// What becomes of the facts of a note in a file that has properties.
  private static let officeFates = bareFates.filter { $0.key != .title && $0.key != .keywords }.merging([
    .nestedKeywords: .becomes("keywords without those above them", isReadBack: false),
    .unshownAttachments: .becomes("pictures and names at the end of the text", isReadBack: false),
  ]) { $1 }
  /// What becomes of attachments that the text doesn't show.
  private static let atEnd = BoxFeature.Fate.becomes(
    "pictures and links at the end of the text", isReadBack: true)

  /// What becomes of a fact about a note; nil where it is kept.
  ///
  /// - Parameter hasFrontMatter: Whether Markdown files begin with facts about the note.
  public func fate(of feature: BoxFeature, hasFrontMatter: Bool = true) -> BoxFeature.Fate? {
    if kind != .markdown || hasFrontMatter { return fates[feature] }
    return feature == .unshownAttachments ? fates[feature] : ExportTarget.bareFates[feature]
  }
}
