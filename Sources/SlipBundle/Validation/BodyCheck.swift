internal import SlipRTF
internal import SlipBase
internal import SlipFormats

/// What is checked of RTF wherever it lies: in a bundle, or as a file of its own.
enum BodyCheck {
  /// Whether it is RTF, and what in it leads outside or could be run.
  ///
  /// - Returns: The bundle's pictures that its fields show; nil where it is no RTF.
  static func run(
    _ bytes: UnsafeRawBufferPointer, _ path: String, _ limits: Limits, _ findings: inout FindingList
  ) -> [RTFPictureReference]? {
    guard RTFProbe.isRTF(bytes) else {
      findings.report(BodyNotRTF.self, file: path)
      return nil
    }
    let (items, pictures) = RTFOutsideContent.itemsAndPictures(in: bytes, limits: limits)
    OutsideReference.check(items, path, &findings)
    return pictures
  }
}
