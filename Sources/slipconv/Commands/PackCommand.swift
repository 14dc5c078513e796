import ArgumentParser
import SlipboxKit

/// `slipconv pack`: a bundle directory as one file, for sending and archiving. Commands read a
/// pack like a bundle, but don't change it; only `validate --fix` and `migrate` write a new
/// one.
struct PackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Pack a bundle into one file.",
    discussion: """
      The same bundle always gives the same file, unless it is encrypted. Payload is packed byte for byte.

      EXAMPLE
        slipconv pack my.slipbox
        slipconv pack my.slipbox --encrypt --passphrase-file words.txt
      """)

  /// The bundle to pack.
  @OptionGroup var bundle: BundleArgument

  /// The path of the pack; nil: beside the bundle.
  @Option(
    name: [.short, .customLong("output")], help: "The file to write (default: NAME.slippack).",
    completion: .file())
  var output: String?

  /// Whether the pack is encrypted.
  @Flag(help: "Encrypt the pack with a passphrase: a ZIP file with AES-256, which other programs open, too.")
  var encrypt = false

  @OptionGroup var passphrase: PassphraseOption
  /// Whether an existing file may be replaced.
  @OptionGroup var force: ForceOption
  @OptionGroup var common: CommonOptions

  /// Checks what can't be used together.
  func validate() throws {
    if !encrypt, passphrase.passphraseFile != nil {
      throw ValidationError("--passphrase-file needs --encrypt.")
    }
  }

  /// Packs the bundle and prints the path of the pack.
  func run() throws {
    let words = encrypt ? try passphrase.passphrase() : nil
    if encrypt, words == nil {
      throw ValidationError("--encrypt needs a passphrase: --passphrase-file FILE, or $SLIPBOX_PASSPHRASE.")
    }
    try words?.expectSecret()
    let path = try Packing.pack(bundle.bundle, to: output, replacing: force.force, passphrase: words)
    common.say("\(path): packed\(encrypt ? " and encrypted" : "").")
  }
}

/// `slipconv unpack`: a packed bundle as a bundle directory, which can be changed. Nothing in
/// the pack is trusted: names, lengths and the number of entries are checked before anything is
/// written.
struct UnpackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack", abstract: "Unpack a packed bundle into a bundle folder.",
    discussion: """
      EXAMPLE
        slipconv unpack my.slippack
      """)

  /// The path of the pack.
  @Argument(help: "The .slippack file.", completion: .file())
  var pack: String

  /// The path of the bundle; nil: beside the pack.
  @Option(
    name: [.short, .customLong("output")], help: "The bundle to create (default: NAME.slipbox).",
    completion: .file())
  var output: String?

  /// Whether an existing bundle may be replaced. It isn't deleted, but renamed.
  @Flag(help: "Replace an existing bundle; the old one stays beside it as my.slipbox~v5.")
  var replace = false

  @OptionGroup var passphrase: PassphraseOption
  @OptionGroup var common: CommonOptions

  /// Unpacks the bundle and prints its path.
  func run() throws {
    let (path, backup, diagnostics) = try Packing.unpack(
      pack, to: output, replacing: replace, passphrase: passphrase.passphrase(for: [pack]))
    common.print(diagnostics)
    common.say("\(path): unpacked\(backup.map { "; the old one is \($0)" } ?? "").")
  }
}
