internal import SlipFiles
public import SlipBase
internal import SlipBundle

/// Turns a bundle directory into a single file (`.slippack`) and back.
///
/// A pack is a ZIP file (APPNOTE) with entries in a fixed order and without times, so that the
/// same bundle always gives the same bytes. Like EPUB and OpenDocument files it begins with an
/// uncompressed entry `mimetype`, by which other programs recognize it.
public enum Packing {
  /// Packs a bundle directory.
  ///
  /// - Parameters:
  ///   - bundle: The bundle or any path inside it.
  ///   - target: The file to write; nil replaces the suffix `.slipbox` of the bundle with
  ///     `.slippack`.
  ///   - replacing: Whether an existing file may be replaced.
  ///   - passphrase: Encrypts the pack (`SealedPack`), whose name then ends in `.slippack.zip`; nil: it isn't encrypted.
  /// - Returns: The path of the pack.
  /// - Throws: `SlipError`, such as `KitCode.packedTarget` where `bundle` isn't a directory, or
  ///   `FileCode.exists`. The pack appears as a whole or not at all.
  public static func pack(
    _ bundle: String, to target: String? = nil, replacing: Bool = false, passphrase: Passphrase? = nil
  ) throws(SlipError) -> String {
    if let passphrase {
      let location = try BundleLocator.locate(bundle)
      let name = sibling(of: location.path, BundleLayout.directorySuffix, BundleLayout.packSuffix)
      let target = target ?? name + SealedPack.suffix
      let scratch = try ScratchFolder()
      let plain = scratch.path + "/" + PathText.split(name).name
      try retryingWhenReplaced { () throws(SlipError) in
        _ = try packOnce(bundle, to: plain, .replace, isPrivate: true)
      }
      try SealedPack.seal(plain, to: target, replacing: replacing, passphrase)
      return target
    }
    return try retryingWhenReplaced { () throws(SlipError) in
      try packOnce(bundle, to: target, replacing ? .replace : .refuse)
    }
  }

  /// One attempt to pack; `pack` repeats it if the bundle is replaced while it is read.
  private static func packOnce(
    _ bundle: String, to target: String?, _ existing: AtomicFile.Existing, isPrivate: Bool = false
  ) throws(SlipError) -> String {
    let location = try BundleLocator.locate(bundle)
    guard location.kind == .directory else {
      throw SlipError(
        .usage, code: KitCode.packedTarget, "Only a bundle directory can be packed.",
        at: SourceLocation(file: location.path))
    }
    let target = target ?? sibling(of: location.path, BundleLayout.directorySuffix, BundleLayout.packSuffix)
    try SlipPack.pack(directory: location.path, to: target, existing: existing, isPrivate: isPrivate)
    return target
  }

  /// Unpacks a pack into a bundle directory.
  ///
  /// - Parameters:
  ///   - pack: The path of the pack.
  ///   - target: The directory to create; nil replaces the suffix `.slippack` of the pack with
  ///     `.slipbox`.
  ///   - replacing: Whether an existing bundle may be replaced.
  ///   - limits: Bounds on what is read.
  ///   - passphrase: Opens an encrypted pack.
  /// - Returns: The path of the bundle and, where one was replaced, the path where the old
  ///   bundle is now. Errors with code `FileCode.unfinished` say what went wrong after the new bundle was in
  ///   place.
  /// - Throws: `SlipError`; then nothing was changed.
  public static func unpack(
    _ pack: String, to target: String? = nil, replacing: Bool = false, limits: Limits = Limits(),
    passphrase: Passphrase? = nil
  ) throws(SlipError) -> (path: String, backup: String?, diagnostics: [Diagnostic]) {
    if try SealedPack.isSealed(pack) {
      let plain = try SealedPack.storage(pack, passphrase, limits: limits, checksEntries: true)
      let stem = pack.hasSuffix(SealedPack.suffix) ? String(pack.dropLast(SealedPack.suffix.count)) : pack
      let target = target ?? sibling(of: stem, BundleLayout.packSuffix, BundleLayout.directorySuffix)
      let done = try SlipPack.unpack(plain, to: target, replacing: replacing)
      return (target, done.backup, done.diagnostics)
    }
    let target = target ?? sibling(of: pack, BundleLayout.packSuffix, BundleLayout.directorySuffix)
    let done = try SlipPack.unpack(pack, to: target, replacing: replacing, limits: limits)
    return (target, done.backup, done.diagnostics)
  }

  /// The path beside `path` in which the suffix `new` replaces `old`, or is added where there
  /// is no such suffix. Slashes at the end don't count: `my.slipbox/` → `my.slippack`.
  private static func sibling(of path: String, _ old: String, _ new: String) -> String {
    var stem = path[...]
    while stem.hasSuffix("/"), stem.count > 1 { stem = stem.dropLast() }
    if stem.hasSuffix(old) { stem = stem.dropLast(old.count) }
    return stem + new
  }
}
