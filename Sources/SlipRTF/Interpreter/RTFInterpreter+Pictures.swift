internal import RTFSyntax

/// Pictures, the fallbacks of pictures and shapes, and files beside the document.
///
/// Word writes a picture twice: `{\*\shppict{\pict …}}{\nonshppict{\pict …}}`. The second
/// form is a fallback for old readers, and is skipped if the first one was read. The same
/// holds for shapes: `\shpinst` has the shape, `\shprslt` its fallback.
extension RTFInterpreter {
  /// Handles `\pict`: in the body, in the result of a field that something replaces, and
  /// as the property `pib` of a shape. Elsewhere it is skipped.
  mutating func beginPicture(_ token: Token) {
    let isWanted =
      group.destination == .body || group.destination == .replaced
      || group.destination == .shell && media.shapeProperty == Array("pib".utf8)
    guard isWanted else { return skipGroup() }
    open(.picture, .shapePicture)
    head.picture = RTFPicture()
    head.picture.range = token.end..<token.end
  }

  /// Whether the open group is a picture's own group, where its data stands. A star
  /// begins no destination there.
  var isInPicture: Bool { group.destination == .picture && group.opening == .shapePicture }

  /// Handles a word about a picture's format, size or scale.
  mutating func pictureProperty(_ effect: ControlEffect, _ parameter: Int32) {
    switch effect.action {
    case .pictureFormat: head.picture.format = effect.value
    case .pictureWidth: head.picture.width = parameter
    case .pictureHeight: head.picture.height = parameter
    case .pictureGoalWidth: head.picture.goalWidth = parameter
    case .pictureGoalHeight: head.picture.goalHeight = parameter
    case .pictureScaleX: head.picture.scaleX = parameter
    default: head.picture.scaleY = parameter
    }
  }

  /// Handles text in a picture. Two hexadecimal digits begin its data; a single digit is
  /// no data, and other text is ignored.
  mutating func pictureText(_ token: Token) {
    for offset in token.offset..<token.end where Tokenizer.hexDigit(byte(offset)) != nil {
      if head.picture.hasDigit { return pictureData(token) }
      head.picture.hasDigit = true
    }
  }

  /// Sends a picture that has data, and skips the data. The sink gets the place of the
  /// data and decodes it itself, if it needs it at all.
  mutating func pictureData(_ token: Token) {
    guard isInPicture else { return }
    if isInReplaced {
      endPicture()
      group.opening = .nothing
      return skipGroup()
    }
    var picture = head.picture
    group.opening = .nothing
    group.setDestination(.body)
    let isPassed = passGroup()
    let isClosed = isPassed == true
    picture.range = picture.range.lowerBound..<(isClosed ? tokenizer.position - 1 : tokenizer.position)
    if Sink.wantsFormatting { sink.at(group.start) }
    if prepareContent() { sink.picture(picture, format.character) }
    media.endOfPicture = tokenizer.position
    media.shapes.noteContent()
    if media.shapeProperty == Array("pib".utf8) { media.shapes.hasPicture = true }
    if isPassed == nil { group.setDestination(.passed) }
    if isClosed { closeGroup(tokenizer.position - 1) }
  }

  /// Handles `\bin` in a picture. In `{\pict …{\bin…}}` the data has a group of its own,
  /// which ends first.
  mutating func binaryData(_ token: Token) {
    if group.opening == .nothing, !groups.isEmpty, groups[groups.count - 1].opening == .shapePicture,
      isWord("\\bin", at: group.start + 1, before: token.offset),
      passGroup() == true
    {
      closeGroup(tokenizer.position - 1)
    }
    pictureData(token)
  }

  /// Whether the bytes at an offset spell a word.
  private func isWord(_ word: StaticString, at start: Int, before end: Int) -> Bool {
    guard start + word.utf8CodeUnitCount < end else { return false }
    return word.withUTF8Buffer { $0.enumerated().allSatisfy { byte(start + $0.offset) == $0.element } }
  }

  /// Whether the open picture stands in the result of a field that an attachment
  /// replaces.
  private var isInReplaced: Bool { groups.last?.destination == .replaced }

  /// Ends a `\pict` or `\shppict` without data. It may give the size of a picture that is
  /// a file.
  mutating func endPicture() {
    if let last = fields.frames.indices.last { fields.frames[last].picture = RTFFieldPicture(head.picture) }
  }

