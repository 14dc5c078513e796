internal import SlipCore
internal import SlipDocument

/// Classes of bytes in markup. They are the same in UTF-8, because all of them are ASCII.
enum HTMLByte {
  /// Whether the byte is ASCII white space (WHATWG Infra): space, TAB, LF, FF or CR.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || byte == 0x0C
      || byte == UInt8(ascii: "\r")
  }

  /// Whether HTML can hold the character: all but control characters, of which it has TAB
  /// and LF.
  static func isAllowed(_ byte: UInt8) -> Bool {
    byte >= 0x20 || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
  }

  /// Whether the byte ends the name of a tag or an attribute: white space, `/` or `>`.
  static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }
}

extension String {
  /// The string without ASCII white space at its ends.
  func trimmingSpaces() -> String {
    let bytes = utf8.drop(while: HTMLByte.isSpace)
    guard let last = bytes.lastIndex(where: { !HTMLByte.isSpace($0) }) else { return "" }
    return String(self[bytes.startIndex...last])
  }
}

/// What an element does with the white space in it (CSS Text 3, "White Space and Wrapping").
enum HTMLWhiteSpace: Equatable {
  /// White space of any kind is one space.
  case collapsed
  /// Line ends stay, and other white space is one space (`pre-line`).
  case lines
  /// White space and line ends stay as they are (`pre`, `pre-wrap`, `break-spaces`).
  case kept

  /// What declarations say; nil if they say nothing that is known. Spellings of old browsers, such as `-moz-pre-wrap`,
  /// count, too.
  init?(_ css: CSSDeclarations) {
    let shorthand = (css.keyword("white-space") ?? "").split(separator: " ").map(String.init)
    for word in shorthand + [css.keyword("white-space-collapse") ?? ""] {
      switch word {
      case "pre", "pre-wrap", "break-spaces", "-moz-pre-wrap", "-o-pre-wrap", "-pre-wrap", "preserve":
        self = .kept
      case "pre-line", "preserve-breaks": self = .lines
      case "normal", "nowrap", "collapse", "initial": self = .collapsed
      default: continue
      }
      return
    }
    return nil
  }
}

/// What browsers' white-space collapsing would do to a paragraph.
enum WhiteSpace {
  /// Whether a paragraph is written so that all of its white space stays: because browsers would lose some, or because the next
  /// paragraph goes on in the same element.
  static func stays(in paragraph: Paragraph) -> Bool {
    collapses(paragraph.inlines) || !paragraph.endIsVisible
  }

  /// Whether browsers would lose some white space of the paragraph: at its ends, around a
  /// break, or where there are several in a row.
  ///
  /// Such a paragraph is written with `white-space: pre-wrap`. Most paragraphs have
  /// single spaces only and need nothing. Hidden inlines are looked through, because they
  /// aren't written.
  static func collapses(_ inlines: [Inline]) -> Bool {
    var isAtLineStart = true
    var endsInSpace = false
    for inline in inlines {
      switch inline {
      case .run(let run):
        if run.style.isHidden || run.text.isEmpty { continue }
        let mayNotBegin = isAtLineStart || endsInSpace
        let (isChanged, last) = run.text.withContiguousBytes { utf8 in
          (mayNotBegin && utf8.first == UInt8(ascii: " ") || TextScan.collapses(utf8), utf8.last)
        }
        if isChanged { return true }
        endsInSpace = last == UInt8(ascii: " ")
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
