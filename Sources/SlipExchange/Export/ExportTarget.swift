internal import ImageCodec
internal import SlipBase

/// One row of the table of export targets.
public struct ExportTarget: Sendable, Hashable {
  public enum Form: Sendable, Hashable { case rtf, rtfd, text, html, markdown, original }

  /// For the command line.
  public let name: String
  /// One line of help.
  public let title: String
  public let form: Form
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
    switch form {
    case .rtf:
      [
        "image/png", "image/jpeg", "image/bmp", "image/x-dib", "image/emf", "image/wmf", "image/x-pict",
      ].contains(mediaType)
    case .rtfd: true
    case .html: shows(mediaType: mediaType)
    case .text, .markdown, .original: false
    }
  }

  /// Whether programs that show this format show such pictures. Others are linked to as files.
  func shows(mediaType: String) -> Bool {
    switch form {
    case .html, .markdown: MediaType.named(mediaType).map(WebPicture.isShown) ?? false
    case .rtf, .rtfd, .text, .original: true
    }
  }

  /// The type of what is shown in the place of pictures of a type that the target's programs don't show; nil where they
  /// show them, or where nothing can be made of them.
  func renderedType(of mediaType: String) -> MediaType? {
    shows(mediaType: mediaType) ? nil : MediaType.named(mediaType).flatMap(WebPicture.renderedType)
  }

  /// Plain text does not support them.
  public var holdsAttachments: Bool { form != .text }
}

extension ExportTarget {
  public static let rtf = ExportTarget(
    name: "rtf", title: "Rich Text Format, pictures embedded", form: .rtf, fileExtension: "rtf",
    attachments: .embed)
  public static let rtfd = ExportTarget(
    name: "rtfd", title: "RTFD packages, pictures and files in them", form: .rtfd, fileExtension: "rtfd",
    attachments: .embed)
  public static let text = ExportTarget(
    name: "txt", title: "plain text", form: .text, fileExtension: "txt", attachments: .beside)
  public static let html = ExportTarget(
    name: "html", title: "HTML, pictures beside", form: .html, fileExtension: "html", attachments: .beside)
  public static let markdown = ExportTarget(
    name: "markdown", title: "Markdown with front matter, pictures beside", form: .markdown,
    fileExtension: "md",
    attachments: .beside)
  public static let original = ExportTarget(
    name: "original", title: "the imported files, byte for byte", form: .original, fileExtension: "",
    attachments: .beside)
}
