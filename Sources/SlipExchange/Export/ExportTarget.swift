internal import ImageCodec
internal import SlipBase
public import SlipFormats

/// One row of the table of export targets.
public struct ExportTarget: Sendable, Hashable {
  /// For the command line.
  public let name: String
  /// One line of help.
  public let title: String
  /// Of the format that notes are written in; nil where files come out as they were imported.
  public let kind: Format.Kind?
  /// Of the files that notes become, without the dot; empty for originals, which keep their names.
  public let fileExtension: String
  /// What attachments do unless asked otherwise.
  public let attachments: Attachments

  public enum Attachments: String, Sendable, Hashable, CaseIterable {
    /// In a folder `attachments`, linked to.
    case beside
    /// Within the file, as far as the format holds them; others beside.
    case embed
  }

  /// Whether a file of this format can hold a blob of that type.
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

  /// Whether programs that show this format show such pictures. Others are linked to as files.
  func shows(mediaType: String) -> Bool {
    switch kind {
    case .html, .markdown: MediaType.named(mediaType).map(WebPicture.isShown) ?? false
    case .rtf, .package, .plainText, nil: true
    }
  }

  /// The type of what is shown in the place of pictures of a type that the target's programs don't show; nil where they
  /// show them, or where nothing can be made of them.
  func renderedType(of mediaType: String) -> MediaType? {
    shows(mediaType: mediaType) ? nil : MediaType.named(mediaType).flatMap(WebPicture.renderedType)
  }

  /// Plain text does not support them.
  public var holdsAttachments: Bool { kind != .plainText }
}

extension ExportTarget {
  public static let rtf = ExportTarget(
    name: "rtf", title: "Rich Text Format, pictures embedded", kind: .rtf, fileExtension: "rtf",
    attachments: .embed)
  public static let rtfd = ExportTarget(
    name: "rtfd", title: "RTFD packages, pictures and files in them", kind: .package, fileExtension: "rtfd",
    attachments: .embed)
  public static let text = ExportTarget(
    name: "txt", title: "plain text", kind: .plainText, fileExtension: "txt", attachments: .beside)
  public static let html = ExportTarget(
    name: "html", title: "HTML, pictures beside", kind: .html, fileExtension: "html", attachments: .beside)
  public static let markdown = ExportTarget(
    name: "markdown", title: "Markdown with front matter, pictures beside", kind: .markdown,
    fileExtension: "md",
    attachments: .beside)
  public static let original = ExportTarget(
    name: "original", title: "the imported files, byte for byte", kind: nil, fileExtension: "",
    attachments: .beside)
}
