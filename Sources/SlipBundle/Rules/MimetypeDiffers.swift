public import SlipBase

/// The file `mimetype` has another content.
public enum MimetypeDiffers: ValidationRule {
  public static let code = "SBXC103"
  public static let severity = Diagnostic.Severity.error
  public static let title = "The file `mimetype` has another content"
  public static let repair = RuleRepair.safe("it is written as it must be")
  public static let manual = RuleManual(
    finds: """
      The file `mimetype` holds something other than `application/vnd.slipbox`.
      """,
    matters: """
      Programs that go by it take the bundle for something else.
      """,
    bad: """
      mimetype: application/epub+zip
      """,
    good: """
      mimetype: application/vnd.slipbox
      """,
    fix: """
      Write `application/vnd.slipbox` into it, without a line end.
      """)
}

extension MimetypeDiffers {
  static func check(
    _ storage: some BundleStorage, _ entry: StorageEntry, _ findings: inout FindingList
  ) throws(SlipError) {
    let isRight =
      entry.length == BundleLayout.mimetype.count
      ? try storage.read(entry.path) == BundleLayout.mimetype : false
    if !isRight { findings.report(MimetypeDiffers.self, file: entry.path) }
  }
}
