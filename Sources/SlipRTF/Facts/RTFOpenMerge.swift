public import SlipCore
public import SlipDocument

/// Tells whether a text has tracked changes of a merge that nobody has accepted or rejected.
public enum RTFOpenMerge {
  /// Whether a tracked change of a merge is still open: see `Document.hasOpenMerge`.
  ///
  /// Texts without any tracked change, which are most, are only searched for the words that begin one (RTF 1.9.1, "Track
  /// Changes (Revision Marks)").
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: See `RTFReader.read`.
  public static func isOpen(in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> Bool {
    guard words.contains(where: { RTFByteSearch.holds($0, in: bytes) }) else { return false }
    return RTFReader.read(bytes, limits: limits).document.hasOpenMerge
  }

  /// The open tracked changes of a text, whoever made them: see `Document.openChanges`.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: See `RTFReader.read`.
  public static func changes(
    in bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> [OpenChange] {
    guard words.contains(where: { RTFByteSearch.holds($0, in: bytes) }) else { return [] }
    return RTFReader.read(bytes, limits: limits).document.openChanges
  }

  /// The words without which nothing is inserted or deleted.
  private static let words: [StaticString] = ["\\revised", "\\deleted", "\\clins", "\\cldel"]
}
