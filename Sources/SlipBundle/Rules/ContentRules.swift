internal import SlipBase
internal import SlipRTF

/// Rules about the content of bodies and pictures that the checks of other rules find on their way.
extension ValidationRule {
  /// A body, or a file that is called RTF, isn't RTF.
  ///
  /// RTF begins with `{\rtf`; a byte order mark before it is allowed. Where this is reported, no other rule
  /// looks at the content.
  public static let bodyNotRTF = ValidationRule(
    code: "SBXR901", name: "BodyNotRTF", family: .bodies, severity: .error,
    title: "This is not RTF",
    manual: RuleManual(
      finds: "A note's body, or a file that is called RTF, does not begin with `{\\rtf`.",
      matters: "Word processors won't open it, and it has no text.",
      bad: "Dear diary",
      good: "{\\rtf1\\ansi Dear diary}",
      fix: "Import the file again as what it is."))

  /// An embedded object is of class `Package`, or its data hold a Windows program.
  ///
  /// `OutsideReference.check` reports it, with the byte where the object begins.
  public static let embeddedProgram = ValidationRule(
    code: "SBXR902", name: "EmbeddedProgram", family: .bodies, severity: .warning,
    title: "The RTF contains a program or a packed file",
    manual: RuleManual(
      finds: """
        An embedded object is of the class `Package`, which can be any file and opens with a double click, or its data contain a Windows program.
        """,
      matters: "This is a way to spread malware. slipconv never runs or unpacks the object.",
      bad: "{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata 0105}…}",
      good: "{\\object\\objemb{\\*\\objclass Equation.3}{\\*\\objdata 0105}…}",
      fix: "Remove the object with a word processor. If it is in a body, run `slipconv refresh` afterwards."))

  /// A PNG or JPEG has a header that can't be read, or its data break off.
  ///
  /// Reported by `PictureSizeDiffers` (header) and `ThumbnailMissing` (data), for types in
  /// `ThumbnailMissing.strictTypes` only.
  public static let pictureBroken = ValidationRule(
    code: "SBXP001", name: "PictureBroken", family: .pictures, severity: .warning,
    title: "A picture can't be read",
    manual: RuleManual(
      finds: """
        An attachment that the manifest calls a PNG or JPEG has a header that can't be read, or data that breaks off.
        """,
      matters: "Programs show nothing in its place.",
      bad: "attachments/9f/9f86….png: 20 bytes",
      good: "attachments/9f/9f86….png: all of its bytes",
      fix: "Get the original picture and import it again."))
}

/// Checks RTF wherever it is: in a bundle, or as a file of its own.
enum BodyCheck {
  /// Checks whether a file is RTF, and reports what in it leads outside or can be run.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name for messages.
  ///   - limits: Bounds for what is read.
  ///   - findings: Takes the findings.
  /// - Returns: The pictures of the bundle that its fields show; nil where it is not RTF.
  static func run(
    _ bytes: UnsafeRawBufferPointer, _ path: String, _ limits: Limits, _ findings: inout FindingList
  ) -> [RTFPictureReference]? {
    guard RTFProbe.isRTF(bytes) else {
      findings.report(.bodyNotRTF, file: path)
      return nil
    }
    let (items, pictures) = RTFOutsideContent.itemsAndPictures(in: bytes, limits: limits)
    OutsideReference.check(items, path, &findings)
    return pictures
  }
}
