internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipFiles

/// A bundle that takes part in a synchronization. A pack is unpacked for the time of the work, and packed again.
final class SyncSide {
  /// The path as the user gave it.
  let path: String
  /// The directory that is read and written.
  let directory: String
  /// The folder for what was unpacked, which goes with this object; nil where the bundle is a directory.
  private let scratch: ScratchFolder?
  /// Opens the pack where it is encrypted.
  private let passphrase: Passphrase?
  /// Findings about bodies that another program had edited.
  let diagnostics: [Diagnostic]

  /// Prepares a bundle. Bodies that other programs edited are adopted first.
  ///
  /// - Throws: `SlipError` where there is no bundle, or where it can't be unpacked.
  init(
    _ path: String, isDryRun: Bool, limits: Limits, passphrase: Passphrase? = nil
  ) throws(SlipError) {
    self.path = path
    let isSealed = try SealedPack.isSealed(path)
    self.passphrase = isSealed ? passphrase : nil
    let location = isSealed ? BundleLocation(path: path, kind: .zip) : try BundleLocator.locate(path)
    guard location.kind == .zip else {
      (directory, scratch) = (location.path, nil)
      diagnostics = isDryRun ? [] : try Refresh.run(location.path, limits: limits).diagnostics
      return
    }
    let scratch = try ScratchFolder()
    directory = scratch.path + "/side" + BundleLayout.directorySuffix
    self.scratch = scratch
    diagnostics =
      try Packing.unpack(location.path, to: directory, limits: limits, passphrase: passphrase).diagnostics
  }

  /// Puts a pack in its place again after its directory was changed.
  func finish() throws(SlipError) {
    if scratch != nil { _ = try Packing.pack(directory, to: path, replacing: true, passphrase: passphrase) }
  }
}
