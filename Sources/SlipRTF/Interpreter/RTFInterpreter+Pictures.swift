internal import RTFSyntax

/// Pictures and the stand-ins of shapes, files beside the document.
extension RTFInterpreter {
  mutating func beginPicture(_ token: Token) {
    let isWanted =
      group.destination == .body || group.destination == .replaced
      || group.destination == .shell && shapeProperty == Array("pib".utf8)
    guard isWanted else { return skipGroup() }
    open(.picture, .shapePicture)
    head.picture = RTFPicture()
    head.picture.range = token.end..<token.end
  }

  /// In a picture's own group, where its data stands: a star begins nothing there.
  var isInPicture: Bool { group.destination == .picture && group.opening == .shapePicture }

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

  /// Hexadecimal digits of a picture; other text is none, and a single digit no data.
  mutating func pictureText(_ token: Token) {
    for offset in token.offset..<token.end where Tokenizer.hexDigit(byte(offset)) != nil {
      if head.picture.hasDigit { return pictureData(token) }
      head.picture.hasDigit = true
    }
  }

  /// A picture that has data stands in the text; the data itself is passed over.
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
    endOfPicture = tokenizer.position
    shapes.noteContent()
    if shapeProperty == Array("pib".utf8) { shapes.hasPicture = true }
    if isPassed == nil { group.setDestination(.passed) }
    if isClosed { closeGroup(tokenizer.position - 1) }
  }

  /// `{\pict …{\bin…}}`: the data has a group of its own.
  mutating func binaryData(_ token: Token) {
    if group.opening == .nothing, !groups.isEmpty, groups[groups.count - 1].opening == .shapePicture,
      isWord("\\bin", at: group.start + 1, before: token.offset),
      passGroup() == true
    {
      closeGroup(tokenizer.position - 1)
    }
    pictureData(token)
  }

  private func isWord(_ word: StaticString, at start: Int, before end: Int) -> Bool {
    guard start + word.utf8CodeUnitCount < end else { return false }
    return word.withUTF8Buffer { $0.enumerated().allSatisfy { byte(start + $0.offset) == $0.element } }
  }

  /// The picture that is open stands in the result of a field that something else stands for.
  private var isInReplaced: Bool { groups.last?.destination == .replaced }

  /// A `\pict` or `\shppict` without data: may tell the size of a picture that is a file.
  mutating func endPicture() {
    if let last = fields.indices.last { fields[last].picture = RTFFieldPicture(head.picture) }
  }

  // MARK: Alternatives

  /// The stand-in for readers that don't know `\shppict`.
  mutating func beginFallbackPicture() {
    guard endOfPicture >= 0 else { return }
    let isBehindPicture = (endOfPicture..<max(endOfPicture, group.start)).allSatisfy {
      byte($0) == 0x7D || byte($0) == 0x0A || byte($0) == 0x0D
    }
    endOfPicture = -1
    guard isBehindPicture else { return }
    let start = tokenizer.position
    skipGroup()
    // There may be another one.
    if tokenizer.position > start { endOfPicture = tokenizer.position }
  }

  mutating func noteShape() {
    if !groups.isEmpty { groups[groups.count - 1].hasShape = true }
  }

  /// The stand-in for readers that don't know shapes.
  mutating func beginShapeResult() {
    if groups.last?.hasShape == true { skipGroup() } else { group.setDestination(.body) }
  }

  /// The value of a shape's property: its picture, or what that shows.
  mutating func beginShapeValue() {
    if shapeProperty == Array("pib".utf8), group.destination == .shell { return }
    noteShapeProperty()
    if Sink.wantsFormatting,
      shapeProperty == Array("wzDescription".utf8) || shapeProperty == Array("wzTooltip".utf8)
    {
      openCapture(.capture, .shapePropertyValue)
    } else {
      skipGroup()
    }
  }

  // MARK: Attachments

  mutating func beginAttachment(_ token: Token) {
    let isWhole = isFirstInGroup(token.offset)
    guard pushVirtual() else { return }
    openCapture(.attachmentName, .attachmentName)
    attachment = RTFAttachment(path: "", isField: false)
    if isWhole { attachment.range = group.start..<token.end }
  }

  mutating func endAttachment(at offset: Int) {
    settleName()
    attachment.path = RTFNormalStyles.trimmed(String(decoding: capture, as: UTF8.self))
    let isClosed = offset < bytes.count && !attachment.range.isEmpty
    attachment.range = isClosed ? attachment.range.lowerBound..<(offset + 1) : 0..<0
    leaveName()
    if Sink.wantsFormatting { sink.at(group.start) }
    if prepareContent() { sink.attachment(attachment, format.character) }
    attention.insert(.placeholder)
  }

  /// The attachment stands where its name began: formatting between the two is none of it.
  private mutating func leaveName() {
    if let outer = groups.last { group = outer }
    if Sink.wantsFormatting, let outer = formats.last { format = outer }
    group.isVirtual = true
    group.opening = .nothing
    loadPage()
  }

  /// Cocoa writes names as UTF-8, whatever the code page is; others escape them.
  mutating func settleName() {
    defer { rawStart = capture.count }
    let range = min(rawStart, capture.count)..<capture.count
    // An array of its own: a slice would have all of `capture` copied when that is changed.
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
