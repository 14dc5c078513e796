internal import RTFSyntax
public import SlipCore

/// HTML that a mail program has encapsulated in RTF (MS-OXRTFEX).
///
/// Outlook stores an HTML mail as RTF: `\fromhtml1` in the file's head says so,
/// `{\*\htmltag …}` holds a piece of markup, and `\htmlrtf … \htmlrtf0` brackets what
/// stands in for it in RTF. The text between the tags is stored once, and serves both
/// forms.
public enum RTFEncapsulatedHTML {
  /// The page as the sender wrote it, in UTF-8: markup, scripts and all.
  ///
  /// The page is not safe to publish; see `HTMLFilter` for one that is. A character set
  /// that the page itself declares is not changed, though the bytes are UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The RTF.
  ///   - limits: The reader uses `rtfGroupDepth`.
  ///   - diagnostics: Gets the faults of the RTF, with line and column.
  /// - Returns: nil if the file doesn't say that it has HTML, or has no markup.
  public static func recover(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), diagnostics: inout DiagnosticSink
  ) -> [UInt8]? {
    guard isDeclared(bytes) else { return nil }
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: RTFHTMLSink())
    _ = interpreter.run()
    guard interpreter.sink.hasMarkup else { return nil }
    diagnostics.report(contentsOf: interpreter.faults.diagnostics.placed(in: bytes))
    return interpreter.sink.bytes
  }

  /// Whether `\fromhtml1` stands in the file's head, before any text and group.
  static func isDeclared(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = RTFProbe.start(of: bytes) else { return false }
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = start + 1
    let effects = ControlWordTable.index.effects
    // The specification asks readers to look at the first ten tokens; a few more do no harm.
    for _ in 0..<64 {
      guard let token = tokenizer.next(), token.kind == .controlWord else { return false }
      if effects[Int(token.word)].action == .documentFromHTML {
        return !token.hasParameter || token.parameter == 1
      }
    }
    return false
  }
}

/// Collects the HTML that RTF encapsulates. Text between the tags is escaped; lines end
/// in LF.
struct RTFHTMLSink: RTFPartialSink {
  /// The markup has all formatting.
  static var wantsFormatting: Bool { false }
  /// Without this, the interpreter would skip the markup.
  static var wantsHTML: Bool { true }

  /// The page so far, in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Whether a tag has come. A page without any is no HTML.
  private(set) var hasMarkup = false
  /// Text is markup, and not to be escaped.
  private var isMarkup = false

  /// Begins markup.
  mutating func htmlStart() {
    isMarkup = true
    hasMarkup = true
  }

  /// Ends markup.
  mutating func htmlEnd() { isMarkup = false }

  /// Adds markup as it is, and other text escaped.
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {
    if isMarkup { return bytes.append(contentsOf: utf8) }
    for byte in utf8 {
      switch byte {
      case 0x26: bytes.append(contentsOf: "&amp;".utf8)
      case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
      case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Adds a TAB.
  mutating func tab(_ style: RTFCharacterState) { bytes.append(0x09) }
  /// Adds a line end.
  mutating func lineBreak(_ style: RTFCharacterState) { bytes.append(0x0A) }
  /// Adds a line end: between tags, `\par` is nothing but a line end of the page's
  /// source.
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    bytes.append(0x0A)
  }
}
