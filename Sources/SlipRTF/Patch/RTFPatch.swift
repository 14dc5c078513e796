public import SlipCore
public import SlipDocument

/// Changes a file of RTF where its document changes, and nowhere else.
///
/// ```swift
/// let document = RTFPatch.document(of: bytes)
/// let edited = …                                    // another document
/// let patched = RTFPatch.patch(bytes, to: edited)
/// ```
///
/// Paragraphs and tables that stay keep their bytes, also what a document can't hold of them. What changes is written
/// anew, with the fonts, colours, styles and lists of the file; those that it lacks are added to its head.
///
/// - An edit without change gives the same bytes.
/// - A change of one paragraph leaves the bytes before and behind it as they are, except where the head gains an entry.
/// - What is read from the result is the edited document.
///
/// The head, page headers and footers stay as they are: a patch is one of the body.
public enum RTFPatch {
  /// A patched file.
  public struct Result: Sendable, Equatable {
    /// The bytes of the file.
    public var bytes: [UInt8]
    /// How many stretches of the file changed; 0 where nothing did.
    public var changes: Int
    /// Whether the file had to be written as a whole, because the blocks could not be told apart in its bytes.
    public var isRewritten: Bool
  }

  /// Patches a file so that it says another document.
  ///
  /// - Parameters:
  ///   - bytes: The file, any bytes.
  ///   - edited: The document to be. Its facts, headers and footers are ignored.
  ///   - limits: Bounds for reading the file.
  public static func patch(
    _ bytes: UnsafeRawBufferPointer, to edited: Document, limits: Limits = Limits()
  ) -> Result {
    let map = RTFBodyMap(bytes, limits: limits)
    // The head and the page headers are those of the file, which may share lists with the body.
    var target = SharedTables(map.document, edited).shared(edited)
    target.head = map.document.head
    target.headersAndFooters = map.document.headersAndFooters
    target = target.normalized()
    var work = RTFPatchWork(bytes: bytes, map: map, target: target)
    if let patched = work.run() {
      if patched.changes == 0 { return patched }
      let read = patched.bytes.withUnsafeBytes { RTFReader.read($0, limits: limits).document }
      if read.isSameText(as: target) { return patched }
    }
    return Result(bytes: RTFWriter.write(target, isNormalForm: true), changes: 1, isRewritten: true)
  }
}

extension Document {
  /// Whether both say the same, apart from facts.
  fileprivate func isSameText(as other: Document) -> Bool {
    blocks == other.blocks && notes == other.notes && lists == other.lists && resources == other.resources
  }
}
