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
  /// The folder for what was unpacked, or for an empty bundle, which goes with this object; nil where the bundle is a directory.
  private let scratch: ScratchFolder?
  /// Opens the pack where it is encrypted.
  private let passphrase: Passphrase?
  /// The bundle as it was read already; nil where it was changed since, or wasn't read.
  private var known: OpenBundle?
  /// Bounds on what is read.
  private let limits: Limits
  /// Findings about bodies that another program had edited.
  let diagnostics: [Diagnostic]
  /// Whether there is no bundle yet, and it is made.
  let isNew: Bool

  /// Prepares a bundle. Bodies that other programs edited are adopted first.
  ///
  /// - Throws: `SlipError` where there is no bundle, or where it can't be unpacked.
  init(
    _ path: String, isDryRun: Bool, limits: Limits, passphrase: Passphrase? = nil, cache: IndexCache? = nil,
    creates: Bool = false
  ) throws(SlipError) {
    (self.path, self.limits) = (path, limits)
    isNew = creates ? try FileSystem.status(path, followLinks: false) == nil : false
    if isNew {
      let scratch = try ScratchFolder()
      let empty = scratch.path + "/side" + BundleLayout.directorySuffix
      var transaction = try BundleTransaction.begin(at: empty, limits: limits)
      _ = try transaction.commitRecorded()
      known = try OpenBundle(empty, limits: limits)
      (directory, self.scratch, self.passphrase, diagnostics) = (path, scratch, nil, [])
      return
    }
    let isSealed = try SealedPack.isSealed(path)
    self.passphrase = isSealed ? passphrase : nil
    let location = isSealed ? BundleLocation(path: path, kind: .zip) : try BundleLocator.locate(path)
    guard location.kind == .zip else {
      (directory, scratch) = (location.path, nil)
      guard !isDryRun else {
        diagnostics = []
        return
      }
      let opened = try retryingWhenReplaced { () throws(SlipError) in
        try OpenBundle(location.path, limits: limits, mustBeCurrent: true)
      }
      let strange = try SyncSide.strangeFiles(in: location.path)
      let outcome = try Refresh.run(location.path, limits: limits, cache: cache, known: opened)
      diagnostics = strange + outcome.diagnostics
      if outcome.titles.isEmpty { known = opened }
      return
    }
    let scratch = try ScratchFolder()
    directory = scratch.path + "/side" + BundleLayout.directorySuffix
    self.scratch = scratch
    diagnostics =
      try Packing.unpack(location.path, to: directory, limits: limits, passphrase: passphrase).diagnostics
  }

  /// What stands in the place of files and is none: links, pipes, devices. Nothing of it is read.
  private static func strangeFiles(in path: String) throws(SlipError) -> [Diagnostic] {
    let storage = try DirectoryStorage(path)
    var found: [Diagnostic] = []
    for entry in try storage.linksAndSpecialFiles() where PayloadShape(path: entry.path) != nil {
      let isLink = entry.kind == .symlink
      found.append(
        Diagnostic(
          code: isLink ? ContainerCode.symbolicLink : ContainerCode.specialFile, severity: .error,
          message:
            "\(isLink ? "A symbolic link" : "A pipe or device") stands in the place of a file; it isn't read.",
          location: SourceLocation(file: storage.displayPath(of: entry.path))))
    }
    return found
  }

  /// The bundle as it is now.
  ///
  /// What was read before is used once, if nobody changed the bundle since.
  ///
  /// - Throws: `SlipError` where it can't be read.
  func opened() throws(SlipError) -> OpenBundle {
    if let bundle = known {
      if isNew { return bundle }
      known = nil
      do throws(SlipError) {
        try bundle.expectCurrent()
        return bundle
      } catch {
        // Somebody has changed it.
      }
    }
    return try OpenBundle(directory, limits: limits, mustBeCurrent: true)
  }

  /// Puts a pack in its place again after its directory was changed.
  func finish() throws(SlipError) {
    if scratch != nil, !isNew {
      _ = try Packing.pack(directory, to: path, replacing: true, passphrase: passphrase)
    }
  }
}
