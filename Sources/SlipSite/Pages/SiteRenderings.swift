internal import ImageCodec
internal import SlipBase
internal import SlipNotes

/// The pictures that are shown instead of attachments which browsers don't show.
struct SiteRenderings: Sendable {
  /// The extensions of the pictures by attachment.
  private(set) var suffixes: [Attachment.ID: String] = [:]
  /// Attachments that browsers show although their types aren't known for that.
  private var asTheyAre: Set<Attachment.ID> = []

  /// Where the picture is that shows an attachment: the attachment itself, or another one; nil where none can be shown.
  func path(of attachment: Attachment) -> String? {
    let type = MediaType.named(attachment.mediaType) ?? .binary
    if WebPicture.isShown(type) || asTheyAre.contains(attachment.id) {
      return SiteAddresses.attachment(attachment)
    }
    return suffixes[attachment.id].map { SiteAddresses.rendering(attachment.id, $0) }
  }

  /// Converts the pictures of a site and writes them.
  ///
  /// - Parameters:
  ///   - attachments: The attachments of the site.
  ///   - site: The site.
  ///   - output: Takes the files.
  /// - Returns: A warning for each picture that can't be converted. Notes then link to its file.
  /// - Throws: `SlipError` where an attachment can't be read, and what `output` throws.
  mutating func write(
    _ attachments: [Attachment], of site: SiteBox, to output: any SiteOutput
  ) throws -> [Diagnostic] {
    let other = attachments.filter { attachment in
      MediaType.named(attachment.mediaType).flatMap(WebPicture.renderedType) != nil
    }
    let results = Parallel.map(count: other.count, workers: site.options.workers ?? Parallel.cores) { index in
      Result { try SiteRenderings.write(other[index], of: site, to: output) }
    }
    var diagnostics: [Diagnostic] = []
    for (attachment, result) in zip(other, results) {
      switch try result.get() {
      case .shown(let suffix?): suffixes[attachment.id] = suffix
      case .shown(nil): asTheyAre.insert(attachment.id)
      case .unseen(let diagnostic): diagnostics.append(diagnostic)
      }
    }
    return diagnostics
  }

  /// What became of a picture.
  private enum Outcome {
    /// It was written with this extension; nil: the attachment itself can be shown.
    case shown(String?)
    /// It can't be converted.
    case unseen(Diagnostic)
  }

  /// Converts and writes one picture.
  private static func write(
    _ attachment: Attachment, of site: SiteBox, to output: any SiteOutput
  ) throws -> Outcome {
    let blob = try site.content.blob(attachment.id)
    let type = MediaType.named(attachment.mediaType) ?? .binary
    do {
      let picture = try blob.withUnsafeBytes {
        try WebPicture.render($0, claimed: type, limits: site.content.options.limits)
      }
      // Browsers show it as it is, whatever its type is said to be.
      guard let picture else { return .shown(nil) }
      let suffix = picture.mediaType.fileExtension
      try output.write(SiteAddresses.rendering(attachment.id, suffix), picture.bytes)
      return .shown(suffix)
    } catch let error as SlipError where PictureFault(rawValue: error.code ?? "") != nil {
      return .unseen(warning(attachment, error.code ?? PictureFault.notShown.rawValue, error.message))
    }
  }

  /// The warning that a picture can't be converted.
  private static func warning(_ attachment: Attachment, _ code: String, _ message: String) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: code, severity: .warning, message: message, location: EntityID.attachment(attachment.id).location)
    diagnostic.hint = "Notes link to the picture's file instead of showing it."
    return diagnostic
  }
}
