public import SlipBase
internal import SlipBundle
public import SlipNotes

/// Changes of one note's facts, as `slipconv set` makes them. What is nil or empty stays as it is.
public struct NoteEdit: Sendable {
  public enum Placement: Sendable, Hashable {
    /// A path such as `Work/Ideas`; folders that lack are made.
    case folder(String)
    case top
  }

  public var title: String?
  public var status: Note.Status?
  public var isFavorite: Bool?
  public var placement: Placement?
  public var addedKeywords: [String] = []
  public var removedKeywords: [String] = []

  public init() {}

  /// Applies the changes to the note that `name` (see `NoteLookup`) means, atomically.
  ///
  /// Gives the note as it is then, whether anything changed (if nothing did, nothing is written), and what the user should
  /// know about the bundle. A keyword that no note has any longer is deleted.
  public func apply(
    to name: String, in bundle: String, limits: Limits = Limits()
  ) throws(SlipError) -> (note: NoteSummary, isChanged: Bool, diagnostics: [Diagnostic]) {
    var rewrite = try BundleTransaction.begin(existing: bundle, limits: limits)
    do throws(SlipError) {
      let note = try NoteLookup(rewrite.box, path: bundle).note(named: name)
      let isChanged = try change(note, in: &rewrite.box)
      var diagnostics: [Diagnostic] = []
      if isChanged {
        diagnostics = try rewrite.commit(HistoryEvent(kind: .edit, tool: Tool.name))
      } else {
        rewrite.abandon()
      }
      return (NoteSummary(rewrite.box.note(note.id) ?? note, in: rewrite.box), isChanged, diagnostics)
    } catch {
      rewrite.abandon()
      throw error
    }
  }

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
        throw SlipError(.usage, code: ValidationRule.folderTooDeep.code, "The folder would lie too deep.")
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

  private static func empty(_ what: String) -> SlipError {
    SlipError(.usage, code: KitCode.emptyName, "The \(what) needs at least one character.")
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
