internal import SlipBase

extension ValidationRule {
  /// A folder is its own ancestor.
  ///
  /// Each cycle is reported once, at its first folder in the manifest.
  public static let folderCycle = ValidationRule(
    code: "SBXI006", name: "FolderCycle", family: .references, severity: .error,
    title: "A folder is inside itself",
    repair: .unsafe("one of the folders is moved to the top"),
    manual: RuleManual(
      finds: "A folder is its own ancestor: following `parent` leads back to it.",
      matters: "Neither these folders nor their notes can be reached from the top.",
      bad: """
        <folder id="0b2a…" name="Work" parent="77c1…"/> and <folder id="77c1…" name="Ideas" parent="0b2a…"/>
        """,
      good: #"<folder id="0b2a…" name="Work"/> and <folder id="77c1…" name="Ideas" parent="0b2a…"/>"#,
      fix: "Remove `parent` from one of them."))
}

/// Finds folders that are their own ancestors.
enum FolderCycle {
  /// Reports each cycle once, at its folder that comes first in the manifest.
  ///
  /// Each walk marks the folders on its way with its number; one that meets its own mark has found a cycle.
  /// No folder is visited twice, so this takes linear time whatever the nesting.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    var walkOf: [UniqueID: Int] = [:]
    let sorted = index.folders.sorted { $0.value.tagEnd < $1.value.tagEnd }
    for (walk, start) in sorted.enumerated() {
      var next: UniqueID? = start.key
      while let id = next, walkOf[id] == nil, let folder = index.folders[id] {
        walkOf[id] = walk
        next = folder.parent
      }
      guard let met = next, walkOf[met] == walk, let tagEnd = first(of: met, index) else { continue }
      findings.report(.folderCycle, at: .tag(tagEnd))
    }
  }

  /// The place of the folder in a cycle that comes first in the manifest.
  private static func first(of start: UniqueID, _ index: ManifestIndex) -> Int? {
    var first = index.folders[start]?.tagEnd
    var next = index.folders[start]?.parent
    while let id = next, id != start, let folder = index.folders[id] {
      first = min(first ?? .max, folder.tagEnd)
      next = folder.parent
    }
    return first
  }
}
