internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Makes a document of the text of a page of Zim.
///
/// | Zim | document |
/// | --- | --- |
/// | `====== A ======` to `== A ==` | headings of level 1 to 5 |
/// | `**b** //i// __m__ ~~s~~ ''c'' _{x} ^{x}` | bold, italic, marked, struck, code, subscript, superscript |
/// | `'''` or `{{{code: …` on a line, up to `'''` or `}}}` | a block of code |
/// | `* a`, `1. a`, `a. a`, tabs before them | lists, nested |
/// | `[ ] a`, `[*] a`, `[x] a`, `[>] a`, `[<] a` | ☐, ☑, ☒, ▷, ◁ in a list |
/// | `\|a\|b\|`, `\|:--\|--:\|` behind the first row | a table |
/// | five or more `-` | a rule |
/// | `[[target\|label]]`, `{{./a.png?width=20}}` | a link, a picture |
/// | `{{id: x}}` | nothing |
///
/// Marks nest, and each ends on its own line; one without an end is text. Any bytes give a document, and nothing
/// recurses.
struct ZimMarkup {
  /// The page so far.
  private var builder = DocumentBuilder()
  /// The tags: words with `@` before them.
  private(set) var tags: [String] = []
  /// The same tags, to find each again.
  private var knownTags: Set<String> = []
  /// Links that lead to nothing.
  private(set) var unresolved: [SourceLink] = []
  /// Pictures that aren't there.
  private(set) var missing: [String] = []
  /// The files that the text links to, by their addresses.
  private(set) var files: [String: SourceFile] = [:]
  /// Finds what a target leads to.
  private let find: (String) -> MarkdownBody.Target
  /// How far the lists that are open are indented, and whether their items have numbers.
  private var lists: [(indent: Int, isNumbered: Bool)] = []
  /// The numbers of the open lists.
  private var numbers = ListNumbers()
  /// The indent of the paragraph that is open; nil for none.
  private var paragraph: Int?

  /// The deepest indent that is read.
  private static let deepest = 32
  /// How far a paragraph is indented for a tab before it, in twips.
  private static let indentWidth = 360

  /// The page.
  var document: Document { builder.document }

  /// Begins a page.
  ///
  /// - Parameter find: Finds what a target leads to.
  init(find: @escaping (String) -> MarkdownBody.Target) { self.find = find }

  /// Whether a target is an address, which has `://` or is one of mail.
  static func isAddress(_ target: String) -> Bool {
    let scheme = target.utf8.prefix {
      $0.isASCIIAlphanumeric || [0x2B, 0x2D, 0x2E].contains($0)
    }
    let rest = target.utf8.dropFirst(scheme.count)
    return !scheme.isEmpty && rest.starts(with: "://".utf8) || target.lowercased().hasPrefix("mailto:")
  }

  // MARK: Lines

  /// Converts a text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text without the lines at the beginning of the file.
  ///   - title: The name of the page. A heading at the beginning that repeats it is left out.
  mutating func convert(_ text: ArraySlice<UInt8>, title: String) {
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    var index = lines.firstIndex { !ZimMarkup.isBlank($0) } ?? lines.count
    if index < lines.count, let heading = ZimMarkup.heading(lines[index]),
      TextFolding.caseFolded(ZimMarkup.string(heading.text)) == TextFolding.caseFolded(title)
    {
      index += 1
    }
    // Where the last lines are that end blocks, so that a block without an end costs no search.
    var last: [String: Int] = [:]
    for (place, line) in lines.enumerated() where line.count < 64 {
      let text = ZimMarkup.string(line)
      if text == "'''" || text == "}}}" { last[text] = place }
    }
    while index < lines.count {
      let line = lines[index]
      if let end = ZimMarkup.verbatimEnd(line), let final = last[end], final > index {
        index = verbatim(lines, from: index + 1, to: end, ZimMarkup.language(line))
      } else if ZimRow.isRow(line) {
        index = table(lines, from: index)
      } else {
        put(line)
        index += 1
      }
    }
    endBlocks()
  }

