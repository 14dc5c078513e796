/// Footnotes of Markdown that cmark-gfm would drop.
///
/// It leaves out definitions that nothing refers to, and all but the first of several with one label. Their text
/// is the user's: with a backslash before the bracket it stays where it stands. What is code defines nothing, and
/// refers to nothing.
enum MarkdownFootnotes {
  /// The longest label in bytes.
  private static let longestLabel = 1_000

  /// The text with a backslash before definitions that would be dropped; the same where there is none.
  ///
  /// - Parameter hidden: How often text refers to footnotes that isn't read as Markdown, by their labels.
  static func keepingUnreferenced(
    _ text: ArraySlice<UInt8>, hidden: [ArraySlice<UInt8>: Int] = [:]
  ) -> ArraySlice<UInt8> {
    var definitions: [(place: Int, label: ArraySlice<UInt8>)] = []
    var references: [ArraySlice<UInt8>: Int] = [:]
    var index = text.startIndex
    // Whether only blanks and signs of quotations stand before the index on its line, and how many blanks.
    var (isAtStart, blanks) = (true, 0)
    while index < text.endIndex {
      if isAtStart, let end = endOfFence(text, index) {
        index = end
        (isAtStart, blanks) = (true, 0)
        continue
      }
      switch text[index] {
      case 0x60:
        isAtStart = false
        index = endOfSpan(text, index)
        continue
      case 0x0A, 0x0D: (isAtStart, blanks) = (true, 0)
      case 0x20 where isAtStart: blanks += 1
      case 0x3E where isAtStart: blanks = 0
      case 0x5C:
        isAtStart = false
        index += 1
      case 0x5B:
        if let label = label(text, index) {
          let isDefinition =
            isAtStart && blanks < 4 && label.endIndex + 1 < text.endIndex
            && text[label.endIndex + 1] == UInt8(ascii: ":")
          let name = folded(label)
          if isDefinition { definitions.append((index, name)) } else { references[name, default: 0] += 1 }
        }
        isAtStart = false
      default: isAtStart = false
      }
      index += 1
    }
    var seen: Set<ArraySlice<UInt8>> = []
    let dropped = definitions.filter {
      references[$0.label, default: 0] <= hidden[$0.label, default: 0] || !seen.insert($0.label).inserted
    }
    guard !dropped.isEmpty else { return text }
    var output: [UInt8] = []
    var start = text.startIndex
    for definition in dropped {
      output += text[start..<definition.place] + [0x5C]
      start = definition.place
    }
    return (output + text[start...])[...]
  }

  /// Where a block of code ends that begins with a fence here: behind the line with the closing fence, or at the
  /// end of the text; nil where no fence stands. Signs of quotations before the closing one don't count.
  private static func endOfFence(_ text: ArraySlice<UInt8>, _ start: Int) -> Int? {
    let sign = text[start]
    guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let length = text[start...].prefix { $0 == sign }.count
    let info = text[(start + length)...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard length >= 3, sign == UInt8(ascii: "~") || !info.contains(0x60) else { return nil }
    var index = info.endIndex
    while index < text.endIndex {
      index += 1
      let line = text[index...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let bare = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ">") }
      index = line.endIndex
      let closing = bare.prefix { $0 == sign }.count
      if closing >= length,
        bare.dropFirst(closing).allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      {
        return index
      }
    }
    return index
  }

  /// How many bytes a code span may take.
  private static let longestSpan = 10_000

  /// Where a code span ends that begins here, or the backquotes that begin none. A span ends at as many
  /// backquotes as it begins with, in the same paragraph.
  private static func endOfSpan(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    let length = text[start...].prefix { $0 == UInt8(ascii: "`") }.count
    var index = start + length
    var isBlank = false
    while index < text.endIndex, index - start < longestSpan {
      switch text[index] {
      case 0x60:
        let run = text[index...].prefix { $0 == UInt8(ascii: "`") }.count
        index += run
        if run == length { return index }
        isBlank = false
        continue
      case 0x0A:
        if isBlank { return start + length }
        isBlank = true
      case 0x09, 0x0D, 0x20: break
      default: isBlank = false
      }
      index += 1
    }
    return start + length
  }

  /// The labels of all footnotes that a text refers to, as they are compared.
  static func labels(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    guard text.firstRange(of: "[^".utf8) != nil else { return [] }
    return text.indices.filter { text[$0] == UInt8(ascii: "[") }.compactMap {
      label(text[...], $0).map(folded)
    }
  }

  /// A label as labels are compared.
  private static func folded(_ label: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    ArraySlice(label.map { $0.asciiLowercased })
  }

  /// The label in `[^label]`; nil for other brackets.
  private static func label(_ text: ArraySlice<UInt8>, _ open: Int) -> ArraySlice<UInt8>? {
    guard open + 2 < text.endIndex, text[open + 1] == UInt8(ascii: "^") else { return nil }
    let label = text[(open + 2)...].prefix(longestLabel).prefix {
      $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") && $0 > 0x20
    }
    guard !label.isEmpty, label.endIndex < text.endIndex, text[label.endIndex] == UInt8(ascii: "]") else {
      return nil
    }
    return label
  }
}
