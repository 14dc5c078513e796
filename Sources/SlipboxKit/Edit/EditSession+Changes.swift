public import SlipBase
internal import SlipBundle
public import SlipDocument
public import SlipNotes
internal import SlipRTF

extension EditSession {
  /// Accepts or rejects all tracked changes in the text of a note, such as those of a merge.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - changes: What becomes of them; `keep` changes nothing.
  /// - Returns: Whether there were any.
  /// - Throws: `SlipError` for an unknown note, and as `body(of:)`.
  @discardableResult
  public mutating func resolve(_ changes: TrackedChanges, of id: Note.ID) throws(SlipError) -> Bool {
    switch changes {
    case .accept: try resolve(ChangeDecision.accept, of: id)
    case .reject: try resolve(ChangeDecision.reject, of: id)
    case .keep: false
    }
  }

  /// Decides about tracked changes in the text of a note.
  ///
  /// - Parameters:
  ///   - decision: What becomes of them.
  ///   - id: The note.
  ///   - numbers: Which of `Document.openChanges`; nil: all.
  /// - Returns: Whether there were any.
  /// - Throws: `SlipError` for an unknown note, and as `body(of:)`.
  @discardableResult
  public mutating func resolve(
    _ decision: ChangeDecision, of id: Note.ID, only numbers: Set<Int>? = nil
  ) throws(SlipError) -> Bool {
    guard let note = box.note(id) else { throw EditSession.unknownNote(id, path) }
    let body = try body(of: note)
    let limits = limits
    let resolved = body.withUnsafeBytes { bytes -> [UInt8]? in
      var document = RTFReader.read(bytes, limits: limits).document
      guard document.hasTrackedChanges else { return nil }
      document.resolve(decision, only: numbers)
      return RTFPatch.patch(bytes, to: document.normalized(), limits: limits).bytes
    }
    guard let resolved else { return false }
    try setBody(of: id, .rtf(resolved))
    return true
  }

  /// The open changes in the text of a note, in its order.
  ///
  /// - Throws: As `document(of:)`.
  public func openChanges(of note: Note) throws(SlipError) -> [OpenChange] {
    try document(of: note).openChanges
  }
}
