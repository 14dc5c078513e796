internal import SlipDocument

/// Inlines of a paragraph in the making: text of one style is one run.
struct RTFInlineList {
  private var inlines: [Inline] = []
  private var text: [UInt8] = []
  private var style = CharacterStyle()
  private var hasVisibleInline = false

  /// Something that a reader of the final text sees has come.
  var hasVisible: Bool { hasVisibleInline || !text.isEmpty && style.isVisible }

  init() {}

  init(_ inlines: ArraySlice<Inline>) {
    self.inlines = Array(inlines)
    hasVisibleInline = inlines.contains(where: \.isVisible)
  }

  /// Inlines, the text that is coming left out.
  var count: Int { inlines.count }

  var isEmpty: Bool { inlines.isEmpty && text.isEmpty }

  mutating func add(_ inline: Inline) {
    endRun()
    inlines.append(inline)
    if inline.isVisible { hasVisibleInline = true }
  }

  /// Appends UTF-8 that needs no cleaning.
  mutating func add(_ utf8: UnsafeRawBufferPointer, _ style: CharacterStyle) {
    begin(style)
    text.append(contentsOf: utf8)
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
    let isClean = string.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else { return false }
      if !utf8.isEmpty { add(UnsafeRawBufferPointer(utf8), style) }
      return true
    }
    if isClean { return }
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

  /// Takes visible text off the end, if it stands there; it may have several styles.
  mutating func removeLast(_ suffix: String) {
    var rest = Array(suffix.utf8)[...]
    var kept = self
    kept.endRun()
    while !rest.isEmpty, case .run(let run)? = kept.inlines.last, run.style.isVisible {
      let text = Array(run.text.utf8)
      let length = min(text.count, rest.count)
      guard text.suffix(length) == rest.suffix(length) else { return }
      rest.removeLast(length)
      kept.inlines.removeLast()
      kept.style = run.style
      kept.text = text.dropLast(length)
      if !kept.text.isEmpty { break }
    }
    if rest.isEmpty { self = kept }
  }

  private mutating func begin(_ style: CharacterStyle) {
    guard style != self.style else { return }
    endRun()
    self.style = style
  }

  private mutating func endRun() {
    guard !text.isEmpty else { return }
    inlines.append(.run(Run(String(decoding: text, as: UTF8.self), style: style)))
    if style.isVisible { hasVisibleInline = true }
    text.removeAll(keepingCapacity: true)
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
