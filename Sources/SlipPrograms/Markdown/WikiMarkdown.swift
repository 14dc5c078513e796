internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Turns what note programs add to Markdown into plain Markdown: `[[links]]`, `![[embeds]]`, `%%comments%%`, `==marks==`,
/// `^block-ids`, `$formulas$`, callouts and tags. Code stays as it is.
///
/// The text is walked line by line, and each line once, so the time is proportional to the length.
struct WikiMarkdown {
  /// A link or embed in double brackets.
  struct Link {
    /// What stands before `|`.
    var target: String
    /// What stands behind it; nil where there is none.
    var label: String?
    /// Whether the target is shown, rather than linked to.
    var isEmbed: Bool
    /// How it is written, with its brackets.
    var source: String
  }

  /// What the program adds.
  private let dialect: Dialect
  /// The Markdown for a link.
  private let link: (Link) -> String
  /// The plain Markdown.
  private(set) var output: [UInt8] = []
  /// The tags in the text, in order.
  private(set) var tags: [String] = []
  /// The lines that are code or HTML, in which nothing has a meaning.
  private var verbatim: MarkdownVerbatimLines
  /// The line at which these begin to count, and how often they may be looked for again.
  private var (verbatimStart, attempts) = (0, 16)
  /// Whether a fence or a tag stood in the open formula or comment, where it has no meaning.
  private var hidVerbatim = false
  /// Whether signs may begin a comment: not behind some that nothing closes.
  private var mayComment = true
  /// Whether a comment of HTML is open, in which nothing has a meaning.
  private var isInMarkup = false
  /// The foot notes so far: where they are referred to in the output, and their texts in plain Markdown.
  private var footnotes: [(place: Int, text: [UInt8])] = []
  /// Whether a comment is open, and its text so far.
  private var (isInComment, comment) = (false, [UInt8]())
  /// How many quotations surround the open formula of several lines; nil where none is open.
  private var quotesOfFormula: Int?
  /// Whether the last line had a `|`, and whether a table is open.
  private var (hadBar, isInTable) = (false, false)
  /// Whether the last line stood in a list or a quotation.
  private var wasInBlock = false
  /// How many callouts came.
  private var callouts = 0

  /// Converts a text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: Markdown in UTF-8. Lines end with LF or CRLF.
  ///   - dialect: What the program adds.
  ///   - link: Gives the plain Markdown for a link or an embed.
  init(_ text: ArraySlice<UInt8>, _ dialect: Dialect, link: @escaping (Link) -> String) {
    self.dialect = dialect
    self.link = link
    verbatim = MarkdownVerbatimLines(text)
    output.reserveCapacity(text.count + text.count / 8)
    var position = text.startIndex
    /// The line with which the open comment begins, and what there was before it.
    var opening: (line: Int, number: Int, output: Int, tags: Int)?
    var number = 0
    while true {
      while position < text.endIndex {
        let end = text[position...].firstIndex(of: 0x0A) ?? text.endIndex
        var line = text[position..<end]
        if line.last == 0x0D { line.removeLast() }
        let before = (position, number, output.count, tags.count)
        let wasInComment = isInComment
        let rest = text[min(end + 1, text.endIndex)...]
        take(line, number, before: rest)
        if hidVerbatim, quotesOfFormula == nil, !isInComment { lookAgain(rest, number + 1) }
        if isInComment, !wasInComment { opening = before }
        output.append(0x0A)
        position = end + 1
        number += 1
      }
      guard isInComment, let start = opening else { break }
      // Signs that nothing closes are text, and so is all that follows them.
      (mayComment, isInComment, position, number) = (false, false, start.line, start.number)
      output.removeLast(output.count - start.output)
      tags.removeLast(tags.count - start.tags)
      isInMarkup = false
      (verbatim, verbatimStart, hidVerbatim) = (MarkdownVerbatimLines(text[position...]), number, false)
      footnotes = footnotes.filter { $0.place < start.output }
    }
    for (index, footnote) in footnotes.enumerated() {
      output += "\n\(WikiMarkdown.footnote(index)): ".utf8 + footnote.text + [0x0A]
    }
  }

