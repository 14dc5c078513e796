internal import RTFSyntax

/// Words and symbols that stand in the text: TAB, line break, characters by name.
extension RTFInterpreter {
  mutating func tab() {
    if group.destination == .body {
      if prepareContent() { sink.tab(format.character) }
    } else if group.destination.isCapturing {
      keep(0x09)
    }
  }

  mutating func lineBreak() {
    if group.destination == .body {
      if prepareContent() { sink.lineBreak(format.character) }
    } else if group.destination.isCapturing {
      keep(0x20)
    }
  }

  mutating func character(_ scalar: UInt32, _ offset: Int) {
    settleText()
    if group.destination == .body { lastText = offset..<offset }
    if group.destination == .body || group.destination.isNaming { deliver(scalar, offset) }
  }

  mutating func controlSymbol(_ token: Token) {
    let symbol = UInt8(truncatingIfNeeded: token.parameter)
    if attention.contains(.skip) {
      guard symbol == 0x0A || symbol == 0x0D else { return skipOne() }
      // As `\par`.
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

  /// An escaped brace or backslash: may be the second byte of a character.
  private mutating func literal(_ symbol: UInt8, _ offset: Int) {
    if group.destination == .body || group.destination.isNaming {
      attention.remove(.placeholder)
      lastText = offset..<(offset + 1)
      let isSymbol = group.suppression.contains(.symbols)
      if isSymbol && group.destination == .fieldInstruction { return deliver(UInt32(symbol), offset) }
      push(symbol, offset)
    }
  }

  /// A symbol that RTF doesn't define stands for itself.
  private mutating func unknownSymbol(_ symbol: UInt8, _ token: Token) {
    guard token.hasParameter, symbol > 0x20 else { return }
    literal(symbol, token.offset)
  }
}
