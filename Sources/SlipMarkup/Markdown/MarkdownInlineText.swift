/// The text of a block while cmark-gfm reads the inlines in it.
///
/// It remembers where signs were found, or that there are none, so that all searches together take time in proportion to the
/// text, whatever it is.
struct MarkdownInlineText {
  /// The text in UTF-8, without white space at its end.
  let bytes: UnsafeBufferPointer<UInt8>
  /// What the program adds.
  let additions: MarkdownAdditions
  /// The paragraph, heading or cell.
  let block: CMarkNode?

  /// Where searches for a sign began last, and where they found it: behind the text where there was none.
  private var searches: [String: (start: Int, found: Int)] = [:]
  /// The place before which no formula of one `$` ends.
  var formulasSearched = 0
  /// The closing brackets of notes within the text by the place of the `^`; nil before they were looked for.
  private var notes: [Int: Int]?

  /// Begins a block.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ additions: MarkdownAdditions, in block: CMarkNode?) {
    (self.bytes, self.additions, self.block) = (bytes, additions, block)
  }

  /// The sign at a place, also where another byte stands for it; 0 outside of the text.
  subscript(index: Int) -> UInt8 { bytes.indices.contains(index) ? MarkdownStandIn.sign(bytes[index]) : 0 }

  /// Whether a line begins at a place.
  func beginsLine(_ index: Int) -> Bool { index == 0 || self[index - 1] == UInt8(ascii: "\n") }

  /// Whether an ASCII text stands at a place. The signs that stand for others count as those.
  func has(_ text: StaticString, at index: Int) -> Bool {
    text.withUTF8Buffer { signs in
      index + signs.count <= bytes.count
        && signs.indices.allSatisfy { MarkdownStandIn.sign(bytes[index + $0]) == signs[$0] }
    }
  }

  /// Where an ASCII text stands next; nil where it doesn't.
  ///
  /// - Parameter end: Where it must end at the latest.
  mutating func next(_ text: StaticString, from start: Int, before end: Int? = nil) -> Int? {
    let key = text.description
    var found = searches[key].flatMap { $0.start <= start && start <= $0.found ? $0.found : nil }
    if found == nil {
      var index = start
      while index < bytes.count, !has(text, at: index) { index += 1 }
      searches[key] = (start, index)
      found = index
    }
    guard let found, found < bytes.count, found + text.utf8CodeUnitCount <= end ?? bytes.count else {
      return nil
    }
    return found
  }

  /// Where the line ends that a place is in.
  mutating func endOfLine(_ index: Int) -> Int { next("\n", from: index) ?? bytes.count }

  /// A part as text, with the signs that others stand for.
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].map(MarkdownStandIn.sign), as: UTF8.self)
  }

  /// The bracket that closes the note whose `^` stands at a place; nil where none does.
  mutating func endOfNote(_ start: Int) -> Int? {
    if notes == nil { notes = pairs() }
    return notes?[start]
  }

  /// The brackets that close notes.
  private func pairs() -> [Int: Int] {
    var (open, found): ([Int], [Int: Int]) = ([], [:])
    var index = 0
    while index < bytes.count {
      switch MarkdownStandIn.sign(bytes[index]) {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "]"):
        if let start = open.popLast(), self[start - 1] == UInt8(ascii: "^"), index > start + 1 {
          found[start - 1] = index
        }
      default: break
      }
      index += 1
    }
    return found
  }
}
