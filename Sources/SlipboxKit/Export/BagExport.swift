internal import SlipBundle
internal import SlipFiles
public import SlipBase

/// A bundle in a bag for archives (BagIt 1.0, RFC 8493): `export --to bagit`.
///
/// The bag holds the whole bundle in `data`, so that it goes on working there. `manifest-sha256.txt` lists all files as
/// `sha256sum -c` reads them, and `bag-info.txt` how many they are.
public struct BagExport: Sendable {
  /// The result.
  public struct Outcome: Sendable {
    /// The number of files of the bundle.
    public var files: Int
    /// Their length together.
    public var bytes: Int
    /// What went wrong after the bag was in place.
    public var diagnostics: [Diagnostic]
  }

  /// The bundle: see `BundleLocator.locate`.
  public var bundle: String
  /// The directory to create; it may be there, but empty.
  public var output: String
  /// When the bag is made; nil leaves it without a date.
  public var date: Timestamp?

  /// Creates a request.
  public init(bundle: String, output: String) { (self.bundle, self.output) = (bundle, output) }

  /// Writes the bag.
  ///
  /// - Throws: `SlipError`; then there is no new directory.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> Outcome {
    try retryingWhenReplaced { () throws(SlipError) in
      let location = try BundleLocator.locate(bundle)
      guard let storage = try location.storage() else { throw OpenBundle.tooOld(location.path) }
      try ExportStage.expectApart(output, location.path)
      let stage = try TreeStage.begin(at: output, existing: .refuseUnlessEmpty)
      defer { stage.abandon() }
      let folder = "data/" + BagExport.name(of: location.path)
      var (manifest, files, bytes) = ("", 0, 0)
      try slipErrors {
        try storage.forEachEntry { entry in
          guard entry.kind != .directory else { return }
          try BagExport.expectFile(entry, in: storage)
          let path = "\(folder)/\(entry.path)"
          let fact = try stage.write(path) { append in try storage.forEachChunk(of: entry.path, append) }
          manifest += BagExport.line(fact.digest, path)
          files += 1
          bytes += fact.length
          if files % 256 == 0 { try progress("exporting", files, of: files) }
        }
      }
      try storage.expectCurrent()
      var tags = ""
      for (name, text) in [
        ("bag-info.txt", info(files: files, bytes: bytes)),
        ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
        ("manifest-sha256.txt", manifest),
      ] {
        let fact = try stage.write(name, Array(text.utf8))
        tags += BagExport.line(fact.digest, name)
      }
      _ = try stage.write("tagmanifest-sha256.txt", Array(tags.utf8))
      let done = try stage.commit()
      return Outcome(files: files, bytes: bytes, diagnostics: done.diagnostics)
    }
  }

  /// The name of the bundle's folder in the bag.
  private static func name(of path: String) -> String {
    let name = PathText.split(PathText.withoutSlashes(path)).name
    let isPack = name.hasSuffix(BundleLayout.packSuffix)
    let stem = isPack ? String(name.dropLast(BundleLayout.packSuffix.count)) : name
    let safe = OutgoingName.harmless(stem)
    return safe.hasSuffix(BundleLayout.directorySuffix) ? safe : safe + BundleLayout.directorySuffix
  }

  /// Refuses what is no file: left out, it would be lost silently.
  private static func expectFile(_ entry: StorageEntry, in storage: any BundleStorage) throws(SlipError) {
    guard entry.kind != .file else { return }
    throw SlipError(
      .badInput, code: entry.kind == .symlink ? ContainerCode.symbolicLink : ContainerCode.specialFile,
      "This is no file, and can't be in a bag.", at: SourceLocation(file: storage.displayPath(of: entry.path))
    )
  }

  /// A line of a manifest. Line ends and percent signs in names are encoded (RFC 8493, section 2.1.3).
  private static func line(_ digest: Digest, _ path: String) -> String {
    let path = path.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    return "\(digest.hex)  \(path)\n"
  }

  /// What the bag says of itself.
  private func info(files: Int, bytes: Int) -> String {
    let date = date.map { "Bagging-Date: \($0.rfc3339.prefix(10))\n" } ?? ""
    return "Bag-Software-Agent: \(SlipboxTool.name)\n\(date)Payload-Oxum: \(bytes).\(files)\n"
  }
}
