internal import SlipDocument

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
  /// Marks that may lie in each other in any order.
  private static let marks: [String: TextMark] = [
    "b": .bold, "i": .italic, "ul": .underlined, "strike": .struck,
  ]
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

  /// The text as a document.
  ///
  /// Each line is a paragraph, or an item of a list if it has the mark `l`. Formatting goes on over the
  /// ends of lines until its mark ends it.
  ///
  /// - Parameter text: The text as the store has it, with either kind of line end.
  static func document(_ text: String) -> Document {
    var builder = DocumentBuilder()
    var open: Set<TextMark> = []
    var style = CharacterStyle()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let pieces = self.pieces(line)
      for piece in pieces {
        switch piece {
        case .text(let text): builder.text(text, style)
        case .mark(let name, let begins):
          guard let mark = marks[name] else { continue }
          if begins { open.insert(mark) } else { open.remove(mark) }
          style = CharacterStyle(open)
        case .id: break
        }
      }
      let isItem = pieces.contains(.mark("l", begins: true))
      if isItem { builder.end(.item(level: 0, number: nil)) } else { builder.endOpen() }
    }
    return builder.document
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
    guard name == "l" || marks[name] != nil else { return nil }
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
