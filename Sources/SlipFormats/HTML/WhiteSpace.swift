internal import SlipBase
internal import SlipDocument

/// What HTML's white-space collapsing would do to a paragraph.
enum WhiteSpace {
  /// Whether some white space of the paragraph would be lost: at its ends, around a break, or two in a row.
  static func collapses(_ inlines: [Inline]) -> Bool {
    var isAtLineStart = true
    var endsInSpace = false
    for inline in inlines {
      switch inline {
      case .run(let run):
        if run.style.isHidden || run.text.isEmpty { continue }
        let mayNotBegin = isAtLineStart || endsInSpace
        let (isChanged, last) = run.text.withContiguousBytes { utf8 in
          (mayNotBegin && utf8.first == 0x20 || TextScan.collapses(utf8), utf8.last)
        }
        if isChanged { return true }
        endsInSpace = last == 0x20
        isAtLineStart = false
      case .lineBreak, .break:
        if endsInSpace { return true }
        isAtLineStart = true
      case .picture(let picture) where picture.style.isHidden: continue
      case .attachment(let file) where file.style.isHidden: continue
      case .picture, .attachment, .noteReference:
        isAtLineStart = false
        endsInSpace = false
      case .deletedNote, .bookmarkStart, .bookmarkEnd:
        break
      }
    }
    return endsInSpace
  }
}
