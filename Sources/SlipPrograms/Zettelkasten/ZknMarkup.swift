internal import SlipBase
internal import SlipExchange

/// Turns the markup of Zettelkasten into HTML.
///
/// ```
/// [f]bold[/f] [k]italic[/k] [u] [d]struck[/d] [sup] [sub] [q]block quote[/q] [qm]quotation marks[/qm] [code] [br]
/// [h1]…[h4] headings   [c] [al] [ar] [ab] alignment   [m 2] margin   [color #rrggbb] [h #rrggbb] [font NAME] [s NAME]
/// [l][*]item[/*][/l] bullets   [n] numbers   [table][tc]caption[/tc][br]a^b[br]1|2[/table]
/// [img]name|width[/img]   [z 12]link to a note[/z]   [fn 2:17] author 2, page 17   [text](http://…)   `code`
/// ```
///
/// Any other brackets are text, as `[here]`. A tag without its end ends with the text.
struct ZknMarkup {
  /// Finds the note with a number.
  private let note: (Int) -> UniqueID?
  /// Finds the author with a number.
  private let author: (Int) -> String?
  /// The texts of the foot notes so far.
  private var footnotes: [String] = []
  /// The HTML.
  private(set) var html: [UInt8] = Array("<!DOCTYPE html><meta charset=utf-8><body>".utf8)
  /// Numbers of notes that aren't there.
  private(set) var missing: [Int] = []
  /// Whether there was a form.
  private(set) var hasForms = false
  /// Whether this is the inside of a table's cell.
  private var isCell = false

  /// Begins without a text.
  init(note: @escaping (Int) -> UniqueID?, author: @escaping (Int) -> String?) {
    (self.note, self.author) = (note, author)
  }

  /// Begins a cell, in which there are no tables: so nothing nests without bound.
  private init(cellOf outer: ZknMarkup) {
    (note, author, footnotes) = (outer.note, outer.author, outer.footnotes)
    html = []
    isCell = true
  }

  /// Converts a text with its foot notes.
  ///
  /// - Parameter text: The text in UTF-8.
  mutating func convertWhole(_ text: [UInt8]) {
    convert(text)
    for (index, footnote) in footnotes.enumerated() {
      put("<div role=\"doc-footnote\" id=\"note:\(index + 1)\"><p>")
      escape(Array(footnote.utf8)[...])
      put("</p></div>")
    }
  }

