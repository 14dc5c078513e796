internal import RTFSyntax

/// From bytes to characters: raw text, `\'hh` and `\uN`.
///
/// Bytes are decoded when they come, by the code page of the font in force. So the two
/// bytes of a character may be spelled in different ways, or even stand in different
/// groups.
///
/// - In code page 1252, `\'e9` is é.
/// - In code page 932, `\'82\'a0` is あ, and so is `\'82` with a raw byte A0 behind it.
/// - `\u233?` is é. The `?` is for readers without Unicode, and is skipped; `\ucN` says
///   how many characters to skip.
/// - `\u-10179?\u-8704?` is U+1F600, as a surrogate pair of signed numbers of 16 bits.
///
/// What cannot be decoded becomes U+FFFD and is noted as a fault: a byte that the code
/// page lacks, half a character, half a surrogate pair.
extension RTFInterpreter {
  /// Whether text can go to the sink as it stands: it is visible text of the body, and
  /// nothing waits for it.
  @inline(__always)
  var isPlainBody: Bool { group.suppression.isEmpty && attention.isEmpty }

  /// Sends printing ASCII where `isPlainBody` holds. This is the hot path: most of a
  /// file's text takes it.
  @inline(__always)
  mutating func plainText(_ start: Int, _ end: Int) {
    story.noteContent()
    lastText = start..<end
    let text = UnsafeRawBufferPointer(start: base + start, count: end &- start)
    sink.text(text, readable: tokenizer.end &- start, format.character)
  }

  /// Handles text that cannot take the short cut of `run`.
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
      appendToCapture(UnsafeRawBufferPointer(start: base + at, count: end - at))
    case .capture, .levelText, .revisionTable, .fieldInstruction: decode(at, end)
    }
  }

  /// Handles text of the body. Behind a `\NeXTGraphic` or a mark of NeXT's help, a raw `¬` (0xAC) is its
  /// placeholder.
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

  /// The byte at an offset, which must lie in the file.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// Delivers raw bytes, in whole runs where they are ASCII.
  mutating func decode(_ start: Int, _ end: Int) {
    var at = start
    // An instruction is never shown, so a symbol font does not change its characters.
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

  /// Decodes one byte in the code page in force, and delivers its character. The first
  /// byte of a longer character waits for the next byte instead.
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

  /// Begins a character of several bytes.
  private mutating func begin(_ byte: UInt8) {
    decoder.page = fontTable.pages[Int(group.page)]
    decoder.push(byte) { _ in }
    attention.insert(.lead)
  }

  /// Adds a byte to a character of several bytes. It may complete that, or show that the
  /// first byte was a mistake; then there are two characters to deliver.
  private mutating func complete(_ byte: UInt8, _ offset: Int) {
    var done: (UInt32, UInt32) = (0, 0)
    var count = 0
    decoder.push(byte) { scalar in
      if count == 0 { done.0 = scalar } else { done.1 = scalar }
      count += 1
    }
    if !decoder.isUnfinished { attention.remove(.lead) }
    guard count > 0 else { return }
    // The character may have begun in another font than the one in force now.
    if done.0 == CodePage.lacking { noteUndefinedByte(at: offset) }
    deliver(done.0, offset)
    if count > 1 { deliver(done.1, offset) }
  }

  /// Notes a byte that the code page does not define. Names of fonts are exempt: many
  /// programs write them in another code page than the font's.
  private mutating func noteUndefinedByte(at offset: Int) {
    if group.destination != .fontTable { faults.note(.undefinedByte, at: offset) }
  }

  /// Handles `\'hh`: a byte in the code page in force.
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
    case .attachmentName: withUnsafeBytes(of: byte) { appendToCapture($0) }
    case .capture, .levelText, .revisionTable, .fieldInstruction, .fontTable, .styleSheet:
      push(byte, token.offset)
    default: break
    }
  }

  /// Handles `\uN`: a UTF-16 unit as a signed number of 16 bits. Larger numbers are taken
  /// as code points.
  ///
  /// Code points from U+F000 to U+F0FF are glyphs of a symbol font. With Symbol in force,
  /// `\u61537?` (U+F061) is α.
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

  /// Ends the skipping of characters behind a `\u`.
  mutating func endSkipping() {
    skipLeft = 0
    attention.remove(.skip)
    interception.remove(.skip)
  }

  /// Skips one character behind a `\u`: a byte, a control word or a control symbol.
  mutating func skipOne() {
    skipLeft -= 1
    if skipLeft <= 0 { endSkipping() }
  }

  // MARK: Characters that did not end

  /// Ends what is unfinished before something that is not text: half a character, half a
  /// surrogate pair, the wait for a placeholder.
  @inline(__always)
  mutating func finishPendingText() {
    if !attention.isDisjoint(with: [.lead, .surrogate, .placeholder]) { finishPendingTextSlowly() }
  }

  /// The rare part of `finishPendingText`, kept out of line.
  private mutating func finishPendingTextSlowly() {
    attention.remove(.placeholder)
    finishCharacter()
    if attention.contains(.surrogate) { finishSurrogate(tokenizer.position) }
  }

  /// Ends a character of several bytes that breaks off: it becomes U+FFFD.
  private mutating func finishCharacter() {
    guard attention.contains(.lead) else { return }
    attention.remove(.lead)
    decoder.finish { _ in }
    faults.note(.unfinishedCharacter, at: tokenizer.position)
    deliver(0xFFFD, tokenizer.position)
  }

  /// Ends half a surrogate pair: it becomes U+FFFD.
  mutating func finishSurrogate(_ offset: Int) {
    attention.remove(.surrogate)
    faults.note(.loneSurrogate, at: offset)
    deliver(0xFFFD, offset)
  }
}
