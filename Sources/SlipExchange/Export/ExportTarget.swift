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
    case .plainText, .markdown, nil: false
    }
  }

  /// Whether programs that show this format show pictures of this type. Other pictures become links
  /// to their files.
  func shows(mediaType: String) -> Bool {
    switch kind {
    case .html, .markdown: MediaType.named(mediaType).map(WebPicture.isShown) ?? false
    case .rtf, .package, .plainText, nil: true
    }
  }

  /// The type of the picture that is shown instead of one of this type.
  ///
  /// Nil when programs show the picture itself, or when it can't be converted.
  func renderedType(of mediaType: String) -> MediaType? {
    shows(mediaType: mediaType) ? nil : MediaType.named(mediaType).flatMap(WebPicture.renderedType)
  }

  /// Whether notes can have attachments; plain text doesn't support them.
  public var holdsAttachments: Bool { kind != .plainText }
}

extension ExportTarget {
  /// RTF files, one for each note.
  public static let rtf = ExportTarget(
    name: "rtf", title: "Rich Text Format with embedded pictures", kind: .rtf, fileExtension: "rtf",
    attachments: .embed)
  /// RTFD packages, one for each note.
  public static let rtfd = ExportTarget(
    name: "rtfd", title: "RTFD packages with pictures and files", kind: .package, fileExtension: "rtfd",
    attachments: .embed)
  /// Plain-text files, one for each note.
  public static let text = ExportTarget(
    name: "txt", title: "plain text", kind: .plainText, fileExtension: "txt", attachments: .beside)
  /// HTML files, one for each note.
  public static let html = ExportTarget(
    name: "html", title: "HTML, pictures in separate files", kind: .html, fileExtension: "html",
    attachments: .beside)
  /// Markdown files, one for each note.
  public static let markdown = ExportTarget(
    name: "markdown", title: "Markdown with front matter, pictures in separate files", kind: .markdown,
    fileExtension: "md", attachments: .beside)
  /// The files that the notes were imported from.
  public static let original = ExportTarget(
    name: "original", title: "the imported files, byte for byte", kind: nil, fileExtension: "",
    attachments: .beside)
}
