internal import RTFSyntax
public import SlipBase

/// HTML that a mail program has put into RTF (MS-OXRTFEX): `\fromhtml1`, `{\*\htmltag …}`, `\htmlrtf`.
public enum RTFEncapsulatedHTML {
  /// The page as the sender wrote it, in UTF-8: markup, scripts and all. See `HTMLFilter` for one that is fit for
  /// publishing. Content types that the page declares are not changed.
  ///
  /// - Parameter diagnostics: faults of the RTF, with line and column.
  /// - Returns: nil where the file doesn't say that it has HTML, or has no markup.
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
    // The specification asks for ten.
    for _ in 0..<64 {
      guard let token = tokenizer.next(), token.kind == .controlWord else { return false }
      if effects[Int(token.word)].action == .documentFromHTML {
        return !token.hasParameter || token.parameter == 1
      }
    }
    return false
  }
}

/// Collects the HTML that RTF encapsulates. Text between the tags is escaped; lines end in LF.
struct RTFHTMLSink: RTFPartialSink {
  static var wantsFormatting: Bool { false }
  static var wantsHTML: Bool { true }

  private(set) var bytes: [UInt8] = []
  /// There is a tag.
  private(set) var hasMarkup = false
  private var isMarkup = false

  mutating func htmlStart() {
    isMarkup = true
    hasMarkup = true
  }

  mutating func htmlEnd() { isMarkup = false }

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

  mutating func tab(_ style: RTFCharacterState) { bytes.append(0x09) }
  mutating func lineBreak(_ style: RTFCharacterState) { bytes.append(0x0A) }
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    bytes.append(0x0A)
  }
}
