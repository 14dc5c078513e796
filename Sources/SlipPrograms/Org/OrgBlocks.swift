internal import SlipBase

/// The blocks of a file whose content isn't Org: code, examples, comments. A heading ends them.
struct OrgBlocks {
  /// The kind of the open block.
  private var open: String?

  /// Kinds whose content isn't Org.
  private static let kinds = ["src", "example", "export", "comment"] + exports
  /// Kinds of blocks for other formats, as Org before version 9 has them.
  static let exports = ["html", "latex", "ascii", "beamer", "texinfo", "odt", "docbook", "man"]

  /// Whether a line stands in such a block, or begins or ends one. Lines are asked about in order.
  mutating func isInside(_ line: Substring) -> Bool {
    if open == nil, line.utf8.first(where: { $0 > 0x20 }) != UInt8(ascii: "#") { return false }
    if OrgLine.isHeading(line) {
      open = nil
      return false
    }
    let word = line.trimmingBlanks().firstWord.lowercased()
    if let kind = open {
      if word == "#+end_" + kind { open = nil }
      return true
    }
    open = OrgBlocks.kinds.first { word == "#+begin_" + $0 }
    return open != nil
  }
}
