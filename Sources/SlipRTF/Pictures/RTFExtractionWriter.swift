internal import RTFSyntax
internal import SlipBase
internal import SlipDocument

/// Writes the body while pictures are taken out, in the order of the file.
struct RTFExtractionWriter {
  private(set) var pictures: [ExtractedPicture] = []
  private(set) var kept: [KeptPicture] = []
  /// Pictures whose data can't be taken out exactly.
  private(set) var irregular: [RTFPictureFinder.Kept] = []
  /// Up to where of the original each of `pictures` goes, with what stands before it.
  private(set) var ends: [Int] = []
  private let bytes: UnsafeRawBufferPointer
  private var body: [UInt8] = []
  /// What of the original has been written or lifted.
  private var position = 0
  private var blobs: [Digest: [UInt8]] = [:]

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// - Parameter contents: starts with the picture's own, and its fallback's; they are taken off.
  mutating func lift(
    _ picture: RTFFoundPicture, contents: inout ArraySlice<RTFPictureContent>,
    place: (Digest, MediaType) -> String, diagnostics: inout DiagnosticSink
  ) {
    let content = contents.removeFirst()
    let fallback = picture.fallback.first.flatMap { fallback in
      blob(fallback, contents.removeFirst(), &diagnostics).map { (fallback, $0) }
    }
    guard let blob = blob(picture, content, &diagnostics) else {
      if let (picture, blob) = fallback { takeOut(picture, blob, from: nil) }
      return
    }
    guard !picture.isFallback else { return takeOut(picture, blob, from: nil) }
    body += bytes[position..<picture.range.lowerBound]
    position = picture.range.lowerBound
    let start = body.count
    let group = bytes[picture.range.lowerBound..<picture.dataRange.lowerBound]
    body += RTFPictureField.start(group: group, mediaType: blob.mediaType)
    body += RTFPictureField.instruction(path: place(blob.digest, blob.mediaType))
    body += Array("{\\fldrslt".utf8)
    takeOut(picture, blob, from: start)
    // The fallback belongs to the picture, so it stands in the field's result, too.
    if let (fallback, blob) = fallback { takeOut(fallback, blob, from: nil) }
    if let end = picture.endOfFallback { keep(to: end) }
    body += Array("}}".utf8)
    pictures[pictures.count - 1].data.range = pictures[pictures.count - 1].data.range.lowerBound..<body.count
  }

  /// The body, when all pictures are written.
  consuming func finish() -> ExtractionResult {
    body += bytes[position...]
    return ExtractionResult(body: body, pictures: pictures, kept: kept)
  }

  /// The data of a picture that is to be lifted; nil when it stays in the body.
  private mutating func blob(
    _ picture: RTFFoundPicture, _ content: RTFPictureContent, _ diagnostics: inout DiagnosticSink
  ) -> RTFPictureContent.Blob? {
    switch content {
    case .ignored: return nil
    case .irregular:
      let kept = RTFPictureFinder.Kept(
        reason: .irregularData, offset: picture.start, content: picture.dataRange)
      irregular.append(kept)
      if !picture.isFallback { copy(kept) }
      return nil
    case .kept(let data, let mediaType):
      report(mediaType, picture.range.lowerBound, &diagnostics)
      if !picture.isFallback { keep(data, mediaType) }
      return nil
    case .lifted(var blob):
      blob.bytes = blobs[blob.digest] ?? blob.bytes
      blobs[blob.digest] = blob.bytes
      return blob
    }
  }

  /// A picture that stays where it is. Elsewhere than in the text, only what is a picture by its content counts.
  mutating func copy(_ picture: RTFPictureFinder.Kept) {
    let data = RTFPictureData.decode(bytes, picture.content)
    let mediaType = data.withUnsafeBytes { MediaType.sniff($0) }
    guard !data.isEmpty, picture.reason != .notInText || mediaType.isImage else { return }
    keep(data, mediaType)
  }

  /// A bare bitmap gets the header that makes it a file.
  private mutating func keep(_ data: [UInt8], _ mediaType: MediaType) {
    let file = mediaType == .dib ? BitmapFile.file(of: data) : nil
    kept.append(
      KeptPicture(bytes: file ?? data, mediaType: file == nil ? mediaType : .bmp, position: pictures.count))
  }

  private func report(_ mediaType: MediaType, _ offset: Int, _ diagnostics: inout DiagnosticSink) {
    diagnostics.report(
      Diagnostic(
        code: mediaType.isImage ? RTFPictureCode.notLinkable : RTFPictureCode.unknownContent, severity: .info,
        message: mediaType.isImage
          ? "a picture that programs show only where it is embedded (\(mediaType.name)) stays in the body"
          : "a picture of unknown format stays in the body",
        location: SourceLocation(.byte(offset))))
  }

  /// Writes the original up to `end`, as a part of what the last picture keeps.
  private mutating func keep(to end: Int) {
    body += bytes[position..<end]
    position = end
    let last = pictures.count - 1
    pictures[last].data.keep = pictures[last].data.keep.lowerBound..<body.count
    pictures[last].data.range = pictures[last].data.range.lowerBound..<body.count
    pictures[last].original = pictures[last].original.lowerBound..<end
    ends[last] = position
  }

  /// Writes the original up to a picture and the picture's group without its data.
  ///
  /// `start` is where the bytes begin in the body that stand for the picture; nil for its own group.
  private mutating func takeOut(_ picture: RTFFoundPicture, _ blob: RTFPictureContent.Blob, from start: Int?)
  {
    body += bytes[position..<picture.range.lowerBound]
    let keepStart = body.count
    body += bytes[picture.range.lowerBound..<picture.dataRange.lowerBound]
    let insertion = body.count
    body += bytes[picture.dataRange.upperBound..<picture.range.upperBound]
    position = picture.range.upperBound
    let data = ExtractedData(
      attachment: blob.digest, range: (start ?? keepStart)..<body.count, keep: keepStart..<body.count,
      insertion: insertion, encoding: blob.encoding)
    pictures.append(
      ExtractedPicture(
        bytes: blob.bytes, mediaType: blob.mediaType, data: data, original: picture.range,
        isFallback: picture.isFallback))
    ends.append(position)
  }
}
