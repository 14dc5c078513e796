internal import RTFSyntax
internal import SlipCore

/// A field that is open.
struct RTFFieldFrame {
  /// The field's instruction in UTF-8, such as `HYPERLINK "https://example.org"`.
  var instruction: [UInt8] = []
  /// The sink knows of the field, as its result has begun.
  var isStarted = false
  /// An attachment stands for the result, whose text does not count.
  var isReplaced = false
  /// What `RTFStory.beginResult` returned.
  var hadContent = false
  /// There is nothing in the result, not even formatting.
  var isBlank = true
  /// How many stories were interrupted where the field began.
  var depth: UInt8 = 0
  /// What it shows as a form field, if it is one.
  var form: RTFFormField?
  /// The picture in the field's result, if any.
  var picture: RTFFieldPicture?
}

/// What counts of a picture in the result of a field: its size and description.
///
/// An object of its own, so that the frames of open fields stay small: few of them have a
/// picture.
final class RTFFieldPicture {
  /// In twips; nil when the file doesn't say.
  let width: Int?
  /// In twips; nil when the file doesn't say.
  let height: Int?
  /// The picture's alternative text.
  let description: String?
  /// The picture's title.
  let title: String?

  init(_ picture: RTFPicture) {
    (width, height) = (picture.shownWidth, picture.shownHeight)
    (description, title) = (picture.description, picture.title)
  }
}

/// Fields (RTF 1.9.1, "Fields"): `{\field{\*\fldinst HYPERLINK "…"}{\fldrslt text}}`.
///
/// The result is text like any other. If there is none, some instructions can stand in
/// for it: SYMBOL gives a character, MACROBUTTON a text, EQ a formula, INCLUDEPICTURE a
/// picture, FORMCHECKBOX and FORMDROPDOWN what their `\formfield` says.
extension RTFInterpreter {
  /// Handles `\field`.
  mutating func beginField() {
    guard fields.frames.count < Self.mostFrames else { return faults.note(.depthLimit, at: group.start) }
    group.opening = .field
    fields.frames.append(RTFFieldFrame(depth: UInt8(truncatingIfNeeded: stories.count)))
  }

  /// Whether the innermost field belongs to the story that is being read. A note inside a
  /// field's result is in no field.
  var isFieldHere: Bool { fields.frames.last.map { Int($0.depth) } == stories.count }

  /// Handles `\fldrslt`. The result of an INCLUDEPICTURE that names an attachment is
  /// replaced by that attachment.
  mutating func beginFieldResult() {
    guard isFieldHere, let frame = fields.frames.last, !frame.isStarted, !frame.isReplaced else { return }
    let last = fields.frames.count - 1
    if RTFInterpreter.attachmentPath(frame.instruction) != nil {
      fields.frames[last].isReplaced = true
      return group.setDestination(.replaced)
    }
    fields.frames[last].hadContent = story.beginResult()
    fields.frames[last].isStarted = true
    fields.frames[last].isBlank = isGroupBlank
    if attention.contains(.note) { startNote() }
    if Sink.wantsFormatting {
      sink.at(tokenizer.position)
      sink.fieldStart(RTFField(parsing: frame.instruction))
    }
  }

  /// Whether the group ends after nothing but words without effect. A few of these are
  /// looked at.
  private var isGroupBlank: Bool {
    // A quick answer for text and groups, which are the usual content.
    if tokenizer.position < bytes.count, ![0x7D, 0x5C, 0x0A, 0x0D].contains(byte(tokenizer.position)) {
      return false
    }
    var ahead = tokenizer
    for _ in 0..<8 {
      guard let token = ahead.next(), token.kind != .groupEnd else { return true }
      guard token.kind == .controlWord,
        [.ignored, .unknown, .unicodeSkip].contains(effects[Int(token.word)].action)
      else { return false }
    }
    return false
  }

