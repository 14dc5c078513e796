internal import SlipDocument

/// Inlines of a paragraph in the making: text of one style is one run.
struct RTFInlineList {
  private var inlines: [Inline] = []
  private var text: [UInt8] = []
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

  private var hasText: Bool { !text.isEmpty || !longText.isEmpty }

  private static let longTextPiece = 1 << 20

  mutating func add(_ inline: Inline) {
    endRun()
    inlines.append(inline)
    if inline.isVisible { hasVisibleInline = true }
  }

  /// Appends UTF-8 that needs no cleaning.
  mutating func add(_ utf8: UnsafeRawBufferPointer, _ style: CharacterStyle) {
    begin(style)
    text.append(contentsOf: utf8)
    if text.count >= RTFInlineList.longTextPiece {
      longText += String(decoding: text, as: UTF8.self)
      text.removeAll(keepingCapacity: true)
    }
  }

  mutating func add(_ byte: UInt8, _ style: CharacterStyle) {
    begin(style)
    text.append(byte)
  }

  /// A line break of a style: hidden and deleted ones are characters of the text.
  mutating func addLineBreak(_ style: CharacterStyle) {
    if style.isVisible {
      add(.lineBreak)
    } else {
      for byte in "\u{2028}".utf8 { add(byte, style) }
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
      case 0x09, 0x20...: add(byte, style)
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

  private mutating func begin(_ style: CharacterStyle) {
    guard style != self.style else { return }
    endRun()
    self.style = style
  }

  private mutating func endRun() {
    guard hasText else { return }
    if style.isVisible { hasVisibleInline = true }
    let rest = String(decoding: text, as: UTF8.self)
    text.removeAll(keepingCapacity: true)
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
