internal import ImageCodec
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipNotes

/// Makes thumbnails of new blobs while they are at hand, and enters them once the blobs are in the box.
struct ThumbnailMaker {
  let longSide: Int
  let limits: Limits
  private(set) var diagnostics: [Diagnostic] = []
  private var made: [(attachment: Digest, thumbnail: Attachment.Thumbnail)] = []

  private enum Result: Sendable {
    case thumbnail(Digest, Attachment.Thumbnail)
    case broken(Diagnostic)
    case notWritten(SlipError)
    case notAPicture
  }

  init(longSide: Int, limits: Limits) {
    self.longSide = longSide
    self.limits = limits
  }

  /// A picture that can't be decoded stays a blob, with a diagnostic.
  mutating func make(for payload: [ImportedPayload], in stage: BundleStage, workers: Int) throws(SlipError) {
    guard longSide > 0 else { return }
    let pictures = payload.filter { item in
      guard case .attachment(_, let suffix) = item.place else { return false }
      return MediaType.forFileExtension(suffix).map(Thumbnail.types.contains) ?? false
    }
    let results = Parallel.map(count: pictures.count, workers: workers) { [longSide, limits] index in
      ThumbnailMaker.result(for: pictures[index], longSide, limits, stage)
    }
    for result in results {
      switch result {
      case .thumbnail(let attachment, let thumbnail): made.append((attachment, thumbnail))
      case .broken(let diagnostic): diagnostics.append(diagnostic)
      case .notWritten(let error): throw error
      case .notAPicture: break
      }
    }
  }

  func attach(to box: inout SlipBox) throws(SlipError) {
    for (attachment, thumbnail) in made where box.attachment(attachment) != nil {
      try box.update(attachment: attachment) { $0.thumbnail = thumbnail }
    }
  }

  private static func result(
    for item: ImportedPayload, _ longSide: Int, _ limits: Limits, _ stage: BundleStage
  ) -> Result {
    let digest = item.payload.fact.digest
    let thumbnail: Thumbnail
    do throws(SlipError) {
      thumbnail = try slipErrors {
        try item.payload.bytes.withUnsafeBytes { try Thumbnail.make($0, longSide: longSide, limits: limits) }
      }
    } catch {
      return .broken(
        Diagnostic(
          code: error.code ?? KitCode.unreadablePicture, severity: .warning,
          message: error.message, location: SourceLocation(file: item.place.path),
          hint: "The picture is kept as it is, without a thumbnail."))
    }
    do throws(SlipError) {
      let fact = try stage.write(PayloadPath.thumbnail(digest, thumbnail.fileExtension), thumbnail.bytes)
      return .thumbnail(digest, Attachment.Thumbnail(file: fact, fileExtension: thumbnail.fileExtension))
    } catch {
      return .notWritten(error)
    }
  }
}
