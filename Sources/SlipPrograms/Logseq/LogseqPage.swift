internal import SlipBase
internal import SlipExchange
internal import SlipFormats

/// A page of Logseq: its properties, and its text as Markdown, with references as they are (`MarkdownAdditions.logseq`).
///
/// Each line is a block behind a bullet. The properties of a page are lines of its first block, those of any other block stand
/// below its first line.
///
/// ```
/// tags:: bees, [[garden work]]      properties of the page
///
/// - TODO Weigh the frames           - [ ] Weigh the frames
///   id:: 64a1…                      left out: ((64a1…)) leads here
///   :LOGBOOK: … :END:               left out: when the task was worked on
/// ```
struct LogseqPage {
  /// The properties of the page, in order.
  private(set) var properties: [(key: String, value: String)] = []
  /// The text.
  private(set) var text: [UInt8] = []
  /// The blocks that others may refer to: their ids, and their text.
  private(set) var blocks: [(id: String, text: String)] = []

  /// Whether only properties came so far.
  private var isHead = true
  /// The lines of code between fences.
  private let verbatim: MarkdownCodeLines
  /// Whether a part for code or a drawer is open, whose lines mean nothing, and whether a quotation.
  private var (isInCode, isInDrawer, isInQuotation) = (false, false, false)
  /// The text of the block that is open.
  private var block: ArraySlice<UInt8> = []
  /// Where its bullet stands in the text, and whether it has a number instead.
  private var (bulletPlace, isNumbered): (Int?, Bool) = (nil, false)
  /// Reads a page.
  ///
  /// - Parameter source: The file in UTF-8.
  init(_ source: [UInt8]) {
    text.reserveCapacity(source.count)
    verbatim = MarkdownCodeLines(source[...])
    for (number, line) in source.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      take(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number)
    }
  }

  /// Takes a line, which has this number from 0.
  private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) {
    let bare = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let indent = line[..<bare.startIndex]
    let isBullet = bare.first == UInt8(ascii: "-") && (bare.count == 1 || bare.starts(with: "- ".utf8))
    let content = isBullet ? bare.dropFirst(2) : bare
    let bullet = isBullet ? "- " : ""
    if !isInCode, verbatim.contains(line: number) {
      isHead = false
      return put(line, "", [])
    }
    if content.starts(with: "#+".utf8), let mark = LogseqPage.mark(String(decoding: content, as: UTF8.self)) {
      isHead = false
      return put(indent, bullet + toggle(mark), [])
    }
    if isInCode { return put(line, "", []) }
    // A drawer without an end ends with its block.
    if isBullet { isInDrawer = false }
    if isInDrawer || content.elementsEqual(":LOGBOOK:".utf8) {
      isInDrawer = !content.elementsEqual(":END:".utf8)
      return
    }
    if isBullet, !properties.isEmpty { isHead = false }
    if isHead || !isBullet, let (key, value) = LogseqPage.property(content) {
      if isHead { return properties.append((key, value)) }
      if key == "id" { return blocks.append((value, String(decoding: block, as: UTF8.self))) }
      if key == "logseq.order-list-type", value == "number" { addNumber() }
      if LogseqPage.settings.contains(key) || key.hasPrefix("logseq.") { return }
    }
    if isHead, content.isEmpty { return }
    isHead = false
    let box = isBullet ? LogseqPage.box(content) : nil
    let words = content.dropFirst(box?.count ?? 0)
    if isBullet {
      (block, bulletPlace, isNumbered) = (LogseqPage.withoutHeading(words), text.count + indent.count, false)
    }
    put(indent, isBullet ? bullet + (box?.mark ?? "") : isInQuotation ? "> " : "", words)
  }

  /// Makes the open block an item with a number.
  private mutating func addNumber() {
    guard !isNumbered, let place = bulletPlace else { return }
    isNumbered = true
    text.replaceSubrange(place..<place + 1, with: "1.".utf8)
  }

  /// Adds a line of three parts. A number is wider than a bullet, and so is the indent of what belongs to it.
  private mutating func put(_ indent: ArraySlice<UInt8>, _ head: String, _ rest: ArraySlice<UInt8>) {
    text += indent
    if isNumbered, !head.hasPrefix("- ") { text.append(UInt8(ascii: " ")) }
    text += head.utf8
    text += rest
    text.append(UInt8(ascii: "\n"))
  }

  // MARK: Blocks

  /// Properties of blocks that only say how the program shows them, and when they were changed.
  private static let settings: Set<String> = [
    "collapsed", "background-color", "heading", "created-at", "updated-at",
  ]

  /// The property in a line; nil for other lines.
  private static func property(_ line: ArraySlice<UInt8>) -> (key: String, value: String)? {
    let key = line.prefix(200).prefix { $0 != UInt8(ascii: ":") && $0 > 0x20 }
    let value = line.dropFirst(key.count + 2)
    guard line.dropFirst(key.count).starts(with: "::".utf8), value.isEmpty || value.first == UInt8(ascii: " ")
    else {
      return nil
    }
    let name = String(decoding: key, as: UTF8.self)
    guard let first = name.first, first.isLetter,
      name.allSatisfy({ $0.isLetter || $0.isNumber || "-_./".contains($0) })
    else { return nil }
    return (name.lowercased(), String(decoding: value, as: UTF8.self).trimmingBlanks())
  }

  /// A text without the signs of a heading before it. Where a block is shown in another one, it is no heading.
  private static func withoutHeading(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = text.drop { $0 == UInt8(ascii: "#") }
    return (1...6).contains(text.count - rest.count) && rest.first == UInt8(ascii: " ")
      ? rest.dropFirst() : text
  }

  /// The words that tasks begin with. Only `TODO` and `DONE` say no more than a check box does.
  static let markers: [String: (isDone: Bool, isKept: Bool)] = [
    "TODO": (false, false), "DONE": (true, false), "LATER": (false, true), "NOW": (false, true),
    "DOING": (false, true), "WAITING": (false, true), "WAIT": (false, true), "IN-PROGRESS": (false, true),
    "CANCELED": (true, true), "CANCELLED": (true, true),
  ]

  /// The check box of a task, and how many bytes of the block stand for it; nil for other blocks.
  private static func box(_ content: ArraySlice<UInt8>) -> (mark: String, count: Int)? {
    let word = content.prefix(12).prefix { $0 != 0x20 }
    guard let first = word.first, first.isASCIIUppercase,
      let marker = markers[String(decoding: word, as: UTF8.self)]
    else { return nil }
    return (marker.isDone ? "[x] " : "[ ] ", marker.isKept ? 0 : min(word.count + 1, content.count))
  }

  /// What begins or ends a part, as in Org: `#+BEGIN_SRC swift`, `#+END_QUOTE`.
  private typealias Mark = (isBegin: Bool, kind: String, rest: Substring)

  /// The mark in a line; nil for other lines.
  private static func mark(_ line: String) -> Mark? {
    let (word, rest) = (line.prefix { $0 != " " }, line.drop { $0 != " " })
    for (begin, isBegin) in [("#+BEGIN_", true), ("#+END_", false)] where word.uppercased().hasPrefix(begin) {
      return (isBegin, word.dropFirst(begin.count).uppercased(), rest)
    }
    return nil
  }

  /// Begins or ends a part. Notes, tips and the like are quotations.
  ///
  /// - Returns: The Markdown for the mark.
  private mutating func toggle(_ mark: Mark) -> String {
    guard ["SRC", "EXAMPLE", "QUERY", "EXPORT"].contains(mark.kind) else {
      isInQuotation = mark.isBegin
      return ""
    }
    isInCode = mark.isBegin
    return "```" + mark.rest.drop { $0 == " " }
  }
}
