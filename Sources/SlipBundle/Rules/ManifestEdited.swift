internal import SlipBase

extension ValidationRule {
  /// `manifest.sha256` isn't the line that `sha256sum manifest.xml` prints.
  ///
  /// A warning, since editing a manifest by hand is allowed.
  public static let manifestEdited = ValidationRule(
    code: "SBXF001", name: "ManifestEdited", family: .payload, severity: .warning,
    title: "The manifest was edited",
    repair: .safe("the manifest is accepted as it is, and written again with a new digest"),
    manual: RuleManual(
      finds: """
        `manifest.sha256` is not the one line that `sha256sum manifest.xml` prints. Usually the digest differs.
        """,
      matters: """
        Somebody changed the manifest with another program, or it was damaged. It may be valid, and still not be what was saved.
        """,
      bad: "manifest.sha256 from before the edit",
      good: "$ sha256sum manifest.xml > manifest.sha256",
      fix: """
        If the edit was yours, let any command of slipconv save the bundle, or run `sha256sum manifest.xml > manifest.sha256`. Otherwise restore the manifest from a backup.
        """))
}

/// Compares the manifest with `manifest.sha256`.
///
/// The manifest is digested in pieces of 4 MiB, each of which can be released from memory at once.
enum ManifestEdited {
  /// The manifest's digest. `done` gets the offsets up to which the bytes aren't needed any more.
  private static func digest(of manifest: UnsafeRawBufferPointer, _ done: (Int) -> Void) -> Digest {
    var digester = Digester()
    var start = 0
    while start < manifest.count {
      let end = min(start + (4 << 20), manifest.count)
      digester.update(UnsafeRawBufferPointer(rebasing: manifest[start..<end]))
      done(end)
      start = end
    }
    return digester.finish()
  }

  /// Reports a missing `manifest.sha256`, or one with another content than it should have.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  static func check(
    _ manifest: UnsafeRawBufferPointer, _ storage: some BundleStorage, done: (Int) -> Void,
    _ findings: inout FindingList
  ) throws(SlipError) {
    let path = BundleLayout.manifestDigestPath
    guard let length = try storage.length(of: path) else {
      return findings.report(.manifestDigestMissing, file: path)
    }
    let right = BundleLayout.manifestDigest(hex: digest(of: manifest, done).hex)
    let isRight = length == right.count ? try storage.read(path) == right : false
    if !isRight { findings.report(.manifestEdited, file: BundleLayout.manifestPath) }
  }
}
