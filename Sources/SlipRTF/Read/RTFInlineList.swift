internal import SlipDocument

/// The inlines of a paragraph while they are collected.
///
/// Text of one style becomes one run, however many pieces it comes in: `a\'e9b` arrives
/// in three pieces and is one run. So a run is coming until something else does;
/// `inlines` holds what is complete.
struct RTFInlineList {
  /// The inlines so far, without the run that is coming.
  private var inlines: [Inline] = []
  /// The text of the run that is coming.
  private var text = RTFTextBuffer(capacity: 0)
  /// Text of the same run before `text`: pieces of a very long run, which then need not
  /// be copied as a whole at its end, or a string as a caller gave it.
  private var longText = ""
  /// The style of the coming run.
  private var style = CharacterStyle()
  /// One of the inlines is visible.
  private var hasVisibleInline = false

  /// Whether something has come that a reader of the final text sees.
  var hasVisible: Bool { hasVisibleInline || hasText && style.isVisible }

  /// Creates an empty list.
  init() {}

  /// Creates a list that begins with inlines.
  init(_ inlines: ArraySlice<Inline>) {
    self.inlines = Array(inlines)
    hasVisibleInline = inlines.contains(where: \.isVisible)
  }

  /// How many inlines there are, without the run that is coming.
  var count: Int { inlines.count }

  /// Whether nothing has come.
  var isEmpty: Bool { inlines.isEmpty && !hasText }

  /// Whether a run is coming.
  private var hasText: Bool { text.total > 0 || !longText.isEmpty }

  /// How many bytes of a run are collected before they become a string.
  private static let longTextPiece = 1 << 20

  /// Adds an inline.
  mutating func add(_ inline: Inline) {
    endRun()
    inlines.append(inline)
    if inline.isVisible { hasVisibleInline = true }
  }

  /// Adds well-formed UTF-8 that needs no cleaning.
  ///
  /// - Parameter readable: How many bytes can be read from the first of the text.
  @inline(__always)
  mutating func add(_ utf8: UnsafeRawBufferPointer, readable: Int = 0, _ style: CharacterStyle) {
    begin(style)
    text.append(utf8, readable: readable)
    if text.total >= RTFInlineList.longTextPiece { longText += takeText() }
  }

  /// Adds a character.
  @inline(__always)
  mutating func add(_ scalar: UInt32, _ style: CharacterStyle) {
    begin(style)
    text.append(scalar)
  }

  /// Adds a byte of UTF-8.
  private mutating func add(byte: UInt8, _ style: CharacterStyle) {
    begin(style)
    text.append(byte: byte)
  }

  /// Adds a line break. A hidden or deleted one is the character U+2028 in a run, because
  /// only runs have styles.
  mutating func addLineBreak(_ style: CharacterStyle) {
    if style.isVisible {
      add(.lineBreak)
    } else {
      add(0x2028, style)
    }
  }

  /// Adds text as a caller gives it: line ends become line breaks, other control
  /// characters are dropped.
  mutating func add(_ string: String, _ style: CharacterStyle) {
    var string = string
    if string.withUTF8({ $0.allSatisfy { $0 >= 0x20 || $0 == 0x09 } }) { return addClean(string, style) }
    var isAfterReturn = false
    for byte in string.utf8 {
      switch byte {
      case 0x0A where isAfterReturn: break
      case 0x0A, 0x0B, 0x0D: addLineBreak(style)
      case 0x09, 0x20...: add(byte: byte, style)
      default: break
      }
      isAfterReturn = byte == 0x0D
    }
  }

  /// Adds text without line ends. A string that begins a run is shared, not copied, as
  /// most runs have no other.
  private mutating func addClean(_ string: String, _ style: CharacterStyle) {
    if string.isEmpty { return }
    begin(style)
    if !hasText {
      longText = string
      return
    }
    var string = string
    string.withUTF8 { add(UnsafeRawBufferPointer($0), style) }
  }

  /// Whether the visible text, or the deleted text, ends in a mark. The mark may have
  /// several styles.
  mutating func ends(in text: String, isDeleted: Bool) -> Bool { pieces(of: text, isDeleted) != nil }

  /// Removes a mark from the end of the visible text, or of the deleted text, if it
  /// stands there.
  mutating func removeLast(_ text: String, isDeleted: Bool) {
    for (index, rest) in pieces(of: text, isDeleted) ?? [] {
      if rest.isEmpty {
        inlines.remove(at: index)
      } else if case .run(let run) = inlines[index] {
        inlines[index] = .run(Run(rest, style: run.style))
      }
    }
  }

  /// The runs that hold a mark at the end, from the last one on, and what else each of
  /// them holds; nil if the text doesn't end in the mark.
  private mutating func pieces(of text: String, _ isDeleted: Bool) -> [(index: Int, rest: String)]? {
    endRun()
    var left = Array(text.utf8)[...]
    var pieces: [(Int, String)] = []
    for index in inlines.indices.reversed() where !left.isEmpty {
      if case .break = inlines[index] { return nil }
      guard case .run(let run) = inlines[index],
        isDeleted ? run.style.revision?.kind == .deletion : run.style.isVisible
      else {
        if inlines[index].isVisible { return nil } else { continue }
      }
      let length = min(run.text.utf8.count, left.count)
      guard run.text.utf8.suffix(length).elementsEqual(left.suffix(length)) else { return nil }
      left.removeLast(length)
      pieces.append((index, String(decoding: run.text.utf8.dropLast(length), as: UTF8.self)))
    }
    return left.isEmpty ? pieces : nil
  }

  /// Ends the coming run if text of another style comes. Identical styles are compared by
  /// their storage, which is one step.
  @inline(__always)
  private mutating func begin(_ style: CharacterStyle) {
    if !style.isIdentical(to: self.style) { change(to: style) }
  }

  /// The rest of `begin`: compares styles by value.
  private mutating func change(to style: CharacterStyle) {
    guard style != self.style else { return }
    endRun()
    self.style = style
  }

  /// Takes the bytes of the coming run as a string.
  private mutating func takeText() -> String {
    defer { text.truncate(to: 0) }
    return text.withBytes { String(wellFormed: $0) }
  }

  /// Ends the coming run.
  private mutating func endRun() {
    guard hasText else { return }
    if style.isVisible { hasVisibleInline = true }
    let rest = takeText()
    guard !longText.isEmpty else { return inlines.append(.run(Run(rest, style: style))) }
    if !rest.isEmpty { longText += rest }
    inlines.append(.run(Run(longText, style: style)))
    longText = ""
  }

  /// What has come so far. The list is empty afterwards.
  mutating func finished() -> [Inline] {
    endRun()
    defer {
      inlines = []
      hasVisibleInline = false
    }
    return inlines
  }
}
