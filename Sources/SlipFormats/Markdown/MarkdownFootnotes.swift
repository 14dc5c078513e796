/// Footnotes of Markdown that cmark-gfm would drop.
///
/// It leaves out definitions that nothing refers to, and all but the first of several with one label. Their text
/// is the user's: with a backslash before the bracket it stays where it stands.
enum MarkdownFootnotes {
  /// The longest label in bytes.
  private static let longestLabel = 1_000

  /// The text with a backslash before definitions that would be dropped; the same where there is none.
  static func keepingUnreferenced(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var definitions: [(place: Int, label: ArraySlice<UInt8>)] = []
    var references: Set<ArraySlice<UInt8>> = []
    var index = text.startIndex
    // Whether only blanks and signs of quotations stand before the index on its line, and how many blanks.
    var (isAtStart, blanks) = (true, 0)
    while index < text.endIndex {
      switch text[index] {
      case 0x0A, 0x0D: (isAtStart, blanks) = (true, 0)
      case 0x20 where isAtStart: blanks += 1
      case 0x3E where isAtStart: blanks = 0
      case 0x5C:
        isAtStart = false
        index += 1
      case 0x5B:
        if let label = label(text, index) {
          let isDefinition =
            isAtStart && blanks < 4 && label.endIndex + 1 < text.endIndex && text[label.endIndex + 1] == 0x3A
          let name = ArraySlice(label.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
          if isDefinition { definitions.append((index, name)) } else { references.insert(name) }
        }
        isAtStart = false
      default: isAtStart = false
      }
      index += 1
    }
    var seen: Set<ArraySlice<UInt8>> = []
    let dropped = definitions.filter { !references.contains($0.label) || !seen.insert($0.label).inserted }
    guard !dropped.isEmpty else { return text }
    var output: [UInt8] = []
    var start = text.startIndex
    for definition in dropped {
      output += text[start..<definition.place] + [0x5C]
      start = definition.place
    }
    return (output + text[start...])[...]
  }

  /// The label in `[^label]`; nil for other brackets.
  private static func label(_ text: ArraySlice<UInt8>, _ open: Int) -> ArraySlice<UInt8>? {
    guard open + 2 < text.endIndex, text[open + 1] == 0x5E else { return nil }
    let label = text[(open + 2)...].prefix(longestLabel).prefix { $0 != 0x5D && $0 != 0x5B && $0 > 0x20 }
    guard !label.isEmpty, label.endIndex < text.endIndex, text[label.endIndex] == 0x5D else { return nil }
    return label
  }
}