  /// Adds a line that is no part of a table or of verbatim text.
  private mutating func put(_ line: ArraySlice<UInt8>) {
    if ZimMarkup.isBlank(line) {
      endBlocks()
    } else if let (level, text) = ZimMarkup.heading(line) {
      endBlocks()
      inline(text)
      builder.end(.heading(level))
    } else if line.starts(with: "-----".utf8),
      line.allSatisfy({ $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") })
    {
      endBlocks()
      builder.end(.rule)
    } else if let item = ZimMarkup.item(line) {
      add(item)
    } else {
      let (indent, text) = ZimMarkup.indent(line)
      if paragraph == indent {
        builder.lineBreak()
      } else {
        endBlocks()
        paragraph = indent
      }
      inline(text)
    }
  }

  /// How far a line is indented, by tabs or by four blanks each, and what stands behind that.
  private static func indent(_ line: ArraySlice<UInt8>) -> (level: Int, rest: ArraySlice<UInt8>) {
    var (level, rest) = (0, line)
    while true {
      if rest.first == UInt8(ascii: "\t") {
        rest = rest.dropFirst()
      } else if rest.starts(with: [0x20, 0x20, 0x20, 0x20]) {
        rest = rest.dropFirst(4)
      } else {
        return (min(level, deepest), rest)
      }
      level += 1
    }
  }

  /// Ends the paragraph and the lists that are open.
  private mutating func endBlocks() {
    builder.indent = (paragraph ?? 0) * ZimMarkup.indentWidth
    builder.endOpen()
    builder.indent = 0
    paragraph = nil
    lists = []
    numbers.end()
  }

  /// What ends the lines that this one begins and that are shown as they are; nil for another line.
  ///
  /// Of objects, such as `{{{code: lang="python"`, the name ends in a colon.
  private static func verbatimEnd(_ line: ArraySlice<UInt8>) -> String? {
    let text = line.drop { $0 == UInt8(ascii: "\t") }
    if text.count < 64, string(text) == "'''" { return "'''" }
    guard text.starts(with: "{{{".utf8) else { return nil }
    let name = text.dropFirst(3).drop { $0 == UInt8(ascii: " ") }.prefix { $0 > 0x20 }
    return name.dropFirst().contains(0x3A) ? "}}}" : nil
  }

  /// The language that the line before code names, as in `{{{code: lang="python3" linenumbers="True"`; nil for none.
  private static func language(_ line: ArraySlice<UInt8>) -> String? {
    let parts = string(line).split(separator: "\"", omittingEmptySubsequences: false)
    guard let name = parts.first, name.hasSuffix("lang="), parts.count > 2, !parts[1].isEmpty else {
      return nil
    }
    return String(parts[1])
  }

  /// Adds lines as they are, up to the one that ends them; returns the number of the line behind that.
  private mutating func verbatim(
    _ lines: [ArraySlice<UInt8>], from start: Int, to end: String, _ language: String?
  ) -> Int {
    endBlocks()
    let last =
      lines[start...].firstIndex { $0.count < 64 && ZimMarkup.string($0) == end } ?? lines.endIndex
    builder.codeBlock(
      String(decoding: Array(lines[start..<last].joined(separator: CollectionOfOne(0x0A))), as: UTF8.self),
      language)
    return last + 1
  }

  // MARK: Lists

  /// An item of a list.
  private struct Item {
    /// How far it is indented.
    var indent: Int
    /// The number that the line has; nil for a bullet or a box.
    var number: Int?
    /// How the number is written.
    var numbering: ListDefinition.Level.Numbering
    /// The sign of a check box; empty for none.
    var sign: String
    /// The text.
    var text: ArraySlice<UInt8>
  }

  /// The signs of check boxes.
  private static let signs: [UInt8: String] = [0x20: "☐", 0x2A: "☑", 0x78: "☒", 0x3E: "▷", 0x3C: "◁"]

  /// The item on a line; nil for another line.
  private static func item(_ line: ArraySlice<UInt8>) -> Item? {
    let (indent, rest) = indent(line)
    let mark = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    /// An item whose mark has so many bytes.
    func item(
      _ number: Int?, _ count: Int, as numbering: ListDefinition.Level.Numbering = .decimal, sign: String = ""
    ) -> Item? {
      let text = rest.dropFirst(count)
      guard text.first == UInt8(ascii: " ") || text.first == UInt8(ascii: "\t") else { return nil }
      return Item(
        indent: indent, number: number, numbering: numbering, sign: sign,
        text: text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    }
    if mark.elementsEqual("*".utf8) || mark.elementsEqual("•".utf8) { return item(nil, mark.count) }
    if rest.count > 3, rest.first == UInt8(ascii: "["), rest[rest.startIndex + 2] == UInt8(ascii: "]") {
      return signs[rest[rest.startIndex + 1]].flatMap { item(nil, 3, sign: $0 + " ") }
    }
    guard mark.count > 1, mark.count <= 10, mark.last == UInt8(ascii: ".") else { return nil }
    let number = mark.dropLast()
    if number.allSatisfy({ $0.isASCIIDigit }) { return item(Int(string(number)) ?? 1, mark.count) }
    guard number.count == 1, let letter = number.first, letter.isASCIILetter else { return nil }
    return item(
      Int(letter | 0x20) - 0x60, mark.count, as: letter >= 0x61 ? .lowerLetter : .upperLetter)
  }

  /// Adds an item: to the list that is open at its indent, or to a new one. Only the first number of a list counts.
  private mutating func add(_ item: Item) {
    if paragraph != nil { endBlocks() }
    let isNumbered = item.number != nil
    while let list = lists.last, list.indent > item.indent { lists.removeLast() }
    if lists.last?.indent != item.indent || lists.last?.isNumbered != isNumbered {
      if lists.last?.indent == item.indent { lists.removeLast() }
      numbers.end(from: lists.count)
      lists.append((item.indent, isNumbered))
    }
    let level = lists.count - 1
    builder.text(item.sign)
    inline(item.text)
    let number = numbers.next(level: level, isNumbered: isNumbered, first: item.number)
    builder.end(.item(level: level, number: number, as: item.numbering))
  }

  // MARK: Tables

  /// Adds a table; returns the number of the line behind it.
  private mutating func table(_ lines: [ArraySlice<UInt8>], from start: Int) -> Int {
    endBlocks()
    var index = start
    var rows: [[[Inline]]] = []
    var hasHead = false
    while index < lines.count, ZimRow.isRow(lines[index]) {
      let line = lines[index]
      index += 1
      if index == start + 2, ZimRow.isRuler(line) { continue }
      let isHead = index == start + 1 && index < lines.count && ZimRow.isRuler(lines[index])
      hasHead = hasHead || isHead
      rows.append(
        ZimRow.cells(line).map { cell in
          // In the first row, the sign says that the column wraps.
          inline(isHead && cell.last == UInt8(ascii: "<") ? cell.dropLast() : cell[...], isHead ? .bold : nil)
          return builder.takeInlines()
        })
    }
    builder.table(rows, headers: hasHead ? 1 : 0)
    return index
  }

  // MARK: Marks

  /// A pair of marks.
  private struct Mark {
    /// What begins it.
    var start: [UInt8]
    /// What ends it.
    var end: [UInt8]
    /// The format; nil for what has something other than text in it.
    var format: TextMark?

    init(_ start: String, _ end: String, _ format: TextMark?) {
      (self.start, self.end, self.format) = (Array(start.utf8), Array(end.utf8), format)
    }
  }

  /// The marks. Code has nothing but text in it.
  private static let marks = [
    Mark("''", "''", .code), Mark("**", "**", .bold), Mark("//", "//", .italic), Mark("__", "__", .marked),
    Mark("~~", "~~", .struck), Mark("_{", "}", .subscript), Mark("^{", "}", .superscript),
    Mark("[[", "]]", nil), Mark("{{", "}}", nil),
  ]

  /// A part of a line between two marks.
  private struct Frame {
    /// Where it begins.
    var start: Int
    /// Where it ends.
    var end: Int
    /// The number of its marks; nil for the line.
    var mark: Int?
    /// Marks that have no end in what is left of it.
    var withoutEnd: Set<Int> = []
  }

  /// Adds the text of a line.
  private mutating func inline(_ line: ArraySlice<UInt8>, _ mark: TextMark? = nil) {
    var frames = [Frame(start: line.startIndex, end: line.endIndex, mark: nil)]
    var styles = [mark.map { CharacterStyle([$0]) } ?? CharacterStyle()]
    var index = line.startIndex
    var plain = index
    while let frame = frames.last, let style = styles.last {
      if index == frame.end {
        builder.text(String(decoding: line[plain..<index], as: UTF8.self), style)
        guard let mark = frame.mark else { return }
        frames.removeLast()
        styles.removeLast()
        index += ZimMarkup.marks[mark].end.count
        plain = index
      } else if let (mark, end) = opening(in: line, at: index, &frames[frames.count - 1]) {
        builder.text(String(decoding: line[plain..<index], as: UTF8.self), style)
        let found = ZimMarkup.marks[mark]
        let start = index + found.start.count
        index = end + found.end.count
        switch found.format {
        case nil where found.start[0] == UInt8(ascii: "["): link(ZimMarkup.string(line[start..<end]), style)
        case nil: picture(ZimMarkup.string(line[start..<end]), style)
        case .code?: builder.code(String(decoding: line[start..<end], as: UTF8.self), style)
        case let format?:
          frames.append(Frame(start: start, end: end, mark: mark))
          styles.append(style.with(format))
          index = start
        }
        plain = index
      } else if let end = ZimMarkup.address(in: line[..<frame.end], at: index) {
        builder.text(String(decoding: line[plain..<index], as: UTF8.self), style)
        let address = String(decoding: line[index..<end], as: UTF8.self)
        builder.link(address, address, style)
        (index, plain) = (end, end)
      } else {
        if line[index] == UInt8(ascii: "@") { takeTag(in: line[frame.start..<frame.end], at: index) }
        index += 1
      }
    }
  }

  /// The mark that begins at a place, and where its end is; nil for none.
  private func opening(in line: ArraySlice<UInt8>, at index: Int, _ frame: inout Frame) -> (Int, Int)? {
    let rest = line[index..<frame.end]
    guard
      let mark = ZimMarkup.marks.firstIndex(where: { rest.starts(with: $0.start) }),
      !frame.withoutEnd.contains(mark)
    else { return nil }
    let (start, end) = (ZimMarkup.marks[mark].start, ZimMarkup.marks[mark].end)
    // Marks that repeat a sign don't begin before a third one.
    if start == end, rest.dropFirst(2).first == start[0] { return nil }
    var place = index + start.count + 1
    while place + end.count <= frame.end {
      guard let found = line[place..<frame.end].firstIndex(of: end[0]) else { break }
      // The slashes of an address don't end italics.
      let isEnd =
        line[found..<frame.end].starts(with: end)
        && !(end[0] == UInt8(ascii: "/") && line[found - 1] == UInt8(ascii: ":"))
      if isEnd { return (mark, ZimMarkup.last(found, of: end, in: line[..<frame.end])) }
      place = found + 1
    }
    frame.withoutEnd.insert(mark)
    return nil
  }

  /// Where the end of a mark begins: of several brackets, the last ones end a link.
  private static func last(_ place: Int, of end: [UInt8], in line: ArraySlice<UInt8>) -> Int {
    guard end[0] == UInt8(ascii: "]") else { return place }
    return place + line[(place + end.count)...].prefix { $0 == UInt8(ascii: "]") }.count
  }

  /// Where the address ends that begins at a place; nil where none does.
  ///
  /// A sign of punctuation at its end isn't part of it.
  private static func address(in line: ArraySlice<UInt8>, at index: Int) -> Int? {
    guard line[index].isASCIILetter, index == line.startIndex || !isWord(line[index - 1]) else { return nil }
    let scheme = line[index...].prefix(16).prefix { $0.isASCIILetter }
    let rest = line[(index + scheme.count)...]
    guard scheme.count > 1, rest.starts(with: "://".utf8) else { return nil }
    var end =
      rest.dropFirst(3).firstIndex { $0 <= 0x20 || [0x22, 0x3C, 0x3E, 0x7C].contains($0) } ?? line.endIndex
    let start = index + scheme.count + 3
    while end > start, ".,;:!?')]}*".utf8.contains(line[end - 1]) { end -= 1 }
    return end > start ? end : nil
  }

  /// Takes the tag that begins with the `@` at a place, if one does.
  private mutating func takeTag(in line: ArraySlice<UInt8>, at index: Int) {
    guard index == line.startIndex || line[index - 1] <= 0x20 else { return }
    let word = line[(index + 1)...].prefix { ZimMarkup.isWord($0) }
    guard !word.isEmpty else { return }
    let tag = String(decoding: word, as: UTF8.self)
    if knownTags.insert(tag).inserted { tags.append(tag) }
  }

  /// Adds a link: `target|label`, or a target alone.
  private mutating func link(_ text: String, _ style: CharacterStyle) {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map {
      String($0).trimmingBlanks()
    }
    let target = parts[0]
    let label = parts.count > 1 && !parts[1].isEmpty ? parts[1] : target
    switch find(target) {
    case .note(let id): builder.link(SourceContext.target(id), label, style)
    case .file(let name, let bytes): builder.link(address(name, bytes), label, style)
    case .elsewhere where ZimMarkup.isAddress(target): builder.link(target, label, style)
    case .elsewhere: builder.text(label, style)
    case .missing(let candidates):
      unresolved.append(SourceLink(target, candidates: candidates))
      builder.link(RelativeURL.encoded(path: target), label, style)
    }
  }

  /// Adds a picture: a path, and after `?` how it is shown. A name of a place is nothing.
  private mutating func picture(_ text: String, _ style: CharacterStyle) {
    if text.hasPrefix("id:") { return }
    let path = String(text.prefix { $0 != "?" })
    switch find(path) {
    case .file(let name, let bytes):
      let options = text.dropFirst(path.count + 1).split(separator: "&")
      /// The size that an option says.
      func size(_ name: String) -> Int? {
        options.first { $0.hasPrefix(name + "=") }.flatMap {
          PictureSize.twips(pixels: $0.dropFirst(name.count + 1))
        }
      }
      builder.file(bytes, named: name, width: size("width"), height: size("height"))
    case .note(let id): builder.link(SourceContext.target(id), path, style)
    case .elsewhere where ZimMarkup.isAddress(path): builder.link(path, path, style)
    case .elsewhere: builder.text("{{" + text + "}}", style)
    case .missing: missing.append(path)
    }
  }

  /// The address under which a file is found again.
  private mutating func address(_ name: String, _ bytes: [UInt8]) -> String {
    let file = SourceFile(name: name, bytes: bytes)
    let address = file.address
    files[address] = file
    return address
  }

  // MARK: Bytes

  /// The level and the text of a heading; nil for another line.
  private static func heading(_ line: ArraySlice<UInt8>) -> (level: Int, text: ArraySlice<UInt8>)? {
    let signs = line.prefix { $0 == UInt8(ascii: "=") }.count
    guard signs >= 2,
      line.dropFirst(signs).first == UInt8(ascii: " ") || line.dropFirst(signs).first == UInt8(ascii: "\t")
    else {
      return nil
    }
    var text = line.dropFirst(signs)
    while let last = text.last,
      last == UInt8(ascii: "=") || last == UInt8(ascii: " ") || last == UInt8(ascii: "\t")
    { text.removeLast() }
    let trimmed = Array(string(text).utf8)
    return trimmed.isEmpty ? nil : (max(1, 7 - signs), trimmed[...])
  }

  /// Whether a line has nothing but white space.
  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 <= 0x20 } }

  /// Bytes as text, without blanks at its ends.
  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).trimmingBlanks()
  }

  /// Whether a byte is a part of a word.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
