internal import RTFSyntax

extension RTFInterpreter {
  /// Text that the short cut of `run` does not take.
  mutating func text(_ token: Token) {
    var at = token.offset
    let end = token.end
    interception.remove(.star)
    if attention.contains(.skip) {
      let passed = min(Int(skipLeft), end - at)
      at += passed
      skipLeft -= Int32(truncatingIfNeeded: passed)
      if skipLeft <= 0 { endSkipping() }
      if at == end { return }
    }
    switch group.destination {
    case .body: bodyText(at, end)
    case .shell, .listTable, .listEntry, .listLevel, .overrideTable, .overrideEntry, .info, .infoDate,
      .userProperties,
      .bulletDefinition, .replaced:
      break
    case .picture: if group.opening == .shapePicture { pictureText(token) }
    case .fontTable, .colorTable, .styleSheet: headText(at, end)
    case .capture, .levelText, .attachmentName, .revisionTable, .fieldInstruction: decode(at, end)
    }
  }

  private mutating func bodyText(_ start: Int, _ end: Int) {
    if attention.contains(.placeholder) {
      attention.remove(.placeholder)
      if byte(start) == 0xAC {
        if start + 1 < end { decode(start + 1, end) }
        return
      }
    }
    lastText = start..<end
    decode(start, end)
  }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// Hands raw bytes on, in runs where they are ASCII.
  mutating func decode(_ start: Int, _ end: Int) {
    var at = start
    let isASCII = !group.obstacles.contains(.symbols)
    while at < end {
      if isASCII && !attention.contains(.lead) {
        let stop = RTFEncoding.endOfPrinting(base, at, end)
        if stop > at {
          deliver(UnsafeRawBufferPointer(start: base + at, count: stop - at))
          at = stop
          continue
        }
      }
      push(byte(at), at)
      at += 1
    }
  }

  /// One byte in the code page in force.
  @inline(__always)
  mutating func push(_ byte: UInt8, _ offset: Int) {
    if attention.contains(.lead) { return complete(byte, offset) }
    let scalar = scalars[Int(byte)]
    if scalar >= CodePage.lacking {
      if scalar == CodePage.leadMark { return begin(byte) }
      if scalar == CodePage.lacking { faults.note(.undefinedByte, at: offset) }
    }
    deliver(scalar, offset)
  }

  private mutating func begin(_ byte: UInt8) {
    decoder.page = fontTable.pages[Int(group.page)]
    decoder.push(byte) { _ in }
    attention.insert(.lead)
  }

  private mutating func complete(_ byte: UInt8, _ offset: Int) {
    var done: (UInt32, UInt32) = (0, 0)
    var count = 0
    decoder.push(byte) { scalar in
      if count == 0 { done.0 = scalar } else { done.1 = scalar }
      count += 1
    }
    if !decoder.isUnfinished { attention.remove(.lead) }
    guard count > 0 else { return }
    // The unfinished character may have begun in another font than the one in force.
    if done.0 == CodePage.lacking { faults.note(.undefinedByte, at: offset) }
    deliver(done.0, offset)
    if count > 1 { deliver(done.1, offset) }
  }

  mutating func hexByte(_ token: Token) {
    guard token.parameter >= 0 else {
      faults.note(.badHex, at: token.offset)
      return
    }
    let byte = UInt8(truncatingIfNeeded: token.parameter)
    if attention.isEmpty && group.destination == .body {
      lastText = token.offset..<token.end
      return push(byte, token.offset)
    }
    interception.remove(.star)
    if attention.contains(.skip) { return skipOne() }
    if attention.contains(.placeholder) {
      attention.remove(.placeholder)
      if byte == 0xAC { return }
    }
    switch group.destination {
    case .body:
      lastText = token.offset..<token.end
      push(byte, token.offset)
    case .capture, .levelText, .attachmentName, .revisionTable, .fieldInstruction, .fontTable, .styleSheet:
      push(byte, token.offset)
    default: break
    }
  }

  /// `\uN`.
  mutating func unicode(_ number: Int32, _ offset: Int) {
    if attention.contains(.skip) { endSkipping() }
    if group.skipCount > 0 {
      skipLeft = group.skipCount
      attention.insert(.skip)
      interception.insert(.skip)
    }
    finishCharacter()
    var scalar = UInt32(bitPattern: number < 0 && number >= -65_536 ? number &+ 65_536 : number)
    if attention.contains(.placeholder) {
      attention.remove(.placeholder)
      if scalar == 0xFFFC || scalar == 0x200B || scalar == 0xAC { return }
    }
    if attention.contains(.surrogate) {
      if scalar & 0xFFFF_FC00 == 0xDC00 {
        attention.remove(.surrogate)
        scalar = 0x1_0000 + (highSurrogate & 0x3FF) << 10 + scalar & 0x3FF
      } else {
        finishSurrogate(offset)
      }
    }
    if scalar & 0xFFFF_FC00 == 0xD800 {
      highSurrogate = scalar
      attention.insert(.surrogate)
      return
    }
    if scalar & 0xFFFF_FC00 == 0xDC00 {
      faults.note(.loneSurrogate, at: offset)
      scalar = 0xFFFD
    } else if scalar > 0x10_FFFF {
      faults.note(.badCodePoint, at: offset)
      scalar = 0xFFFD
    } else if scalar & 0xFFFF_FF00 == 0xF000 {
      scalar = fontTable.symbol(scalar, font: fontInForce)
    }
    if Int(offset) > lastText.upperBound { lastText = offset..<offset }
    deliver(scalar, offset)
  }

  // MARK: Skipping behind \u

  mutating func endSkipping() {
    skipLeft = 0
    attention.remove(.skip)
    interception.remove(.skip)
  }

