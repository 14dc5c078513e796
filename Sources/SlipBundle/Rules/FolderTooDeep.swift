internal import SlipBase

extension ValidationRule {
  /// A folder is nested more than `Limits.folderDepth` levels deep.
  ///
  /// Only the first folder beyond the limit on each path is reported, not those within it.
  public static let folderTooDeep = ValidationRule(
    code: "SBXI011", name: "FolderTooDeep", family: .references, severity: .error,
    title: "A folder is nested too deep",
    repair: .unsafe("the folder is moved to the top, with all that is in it"),
    manual: RuleManual(
      finds: """
        A folder is on the 129th level or deeper. On each path, only the first such folder is reported.
        """,
      matters: """
        No file system can hold such paths, and programs that show or write them need memory for each level.
        """,
      bad: #"<folder id="0b2a…" name="129" parent="77c1…"/>"#,
      good: #"<folder id="0b2a…" name="129"/>"#,
      fix: "Remove `parent`, or move the folder to a higher level."))
}

/// Finds folders beyond the depth that `Limits` allows.
enum FolderTooDeep {
  /// Reports folders that are just one level too deep; those within them aren't reported.
  ///
  /// Depths are remembered, so each folder is visited once. A folder in a cycle has no depth: that is
  /// `FolderCycle`'s finding.
  static func check(_ index: ManifestIndex, _ limits: Limits, _ findings: inout FindingList) {
    var depths: [UniqueID: Int] = [:]
    for (start, _) in index.folders {
      var way: [UniqueID] = []
      var next: UniqueID? = start
      while let id = next, depths[id] == nil, let folder = index.folders[id] {
        // A stand-in until the depth is known. It also ends the walk in a cycle.
        depths[id] = Int.min / 2
        way.append(id)
        next = folder.parent
      }
      var depth = next.flatMap { depths[$0] } ?? 0
      for id in way.reversed() {
        depth += 1
        depths[id] = depth
      }
    }
    for (id, folder) in index.folders where depths[id] == limits.folderDepth + 1 {
      findings.report(.folderTooDeep, at: .tag(folder.tagEnd))
    }
  }
}
