internal import SlipFiles
import ArgumentParser
import SlipBase
import SlipboxKit

/// Where the passphrase of encrypted packs comes from. It never stands in the command line, which other users of the computer see.
struct PassphraseOption: ParsableArguments {
  /// The file with the passphrase.
  @Option(
    help:
      "File whose first line opens encrypted packs (default: $SLIPBOX_PASSPHRASE, or the terminal is asked).",
    completion: .file())
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

  /// The passphrase of some bundles: the one that is given, or what somebody types at the terminal, if one of them is an encrypted
  /// pack. Nil where none is needed, or nobody can be asked.
  ///
  /// - Throws: `SlipError` where what was given or typed can't be a passphrase.
  func passphrase(for paths: [String]) throws(SlipError) -> Passphrase? {
    if let given = try passphrase() { return given }
    for path in paths where try SealedPack.isSealed(path) {
      let question = "Passphrase of \(PlainLine.text(path)): "
      guard Terminal.standardError.isTerminal, let line = try HiddenLine.ask(question) else { return nil }
      return try Passphrase(String(decoding: line, as: UTF8.self))
    }
    return nil
  }

  /// The encrypted packs among some bundles, decrypted into memory, by their paths.
  ///
  /// - Throws: `SlipError` where one can't be opened.
  func opened(_ paths: [String]) throws(SlipError) -> [String: OpenBundle] {
    var found: [String: OpenBundle] = [:]
    var words: Passphrase?
    for path in paths where try SealedPack.isSealed(path) {
      if words == nil { words = try passphrase(for: [path]) }
      found[path] = try OpenBundle(sealed: path, passphrase: words)
    }
    return found
  }
}