  // MARK: Alternatives

  /// Handles `\nonshppict`. It is skipped if nothing but braces and line ends stand
  /// between it and the picture that it is the fallback for.
  mutating func beginFallbackPicture() {
    guard media.endOfPicture >= 0 else { return }
    let isBehindPicture = (media.endOfPicture..<max(media.endOfPicture, group.start)).allSatisfy {
      byte($0) == 0x7D || byte($0) == 0x0A || byte($0) == 0x0D
    }
    media.endOfPicture = -1
    guard isBehindPicture else { return }
    let start = tokenizer.position
    skipGroup()
    // Another fallback may follow.
    if tokenizer.position > start { media.endOfPicture = tokenizer.position }
  }

  /// Records that the group around has a shape, so that its fallback is skipped.
  mutating func noteShape() {
    if !groups.isEmpty { groups[groups.count - 1].hasShape = true }
  }

  /// Handles `\shprslt`, the fallback for readers that do not know shapes.
  mutating func beginShapeResult() {
    if groups.last?.hasShape == true { skipGroup() } else { group.setDestination(.body) }
  }

  /// Handles `\sv`, the value of a shape's property: a picture, or a text that describes
  /// it.
  mutating func beginShapeValue() {
    if media.shapeProperty == Array("pib".utf8), group.destination == .shell { return }
    noteShapeProperty()
    if Sink.wantsFormatting,
      media.shapeProperty == Array("wzDescription".utf8) || media.shapeProperty == Array("wzTooltip".utf8)
    {
      openCapture(.capture, .shapePropertyValue)
    } else {
      skipGroup()
    }
  }

  // MARK: Attachments

  /// Handles `\NeXTGraphic`, which Cocoa writes for files in an RTFD package. Its name is
  /// the text behind it.
  mutating func beginAttachment(_ token: Token) {
    let isWhole = isFirstInGroup(token.offset)
    guard pushVirtual() else { return }
    openCapture(.attachmentName, .attachmentName)
    media.attachment = RTFAttachment(path: "", isField: false)
    if isWhole { media.attachment.range = group.start..<token.end }
  }

  /// Skips a mark of NeXT's help. The character that holds its place comes next, and is not text.
  mutating func skipHelpMark() {
    skipGroup()
    attention.insert(.placeholder)
  }

  /// Sends the attachment. The character that holds its place comes next, and is not
  /// text.
  ///
  /// - Parameter offset: The offset of the brace that ends the name.
  mutating func endAttachment(at offset: Int) {
    decodeRawName()
    media.attachment.path = RTFNormalStyles.trimmed(String(decoding: capture, as: UTF8.self))
    let isClosed = offset < bytes.count && !media.attachment.range.isEmpty
    media.attachment.range = isClosed ? media.attachment.range.lowerBound..<(offset + 1) : 0..<0
    leaveName()
    if Sink.wantsFormatting { sink.at(group.start) }
    if prepareContent() { sink.attachment(media.attachment, format.character) }
    attention.insert(.placeholder)
  }

  /// Restores the formatting that was in force where the attachment's name began: the
  /// attachment stands there.
  private mutating func leaveName() {
    if let outer = groups.last { group = outer }
    if Sink.wantsFormatting, let outer = formats.last { format = outer }
    group.isVirtual = true
    group.opening = .nothing
    loadPage()
  }

  /// Decodes the bytes of the name that are still raw. Cocoa writes names in UTF-8
  /// whatever the code page is; other programs use the code page.
  mutating func decodeRawName() {
    defer { rawStart = capture.count }
    let range = min(rawStart, capture.count)..<capture.count
    // An array of its own: with a slice alive, changing `capture` would copy all of it.
    let raw = Array(capture[range])
    if String(validating: raw, as: UTF8.self) != nil { return }
    var decoder = CodePageDecoder(fontTable.pages[Int(group.page)])
    var name: [UInt8] = []
    let append = { (scalar: UInt32) in
      RTFEncoding.append(scalar == CodePage.lacking ? 0xFFFD : scalar, to: &name)
    }
    for byte in raw { decoder.push(byte, append) }
    decoder.finish(append)
    capture.replaceSubrange(range, with: name)
  }
}
