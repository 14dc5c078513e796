extension ValidationRule {
  /// A source's path is a folder in another source's path: `look.rtf` beside `look.rtf/1`.
  ///
  /// Both can be imported at different times, when a file gives way to a folder of the same name; but no file
  /// system can hold both when they are exported.
  public static let sourceInSource = ValidationRule(
    code: "SBXI009", name: "SourceInSource", family: .references, severity: .warning,
    title: "An imported file has the name of another one's folder",
    manual: RuleManual(
      finds: """
        The path of a source is also a folder in the path of another source from the same place.
        """,
      matters: """
        A file system can't hold both. `slipconv export --original` writes the first under another name, `a (2)` for `a`.
        """,
      bad: #"<source … path="look.rtf" …/> and <source … path="look.rtf/1" …>"#,
      good: #"<source … path="look.rtf" …/> and <source … path="look/1.rtf" …/>"#,
      fix: """
        Nothing needs to be done. If a folder took the place of a file, this is reported until the file's note is deleted.
        """))
}

/// Compares the paths of sources with each other.
enum SourceInSource {
  /// Reports each source whose path is a folder of another one's; `SourceTable` noted all folders.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.sources.forEachFolder { findings.report(.sourceInSource, at: .tag($0)) }
  }
}
