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

  /// A decrypted pack, which goes with this object.
  final class Opened {
    /// The path of the pack.
    let path: String
    private let scratch: ScratchFolder

    fileprivate init(_ path: String, _ scratch: ScratchFolder) { (self.path, self.scratch) = (path, scratch) }
  }

  /// Decrypts a pack into a folder of its own.
  ///
  /// - Throws: `SlipError` with code `ContainerCode.wrongPassphrase`, also where none is given; `ContainerCode.damagedEntry` where
  ///   the file was changed.
  static func open(_ path: String, _ passphrase: Passphrase?) throws(SlipError) -> Opened {
    let archive = try ZipArchive(InputFile(path), checksEntries: false)
    guard let passphrase, let entry = archive.onlyEncrypted else {
      throw SlipError(
        .usage, code: ContainerCode.wrongPassphrase,
        "This pack is encrypted; give its passphrase with --passphrase-file or as SLIPBOX_PASSPHRASE.",
        at: SourceLocation(file: path))
    }
    let content = try archive.open(passphrase: passphrase.words, name: entry.name)
    let scratch = try ScratchFolder()
    let plain = scratch.path + "/pack" + BundleLayout.packSuffix
    let output = try AtomicFile(plain, isPrivate: true)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try slipErrors {
        let count = try buffer.withUnsafeMutableBytes { try content.read(into: $0) }
        try buffer.withUnsafeBytes { try output.write(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        return count
      }
      if count < buffer.count { break }
    }
    try output.commit()
    return Opened(plain, scratch)
  }
}
