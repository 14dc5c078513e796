internal import RTFSyntax
internal import SlipBase
internal import SlipDocument

/// Writes the body while pictures are taken out, in the order of the file.
struct RTFLiftWriter {
  private(set) var pictures: [LiftedPicture] = []
  private let bytes: UnsafeRawBufferPointer
  private var body: [UInt8] = []
  /// What of the original has been written or lifted.
  private var position = 0
  private var blobs: [Digest: [UInt8]] = [:]

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func lift(
    _ picture: RTFFoundPicture, place: (Digest, MediaType) -> String, diagnostics: inout DiagnosticSink
  ) {
    let data =
      switch picture.data {
      case .hex(let digits): digits.data
      case .binary(let range): [UInt8](bytes[range])
      }
    guard !data.isEmpty, !picture.isFallback || data.count >= RTFPictures.smallestFallback else { return }
    let mediaType = data.withUnsafeBytes { MediaType.sniff($0) }
    guard picture.isFallback && mediaType.isImage || RTFPictures.linked.contains(mediaType) else {
      let isKnown = mediaType.isImage
      diagnostics.report(
        Diagnostic(
          code: isKnown ? RTFPictureCode.notLinkable : RTFPictureCode.unknownContent, severity: .info,
          message: isKnown
            ? "a picture that programs show only where it is embedded (\(mediaType.name)) stays in the body"
            : "a picture of unknown format stays in the body",
          location: SourceLocation(.byte(picture.range.lowerBound))))
      return
    }
    let digest = Digest(of: data)
    let shared = blobs[digest] ?? data
    blobs[digest] = shared
    let lifted = write(picture, digest, path: picture.isFallback ? nil : place(digest, mediaType))
    pictures.append(
      LiftedPicture(bytes: shared, mediaType: mediaType, data: lifted, isFallback: picture.isFallback))
  }

  /// The body, when all pictures are written.
  consuming func finish() -> LiftResult {
    body += bytes[position...]
    return LiftResult(body: body, pictures: pictures)
  }

  /// Without a path there is no field.
  private mutating func write(_ picture: RTFFoundPicture, _ digest: Digest, path: String?) -> LiftedData {
    body += bytes[position..<picture.range.lowerBound]
    let start = body.count
    if let path {
      body += Array("{\\field".utf8) + RTFPictureField.instruction(path: path) + Array("{\\fldrslt".utf8)
    }
    let keepStart = body.count
    body += bytes[picture.range.lowerBound..<picture.dataRange.lowerBound]
    let insertion = body.count
    body += bytes[picture.dataRange.upperBound..<picture.range.upperBound]
    let keepEnd = body.count
    if path != nil { body += Array("}}".utf8) }
    position = picture.range.upperBound
    let encoding: LiftedData.Encoding =
      switch picture.data {
      case .hex(let digits): .hex(upperCase: digits.isUpperCase, layout: digits.layout.text)
      case .binary: .binary
      }
    return LiftedData(
      attachment: digest, range: start..<body.count, keep: keepStart..<keepEnd, insertion: insertion,
      encoding: encoding)
  }
}
