internal import SlipBase

/// The names of files that texts mention: whatever ends in an extension, behind a slash, a bracket or a parenthesis.
///
/// It is a rough look, which takes no time to speak of: a file that is mentioned anywhere counts as shown. Otherwise all texts
/// would have to be read as Markdown before the first note could be given.
struct FileMentions {
  /// The names, case-folded.
  private var names: Set<String> = []

  /// The longest target that is looked at, in bytes.
  private static let longestTarget = 2_048

  /// Nothing is mentioned yet.
  init() {}

  /// Notes the names in a text.
  mutating func look(through text: [UInt8]) {
    var start = text.startIndex
    var hasDot = false
    for index in text.indices {
      if text[index] == 0x2E { hasDot = true }
      let isEnd = FileMentions.isBesideTarget(text[index])
      guard isEnd || index == text.count - 1 else { continue }
      if hasDot, index - start < FileMentions.longestTarget {
        let target = MarkdownBody.decoded(
          String(decoding: text[start..<(isEnd ? index : index + 1)], as: UTF8.self))
        names.insert(TextFolding.caseFolded(String(target.trimmingBlanks().lastName)))
      }
      (start, hasDot) = (index + 1, false)
    }
  }

  /// Whether the file at a path was mentioned, by its name.
  func has(_ path: String) -> Bool { names.contains(TextFolding.caseFolded(String(path.lastName))) }

  /// Whether a byte may stand beside the target of a link.
  private static func isBesideTarget(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0D, 0x22, 0x23, 0x28, 0x29, 0x3A, 0x3C, 0x3E, 0x5B, 0x5D, 0x7C: true
    default: false
    }
  }
}
