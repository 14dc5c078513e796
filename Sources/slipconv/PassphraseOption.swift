import ArgumentParser
import SlipboxKit

/// Where the passphrase of encrypted packs comes from. It never stands in the command line, which other users of the computer see.
struct PassphraseOption: ParsableArguments {
  /// The file with the passphrase.
  @Option(
    help: "File whose first line opens encrypted packs (default: $SLIPBOX_PASSPHRASE).", completion: .file())
  var passphraseFile: String?

  /// The passphrase; nil where none is given.
  ///
  /// - Throws: `SlipError` where the file can't be read, or has none.
  func passphrase() throws(SlipError) -> Passphrase? {
    if let passphraseFile { return try Passphrase(file: passphraseFile) }
    guard Environment.has("SLIPBOX_PASSPHRASE") else { return nil }
    return try Environment.value("SLIPBOX_PASSPHRASE").map { words throws(SlipError) in try Passphrase(words)
    }
  }
}
