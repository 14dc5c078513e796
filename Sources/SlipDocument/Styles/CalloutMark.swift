/// The type of a callout, as note programs have it in the first line of a quotation: `> [!warning]- Title`.
///
/// RTF and HTML have no callouts. The type is therefore the name of a bookmark where the quotation begins, which every format that
/// has bookmarks keeps: `callout_1_warning-`, with `_` at its end where the callout has no title.
package struct CalloutMark: Hashable, Sendable {
  /// The type, such as `warning`.
  package var type: String
  /// `-` for a folded callout, `+` for one that can be folded, and empty for others.
  package var fold: String
  /// Whether its first line has a title.
  package var isTitled: Bool

  /// What the names of such bookmarks begin with.
  private static let prefix = "callout_"
  /// The longest type, in characters.
  private static let longest = 64

  /// A mark; nil for a type that can't stand in the name of a bookmark.
  package init?(type: some StringProtocol, fold: String, isTitled: Bool) {
    let isSound = type.allSatisfy { $0.isLetter || $0.isNumber || "-| .".contains($0) }
    guard !type.isEmpty, type.count <= CalloutMark.longest, isSound else { return nil }
    (self.type, self.fold, self.isTitled) = (String(type), fold, isTitled)
  }

  /// Reads the name of a bookmark; nil for other names.
  package init?(bookmark: String) {
    guard bookmark.hasPrefix(CalloutMark.prefix) else { return nil }
    var rest = bookmark.dropFirst(CalloutMark.prefix.count).drop(while: \.isNumber)
    guard rest.first == "_" else { return nil }
    rest = rest.dropFirst()
    let isTitled = rest.last != "_"
    if !isTitled { rest = rest.dropLast() }
    let fold = rest.last == "+" ? "+" : rest.hasSuffix("--") ? "-" : ""
    self.init(type: rest.dropLast(fold.isEmpty ? 0 : fold == "+" ? 1 : 2), fold: fold, isTitled: isTitled)
  }

  /// The name of its bookmark.
  ///
  /// - Parameter number: Its number in the text, which tells bookmarks apart.
  package func bookmark(_ number: Int) -> String {
    CalloutMark.prefix + "\(number)_\(type)" + (fold == "-" ? "--" : fold) + (isTitled ? "" : "_")
  }

  /// What programs show as the title of a callout that has none of its own: its type, such as `Tip`.
  package static func usualTitle(_ type: some StringProtocol) -> String {
    type.prefix(1).uppercased() + type.dropFirst().lowercased()
  }

  /// The mark at the beginning of the quotation.
  package var markdown: String { "[!\(type)]\(fold)" }
}

/// The signs for the states of a task beyond open and done, which programs write as a sign in its box: `- [/] half done`.
package enum TaskSign {
  /// The sign in the box, and the one that text shows.
  private static let rows: [(box: Character, shown: Character)] = [
    ("/", "◪"), ("-", "☒"), (">", "▷"), ("<", "◁"), ("!", "❗"), ("?", "❓"), ("*", "★"),
  ]

  /// What text shows for a sign in the box of a task; nil for a sign that has no meaning of its own.
  package static func shown(_ box: Character) -> Character? { rows.first { $0.box == box }?.shown }

  /// The sign in the box for one that text shows; nil for others.
  package static func box(_ shown: Character) -> Character? { rows.first { $0.shown == shown }?.box }
}
