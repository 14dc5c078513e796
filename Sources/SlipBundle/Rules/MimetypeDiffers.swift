internal import SlipBase

extension ValidationRule {
  /// The file `mimetype` doesn't hold exactly `application/vnd.slipbox`.
  ///
  /// A line end is wrong, too: programs compare the bytes at a fixed offset.
  public static let mimetypeDiffers = ValidationRule(
    code: "SBXC103", name: "MimetypeDiffers", family: .container, severity: .error,
    title: "The file `mimetype` has the wrong content",
    repair: .safe("the file is written again"),
    manual: RuleManual(
      finds: "The file `mimetype` holds something other than `application/vnd.slipbox`.",
      matters: "Programs that rely on it take the bundle for something else.",
      bad: "mimetype: application/epub+zip",
      good: "mimetype: application/vnd.slipbox",
      fix: "Write `application/vnd.slipbox` into it, without a line end."))
}

/// Reads `mimetype`.
enum MimetypeDiffers {
  /// Compares the file with `BundleLayout.mimetype`, byte for byte.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  static func check(
    _ storage: some BundleStorage, _ entry: StorageEntry, _ findings: inout FindingList
  ) throws(SlipError) {
    let isRight =
      entry.length == BundleLayout.mimetype.count
      ? try storage.read(entry.path) == BundleLayout.mimetype : false
    if !isRight { findings.report(.mimetypeDiffers, file: entry.path) }
  }
}