  mutating func skipOne() {
    skipLeft -= 1
    if skipLeft <= 0 { endSkipping() }
  }

  // MARK: Characters that did not end

  /// Ends what is unfinished before something that is not text. True when text had been pending.
  @inline(__always)
  mutating func settleText() {
    if !attention.isDisjoint(with: [.lead, .surrogate, .placeholder]) { settleSlowly() }
  }

  private mutating func settleSlowly() {
    attention.remove(.placeholder)
    finishCharacter()
    if attention.contains(.surrogate) { finishSurrogate(tokenizer.position) }
  }

  private mutating func finishCharacter() {
    guard attention.contains(.lead) else { return }
    attention.remove(.lead)
    decoder.finish { _ in }
    faults.note(.unfinishedCharacter, at: tokenizer.position)
    deliver(0xFFFD, tokenizer.position)
  }

  private mutating func finishSurrogate(_ offset: Int) {
    attention.remove(.surrogate)
    faults.note(.loneSurrogate, at: offset)
    deliver(0xFFFD, offset)
  }

  // MARK: Delivery

  /// Printing ASCII.
  mutating func deliver(_ text: UnsafeRawBufferPointer) {
    if attention.contains(.surrogate) { finishSurrogate(tokenizer.position) }
    if group.destination == .body {
      if isLeftOut {
        if Sink.wantsFormatting, beginLeftOut() { sink.text(text, format.character) }
        return
      }
      if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
      story.hasContent = true
      story.isParagraphStarted = true
      sink.text(text, format.character)
    } else {
      capture.append(contentsOf: text)
    }
  }

  /// One character; C0 controls are dealt with here.
  mutating func deliver(_ scalar: UInt32, _ offset: Int) {
    if attention.contains(.surrogate) { finishSurrogate(offset) }
    guard group.destination == .body else { return RTFEncoding.append(scalar, to: &capture) }
    if isMuted { return }
    if scalar < 0x20 { return control(scalar, offset) }
    if isLeftOut {
      if beginLeftOut() { sink.character(scalar, format.character) }
      return
    }
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    story.hasContent = true
    story.isParagraphStarted = true
    sink.character(scalar, format.character)
  }

  private mutating func control(_ scalar: UInt32, _ offset: Int) {
    switch scalar {
    case 0x09: tab()
    case 0x0A, 0x0D: lineEnd(scalar, offset)
    default: faults.note(.control, at: offset)
    }
  }

  /// Hidden or deleted.
  @inline(__always)
  var isLeftOut: Bool { !group.obstacles.isDisjoint(with: [.hidden, .deleted, .suppressed]) }

  /// CR, LF, or both as one, written as `\'0d\'0a` or by number: what Word takes for `\par`.
  private mutating func lineEnd(_ scalar: UInt32, _ offset: Int) {
    let isSecondHalf = scalar == 0x0A && offset == endOfCarriageReturn
    endOfCarriageReturn = scalar == 0x0D ? tokenizer.position : -1
    if !isSecondHalf { paragraph() }
  }

  /// Hidden or deleted, and the sink wants none of that.
  @inline(__always)
  var isMuted: Bool { !Sink.wantsFormatting && isLeftOut }

  /// Before anything hidden or deleted that the sink wants all the same: it is no content of the paragraph.
  private mutating func beginLeftOut() -> Bool {
    if attention.contains(.note) { startNote() }
    return true
  }

  /// Before anything visible of a story: starts the note, writes the list marker.
  mutating func beginContent() {
    if attention.contains(.note) { startNote() }
    if attention.contains(.marker) { startListItem() }
    story.isParagraphStarted = true
  }

  /// Before a thing that stands in the text. False when it isn't to be told to the sink.
  mutating func prepareContent() -> Bool {
    guard group.destination == .body, !isMuted else { return false }
    settleText()
    if isLeftOut { return beginLeftOut() }
    beginContent()
    story.hasContent = true
    return true
  }

  // MARK: Things that stand in the text

  mutating func tab() {
    if group.destination == .body {
      if prepareContent() { sink.tab(format.character) }
    } else if group.destination.isCapturing {
      capture.append(0x09)
    }
  }

  mutating func lineBreak() {
    if group.destination == .body {
      if prepareContent() { sink.lineBreak(format.character) }
    } else if group.destination.isCapturing {
      capture.append(0x20)
    }
  }

  mutating func character(_ scalar: UInt32, _ offset: Int) {
    settleText()
    if group.destination == .body { lastText = offset..<offset }
    if group.destination == .body || group.destination.isNaming { deliver(scalar, offset) }
  }

  mutating func pageBreak(_ kind: Int32) {
    guard group.destination == .body, !isMuted else { return }
    settleText()
    if attention.contains(.note) { startNote() }
    sink.breakHere(kind, depth: group.tableDepth, format.character)
    if kind == ControlValue.section && story.hasContent && !story.runsOn && !isLeftOut
      && group.tableDepth == 0
    {
      story.endOfSection = tokenizer.position
    }
  }

  mutating func controlSymbol(_ token: Token) {
    let symbol = UInt8(truncatingIfNeeded: token.parameter)
    if attention.contains(.skip) && symbol != 0x0A && symbol != 0x0D { return skipOne() }
    interception.remove(.star)
    switch symbol {
    case 0x2A: interception.insert(.star)  // \*
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
      push(symbol, offset)
    }
  }

  /// A symbol that RTF doesn't define stands for itself.
  private mutating func unknownSymbol(_ symbol: UInt8, _ token: Token) {
    guard token.hasParameter, symbol > 0x20 else { return }
    literal(symbol, token.offset)
  }
}
