internal import SlipRTF
internal import SlipBase
internal import SlipDocument

/// Writes the body while pictures are extracted, from front to back.
///
/// Each `extract` or `copy` takes the next picture of the file; `finish` writes the rest. What is
/// written for a picture is recorded as `ExtractedData`: the bytes of the body that stand for the
/// picture, the part of these that is the original's, and where in it the data goes.
struct RTFExtractionWriter {
  /// The pictures extracted so far.
  private(set) var pictures: [ExtractedPicture] = []
  /// Copies of the pictures that stay in the body.
  private(set) var kept: [KeptPicture] = []
  /// Pictures whose data can't be restored exactly, to be reported.
  private(set) var irregular: [RTFPictureFinder.Kept] = []
  /// For each of `pictures`, where it ends in the original; see `ExtractionResult.restores`.
  private(set) var ends: [Int] = []
  /// The original file.
  private let bytes: UnsafeRawBufferPointer
  /// What has been written of the body.
  private var body: [UInt8] = []
  /// How much of the original has been written or extracted.
  private var position = 0
  /// The blobs so far, so that equal pictures share their bytes.
  private var blobs: [Digest: [UInt8]] = [:]

  /// Creates a writer at the start of a file.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Writes the file up to a picture, and the picture as a field if it is to be extracted.
  ///
  /// - Parameters:
  ///   - picture: the next picture.
  ///   - contents: begins with the content of the picture and that of its fallback; they are removed.
  ///   - place: returns the path of a blob relative to the body.
  ///   - diagnostics: receives reports of pictures that stay in the body.
  mutating func extract(
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
    // The fallback belongs to the picture, so it stands in the result of the field as well.
    if let (fallback, blob) = fallback { takeOut(fallback, blob, from: nil) }
    if let end = picture.endOfFallback { keep(to: end) }
    body += Array("}}".utf8)
    pictures[pictures.count - 1].data.range = pictures[pictures.count - 1].data.range.lowerBound..<body.count
  }

  /// Writes the rest of the file and returns the result.
  consuming func finish() -> ExtractionResult {
    body += bytes[position...]
    return ExtractionResult(body: body, pictures: pictures, kept: kept)
  }

  /// The data of a picture that is to be extracted; nil when it stays in the body. Then the picture is
  /// copied and reported.
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
    case .retained(let data, let mediaType):
      report(mediaType, picture.range.lowerBound, &diagnostics)
      if !picture.isFallback { keep(data, mediaType) }
      return nil
    case .extracted(var blob):
      blob.bytes = blobs[blob.digest] ?? blob.bytes
      blobs[blob.digest] = blob.bytes
      return blob
    }
  }

  /// Copies a picture that stays where it is. Outside the text only data that is recognisable as a
  /// picture is copied.
  mutating func copy(_ picture: RTFPictureFinder.Kept) {
    let data = RTFPictureData.decode(bytes, picture.content)
    let mediaType = data.withUnsafeBytes { MediaType.sniff($0) }
    guard !data.isEmpty, picture.reason != .notInText || mediaType.isImage else { return }
    keep(data, mediaType)
  }

  /// Adds a copy of a picture. A bare bitmap gets the header that makes it a file.
  private mutating func keep(_ data: [UInt8], _ mediaType: MediaType) {
    let file = mediaType == .dib ? BitmapFile.file(of: data) : nil
    kept.append(
      KeptPicture(bytes: file ?? data, mediaType: file == nil ? mediaType : .bmp, position: pictures.count))
  }

  /// Reports a picture that stays in the body because of its format.
  private func report(_ mediaType: MediaType, _ offset: Int, _ diagnostics: inout DiagnosticSink) {
    diagnostics.report(
      Diagnostic(
        code: mediaType.isImage ? RTFPictureCode.notLinkable : RTFPictureCode.unknownContent, severity: .info,
        message: mediaType.isImage
          ? "a picture that programs show only where it is embedded (\(mediaType.name)) stays in the body"
          : "a picture of unknown format stays in the body",
        location: SourceLocation(.byte(offset))))
  }

  /// Writes the original up to `end` as a part of what the last picture retains.
  private mutating func keep(to end: Int) {
    body += bytes[position..<end]
    position = end
    let last = pictures.count - 1
    pictures[last].data.keep = pictures[last].data.keep.lowerBound..<body.count
    pictures[last].data.range = pictures[last].data.range.lowerBound..<body.count
    pictures[last].original = pictures[last].original.lowerBound..<end
    ends[last] = position
  }

  /// Writes the original up to a picture, and the group of the picture without its data.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - blob: its data.
  ///   - start: where the bytes begin in the body that stand for the picture, which is its field; nil
  ///     when it is the picture's own group.
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