  /// Looks for code and HTML again, behind a formula or comment in which some seemed to begin.
  private mutating func lookAgain(_ rest: ArraySlice<UInt8>, _ number: Int) {
    hidVerbatim = false
    guard attempts > 0 else { return }
    attempts -= 1
    (verbatim, verbatimStart) = (MarkdownVerbatimLines(rest), number)
  }

  // MARK: Lines

  /// Converts a line.
  ///
  /// Code and HTML are copied as they are, unless they stand in a formula or a comment.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: Its number in the text, from 0.
  ///   - rest: What follows it.
  private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int, before rest: ArraySlice<UInt8>) {
    let bare = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E }
    let isBlank = bare.isEmpty
    let isVerbatim = verbatim.contains(line: number - verbatimStart)
    if isVerbatim, quotesOfFormula != nil || isInComment { hidVerbatim = true }
    if let quotesOfFormula { return formula(line, in: quotesOfFormula) }
    if !isInComment, !isInMarkup, isVerbatim {
      output += line
      return
    }
    if dialect.contains(.shortTables) { endTable(before: line, bare) }
    if dialect.contains(.shortBlocks) { endBlock(before: line) }
    if dialect.contains(.formulas), !isInComment, !isInMarkup {
      let content = WikiMarkdown.inItem(bare)
      if WikiMarkdown.beginsFormula(content, before: rest) {
        quotesOfFormula = line[..<content.startIndex].count { $0 == 0x3E }
        output += line[..<content.startIndex]
        output += (WikiMarkdown.shown(formula: content) + "  ").utf8
        return
      }
    }
    let start = output.count
    let callouts = self.callouts
    let prepared = prepared(line)
    inline(prepared)
    // A callout without a title has no line of its own, and neither has a comment.
    let isComment =
      output.suffix(7).elementsEqual("</span>".utf8)
      && output[start...].starts(with: WikiMarkdown.hidden.utf8)
    let isBare = isComment || self.callouts > callouts && prepared.suffix(4).elementsEqual("</a>".utf8)
    if !isBlank, !isBare { breakLine(since: start) }
  }

  /// Makes the end of a line a break, where the program takes it for one.
  ///
  /// - Parameter start: The place in the output where the line begins.
  private mutating func breakLine(since start: Int) {
    // A line that ends in a backslash is a break already, unless that is escaped.
    let isBreak = output[start...].reversed().prefix { $0 == 0x5C }.count % 2 == 1
    if dialect.contains(.lineBreaks), !isBreak, output.count > start { output += [0x20, 0x20] }
  }

  /// Takes a line of a formula. Text may follow the end of the formula.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - quotes: How many quotations surround the formula: their signs aren't its text.
  private mutating func formula(_ line: ArraySlice<UInt8>, in quotes: Int) {
    var bare = line.drop { $0 == 0x20 || $0 == 0x09 }
    for _ in 0..<quotes where bare.first == 0x3E {
      output.append(0x3E)
      bare = bare.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    }
    guard let close = bare.firstRange(of: "$$".utf8)?.upperBound else {
      output += (WikiMarkdown.shown(formula: bare) + "  ").utf8
      return
    }
    quotesOfFormula = nil
    let start = output.count
    output += WikiMarkdown.shown(formula: bare[..<close]).utf8
    inline(bare[close...])
    breakLine(since: start)
  }

  /// Puts a blank line before one that ends a table. In a quotation it has the signs of the quotation.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - bare: The same without blanks and signs of quotations at its beginning.
  private mutating func endTable(before line: ArraySlice<UInt8>, _ bare: ArraySlice<UInt8>) {
    let hasBar = bare.contains(0x7C)
    if isInTable, !hasBar, !bare.isEmpty {
      output += line[..<bare.startIndex]
      output.append(0x0A)
    }
    let isRule = bare.contains(0x2D) && bare.allSatisfy { "|-: \t".utf8.contains($0) }
    isInTable = hasBar && (isInTable || hadBar && isRule)
    hadBar = hasBar
  }

  /// Puts a blank line before one that stands right below a list or a quotation without being a part of it.
  private mutating func endBlock(before line: ArraySlice<UInt8>) {
    let isIndented = line.first == 0x20 || line.first == 0x09
    let begins = line.first == 0x3E || WikiMarkdown.isItem(line)
    if wasInBlock, !begins, !isIndented, !line.isEmpty { output.append(0x0A) }
    wasInBlock = begins || wasInBlock && isIndented
  }

  /// A line with its callout, task and block id in plain Markdown.
  ///
  /// Block ids are names for a paragraph that links use, and no text. The sign of a task that has a meaning of its own, such as `-`
  /// for a cancelled one, becomes a sign in the text; with any other it counts as done.
  ///
  /// - Parameter line: A line outside of code.
  /// - Returns: The line itself where nothing has to change.
  private mutating func prepared(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    if dialect.contains(.blockIDs) {
      var end = line
      while let last = end.last, last == 0x20 { end.removeLast() }
      let id = end.reversed().prefix { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
      }.count
      let before = end.dropLast(id)
      if id > 0, before.last == 0x5E, before.count == 1 || before.dropLast().last == 0x20 {
        line = before.dropLast()
      }
    }
    if dialect.contains(.callouts), let made = WikiMarkdown.callout(line, callouts + 1) {
      callouts += 1
      return made[...]
    }
    if dialect.contains(.anyTask), let box = WikiMarkdown.box(line) {
      if let shown = TaskSign.shown(Character(UnicodeScalar(line[box]))) {
        return line[..<(box - 1)] + "\(shown)".utf8 + line[(box + 2)...]
      }
      var changed = Array(line)
      changed[box - line.startIndex] = UInt8(ascii: "x")
      return changed[...]
    }
    return line
  }

  // MARK: Inlines

  /// Converts the inside of a line.
  ///
  /// A character behind a backslash is copied with it. Whatever begins no mark is copied byte by byte.
  private mutating func inline(_ line: ArraySlice<UInt8>) {
    var index = line.startIndex
    let end = line.endIndex
    var searched = index
    while index < end {
      if isInComment {
        let close = line[index...].firstRange(of: "%%".utf8)
        comment += line[index..<(close?.lowerBound ?? end)]
        guard let close else { return comment.append(0x20) }
        isInComment = false
        output += WikiMarkdown.shown(comment: comment).utf8
        index = close.upperBound
        continue
      }
      if isInMarkup || line[index...].starts(with: "<!--".utf8) {
        index = markup(line, index)
        continue
      }
      let byte = line[index]
      switch byte {
      case 0x3C:
        let end = WikiMarkdown.endOfTag(in: line, from: index) ?? index + 1
        output += line[index..<end]
        index = end
      case 0x5E where dialect.contains(.inlineNotes) && line[index...].starts(with: "^[".utf8):
        index = inlineNote(line, index) ?? copy(line, index)
      case 0x5C where index + 1 < end:
        output += line[index..<index + 2]
        index += 2
      case 0x60: index = code(line, index)
      case 0x25 where mayComment && dialect.contains(.comments) && line[index...].starts(with: "%%".utf8):
        (isInComment, comment) = (true, [])
        index += 2
      case 0x21 where dialect.contains(.wikiLinks) && line[index...].starts(with: "![[".utf8):
        index = wiki(line, index + 1, isEmbed: true) ?? copy(line, index)
      case 0x5B where dialect.contains(.wikiLinks) && line[index...].starts(with: "[[".utf8):
        index = wiki(line, index, isEmbed: false) ?? copy(line, index)
      case 0x3D where dialect.contains(.marks) && line[index...].starts(with: "==".utf8):
        index = mark(line, index) ?? copy(line, index)
      case 0x24 where dialect.contains(.formulas):
        if let end = WikiMarkdown.endOfFormula(in: line, from: index, searched: &searched) {
          output += WikiMarkdown.shown(formula: line[index..<end]).utf8
          index = end
        } else {
          // `$$` that is none isn't looked at a second time.
          let isDouble = line[index...].starts(with: "$$".utf8)
          if isDouble { index = copy(line, index) }
          index = copy(line, index)
        }
      case 0x7E where dialect.contains(.underline): index = underline(line, index) ?? copy(line, index)
      case 0x7E where dialect.contains(.plainTildes): index = tildes(line, index)
      case 0x23 where dialect.contains(.tags): index = tag(line, index)
      case 0x28 where index > line.startIndex && line[index - 1] == 0x5D: index = destination(line, index)
      default: index = copy(line, index)
      }
    }
  }

  /// Copies a byte.
  ///
  /// - Returns: Where the text goes on.
  private mutating func copy(_ line: ArraySlice<UInt8>, _ index: Int) -> Int {
    output.append(line[index])
    return index + 1
  }

  /// Copies a code span, or the signs that begin none.
  ///
  /// A span ends at as many backquotes as it begins with.
  ///
  /// - Returns: Where the text goes on.
  private mutating func code(_ line: ArraySlice<UInt8>, _ start: Int) -> Int {
    let length = line[start...].prefix { $0 == 0x60 }.count
    var index = start + length
    while let found = line[index...].firstIndex(of: 0x60) {
      let run = line[found...].prefix { $0 == 0x60 }.count
      index = found + run
      if run == length {
        output += line[start..<index]
        return index
      }
    }
    output += line[start..<start + length]
    return start + length
  }

  /// Copies the destination of a link, in which nothing is a tag.
  ///
  /// - Parameter start: The place of the opening parenthesis.
  /// - Returns: Where the text goes on: behind the next closing parenthesis, or at the end of the line.
  private mutating func destination(_ line: ArraySlice<UInt8>, _ start: Int) -> Int {
    let end = line[start...].firstIndex(of: 0x29).map { $0 + 1 } ?? line.endIndex
    output += line[start..<end]
    return end
  }

  /// Copies a comment of HTML, or the part of it that is on this line.
  ///
  /// - Returns: Where the text goes on.
  private mutating func markup(_ line: ArraySlice<UInt8>, _ start: Int) -> Int {
    let close = line[start...].firstRange(of: "-->".utf8)?.upperBound
    if dialect.contains(.sizeComments), !isInMarkup, output.last == 0x29, let close,
      let width = PictureSize.width(ofComment: line[start..<close].dropFirst(4).dropLast(3))
    {
      PictureSize.add("\(width)", to: &output)
    }
    isInMarkup = close == nil
    output += line[start..<(close ?? line.endIndex)]
    return close ?? line.endIndex
  }

  /// What refers to a foot note that stood in the text.
  private static func footnote(_ index: Int) -> String { "[^inline-note-\(index + 1)]" }

  /// Makes a foot note of `^[text]`; nil where there is none.
  ///
  /// - Returns: Where the text goes on.
  private mutating func inlineNote(_ line: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var depth = 0
    var index = start + 1
    while index < line.endIndex, index - start < WikiMarkdown.longestMark {
      if line[index] == 0x5B { depth += 1 }
      if line[index] == 0x5D { depth -= 1 }
      if depth == 0 { break }
      index += line[index] == 0x5C ? 2 : 1
    }
    guard index < line.endIndex, line[index] == 0x5D, index > start + 2 else { return nil }
    let place = output.count
    output += WikiMarkdown.footnote(footnotes.count).utf8
    footnotes.append((place, []))
    let (own, before) = (footnotes.count - 1, output)
    output = []
    inline(line[(start + 2)..<index])
    footnotes[own].text = output
    output = before
    return index + 1
  }

  /// Converts a link in double brackets; nil where there is none.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - start: The place of the first bracket.
  ///   - isEmbed: Whether an exclamation mark stands before it.
  /// - Returns: Where the text goes on.
  private mutating func wiki(_ line: ArraySlice<UInt8>, _ start: Int, isEmbed: Bool) -> Int? {
    guard start + 2 < line.endIndex, line[start + 2] != 0x5B,
      let close = WikiMarkdown.find("]]", in: line, from: start + 2), close > start + 2
    else { return nil }
    let inside = line[(start + 2)..<close]
    // In `[[[a]]` and `[[a [[b]]` the last brackets count.
    if let open = inside.lastIndex(of: 0x5B), open > inside.startIndex, inside[open - 1] == 0x5B {
      return nil
    }
    let text = String(decoding: inside, as: UTF8.self).replacing("\\|", with: "|")
    let bar = text.firstIndex(of: "|")
    var target = String(bar.map { text[..<$0] } ?? text[...]).trimmingBlanks()
    var label = bar.map { String(text[text.index(after: $0)...]).trimmingBlanks() }
    if dialect.contains(.labelFirst), !isEmbed, let behind = label, !behind.isEmpty {
      (target, label) = (behind, target)
    }
    let source = String(decoding: line[(isEmbed ? start - 1 : start)..<(close + 2)], as: UTF8.self)
    output += link(Link(target: target, label: label, isEmbed: isEmbed, source: source)).utf8
    return close + 2
  }

  /// Converts marked text; nil where there is none.
  ///
  /// Marked text may have marks of other kinds within it. It must not begin or end with a blank.
  ///
  /// - Returns: Where the text goes on.
  private mutating func mark(_ line: ArraySlice<UInt8>, _ start: Int) -> Int? {
    let inside = start + 2
    guard inside < line.endIndex, line[inside] != 0x20, line[inside] != 0x3D,
      let close = WikiMarkdown.find("==", in: line, from: inside + 1), line[close - 1] != 0x20
    else { return nil }
    output += "<mark>".utf8
    inline(line[inside..<close])
    output += "</mark>".utf8
    return close + 2
  }

  /// Converts text between single tildes; nil where there is none.
  ///
  /// Two tildes next to each other strike text through, so they don't count here.
  ///
  /// - Returns: Where the text goes on.
  private mutating func underline(_ line: ArraySlice<UInt8>, _ start: Int) -> Int? {
    let inside = start + 1
    guard inside < line.endIndex, line[inside] != 0x7E, line[inside] != 0x20,
      start == line.startIndex || line[start - 1] != 0x7E,
      let close = line[inside...].firstIndex(of: 0x7E), line[close - 1] != 0x20,
      close + 1 == line.endIndex || line[close + 1] != 0x7E
    else { return nil }
    output += "<u>".utf8
    inline(line[inside..<close])
    output += "</u>".utf8
    return close + 1
  }

  /// Copies tildes. A single one is text, which only an address has without a backslash.
  ///
  /// - Returns: Where the text goes on.
  private mutating func tildes(_ line: ArraySlice<UInt8>, _ start: Int) -> Int {
    let end = line[start...].firstIndex { $0 != 0x7E } ?? line.endIndex
    let word = line[..<start].suffix(WikiMarkdown.longestMark).reversed().prefix { $0 > 0x20 }
    if end == start + 1, !word.contains(0x2F) { output.append(0x5C) }
    output += line[start..<end]
    return end
  }

  // MARK: Tags

  /// Copies a `#` with the tag that it begins, if it does, and notes the tag.
  ///
  /// - Returns: Where the text goes on.
  private mutating func tag(_ line: ArraySlice<UInt8>, _ start: Int) -> Int {
    let follows = start > line.startIndex && !WikiTag.maySurround(line[start - 1])
    guard !follows, let name = WikiTag.name(line[(start + 1)...], mayBeLong: dialect.contains(.longTags))
    else {
      return copy(line, start)
    }
    let end = start + 1 + name.utf8.count
    tags.append(name)
    // A tag at the beginning of a line isn't a heading, as no blank follows the sign.
    output += line[start..<end]
    return end
  }
}

extension WikiMarkdown {
  /// The tag that begins hidden text.
  private static let hidden = "<span hidden>"

  /// A comment, which is hidden text. Its lines become one.
  private static func shown(comment: [UInt8]) -> String {
    let text = String(decoding: comment, as: UTF8.self).trimmingBlanks()
    return text.isEmpty ? "" : hidden + escaped(text) + "</span>"
  }

  /// Text that Markdown shows as it is.
  ///
  /// All punctuation of ASCII gets a backslash. A line end becomes a blank.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r": output += " "
      case "!"..."/", ":"..."@", "["..."`", "{"..."~":
        output += "\\"
        output.unicodeScalars.append(scalar)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