  /// Converts a text.
  ///
  /// - Parameter text: The text in UTF-8.
  private mutating func convert(_ text: [UInt8]) {
    var index = 0
    while index < text.count {
      switch text[index] {
      case 0x5B: index = bracket(text, index)
      case 0x60:
        if let close = text[(index + 1)...].prefix(while: { $0 != UInt8(ascii: "[") }).firstIndex(of: 0x60),
          close > index + 1
        {
          put("<code>")
          escape(text[(index + 1)..<close])
          put("</code>")
          index = close + 1
        } else {
          escape(text[index..<index + 1])
          index += 1
        }
      default:
        let end =
          text[index...].firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "`") } ?? text.count
        escape(text[index..<end])
        index = end
      }
    }
  }

  /// Adds markup.
  private mutating func put(_ text: String) { html.append(contentsOf: text.utf8) }

  /// Adds text.
  private mutating func escape(_ text: ArraySlice<UInt8>) {
    for byte in text {
      switch byte {
      case 0x26: put("&amp;")
      case 0x3C: put("&lt;")
      case 0x3E: put("&gt;")
      case 0x22: put("&quot;")
      default: html.append(byte)
      }
    }
  }

  // MARK: Brackets

  /// The longest tag in bytes; longer brackets are text.
  private static let longest = 200

  /// The longest address in bytes.
  private static let longestAddress = 4_096

  /// Converts what a bracket begins, and returns where the text goes on.
  ///
  /// Tags don't have to be closed in the order in which they were opened: the reader of HTML sorts that out, as browsers do.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - start: The place of the bracket.
  private mutating func bracket(_ text: [UInt8], _ start: Int) -> Int {
    let inside = text[(start + 1)...].prefix(ZknMarkup.longest).prefix {
      $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[")
    }
    guard inside.endIndex < text.count, text[inside.endIndex] == UInt8(ascii: "]") else {
      escape(text[start..<start + 1])
      return start + 1
    }
    let end = inside.endIndex + 1
    let tag = String(decoding: inside, as: UTF8.self)
    if end < text.count, text[end] == UInt8(ascii: "("), let link = link(text, inside, end) { return link }
    let name = String(tag.prefix { $0 != " " })
    let value = String(tag.dropFirst(name.count)).trimmingBlanks()
    switch name {
    case "code", "img", "form": return whole(text, start, end, name)
    case "table" where !isCell: return whole(text, start, end, name)
    case "z":
      guard let number = Int(value) else { break }
      if let id = note(number) {
        put("<a href=\"\(SourceContext.target(id))\">")
      } else {
        missing.append(number)
        put("<a>")
      }
      return end
    case "fn":
      footnote(value)
      return end
    case "color", "h":
      guard value.hasPrefix("#"), value.dropFirst().allSatisfy(\.isHexDigit) else { break }
      put("<span style=\"\(name == "h" ? "background-color" : "color"):\(value)\">")
      return end
    case "/color", "/h", "/font", "/s":
      put("</span>")
      return end
    case "font", "s":
      put("<span>")
      return end
    case "m":
      put("<div style=\"margin-left:\(Int(value) ?? 1)cm\">")
      return end
    default:
      if let known = ZknMarkup.simple[tag] {
        put(known)
        return end
      }
    }
    escape(text[start..<end])
    return end
  }

  /// Adds a foot note: the author with a number, and the page behind a colon, such as `2:17`. An author that isn't
  /// known keeps the number.
  private mutating func footnote(_ value: String) {
    let parts = value.split(separator: ":", maxSplits: 1).map { String($0).trimmingBlanks() }
    let number = parts.first ?? ""
    let name = Int(number).flatMap(author) ?? number
    footnotes.append(parts.count > 1 && !parts[1].isEmpty ? "\(name): \(parts[1])" : name)
    let mark = footnotes.count
    put("<a role=\"doc-noteref\" href=\"#note:\(mark)\"><sup>\(mark)</sup></a>")
  }

  /// Tags that stand for others, with their ends.
  private static let simple: [String: String] = [
    "br": "<br>", "f": "<b>", "/f": "</b>", "k": "<i>", "/k": "</i>", "u": "<u>", "/u": "</u>", "d": "<s>",
    "/d": "</s>",
    "sup": "<sup>", "/sup": "</sup>", "sub": "<sub>", "/sub": "</sub>", "q": "<blockquote>",
    "/q": "</blockquote>",
    "qm": "“", "/qm": "”", "h1": "<h1>", "/h1": "</h1>", "h2": "<h2>", "/h2": "</h2>", "h3": "<h3>",
    "/h3": "</h3>",
    "h4": "<h4>", "/h4": "</h4>", "c": "<div style=\"text-align:center\">", "/c": "</div>",
    "al": "<div style=\"text-align:left\">", "/al": "</div>", "ar": "<div style=\"text-align:right\">",
    "/ar": "</div>",
    "ab": "<div style=\"text-align:justify\">", "/ab": "</div>", "/m": "</div>", "l": "<ul>", "/l": "</ul>",
    "n": "<ol>", "/n": "</ol>", "*": "<li>", "/*": "</li>", "/z": "</a>",
  ]

  /// Converts `[text](address)`; nil where that isn't one.
  ///
  /// The address must have a scheme and no blanks.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - label: What stands in the brackets.
  ///   - open: The place of the opening parenthesis.
  /// - Returns: Where the text goes on.
  private mutating func link(_ text: [UInt8], _ label: ArraySlice<UInt8>, _ open: Int) -> Int? {
    guard let close = text[open...].prefix(ZknMarkup.longestAddress).firstIndex(of: 0x29) else { return nil }
    let address = text[(open + 1)..<close]
    guard Vault.hasScheme(String(decoding: address, as: UTF8.self)), !address.contains(0x20) else {
      return nil
    }
    put("<a href=\"")
    escape(address)
    put("\">")
    escape(label)
    put("</a>")
    return close + 1
  }

  /// Converts what stands between a tag and its end as a whole.
  ///
  /// Markup in code is text, so that programs can be shown. A tag that has no end reaches to the end of the text.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - start: The place of the tag.
  ///   - end: The place behind it.
  ///   - name: The name of the tag: `code`, `img`, `form` or `table`.
  /// - Returns: Where the text goes on. Forms are noted only.
  private mutating func whole(_ text: [UInt8], _ start: Int, _ end: Int, _ name: String) -> Int {
    if name == "form" {
      hasForms = true
      return end
    }
    let closing = Array("[/\(name)]".utf8)
    var close = end
    while close < text.count, !text[close...].starts(with: closing) { close += 1 }
    let inside = text[end..<close]
    switch name {
    case "code":
      put("<pre>")
      escape(Array(ZknMarkup.lines(inside).joined(separator: [0x0A]))[...])
      put("</pre>")
    case "img":
      let path = String(decoding: inside.prefix { $0 != UInt8(ascii: "|") }, as: UTF8.self)
      put("<img src=\"")
      escape(Array(path.replacing("\\", with: "/").drop { $0 == "/" }.utf8)[...])
      put("\">")
    default: table(inside)
    }
    return min(text.count, close + closing.count)
  }

  /// The lines of a text, which `[br]` separates.
  private static func lines(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "["), text[index...].starts(with: "[br]".utf8) {
        lines.append([])
        index += 4
      } else {
        lines[lines.count - 1].append(text[index])
        index += 1
      }
    }
    return lines
  }

  /// A table: a line with `^` between its cells is a header, the others have `|`.
  ///
  /// ```
  /// [table][tc]Caption[/tc][br]h1^h2[br]a|b\\c[/table]
  /// ```
  ///
  /// Two backslashes are a line end within a cell. Cells have markup, but no tables.
  private mutating func table(_ text: ArraySlice<UInt8>) {
    put("<table>")
    for line in ZknMarkup.lines(text) {
      var line = line[...]
      if line.starts(with: "[tc]".utf8) {
        let close = line.firstRange(of: Array("[/tc]".utf8)) ?? line.endIndex..<line.endIndex
        cell("caption", Array(line[4..<close.lowerBound]))
        line = line[close.upperBound...]
      }
      if line.allSatisfy({ LooseXML.isSpace($0) }) { continue }
      let isHeader = line.contains(0x5E)
      put("<tr>")
      for cell in line.split(separator: isHeader ? 0x5E : 0x7C, omittingEmptySubsequences: false) {
        let text = String(decoding: cell, as: UTF8.self).replacing("\\\\", with: "[br]")
        self.cell(isHeader ? "th" : "td", Array(text.utf8))
      }
      put("</tr>")
    }
    put("</table>")
  }

  /// Adds an element of a table with what is in it.
  private mutating func cell(_ element: String, _ text: [UInt8]) {
    var inside = ZknMarkup(cellOf: self)
    inside.convert(text)
    missing += inside.missing
    footnotes = inside.footnotes
    html += Array("<\(element)>".utf8) + inside.html + Array("</\(element)>".utf8)
  }
}
