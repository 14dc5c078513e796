public import SlipRTF
public import SlipBase

/// References from a body to blobs: finding them, changing their paths, and replacing them by the
/// pictures.
extension RTFPictures {
  /// The fields of a body that show blobs, in order. Fields that name other files are not among them.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies; the search ends where groups nest more deeply.
  public static func references(
    in body: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> [RTFPictureReference] {
    RTFPictureReference.all(in: body, limits: limits)
  }

  /// The body with other paths in its fields, such as those of attachments beside an exported file.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - path: returns the new path of a reference, with `/`; nil leaves the reference as it is.
  /// - Returns: RTF in which all but these paths is unchanged.
  public static func rewritePaths(
    body: UnsafeRawBufferPointer, limits: Limits = Limits(), path: (RTFPictureReference) -> String?
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(body.count)
    var position = 0
    for reference in references(in: body, limits: limits) {
      guard let path = path(reference), reference.instruction.lowerBound >= position else { continue }
      result += body[position..<reference.instruction.lowerBound]
      result += RTFPictureField.instruction(path: path)
      position = reference.instruction.upperBound
    }
    return result + body[position...]
  }

  /// The body with its pictures embedded, for programs that don't follow links.
  ///
  /// The result of each field replaces the field, and its `\pict` receives the data as hexadecimal
  /// digits, 128 on a line. Pictures in formats that RTF can't embed (GIF, TIFF, WebP …) stay linked
  /// and are reported.
  ///
  /// - Parameters:
  ///   - body: RTF.
  ///   - limits: `rtfGroupDepth` applies.
  ///   - diagnostics: receives a warning for each picture that stays linked (`SBXP206`).
  ///   - blob: returns the bytes of a picture; nil leaves the field as it is.
  /// - Returns: RTF with the pictures in it.
  /// - Throws: what `blob` throws.
  public static func embed(
    body: UnsafeRawBufferPointer, limits: Limits = Limits(), diagnostics: inout DiagnosticSink,
    blob: (Digest) throws -> [UInt8]?
  ) rethrows -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for reference in references(in: body, limits: limits) {
      guard reference.range.lowerBound >= position, let bytes = try blob(reference.digest) else { continue }
      guard let picture = RTFEmbeddedPicture(bytes) else {
        diagnostics.report(
          Diagnostic(
            code: RTFPictureCode.notEmbeddable, severity: .warning,
            message: "a picture's format can't be embedded in RTF; it stays a link",
            location: SourceLocation(.byte(reference.range.lowerBound)),
            hint: "export with attachments beside the file"))
        continue
      }
      result += body[position..<reference.range.lowerBound]
      picture.write(reference, body, to: &result)
      position = reference.range.upperBound
    }
    return result + body[position...]
  }
}
