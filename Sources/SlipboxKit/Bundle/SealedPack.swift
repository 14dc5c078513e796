internal import SlipBundle
internal import SlipFiles
internal import ZipContainer
public import SlipBase

/// A pack that is encrypted: a ZIP file with the pack as its only entry, encrypted with AES-256.
///
/// Any program for such ZIP files opens it with the passphrase, today and in twenty years. The names, lengths and number of the
/// bundle's files are within the encrypted part. The key is made of the passphrase by PBKDF2 with 1,000 rounds, as the format
/// says, so a passphrase should be long: six random words or more.
public enum SealedPack {
  /// What is added to the name of a pack.
  static let suffix = ".zip"

  /// Whether a path is an encrypted pack. What can't be read is none.
  ///
  /// - Throws: `SlipError` where the file system refuses to say what is there.
  public static func isSealed(_ path: String) throws(SlipError) -> Bool {
    guard try FileSystem.status(path)?.kind == .file,
      try FileSystem.readStart(of: path, count: 4) == [0x50, 0x4B, 0x03, 0x04]
    else { return false }
    // What is no sound ZIP file is something else, which others report.
    guard let archive = try? ZipArchive(InputFile(path), checksEntries: false) else { return false }
    return archive.onlyEncrypted?.name.hasSuffix(BundleLayout.packSuffix) ?? false
  }

  /// Encrypts a pack.
  ///
  /// - Throws: `SlipError`; then nothing was written.
  static func seal(
    _ pack: String, to target: String, replacing: Bool, _ passphrase: Passphrase
  ) throws(SlipError) {
    let (folder, name) = PathText.split(pack)
    let output = try AtomicFile(target, existing: replacing ? .replace : .refuse)
    let writer = try ZipWriter(output)
    // A pack is compressed already.
    try writer.add(
      name, .payload(path: name, beneath: try DirectoryHandle(folder.isEmpty ? "." : folder)), isStored: true,
      passphrase: passphrase.words)
    try writer.finish()
    try output.commit()
  }

  /// Decrypts a pack into memory; no disk ever has its text.
  ///
  /// - Returns: The pack, as a file that has no name.
  /// - Throws: `SlipError` with code `ContainerCode.wrongPassphrase`, also where none is given; `ContainerCode.damagedEntry` where
  ///   the file was changed.
  static func open(_ path: String, _ passphrase: Passphrase?) throws(SlipError) -> InputFile {
    let archive = try ZipArchive(InputFile(path), checksEntries: false)
    guard let passphrase, let entry = archive.onlyEncrypted else {
      throw SlipError(
        .usage, code: ContainerCode.wrongPassphrase,
        "This pack is encrypted; give its passphrase with --passphrase-file or as SLIPBOX_PASSPHRASE.",
        at: SourceLocation(file: path))
    }
    let content = try archive.open(passphrase: passphrase.words, name: entry.name)
    let plain = try MemoryFile(for: path)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try slipErrors {
        let count = try buffer.withUnsafeMutableBytes { try content.read(into: $0) }
        try buffer.withUnsafeBytes { try plain.append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        return count
      }
      if count < buffer.count { break }
    }
    return try plain.finished()
  }

  /// The files of a pack, decrypted into memory.
  ///
  /// - Parameter checksEntries: Whether all entries are checked at once; see `ZipStorage`.
  /// - Throws: As `open(_:_:)`.
  static func storage(
    _ path: String, _ passphrase: Passphrase?, limits: Limits, checksEntries: Bool = false
  ) throws(SlipError) -> ZipStorage {
    try ZipStorage(open(path, passphrase), displayPath: path, limits: limits, checksEntries: checksEntries)
  }
}

extension OpenBundle {
  /// Opens an encrypted pack for reading. It is decrypted into memory, and goes when nobody refers to it any more.
  ///
  /// - Parameters:
  ///   - path: The pack: see `SealedPack.isSealed`.
  ///   - passphrase: Opens it.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError` with code `ContainerCode.wrongPassphrase`, also where none is given; as `init(_:limits:mustBeCurrent:)`.
  public init(
    sealed path: String, passphrase: Passphrase?, limits: Limits = Limits()
  ) throws(SlipError) {
    let storage = try SealedPack.storage(path, passphrase, limits: limits)
    let reading = try ManifestReader.reading(storage: storage, limits: limits, mustBeCurrent: false)
    self.init(path: path, storage: storage, box: reading.box, isCanonical: reading.isCanonical)
    schemaVersion = reading.version
  }
}
