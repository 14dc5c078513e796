internal import SlipBase

/// A page of Logseq: its properties, and its text as the Markdown of a vault.
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
/// - See ((64a1…)), #[[to do]]       - See [[((64a1…))|Weigh the frames]], #[[to do]]
/// ```
struct LogseqPage {
  /// The properties of the page, in order.
  private(set) var properties: [(key: String, value: String)] = []
  /// The text.
  private(set) var text: [UInt8] = []
  /// The blocks that others may refer to: their ids, and their text.
  private(set) var blocks: [(id: String, text: String)] = []
  /// Tags of several words in the text.
  private(set) var longTags: [String] = []

  /// Whether only properties came so far.
  private var isHead = true
  /// Whether code or a drawer is open, whose lines mean nothing, and whether a quotation.
  private var (isInCode, isInDrawer, isInQuotation) = (false, false, false)
  /// The text of the block that is open.
  private var block = ""
  /// The text of a block by its id.
  private let shown: (String) -> String?

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - source: The file in UTF-8.
  ///   - shown: The text of a block by its id; nil for an unknown one.
  init(_ source: [UInt8], shown: @escaping (String) -> String? = { _ in nil }) {
    self.shown = shown
    for bytes in source.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = bytes.last == 0x0D ? bytes.dropLast() : bytes
      take(String(decoding: line, as: UTF8.self))
    }
  }

  /// Takes a line.
  private mutating func take(_ line: String) {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let bare = line.dropFirst(indent.count)
    let isBullet = bare == "-" || bare.hasPrefix("- ")
    let content = isBullet ? bare.dropFirst(2) : bare
    if content.hasPrefix("```") || content.hasPrefix("~~~") {
      (isInCode, isHead) = (!isInCode, false)
      return put(line)
    }
    if let mark = LogseqPage.mark(content) {
      isHead = false
      return put(indent + (isBullet ? "- " : "") + toggle(mark))
    }
    if isInCode { return put(line) }
    if isInDrawer || content == ":LOGBOOK:" {
      isInDrawer = content != ":END:"
      return
    }
    if isBullet, !properties.isEmpty { isHead = false }
    if isHead || !isBullet, let (key, value) = LogseqPage.property(content) {
      if isHead { return properties.append((key, value)) }
      if key == "id" { return blocks.append((value, block)) }
      if LogseqPage.settings.contains(key) || key.hasPrefix("logseq.") { return }
    }
    if isHead, content.isEmpty { return }
    isHead = false
    let box = isBullet ? LogseqPage.box(content) : nil
    let words = String(content.dropFirst(box?.count ?? 0))
    if isBullet { block = words }
    let head = isBullet ? "- " + (box?.mark ?? "") : isInQuotation ? "> " : ""
    put(indent + head + inline(words))
  }

  /// Adds a line.
  private mutating func put(_ line: String) {
    text += line.utf8
    text.append(0x0A)
  }

  // MARK: Blocks

  /// Properties of blocks that only say how the program shows them.
  private static let settings: Set<String> = ["collapsed", "background-color", "heading"]

  /// The property in a line; nil for other lines.
  private static func property(_ line: Substring) -> (key: String, value: String)? {
    guard let colons = line.firstRange(of: "::") else { return nil }
    let (key, value) = (line[..<colons.lowerBound], line[colons.upperBound...])
    guard let first = key.first, first.isLetter, value.isEmpty || value.first == " ",
      key.allSatisfy({ $0.isLetter || $0.isNumber || "-_./".contains($0) })
    else { return nil }
    return (key.lowercased(), String(value).trimmingBlanks())
  }

  /// The words that tasks begin with. Only `TODO` and `DONE` say no more than a check box does.
  private static let markers: [String: (isDone: Bool, isKept: Bool)] = [
    "TODO": (false, false), "DONE": (true, false), "LATER": (false, true), "NOW": (false, true),
    "DOING": (false, true), "WAITING": (false, true), "WAIT": (false, true), "IN-PROGRESS": (false, true),
    "CANCELED": (true, true), "CANCELLED": (true, true),
  ]

  /// The check box of a task, and how many characters of the block stand for it; nil for other blocks.
  private static func box(_ content: Substring) -> (mark: String, count: Int)? {
    let word = content.prefix { $0 != " " }
    guard let marker = markers[String(word)] else { return nil }
    return (marker.isDone ? "[x] " : "[ ] ", marker.isKept ? 0 : min(word.count + 1, content.count))
  }

  /// What begins or ends a part, as in Org: `#+BEGIN_SRC swift`, `#+END_QUOTE`.
  private typealias Mark = (isBegin: Bool, kind: String, rest: Substring)

  /// The mark in a line; nil for other lines.
  private static func mark(_ line: Substring) -> Mark? {
    for (begin, isBegin) in [("#+BEGIN_", true), ("#+END_", false)] where line.uppercased().hasPrefix(begin) {
      let kind = line.dropFirst(begin.count).prefix { $0 != " " }
      return (isBegin, kind.uppercased(), line.dropFirst(begin.count + kind.count))
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

  // MARK: Inlines

  /// The longest line in which references are looked for, in bytes.
  private static let longestLine = 1 << 16

  /// A line with references and embeds as links in double brackets. Code stays as it is.
  private mutating func inline(_ line: String) -> String {
    guard line.utf8.count <= LogseqPage.longestLine,
      line.contains("((") || line.contains("{") || line.contains("[[") || line.contains("^^")
    else { return line }
    var parts = line.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices where index % 2 == 0 || index == parts.count - 1 {
      parts[index] = plain(parts[index])
    }
    return parts.joined(separator: "`")
  }

  /// Text without code.
  private mutating func plain(_ text: String) -> String {
    var text = text
    text = text.replacing(/\{\{embed +(\[\[[^\[\]]+\]\]|\(\([^()]+\)\)) *\}\}/) { $0.output.1 }
    text = text.replacing(/\{\{(?:video|youtube|twitter|tweet) +([^{} ]+) *\}\}/) { "<\($0.output.1)>" }
    text = text.replacing(/\)\{:[^{}]*\}/, with: ")").replacing(/\^\^([^^]+)\^\^/) { "==\($0.output.1)==" }
    text = text.replacing(/\[([^\[\]]+)\]\((?:\[\[([^\[\]]+)\]\]|(\(\([^()]+\)\)))\)/) {
      "[[\($0.output.2 ?? $0.output.3 ?? "")|\($0.output.1)]]"
    }
    for match in text.matches(of: /#\[\[([^\[\]]+)\]\]/) { longTags.append(String(match.output.1)) }
    return text.replacing(/(\[\[)?\(\(([0-9A-Za-z-]{36})\)\)/) { match in
      let (before, id) = (match.output.1, String(match.output.2))
      if before != nil { return "[[((\(id)))" }
      let label = (shown(id) ?? "((\(id)))").filter { !"[]|`".contains($0) }
      return "[[((\(id)))|\(label)]]"
    }
  }
}
