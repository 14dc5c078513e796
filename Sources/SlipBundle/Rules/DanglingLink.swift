extension ValidationRule {
  /// A note links to a note that isn't in the manifest.
  ///
  /// Links are those of the body, as the manifest lists them; `slipconv refresh` takes them from the body
  /// again.
  public static let danglingLink = ValidationRule(
    code: "SBXL001", name: "DanglingLink", family: .links, severity: .error,
    title: "A linked note does not exist",
    repair: .unsafe("the link is removed from the manifest; the body stays as it is"),
    manual: RuleManual(
      finds: "A `link` element names an id that no note has.",
      matters: "Readers who follow the link get nowhere.",
      bad: #"<link to="0b2a…"/> without <note id="0b2a…" …>"#,
      good: #"<note id="0b2a…" title="Target"/> … <link to="0b2a…"/>"#,
      fix: "Restore the note, or run `slipconv refresh`, which takes the links from the bodies again."))
}

/// Checks links to notes that come later in the manifest.
enum DanglingLink {
  /// Reports links without a target. Links to earlier notes were checked while the manifest was read, and are
  /// not in the index.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    for link in index.forwardLinks where !index.notes.contains(link.to) {
      findings.report(.danglingLink, at: .tag(link.tagEnd))
    }
  }
}
