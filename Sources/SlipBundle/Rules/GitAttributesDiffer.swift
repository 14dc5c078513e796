internal import SlipBase

extension ValidationRule {
  /// The bundle has a `.gitattributes` that doesn't keep Git from converting line ends.
  ///
  /// A bundle without the file is fine: it may not be under version control at all.
  public static let gitAttributesDiffer = ValidationRule(
    code: "SBXC107", name: "GitAttributesDiffer", family: .container, severity: .warning,
    title: "`.gitattributes` lets Git change files",
    manual: RuleManual(
      finds: "There is a `.gitattributes` in the bundle without the line `* -text`.",
      matters: "Git may convert line ends to those of another system. Then no digest matches any more.",
      bad: ".gitattributes: *.txt text",
      good: ".gitattributes: * -text",
      fix: "Add the line `* -text` to it."))
}

/// Reads `.gitattributes`.
enum GitAttributesDiffer {
  /// Larger files than 1 MiB aren't read, and count as wrong.
  private static let largest = 1 << 20

  /// Checks that the file, where there is one, has the line `* -text`. Other lines are the user's business.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  static func check(_ storage: some BundleStorage, _ findings: inout FindingList) throws(SlipError) {
    let path = BundleLayout.gitAttributesPath
    guard let length = try storage.length(of: path) else { return }
    let line = BundleLayout.gitAttributesLine.utf8
    let lines = length <= largest ? try storage.read(path).split(separator: 0x0A) : []
    if !lines.contains(where: { $0.elementsEqual(line) }) {
      findings.report(.gitAttributesDiffer, file: path)
    }
  }
}