  /// Ends the field. If its result shows nothing, its instruction may stand in for it.
  mutating func endField() {
    guard let frame = fields.frames.popLast() else { return }
    forgetInstruction(of: frame)
    if frame.isStarted {
      if !story.hasContent { replace(frame) }
      story.endResult(frame.hadContent)
      if Sink.wantsFormatting { sink.fieldEnd() }
    } else {
      replace(frame)
    }
  }

  /// How many words of an instruction are searched for a path, a symbol and its switches.
  private static var mostWords: Int { 64 }

  /// Delivers what the instruction of a field without a visible result stands for.
  private mutating func replace(_ frame: RTFFieldFrame) {
    let field = RTFField(parsing: frame.instruction, most: RTFInterpreter.mostWords)
    if field.name == "INCLUDEPICTURE", let argument = field.arguments.first, !argument.isSwitch {
      let path = RTFNormalStyles.trimmed(argument.text)
      guard !path.isEmpty else { return }
      let picture = frame.picture
      let attachment = RTFAttachment(
        path: path, width: Int32(clamping: picture?.width ?? 0),
        height: Int32(clamping: picture?.height ?? 0), isField: true, description: picture?.description,
        title: picture?.title)
      if Sink.wantsFormatting { sink.at(tokenizer.position) }
      if prepareContent() { sink.attachment(attachment, format.character) }
      // As behind a picture itself, a fallback that follows is skipped.
      media.endOfPicture = tokenizer.position
      return
    }
    if insertEquation(of: frame) { return }
    if let text = formText(field, frame.form) {
      for scalar in text.unicodeScalars { character(scalar.value, tokenizer.position) }
      return
    }
    // A result that is all hidden or deleted is still a result.
    if frame.isBlank, let text = field.buttonText {
      for scalar in text.unicodeScalars { character(scalar.value, tokenizer.position) }
      return
    }
    guard field.name == "SYMBOL", let scalar = symbol(field) else {
      if frame.isBlank && !field.name.isEmpty && !isUnwanted { losses.note(.emptyField, at: group.start) }
      return
    }
    character(scalar, tokenizer.position)
  }

  /// The character of a SYMBOL field: a number, with the switches `\f "font"`, `\u` for
  /// Unicode and `\a` for Windows-1252.
  ///
  /// For example, `SYMBOL 97 \f "Symbol"` is α.
  private func symbol(_ field: RTFField) -> UInt32? {
    guard let text = field.arguments.first, !text.isSwitch, let number = RTFInterpreter.number(text.text)
    else {
      return nil
    }
    if field.arguments.contains(where: { $0.isSwitch && $0.text == "u" }) {
      return number < 0x20 || number > 0x10_FFFF ? nil : UInt32(number)
    }
    guard (0x20...0xFF).contains(number) || (0xF020...0xF0FF).contains(number) else {
      return (0x100...0x10_FFFF).contains(number) ? UInt32(number) : nil
    }
    var page = CodePage.windows1252
    if let at = field.arguments.firstIndex(where: { $0.isSwitch && $0.text == "f" }),
      at + 1 < field.arguments.count, let font = fontTable.symbolPage(named: field.arguments[at + 1].text)
    {
      page = font
    }
    let scalar = page[UInt8(truncatingIfNeeded: number)]
    return scalar == CodePage.leadMark ? CodePage.lacking : scalar
  }

  /// Reads a number that is decimal, or hexadecimal behind `0x`.
  private static func number(_ text: String) -> Int? {
    text.hasPrefix("0x") || text.hasPrefix("0X") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  /// The path of an INCLUDEPICTURE that names an attachment of the bundle; nil for all
  /// other instructions.
  static func attachmentPath(_ instruction: [UInt8]) -> String? {
    let name = Array("INCLUDEPICTURE".utf8)
    let text = trimmed(instruction)
    guard text.count > name.count + 80, text.starts(with: name) else { return nil }
    let field = RTFField(parsing: instruction, most: 2)
    guard field.name == "INCLUDEPICTURE", let path = field.arguments.first, !path.isSwitch else { return nil }
    return PayloadPath.attachment(fromBody: path.text) != nil ? path.text : nil
  }
}
