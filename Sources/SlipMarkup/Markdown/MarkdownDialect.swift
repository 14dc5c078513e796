/// What a note program reads in Markdown besides GFM, as far as text has to be escaped for it.
///
/// Programs such as Obsidian and Bear take `[[x]]` for a link, `==x==` for marked text, `%%x%%` for a comment and `#x` for a
/// tag. In text that only looks so, these signs get a backslash, which every reader of GFM leaves out again.
///
/// | text | Markdown for note programs |
/// | --- | --- |
/// | `see [[x]]` | `see \[\[x]]` |
/// | `a == b` | `a \=\= b` |
/// | `call #5a` | `call \#5a` |
public struct MarkdownDialect: Sendable, Hashable {
  /// Whether there are links in double brackets, tags, comments, marked text and formulas.
  public var hasWikiMarks = false
  /// Whether there are links in double brackets, comments, marked text and callouts, as this package reads them in any Markdown file. Only what
  /// would be read as such is escaped.
  public var hasCommonSigns = false
  /// Whether a single tilde underlines text, and tags may have blanks, as in Bear.
  public var hasTildeMarks = false
  /// Whether text between `%%` is a comment, which isn't shown, as in Obsidian.
  public var hasComments = false
  /// Whether ` ^id` at the end of a paragraph names it, as in Obsidian.
  public var hasBlockIDs = false
  /// Whether a quotation may say its type, `[!note]`, as in Obsidian and Bear.
  public var hasCallouts = false
  /// Whether the box of a task may have any sign, as in Obsidian.
  public var hasTaskSigns = false
  /// Whether a picture may have a size in its description, `![a|120](b.png)`, as in Obsidian.
  public var hasPictureSizes = false
  /// Tags that text may have, in lower case and without `#`: they aren't escaped.
  public var tags: Set<String> = []

  /// GFM and nothing else.
  public init() {}

  /// GFM with what this package reads besides in files that no program is named for.
  public static var common: MarkdownDialect {
    var dialect = MarkdownDialect()
    dialect.hasCommonSigns = true
    return dialect
  }

  /// Programs such as Joplin, which have marked text and formulas, and no comments.
  public static var joplin: MarkdownDialect {
    var dialect = MarkdownDialect()
    dialect.hasWikiMarks = true
    return dialect
  }

  /// Obsidian and its relatives.
  public static var obsidian: MarkdownDialect {
    var dialect = joplin
    (dialect.hasComments, dialect.hasCallouts) = (true, true)
    (dialect.hasTaskSigns, dialect.hasPictureSizes, dialect.hasBlockIDs) = (true, true, true)
    return dialect
  }

  /// Bear, in which a single tilde underlines text.
  public static var bear: MarkdownDialect {
    var dialect = joplin
    (dialect.hasTildeMarks, dialect.hasCallouts) = (true, true)
    return dialect
  }

  /// The signs that may mean something.
  private static let signs = Set("#=%^$~[]".utf8)
  /// The longest tag that is compared, in bytes.
  private static let longestTag = 200

  /// Whether a byte of a text has to be looked at.
  func mayMean(_ byte: UInt8) -> Bool {
    hasWikiMarks && MarkdownDialect.signs.contains(byte)
      || hasCommonSigns
        && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "%"))
  }

  /// Whether the sign at `index` means something in this dialect, as far as its neighbours say.
  ///
  /// - Parameter isBeforeLink: Whether a link follows right behind the text. A bracket before it would make three in a row.
  func means(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, isBeforeLink: Bool) -> Bool {
    let byte = bytes[index]
    let next = index + 1 < bytes.count ? bytes[index + 1] : nil
    let before = index > 0 ? bytes[index - 1] : nil
    guard hasWikiMarks else { return isCommonSign(bytes, index, before, next, isBeforeLink: isBeforeLink) }
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "%"): return next == byte || before == byte
    case UInt8(ascii: "["):
      // A link, a callout, or the box of a task, which some programs give any sign.
      return next == byte || before == byte || next == UInt8(ascii: "!") || next == nil && isBeforeLink
        || index + 2 < bytes.count && bytes[index + 2] == UInt8(ascii: "]")
    case UInt8(ascii: "]"): return index >= 2 && bytes[index - 2] == UInt8(ascii: "[")
    case UInt8(ascii: "#"): return startsTag(bytes, index, before)
    case UInt8(ascii: "^"): return next == UInt8(ascii: "[") || before == nil || before == UInt8(ascii: " ")
    case UInt8(ascii: "$"): return next.map { $0 > 0x20 } ?? true
    case UInt8(ascii: "~"): return hasTildeMarks
    default: return false
    }
  }

  /// Whether the sign at `index` begins something in a file that no program is named for, or ends it.
  private func isCommonSign(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ before: UInt8?, _ next: UInt8?, isBeforeLink: Bool
  ) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "["):
      return next == UInt8(ascii: "[") || next == UInt8(ascii: "!") || next == nil && isBeforeLink
    case UInt8(ascii: "%"): return next == UInt8(ascii: "%") || before == UInt8(ascii: "%")
    case UInt8(ascii: "="):
      var (start, end) = (index, index + 1)
      while start > 0, bytes[start - 1] == bytes[index] { start -= 1 }
      while end < bytes.count, bytes[end] == bytes[index] { end += 1 }
      guard end - start == 2 else { return false }
      // Between blanks, two signs mark nothing.
      return start == 0 || end == bytes.count || bytes[start - 1] > 0x20 || bytes[end] > 0x20
    default: return false
    }
  }

  /// Whether the `#` begins a tag that the text may not have.
  private func startsTag(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ before: UInt8?) -> Bool {
    if let before, before != UInt8(ascii: " "), before != UInt8(ascii: "\t"), before != UInt8(ascii: "("),
      before != UInt8(ascii: ">")
    {
      return false
    }
    guard index + 1 < bytes.count else { return true }
    guard bytes[index + 1] > 0x20 else { return false }
    if tags.isEmpty { return true }
    let text = String(decoding: bytes[(index + 1)...].prefix(MarkdownDialect.longestTag), as: UTF8.self)
    // Where tags may have blanks, another sign ends such a one: `#several words#`.
    if hasTildeMarks, let end = text.firstIndex(where: { $0 == "#" || $0.isNewline }), text[end] == "#",
      tags.contains(text[..<end].lowercased())
    {
      return false
    }
    let name = text.prefix { $0.isLetter || $0.isNumber || "_-/".contains($0) }
    return !tags.contains(name.lowercased())
  }
}
