internal import SlipRTF
public import SlipBase
package import SlipDocument

/// Extracts pictures from RTF, puts them back, and finds the references to them.
///
/// A slip-box stores a picture once, as a file of its own (a blob in `attachments/`), however often
/// notes show it. So importing a note extracts its pictures, and exporting it restores the original
/// byte for byte.
///
/// An extracted picture leaves a field that shows the blob by its path (RTF 1.9.1, "Fields" and
/// "Pictures"):
///
/// ```
/// {\field…{\*\fldinst INCLUDEPICTURE "PATH" \\d}{\fldrslt{\pict…}}}
/// ```
///
/// The result of the field is the original group without its data; for `{\*\shppict{\pict…}}` it is
/// that whole group. Fallbacks that no program of today shows (`\nonshppict`, `\shprslt`) lose their
/// data and get no field.
///
/// Some pictures stay in the body: bitmaps without a file header, which programs show only where they
/// are embedded; pictures where no field can stand, such as in properties of shapes and in lists; and
/// pictures whose data can't be restored exactly. The result contains copies of these.
public enum RTFPictures {
  /// The smallest fallback to extract, in bytes. A blob for a smaller one would save nothing.
  static let smallestFallback = 4_096

  /// The formats that word processors show from a link. A link to a bitmap without its file header
  /// would prevent LibreOffice from opening the body at all.
  static let linked: [MediaType] = [.png, .jpeg, .gif, .bmp, .tiff, .webp, .emf, .wmf, .pict]

  /// Whether a picture belongs into the body: RTF holds it, but programs show no link to it, as its content isn't what its
  /// type says.
  package static func staysEmbedded(_ resource: Resource) -> Bool {
    guard case .bytes(let bytes) = resource.content, RTFPictureFormat.holds(resource) else { return false }
    return !linked.contains(bytes.withUnsafeBytes { MediaType.sniff($0) })
  }

  /// Extracts the embedded pictures of a file.
  ///
  /// The result is proven: before it is returned, `restore` is run on it and must give `bytes`. Where
  /// it doesn't, the file is returned unchanged with a warning (`RTFPictureCode.notRestorable`).
  ///
  /// - Parameters:
  ///   - bytes: an RTF file.
  ///   - limits: `rtfGroupDepth` applies. A file that exceeds it is returned unchanged, with a warning.
  ///   - workers: how many threads to use at most.
  ///   - place: returns the path of a blob relative to the body, with `/`.
  ///   - diagnostics: receives a report of severity info for each picture that stays in the body.
  /// - Returns: the body and its pictures. Where there is nothing to extract, the body is the file
  ///   itself.
  public static func lift(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), workers: Int = 1,
    place: (Digest, MediaType) -> String, diagnostics: inout DiagnosticSink
  ) -> ExtractionResult {
    guard RTFByteSearch.holds("\\pict", in: bytes) || RTFByteSearch.holds("\\objdata", in: bytes) else {
      return ExtractionResult(unchanged: bytes)
    }
    var finder = RTFPictureFinder(bytes, limits: limits)
    finder.run()
    var result = extract(finder, bytes, workers, place, &diagnostics)
    result.objects = finder.objects.compactMap { EmbeddedObject(RTFPictureData.decode(bytes, $0)) }
    return result
  }

  /// Writes the body from what the finder has found, and checks that it restores the file.
  private static func extract(
    _ finder: RTFPictureFinder, _ bytes: UnsafeRawBufferPointer, _ workers: Int,
    _ place: (Digest, MediaType) -> String, _ diagnostics: inout DiagnosticSink
  ) -> ExtractionResult {
    var contents = RTFPictureContent.read(finder.found, in: bytes, workers: workers)[...]
    var writer = RTFExtractionWriter(bytes)
    var findings = DiagnosticSink()
    var copies = finder.kept.sorted { $0.offset < $1.offset }[...]
    for picture in finder.found {
      while let copy = copies.first, copy.offset < picture.range.lowerBound {
        writer.copy(copy)
        copies.removeFirst()
      }
      writer.extract(picture, contents: &contents, place: place, diagnostics: &findings)
    }
    for copy in copies { writer.copy(copy) }
    contents = []
    report(finder, irregular: writer.irregular, &diagnostics)
    diagnostics.report(contentsOf: findings.diagnostics)
    guard !writer.pictures.isEmpty else { return ExtractionResult(unchanged: bytes, kept: writer.kept) }
    let (kept, ends) = (writer.kept, writer.ends)
    let result = writer.finish()
    guard result.restores(bytes, ends: ends, workers: workers) else {
      diagnostics.report(
        Diagnostic(
          code: RTFPictureCode.notRestorable, severity: .warning,
          message: "the pictures could not be restored exactly; they stay in the file",
          location: SourceLocation()))
      return ExtractionResult(unchanged: bytes, kept: kept)
    }
    return result
  }

  /// Reports pictures that stay in the body, in the order of the file.
  ///
  /// - Parameter irregular: pictures of which only the writer could tell that their data can't be
  ///   restored.
  private static func report(
    _ finder: RTFPictureFinder, irregular: [RTFPictureFinder.Kept], _ diagnostics: inout DiagnosticSink
  ) {
    if finder.isTooDeep {
      diagnostics.report(
        Diagnostic(
          code: RTFPictureCode.tooDeep, severity: .warning,
          message: "groups nest too deeply; pictures stay in the file", location: SourceLocation()))
    }
    for kept in (finder.kept + irregular).sorted(by: { $0.offset < $1.offset }) {
      let isPlace = kept.reason == .notInText
      diagnostics.report(
        Diagnostic(
          code: isPlace ? RTFPictureCode.notInText : RTFPictureCode.irregularData, severity: .info,
          message: isPlace
            ? "a picture outside the running text stays in the body"
            : "a picture whose data can't be restored exactly stays in the body",
          location: SourceLocation(.byte(kept.offset))))
    }
  }
}

/// The codes of diagnostics and errors about extracting, restoring and embedding pictures.
package enum RTFPictureCode {
  /// A picture stands where no field can replace it, such as in the properties of a shape.
  package static let notInText = "SBXP201"
  /// The data of a picture is cut off, or can't be extracted and restored byte for byte.
  package static let irregularData = "SBXP202"
  /// The data of a picture is of no known media type.
  package static let unknownContent = "SBXP203"
  /// Restoring the extracted pictures did not give the file, so it is left as it was.
  package static let notRestorable = "SBXP204"
  /// What says how to restore a file does not match the retained file or its pictures.
  package static let wrongLiftedData = "SBXP205"
  /// A linked picture is in a format that RTF can't embed.
  package static let notEmbeddable = "SBXP206"
  /// Groups nest deeper than the limit, so pictures are left in the file.
  package static let tooDeep = "SBXP207"
  /// A picture is in a format that programs show only where it is embedded: a metafile or a bitmap
  /// without file header.
  package static let notLinkable = "SBXP208"
}
