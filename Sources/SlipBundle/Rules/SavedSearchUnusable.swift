internal import SlipBase
internal import SlipNotes
internal import SlipQuery

extension ValidationRule {
  /// A folder keeps a search that can't be used.
  ///
  /// The message says why: a fault in the search, a folder that it names and that has no search, a circle.
  public static let savedSearchUnusable = ValidationRule(
    code: "SBXI014", name: "SavedSearchUnusable", family: .references, severity: .warning,
    title: "A saved search can't be used",
    manual: RuleManual(
      finds: """
        The property `search` or `predicate` of a folder can't be read, or names a folder without a saved search, \
        a field that doesn't exist, or itself.
        """,
      matters: "The folder finds no notes, and every search that names it is an error.",
      bad: #"<property name="predicate" value="title CONTAINS"/>"#,
      good: #"<property name="predicate" value="title CONTAINS 'e'"/>"#,
      fix: "Save the search again with `slipconv folder add --find` or `--where`, or delete the folder."))
}

/// Finds saved searches that can't be used.
enum SavedSearchUnusable {
  /// Reads the search of each folder that has one, as programs do.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    guard index.folders.values.contains(where: { !$0.search.isEmpty }) else { return }
    let folders = index.folders.map { id, facts in
      var folder = Folder(id: id, name: facts.name)
      (folder.parent, folder.order, folder.properties) = (facts.parent, facts.order, facts.search)
      return folder
    }
    let names = SearchNames(properties: index.noteProperties, folders: folders)
    // Which day it is changes no answer: only whether the search can be used is asked.
    let clock = QueryClock(now: Timestamp(seconds: 0), zone: .utc)
    for folder in folders {
      guard let fault = names.fault(inSearchOf: folder, clock: clock),
        let tagEnd = index.folders[folder.id]?.tagEnd
      else { continue }
      findings.report(.savedSearchUnusable, fault.message, at: .tag(tagEnd))
    }
  }
}
