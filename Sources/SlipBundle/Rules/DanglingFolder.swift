extension ValidationRule {
  /// A note's folder, or a folder's parent, isn't in the manifest.
  ///
  /// For a parent, the message says so.
  public static let danglingFolder = ValidationRule(
    code: "SBXI002", name: "DanglingFolder", family: .references, severity: .error,
    title: "A referenced folder does not exist",
    repair: .unsafe("the reference is removed"),
    manual: RuleManual(
      finds: "A note's `folder` or a folder's `parent` names an id that no folder has.",
      matters: "The note or folder has lost its place. Saving would move it to the top.",
      bad: #"<note … folder="0b2a…" …/> without <folder id="0b2a…"/>"#,
      good: #"<folder id="0b2a…" name="Ideas"/> … <note … folder="0b2a…"/>"#,
      fix: "Restore the folder, or remove the attribute."))
}

/// Checks the parents of folders; the folders of notes are checked by `ManifestIndexer`.
enum DanglingFolder {
  /// Reports folders without their parent, in the manifest's order. This has to wait for the end, as a parent
  /// may come after its children.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    for folder in index.folders.values.sorted(by: { $0.tagEnd < $1.tagEnd }) {
      if let parent = folder.parent, index.folders[parent] == nil {
        findings.report(.danglingFolder, "a folder's parent", at: .tag(folder.tagEnd))
      }
    }
  }
}
