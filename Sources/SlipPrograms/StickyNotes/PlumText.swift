internal import SlipExchange
internal import SlipFormats

/// The text of Sticky Notes on Windows 10 and 11.
///
/// ```
/// \id=7138a041-3bf3-4202-8094-30ddfb55d58a Bees       a paragraph and its id
/// \id=b23496d3-c56b-4017-8147-15bc3e677e32 \b bold\b0  plain
/// \id=9a7b3666-6b14-4cc7-86d4-88dd8ed52b53 \l item\l0
/// ```
///
/// The marks are `b`, `i`, `ul` and `strike`, which a 0 ends, and `l` for an item of a list. A mark ends at a blank, which
/// belongs to it, or at the next mark. Two backslashes are one; any other backslash is text.
enum PlumText {
  /// Marks and the elements of HTML that stand for them.
  /// These four may lie in each other in any order.
  private static let elements = ["b": "b", "i": "i", "ul": "u", "strike": "s"]
  /// The longest mark without its backslash.
  private static let longest = 8

  /// A piece of a paragraph.
  private enum Piece: Equatable {
    /// Text.
    case text(String)
    /// A mark that begins or ends something.
    case mark(String, begins: Bool)
    /// The id of the paragraph.
    case id
  }

  /// The text as HTML.
  ///
  /// Each line is a paragraph, or an item of a list if it has the mark `l`. Formatting goes on over the
  /// ends of lines until its mark ends it, so it is ended and begun again at each of them.
  ///
  /// - Parameter text: The text as the store has it, with either kind of line end.
  static func html(_ text: String) -> SourceHTML {
    var html = SourceHTML()
    var open: [String] = []
    var (isInList, isFirst) = (false, true)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let pieces = self.pieces(line)
      let isItem = pieces.contains(.mark("l", begins: true))
      if isItem != isInList {
        html.put(isItem ? "<ul>" : "</ul>")
        isInList = isItem
      }
      // A text that begins with a line end has no paragraph before it.
      if isFirst, pieces.isEmpty { continue }
      isFirst = false
      html.put(isItem ? "<li>" : "<p>")
      for element in open { html.put("<\(element)>") }
      for piece in pieces {
        switch piece {
        case .text(let text): html.text(text)
        case .mark(let name, let begins): put(name, begins, &open, &html)
        case .id: break
        }
      }
      for element in open.reversed() { html.put("</\(element)>") }
      html.put(isItem ? "</li>" : "</p>")
    }
    if isInList { html.put("</ul>") }
    return html
  }

  /// Begins or ends formatting. Elements that were begun later are ended and begun again.
  ///
  /// ```
  /// \b bold \i both\b0 italic\i0   →   <b>bold <i>both</i></b><i>italic</i>
  /// ```
  ///
  /// - Parameters:
  ///   - name: The mark without its backslash and without a 0.
  ///   - begins: Whether it has no 0.
  ///   - open: The open elements, the outermost first.
  ///   - html: What gets the tags.
  private static func put(_ name: String, _ begins: Bool, _ open: inout [String], _ html: inout SourceHTML) {
    guard let element = elements[name] else { return }
    guard !begins else {
      if !open.contains(element) {
        open.append(element)
        html.put("<\(element)>")
      }
      return
    }
    guard let place = open.firstIndex(of: element) else { return }
    for element in open[place...].reversed() { html.put("</\(element)>") }
    open.remove(at: place)
    for element in open[place...] { html.put("<\(element)>") }
  }

  /// The pieces of a paragraph.
  ///
  /// A backslash that begins no mark is text itself.
  private static func pieces(_ line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    /// Ends a run of text.
    func flush() {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
    }
    var position = line.startIndex
    while position < line.endIndex {
      guard line[position] == "\\" else {
        text.append(line[position])
        position = line.index(after: position)
        continue
      }
      let after = line.index(after: position)
      if after < line.endIndex, line[after] == "\\" {
        text.append("\\")
        position = line.index(after: after)
      } else if let (piece, end) = mark(line, after) {
        flush()
        pieces.append(piece)
        position = end
      } else {
        text.append("\\")
        position = after
      }
    }
    flush()
    return pieces
  }

  /// The mark behind a backslash, and where the text goes on; nil where there is none.
  ///
  /// - Parameters:
  ///   - line: The paragraph.
  ///   - start: The place behind the backslash.
  private static func mark(_ line: Substring, _ start: String.Index) -> (Piece, String.Index)? {
    let word = line[start...].prefix(longest).prefix { $0.isASCII && ($0.isLetter || $0 == "0") }
    if word == "id", line[word.endIndex...].first == "=" {
      let id = line[line.index(after: word.endIndex)...].prefix { $0.isHexDigit || $0 == "-" }
      return id.isEmpty ? nil : (.id, behind(id.endIndex, in: line))
    }
    let begins = word.last != "0"
    let name = String(begins ? word : word.dropLast())
    guard name == "l" || elements[name] != nil else { return nil }
    let next = line[word.endIndex...].first
    guard next == nil || next == " " || next == "\\" || next == "\t" else { return nil }
    return (.mark(name, begins: begins), behind(word.endIndex, in: line))
  }

  /// The place behind the blank that ends a mark.
  /// Only one blank belongs to the mark.
  private static func behind(_ end: String.Index, in line: Substring) -> String.Index {
    line[end...].first == " " ? line.index(after: end) : end
  }
}
