import ArgumentParser
import RTFSyntax

/// The option of commands that read text whose encoding may not be known.
struct EncodingOption: ParsableArguments {
  /// The encoding; it counts whatever a file says.
  @Option(
    help: ArgumentHelp(
      "Read pages, Markdown and text in this encoding, such as gbk or windows-1251, whatever they say themselves.",
      valueName: "label"))
  var encoding: EncodingArgument?
}

/// An encoding on the command line: a label of the web, or the number of a code page of Windows.
struct EncodingArgument: ExpressibleByArgument {
  /// The encoding.
  var encoding: TextEncoding

  /// Parses a label; nil where it is unknown.
  init?(argument: String) {
    guard let encoding = TextEncoding.named(argument) ?? TextEncoding.named("windows-" + argument) else {
      return nil
    }
    self.encoding = encoding
  }
}
