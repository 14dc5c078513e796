internal import SlipFiles
public import SlipBase
internal import SlipBundle

/// Between a bundle directory and its one-file form.
public enum Packing {
  /// Packs a bundle; nil as `target` takes its name with `.slippack`. A file that is there is replaced only with
  /// `replacing`. Gives the pack's path.
  public static func pack(
    _ bundle: String, to target: String? = nil, replacing: Bool = false
  ) throws(SlipError) -> String {
    try retryingWhenReplaced { () throws(SlipError) in
      try packOnce(bundle, to: target, replacing ? .replace : .refuse)
    }
  }

  private static func packOnce(
    _ bundle: String, to target: String?, _ existing: AtomicFile.Existing
  ) throws(SlipError) -> String {
    let location = try BundleLocator.locate(bundle)
    guard location.kind == .directory else {
      throw SlipError(
        .usage, code: KitCode.packedTarget, "Only a bundle directory can be packed.",
        at: SourceLocation(file: location.path))
    }
    let target = target ?? sibling(of: location.path, BundleLayout.directorySuffix, BundleLayout.packSuffix)
    try SlipPack.pack(directory: location.path, to: target, existing: existing)
    return target
  }

  /// Unpacks a pack; nil as `target` takes its name with `.slipbox`. Gives the bundle's path, and where a bundle that was
  /// there lies now.
  public static func unpack(
    _ pack: String, to target: String? = nil, replacing: Bool = false, limits: Limits = Limits()
  ) throws(SlipError) -> (path: String, backup: String?) {
    let target = target ?? sibling(of: pack, BundleLayout.packSuffix, BundleLayout.directorySuffix)
    return (target, try SlipPack.unpack(pack, to: target, replacing: replacing, limits: limits))
  }

  private static func sibling(of path: String, _ old: String, _ new: String) -> String {
    var stem = path[...]
    while stem.hasSuffix("/"), stem.count > 1 { stem = stem.dropLast() }
    if stem.hasSuffix(old) { stem = stem.dropLast(old.count) }
    return stem + new
  }
}
