internal import RTFSyntax

extension RTFInterpreter {
  /// Text of the body with nothing that has to be thought of first.
  @inline(__always)
  var isPlainBody: Bool { group.suppression.isEmpty && attention.isEmpty }

  /// Printing ASCII where `isPlainBody` holds.
  @inline(__always)
  mutating func plainText(_ start: Int, _ end: Int) {
    story.noteContent()
    lastText = start..<end
    let text = UnsafeRawBufferPointer(start: base + start, count: end &- start)
    sink.text(text, readable: tokenizer.end &- start, format.character)
  }

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
      if token.isPlain && isPlainBody { return plainText(at, end) }
    }
    switch group.destination {
    case .body: bodyText(at, end)
    case .shell, .pictureProperties, .listTable, .listEntry, .listLevel, .overrideTable, .overrideEntry,
      .info, .infoDate, .userProperties, .bulletDefinition, .replaced, .passed:
      break
    case .picture: if isInPicture { pictureText(token) }
    case .fontTable, .colorTable, .styleSheet: headText(at, end)
    case .attachmentName:
      keep(UnsafeRawBufferPointer(start: base + at, count: end - at))
    case .capture, .levelText, .revisionTable, .fieldInstruction: decode(at, end)
    }
  }

  private mutating func bodyText(_ start: Int, _ end: Int) {
    if attention.contains(.placeholder) {
      attention.remove(.placeholder)
      if byte(start) == 0xAC {
        sink.attachmentPlaceholder(at: start, skipCount: 0)
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
    // A field's instruction is never shown, so no font makes symbols of it.
    let isASCII = !group.suppression.contains(.symbols) || group.destination == .fieldInstruction
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
      if scalar == CodePage.lacking { noteUndefinedByte(at: offset) }
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
    if done.0 == CodePage.lacking { noteUndefinedByte(at: offset) }
    deliver(done.0, offset)
    if count > 1 { deliver(done.1, offset) }
  }

  /// A font's name is no text of the document, and many programs write it in another code page than the font's.
  private mutating func noteUndefinedByte(at offset: Int) {
    if group.destination != .fontTable { faults.note(.undefinedByte, at: offset) }
  }

  mutating func hexByte(_ token: Token) {
    guard token.parameter >= 0 else {
      faults.note(.badHex, at: token.offset)
      return
    }
    let byte = UInt8(truncatingIfNeeded: token.parameter)
    let scalar = scalars[Int(byte)]
    if isPlainBody && scalar >= 0x20 && scalar < CodePage.lacking {
      story.noteContent()
      lastText = token.offset..<token.end
      return sink.character(scalar, format.character)
    }
    interception.remove(.star)
    if attention.contains(.skip) { return skipOne() }
    if attention.contains(.placeholder) {
      attention.remove(.placeholder)
      if byte == 0xAC { return sink.attachmentPlaceholder(at: token.offset, skipCount: 0) }
    }
    switch group.destination {
    case .body:
      lastText = token.offset..<token.end
      push(byte, token.offset)
    case .attachmentName: withUnsafeBytes(of: byte) { keep($0) }
    case .capture, .levelText, .revisionTable, .fieldInstruction, .fontTable, .styleSheet:
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
      if scalar == 0xFFFC || scalar == 0x200B || scalar == 0xAC {
        return sink.attachmentPlaceholder(at: offset, skipCount: Int(group.skipCount))
      }
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

  mutating func finishSurrogate(_ offset: Int) {
    attention.remove(.surrogate)
    faults.note(.loneSurrogate, at: offset)
    deliver(0xFFFD, offset)
  }
}
