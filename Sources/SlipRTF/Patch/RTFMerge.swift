public import SlipCore
public import SlipDocument

/// Three-way merge of files of RTF.
///
/// Paragraphs that only one side changed have that side's bytes, or those of our file where they are the same there: the
/// result is our file, patched (`RTFPatch`).
public enum RTFMerge {
  /// A merged file.
  public struct Result: Sendable {
    /// The bytes of the file.
    public var bytes: [UInt8]
    /// What both sides changed.
    public var conflicts: [DocumentMerge.Conflict]
  }

  /// Merges what became of a file on both sides.
  ///
  /// - Parameters:
  ///   - base: The file that both sides were made of; empty where there is none.
  ///   - ours: Our file.
  ///   - theirs: Their file.
  ///   - rule: Which side counts where both changed a fact or formatting.
  ///   - names: The authors of tracked changes.
  ///   - limits: Bounds for reading the files.
  public static func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], rule: DocumentMerge.Rule = .either,
    names: DocumentMerge.Names = DocumentMerge.Names(), limits: Limits = Limits()
  ) -> Result {
    if theirs == base || theirs == ours { return Result(bytes: ours, conflicts: []) }
    if ours == base { return Result(bytes: theirs, conflicts: []) }
    func read(_ bytes: [UInt8]) -> Document {
      bytes.isEmpty ? Document() : bytes.withUnsafeBytes { RTFReader.read($0, limits: limits).document }
    }
    let (before, mine, other) = (read(base), read(ours), read(theirs))
    let merge = DocumentMerge(base: before, ours: mine, theirs: other, rule: rule, names: names)
    let merged = merge.document.normalized()
    if merged == mine { return Result(bytes: ours, conflicts: merge.conflicts) }
    if merged == other { return Result(bytes: theirs, conflicts: merge.conflicts) }
    // A patch keeps the head and the page headers of its file.
    for (bytes, document) in [(ours, mine), (theirs, other)] {
      guard document.head == merged.head, document.hasSameHeaders(as: merged) else { continue }
      let patched = bytes.withUnsafeBytes { RTFPatch.patch($0, to: merged, limits: limits) }
      return Result(bytes: patched.bytes, conflicts: merge.conflicts)
    }
    return Result(bytes: RTFWriter.write(merged, isNormalForm: true), conflicts: merge.conflicts)
  }
}

extension Document {
  /// Whether pages have the same headers and footers, whatever the numbers of their lists and pictures.
  fileprivate func hasSameHeaders(as other: Document) -> Bool {
    if headersAndFooters == other.headersAndFooters { return true }
    func alone(_ document: Document) -> Document {
      var result = document
      (result.blocks, result.notes) = ([], [])
      return result.normalized()
    }
    return alone(self).headersAndFooters == alone(other).headersAndFooters
  }
}
