/// A parser that any bytes are given to, with what must hold then.
public struct FuzzTarget: Sendable, CustomStringConvertible {
  /// Its name on the command line.
  public let name: String
  /// The folders of seeds, below the package.
  public let seeds: [String]
  /// The dictionary, in `Dictionaries`.
  public let dictionary: String
  /// The longest input, in bytes.
  public let longest: Int
  /// Whether leaks are looked for.
  public let findsLeaks: Bool
  /// Makes the claims about an input.
  public let run: @Sendable (UnsafeRawBufferPointer) -> Void

  public var description: String { name }

  private init(
    _ name: String, _ dictionary: String, _ seeds: [String], longest: Int = 8_192, findsLeaks: Bool = true,
    _ run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    (self.name, self.dictionary, self.seeds) = (name, dictionary, seeds)
    (self.longest, self.findsLeaks, self.run) = (longest, findsLeaks, run)
  }

  /// The seeds of a kind that are kept for fuzzing alone.
  private static func own(_ kind: String) -> String { "Tests/Fuzz/Seeds/" + kind }
  private static let rtf = ["Fixtures/rtf", "Fixtures/fuzz/rtf", own("rtf")]

  /// All targets.
  public static let all: [FuzzTarget] = [
    FuzzTarget("Tokenizer", "rtf", rtf, TokenizerFuzzer.run),
    FuzzTarget("Reader", "rtf", rtf, ReaderFuzzer.run),
    FuzzTarget("Patcher", "rtf", rtf, PatcherFuzzer.run),
    FuzzTarget("RTFD", "rtfd", ["Fixtures/rtfd", own("rtf")], RTFDFuzzer.run),
    FuzzTarget("PlainText", "plaintext", ["Fixtures/sample"], PlainTextFuzzer.run),
    FuzzTarget("HTML", "html", ["Fixtures/html"], HTMLFuzzer.run),
    FuzzTarget(
      "Markdown", "markdown", ["Fixtures/markdown", "Fixtures/rtf/producers/sources"], MarkdownFuzzer.run),
    FuzzTarget(
      "Manifest", "manifest", ["Fixtures/manifest", own("manifest")], longest: 16_384, ManifestFuzzer.run),
    FuzzTarget("Image", "image", ["Fixtures/images"], longest: 32_768, ImageFuzzer.run),
    FuzzTarget("WebPicture", "image", ["Fixtures/images"], longest: 32_768, WebPictureFuzzer.run),
    FuzzTarget("Zip", "zip", [own("zip")], longest: 32_768, ZipFuzzer.run),
    // The table of keys has enumerations in boxes of their own; the sanitizer doesn't see pointers with tags, and would
    // report them as leaks.
    FuzzTarget("Query", "query", [own("query")], longest: 512, findsLeaks: false, QueryFuzzer.run),
    FuzzTarget("Archive", "archive", [own("archive"), own("model")], ArchiveFuzzer.run),
    FuzzTarget("TypedStream", "typedstream", [own("typedstream")], TypedStreamFuzzer.run),
    FuzzTarget("Model", "archive", [own("model")], ModelFuzzer.run),
    FuzzTarget("AppleNotes", "applenotes", [own("applenotes")], AppleNotesFuzzer.run),
    FuzzTarget("Outlook", "outlook", [own("outlook")], longest: 16_384, OutlookFuzzer.run),
    FuzzTarget("Office", "office", [own("office")], OfficeFuzzer.run),
    FuzzTarget("OpenDocument", "opendocument", [own("opendocument")], OpenDocumentFuzzer.run),
    FuzzTarget("KeyNote", "keynote", [own("keynote")], KeyNoteFuzzer.run),
    FuzzTarget("Source", "source", [own("source")], longest: 16_384, SourceFuzzer.run),
    FuzzTarget("Programs", "programs", [own("programs")], longest: 16_384, ProgramsFuzzer.run),
  ]
}
