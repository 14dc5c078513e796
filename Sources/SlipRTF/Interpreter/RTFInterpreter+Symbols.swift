internal import RTFSyntax

/// Control words and control symbols that stand for characters of the text: TAB, line
/// break, `\~`, `\emdash` and so on.
extension RTFInterpreter {
  /// Handles `\tab` and a raw TAB.
  mutating func tab() {
    if group.destination == .body {
      if prepareContent() { sink.tab(format.character) }
    } else if group.destination.isCapturing {
      appendToCapture(0x09)
    }
  }

  /// Handles `\line`. In captured text it is a space.
  mutating func lineBreak() {
    if group.destination == .body {
      if prepareContent() { sink.lineBreak(format.character) }
    } else if group.destination.isCapturing {
      appendToCapture(0x20)
    }
  }

  /// Delivers a character that a word stands for, such as `\emdash`, or the result of a
  /// SYMBOL field.
  mutating func character(_ scalar: UInt32, _ offset: Int) {
    finishPendingText()
    if group.destination == .body { lastText = offset..<offset }
    if group.destination == .body || group.destination.takesCharacters { deliver(scalar, offset) }
  }

  /// Handles a control symbol: a backslash and one character that is not a letter, such
  /// as `\~` or `\*`. The tokenizer reports `\'hh` as a token of its own kind.
  mutating func controlSymbol(_ token: Token) {
    let symbol = UInt8(truncatingIfNeeded: token.parameter)
    if attention.contains(.skip) {
      guard symbol == 0x0A || symbol == 0x0D else { return skipOne() }
      // A backslash before a line end counts as `\par`, which is never skipped.
      endSkipping()
    }
    interception.remove(.star)
    switch symbol {
    case 0x2A: if !isInPicture { interception.insert(.star) }  // \*
    case 0x0A, 0x0D: if token.hasParameter { paragraph() }
    case 0x5C, 0x7B, 0x7D: literal(symbol, token.offset)
    case 0x7E: character(0xA0, token.offset)  // \~
    case 0x5F: character(Sink.wantsHTML ? 0xAD : 0x2011, token.offset)  // \_
    case 0x2D: character(0xAD, token.offset)  // \-
    case 0x09: tab()
    case 0x7C, 0x3A: break  // \| and \: belong to formulas and indexes.
    default: unknownSymbol(symbol, token)
    }
  }

  /// Handles an escaped brace or backslash. In some code pages, it may be the second byte
  /// of a character.
  private mutating func literal(_ symbol: UInt8, _ offset: Int) {
    if group.destination == .body || group.destination.takesCharacters {
      attention.remove(.placeholder)
      lastText = offset..<(offset + 1)
      let isSymbol = group.suppression.contains(.symbols)
      if isSymbol && group.destination == .fieldInstruction { return deliver(UInt32(symbol), offset) }
      push(symbol, offset)
    }
  }

  /// Handles a symbol that RTF doesn't define: it stands for its character.
  private mutating func unknownSymbol(_ symbol: UInt8, _ token: Token) {
    guard token.hasParameter, symbol > 0x20 else { return }
    literal(symbol, token.offset)
  }
}
