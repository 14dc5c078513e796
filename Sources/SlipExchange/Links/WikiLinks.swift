package import SlipDocument
internal import SlipRTF

/// Finds `[[title]]` in a note's text.
///
/// Titles don't span lines, are not empty, contain no brackets, and don't begin or end with a
/// blank, as the conditions of shell scripts do (`[[ -f x ]]`).
package enum WikiLinks {
  /// The longest title in bytes.
  private static let longest = 1000

  /// The texts between the brackets, in order.
  package static func titles(in text: UnsafeRawBufferPointer) -> [String] {
    ranges(in: text).map { String(decoding: text[$0], as: UTF8.self) }
  }

  /// The texts between brackets in the code of a document, which are no links.
  static func titlesInCode(of document: Document) -> [String] {
    var code = document
    code.editProse { _ in [] }
    return PlainTextWriter.write(code).withUnsafeBytes { titles(in: $0) }
  }

  /// The byte ranges between the brackets.
  ///
  /// The text is searched byte by byte and only once. In UTF-8, no byte of a longer character looks
  /// like a bracket.
  static func ranges(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    while index + 1 < text.count {
      guard text[index] == UInt8(ascii: "["), text[index + 1] == UInt8(ascii: "[") else {
        index += 1
        continue
      }
      // In `[[[a]]` the last two brackets count.
      let start = index + 2
      if let end = end(of: start, in: text) {
        if isTitle(text[start..<end]) { found.append(start..<end) }
        index = end + 2
      } else {
        index += 1
      }
    }
    return found
  }

  /// Whether a text between `[[` and `]]` is a link as a whole.
  package static func isLink(_ title: String) -> Bool {
    Array("[[\(title)]]".utf8).withUnsafeBytes { titles(in: $0) } == [title]
  }

  /// Where `]]` follows, before any other bracket and before the line ends.
  private static func end(of start: Int, in text: UnsafeRawBufferPointer) -> Int? {
    var index = start
    while index + 1 < text.count, index - start <= longest {
      switch text[index] {
      case 0x5D: return text[index + 1] == UInt8(ascii: "]") && index > start ? index : nil
      case 0x5B, 0x0A, 0x0D: return nil
      default: index += 1
      }
    }
    return nil
  }

  /// Whether the text begins and ends with something visible.
  private static func isTitle(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return first > 0x20 && last > 0x20
  }
}

extension Document {
  /// Whether any text may contain a wiki link. Most documents don't, and are left as they are.
  var containsWikiLinks: Bool {
    var finder = Finder()
    walk(&finder)
    return finder.found
  }

  /// Turns `[[title]]` into links without the brackets. A title of several runs, due to formatting,
  /// stays text.
  ///
  /// - Parameter reference: Returns the target and the text to show for a title, or nil to leave it
  ///   as it is.
  ///
  /// Text that is already a link, code, or that a reader of the final text doesn't see, stays as it is.
  mutating func linkWikiTitles(_ reference: (String) -> (target: String, shown: String)?) {
    editProse { Document.parts(of: $0, reference) }
  }

  /// Looks for `[[` in runs.
  private struct Finder: DocumentVisitor {
    var found = false
    mutating func visit(_ inline: Inline) {
      if case .run(let run) = inline, run.text.utf8.count > 4, run.text.contains("[[") { found = true }
    }
  }

  /// Replaces the text between `[[` and `]]`, where that is text: not in links, not in code, and not in what a reader of the
  /// final text doesn't see. A title of several runs, due to formatting, stays.
  ///
  /// - Parameter title: Returns another title for one, or nil to leave it as it is.
  package mutating func renameWikiLinks(_ title: (String) -> String?) {
    editProse { inline in
      Document.replacingWikiLinks(in: inline) { text, style in
        title(text).map { Run("[[\($0)]]", style: style) }
      }
    }
  }

  /// An inline, cut into links and the text between them; nil where it has no link.
  private static func parts(of inline: Inline, _ reference: (String) -> (target: String, shown: String)?)
    -> [Inline]?
  {
    replacingWikiLinks(in: inline) { title, style in
      guard let link = reference(title) else { return nil }
      var style = style
      style.link = Hyperlink(target: link.target)
      return Run(link.shown, style: style)
    }
  }

  /// An inline with runs in the place of some wiki links; nil where it stays as it is.
  ///
  /// - Parameter replacement: Gets the title and the formatting; returns nil to leave the link as it is.
  private static func replacingWikiLinks(
    in inline: Inline, _ replacement: (String, CharacterStyle) -> Run?
  ) -> [Inline]? {
    guard case .run(let run) = inline, run.style.link == nil, run.style.isVisible, run.text.contains("[[")
    else { return nil }
    let text = Array(run.text.utf8)
    var parts: [Inline] = []
    var position = 0
    func add(_ range: Range<Int>) {
      if !range.isEmpty {
        parts.append(.run(Run(String(decoding: text[range], as: UTF8.self), style: run.style)))
      }
    }
    for range in text.withUnsafeBytes({ WikiLinks.ranges(in: $0) }) {
      let title = String(decoding: text[range], as: UTF8.self)
      guard let new = replacement(title, run.style) else { continue }
      add(position..<range.lowerBound - 2)
      parts.append(.run(new))
      position = range.upperBound + 2
    }
    if parts.isEmpty { return nil }
    add(position..<text.count)
    return parts
  }
}
