public import SlipBase
internal import SlipBundle
public import SlipNotes

/// Changes of one note's facts, as `slipconv set` makes them. What is nil or empty stays as it
/// is.
///
/// ```swift
/// var edit = NoteEdit()
/// edit.status = .review
/// edit.placement = .folder("Work/Ideas")
/// _ = try edit.apply(to: "Spring check", in: "my.slipbox")
/// ```
public struct NoteEdit: Sendable {
  /// Where to move the note.
  public enum Placement: Sendable, Hashable {
    /// Into the folder of this path, such as `Work/Ideas`; missing folders are created.
    case folder(String)
    /// Out of all folders.
    case top
  }

  /// The new title, without white space at its ends; nil: unchanged.
  public var title: String?
  /// The new status; nil: unchanged.
  public var status: Note.Status?
  /// Whether the note is a favorite; nil: unchanged.
  public var isFavorite: Bool?
  /// Where to move the note; nil: it stays. In another folder it becomes the last note.
  public var placement: Placement?
  /// The names of keywords to add; missing keywords are created.
  public var addedKeywords: [String] = []
  /// The names of keywords to remove; unknown ones are ignored.
  public var removedKeywords: [String] = []

  /// An edit that changes nothing.
  public init() {}

  /// Applies the changes to one note, atomically.
  ///
  /// - Parameters:
  ///   - name: The note: see `NoteLookup`.
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  /// - Returns: The note after the edit, whether anything changed (if not, nothing is written),
  ///   and warnings about the bundle. A removed keyword that no note has any longer is deleted.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func apply(
    to name: String, in bundle: String, limits: Limits = Limits()
  ) throws(SlipError) -> (note: NoteSummary, isChanged: Bool, diagnostics: [Diagnostic]) {
    var transaction = try BundleTransaction.begin(existing: bundle, limits: limits)
    do throws(SlipError) {
      let note = try NoteLookup(transaction.box, path: bundle).note(named: name)
      let isChanged = try change(note, in: &transaction.box)
      var diagnostics: [Diagnostic] = []
      if isChanged {
        diagnostics = try transaction.commit(Transaction(.edit, tool: Tool.name))
      } else {
        transaction.abandon()
      }
      return (NoteSummary(transaction.box.note(note.id) ?? note, in: transaction.box), isChanged, diagnostics)
    } catch {
      transaction.abandon()
      throw error
    }
  }

  /// Makes the changes in the box, and returns whether there are any. A change to the value
  /// that the note already has is none.
  private func change(_ note: Note, in box: inout SlipBox) throws(SlipError) -> Bool {
    var new = note
    if let title {
      let trimmed = title.trimmed
      guard !trimmed.isEmpty else { throw NoteEdit.empty("title") }
      new.title = trimmed
    }
    if let status { new.status = status }
    if let isFavorite { new.isFavorite = isFavorite }
    switch placement {
    case .folder(let path):
      let names = path.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
      guard !names.isEmpty else { throw NoteEdit.empty("folder") }
      guard names.count <= Limits().folderDepth else {
        throw SlipError(
          .usage, code: ValidationRule.folderTooDeep.code, "The folder would be nested too deeply.")
      }
      new.folder = box.findOrCreateFolder(at: names)
    case .top: new.folder = nil
    case nil: break
    }
    for name in addedKeywords {
      guard !name.trimmed.isEmpty else { throw NoteEdit.empty("keyword") }
      let keyword = box.findOrCreateKeyword(named: name.trimmed)
      if !new.keywords.contains(keyword) { new.keywords.append(keyword) }
    }
    let removed = removedKeywords.compactMap { box.keyword(named: $0.trimmed)?.id }
    new.keywords.removeAll { removed.contains($0) }
    if new.folder != note.folder { new.order = box.notes(in: new.folder).count }
    guard new != note else { return false }
    try box.update(note: note.id) { $0 = new }
    for keyword in removed where box.notes(with: keyword).isEmpty { try box.remove(keyword: keyword) }
    return true
  }

  /// The error that a name is empty.
  private static func empty(_ what: String) -> SlipError {
    SlipError(.usage, code: KitCode.emptyName, "The \(what) needs at least one character.")
  }
}

/// White space around names that users type.
extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
