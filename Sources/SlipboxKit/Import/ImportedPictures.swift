internal import ImageCodec
internal import SlipBase
package import SlipBundle
package import SlipExchange
package import SlipNotes

/// Makes thumbnails of new pictures while their bytes are in memory, and assigns them once the
/// attachments are in the box.
///
/// An import decides late which notes it takes, and attachments come into the box with their
/// notes. So thumbnails are made and written batch by batch with `make`, and at the end
/// `attach` assigns those whose attachments are there.
package struct ThumbnailMaker {
  /// The longer side of thumbnails in pixels; 0 makes none.
  package let longSide: Int
  /// Bounds on the pictures that are decoded.
  package let limits: Limits
  /// Pictures that could not be decoded.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Thumbnails that were written, and not yet assigned.
  private var made: [(attachment: Digest, thumbnail: Attachment.Thumbnail)] = []

  /// The result for one picture.
  private enum Result: Sendable {
    /// The thumbnail was written.
    case thumbnail(Digest, Attachment.Thumbnail)
    /// The picture can't be decoded.
    case broken(Diagnostic)
    /// The thumbnail can't be written, which stops the work.
    case notWritten(SlipError)
    /// There is nothing to make.
    case notAPicture
  }

  /// A maker without any thumbnails yet.
  package init(longSide: Int, limits: Limits) {
    self.longSide = longSide
    self.limits = limits
  }

  /// Writes thumbnails of the pictures in `payload`, on all cores. A picture that can't be
  /// decoded remains an attachment without one, and is reported.
  ///
  /// - Throws: `SlipError` where a thumbnail can't be written.
  package mutating func make(for payload: [ImportedPayload], in output: any BundleOutput, workers: Int)
    throws(SlipError)
  {
    guard longSide > 0 else { return }
    let pictures = payload.filter { item in
      guard case .attachment(_, let suffix) = item.place else { return false }
      return MediaType.forFileExtension(suffix).map(Thumbnail.types.contains) ?? false
    }
    let results = Parallel.map(count: pictures.count, workers: workers) { [longSide, limits] index in
      ThumbnailMaker.result(for: pictures[index], longSide, limits, output)
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

  /// Assigns the thumbnails to the attachments that are in the box. Others belong to notes that
  /// were not taken.
  package func attach(to box: inout SlipBox) throws(SlipError) {
    for (attachment, thumbnail) in made where box.attachment(attachment) != nil {
      try box.update(attachment: attachment) { $0.thumbnail = thumbnail }
    }
  }

  /// Makes and writes one thumbnail.
  private static func result(
    for item: ImportedPayload, _ longSide: Int, _ limits: Limits, _ output: any BundleOutput
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
      let fact = try output.write(PayloadPath.thumbnail(digest, thumbnail.fileExtension), thumbnail.bytes)
      return .thumbnail(digest, Attachment.Thumbnail(file: fact, fileExtension: thumbnail.fileExtension))
    } catch {
      return .notWritten(error)
    }
  }
}

/// Sizes of pictures.
extension ImportedNote {
  /// Sets the sizes of pictures in pixels, from their headers. Only this layer depends on the
  /// codecs.
  ///
  /// - Parameter limits: A side longer than `pictureSide` is left out and reported: no program
  ///   shows such a picture.
  mutating func probePictures(limits: Limits) {
    for index in attachments.indices {
      guard let facts = attachments[index].payload.bytes.withUnsafeBytes({ ImageProbe.probe($0) }) else {
        continue
      }
      guard max(facts.width, facts.height) <= limits.pictureSide else {
        diagnostics.append(
          Diagnostic(
            code: ExchangeCode.impossiblePictureSize, severity: .warning,
            message:
              "A picture's header claims a side of more than \(limits.pictureSide) pixels; its size was left out.",
            location: SourceLocation(file: key.path)))
        continue
      }
      attachments[index].width = facts.width
      attachments[index].height = facts.height
    }
  }
}
