internal import SlipBase
internal import SlipDocument

/// Inlines of a paragraph in the making: text of one style is one run.
struct RTFInlineList {
  private var inlines: [Inline] = []
  private var text = RTFTextBuffer(capacity: 0)
  /// What comes before `text`: pieces of a very long run, which need not be copied as a whole at the end, or a text as a caller
  /// has it.
  private var longText = ""
  private var style = CharacterStyle()
  private var hasVisibleInline = false

  /// Something that a reader of the final text sees has come.
  var hasVisible: Bool { hasVisibleInline || hasText && style.isVisible }

  init() {}

  init(_ inlines: ArraySlice<Inline>) {
    self.inlines = Array(inlines)
    hasVisibleInline = inlines.contains(where: \.isVisible)
  }

  /// Inlines, the text that is coming left out.
  var count: Int { inlines.count }

  var isEmpty: Bool { inlines.isEmpty && !hasText }

  private var hasText: Bool { text.total > 0 || !longText.isEmpty }

  private static let longTextPiece = 1 << 20

  mutating func add(_ inline: Inline) {
    endRun()
    inlines.append(inline)
    if inline.isVisible { hasVisibleInline = true }
  }

  /// Appends well-formed UTF-8 that needs no cleaning.
  ///
  /// - Parameter readable: how many bytes can be read from the first of the text.
  @inline(__always)
  mutating func add(_ utf8: UnsafeRawBufferPointer, readable: Int = 0, _ style: CharacterStyle) {
    begin(style)
    text.append(utf8, readable: readable)
    if text.total >= RTFInlineList.longTextPiece { longText += takeText() }
  }

  @inline(__always)
  mutating func add(_ scalar: UInt32, _ style: CharacterStyle) {
    begin(style)
    text.append(scalar)
  }

  private mutating func add(byte: UInt8, _ style: CharacterStyle) {
    begin(style)
    text.append(byte: byte)
  }

  /// A line break of a style: hidden and deleted ones are characters of the text.
  mutating func addLineBreak(_ style: CharacterStyle) {
    if style.isVisible {
      add(.lineBreak)
    } else {
      add(0x2028, style)
    }
  }

  /// Appends text as a caller gives it: line ends become line breaks, other control characters go.
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

  /// Text that begins a run is shared, not copied: most runs have no other.
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

  /// Whether what can be seen, or what is deleted, ends in a text, which may have several styles.
  mutating func ends(in text: String, isDeleted: Bool) -> Bool { pieces(of: text, isDeleted) != nil }

  /// Takes a text off the end of what can be seen, or of what is deleted, if it stands there.
  mutating func removeLast(_ text: String, isDeleted: Bool) {
    for (index, rest) in pieces(of: text, isDeleted) ?? [] {
      if rest.isEmpty {
        inlines.remove(at: index)
      } else if case .run(let run) = inlines[index] {
        inlines[index] = .run(Run(rest, style: run.style))
      }
    }
  }

  /// Runs that hold a text at the end, from the last one on, and what else each holds.
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

  @inline(__always)
  private mutating func begin(_ style: CharacterStyle) {
    if !style.isIdentical(to: self.style) { change(to: style) }
  }

  private mutating func change(to style: CharacterStyle) {
    guard style != self.style else { return }
    endRun()
    self.style = style
  }

  private mutating func takeText() -> String {
    defer { text.truncate(to: 0) }
    return text.withBytes { String(wellFormed: $0) }
  }

  private mutating func endRun() {
    guard hasText else { return }
    if style.isVisible { hasVisibleInline = true }
    let rest = takeText()
    guard !longText.isEmpty else { return inlines.append(.run(Run(rest, style: style))) }
    if !rest.isEmpty { longText += rest }
    inlines.append(.run(Run(longText, style: style)))
    longText = ""
  }

  /// What has come so far; the list is empty afterwards.
  mutating func finished() -> [Inline] {
    endRun()
    defer {
      inlines = []
      hasVisibleInline = false
    }
    return inlines
  }
}
