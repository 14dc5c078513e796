internal import RTFSyntax
internal import SlipCore

/// Detects a page's encoding and decodes the page to UTF-8, with all line ends as LF.
///
/// The encoding is found in the order of WHATWG HTML, 13.2.3.2 "Determining the character
/// encoding":
///
/// - by a byte order mark (UTF-8 or UTF-16), which is left out,
/// - by `<meta charset>`, `http-equiv` or an XML declaration in the first 1,024 bytes, or
///   by a `<meta>` further behind, at which browsers begin anew (13.2.3.4 "Changing the
///   encoding while parsing"),
/// - or else by the bytes (`TextEncoding.undeclared`).
///
/// Decoding is total: bytes that mean nothing in the encoding become U+FFFD.
enum HTMLDecoder {
  /// How far a declaration may stand behind the beginning.
  private static let farthest = 64 << 10

  /// Decodes a page.
  ///
  /// An encoding that is declared but unknown is reported (`SBXG401`), and so is a guess
  /// (`SBXG301`). A declaration of UTF-16 means UTF-8, because it could not have been
  /// read otherwise.
  ///
  /// - Returns: the page in UTF-8.
  static func decode(_ source: UnsafeRawBufferPointer, diagnostics: inout DiagnosticSink) -> [UInt8] {
    guard TextEncoding.mark(of: source) == nil else { return text(source, diagnostics: &diagnostics) }
    var unknown: String?
    // An unknown label is no declaration, so that a later one may count.
    for label in HTMLPrescan.labels(source.prefix(farthest)) {
      guard var encoding = TextEncoding.named(label) else {
        unknown = unknown ?? label
        continue
      }
      switch encoding.name {
      case "utf-16le", "utf-16be": encoding = .utf8
      case "x-user-defined": encoding = .windows1252
      default: break
      }
      if let decoded = encoding.decode(source) { return decoded.withLineFeeds() }
      return undeclared("This system can't decode \(label.prefix(40))", source, &diagnostics)
    }
    guard let unknown else { return text(source, diagnostics: &diagnostics) }
    return undeclared(
      "The page declares an unknown encoding (\(unknown.prefix(40)))", source, &diagnostics)
  }

  /// Decodes a page whose declaration doesn't count, and reports what it is read as.
  private static func undeclared(
    _ message: String, _ source: UnsafeRawBufferPointer, _ diagnostics: inout DiagnosticSink
  ) -> [UInt8] {
    let decoded = TextEncoding.undeclared(source)
    diagnostics.report(
      Diagnostic(
        code: MarkupCode.unknownEncoding, severity: .warning,
        message: "\(message); it was read as \(decoded.encoding.title).",
        location: SourceLocation()))
    return decoded.text.withLineFeeds()
  }

  /// Decodes text without a declaration, such as Markdown (see `TextEncoding.undeclared`). A guess is reported
  /// (`SBXG301`).
  ///
  /// - Returns: the text in UTF-8.
  static func text(_ source: UnsafeRawBufferPointer, diagnostics: inout DiagnosticSink) -> [UInt8] {
    let decoded = TextEncoding.undeclared(source)
    diagnostics.report(contentsOf: decoded.findings)
    return decoded.text.withLineFeeds()
  }
}
