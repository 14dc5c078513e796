internal import SlipExchange

extension WikiMarkdown {
  /// What a program adds.
  struct Dialect: OptionSet, Sendable {
    let rawValue: Int
    /// `[[Note]]`, `[[Note|label]]` and `![[file]]`.
    static let wikiLinks = Dialect(rawValue: 1)
    /// `%%comment%%`, also over lines.
    static let comments = Dialect(rawValue: 2)
    /// ` ^id` at the end of a line.
    static let blockIDs = Dialect(rawValue: 4)
    /// `#tag` and `#nested/tag`.
    static let tags = Dialect(rawValue: 8)
    /// `#several words#` besides.
    static let longTags = Dialect(rawValue: 16)
    /// `==marked==`.
    static let marks = Dialect(rawValue: 32)
    /// `> [!note] Title`.
    static let callouts = Dialect(rawValue: 64)
    /// A line end is a line break.
    static let lineBreaks = Dialect(rawValue: 128)
    /// Any sign in the box of a task means that it is done.
    static let anyTask = Dialect(rawValue: 256)
    /// `~underlined~`, with single signs.
    static let underline = Dialect(rawValue: 512)
    /// `^[text]`, a foot note where it stands.
    static let inlineNotes = Dialect(rawValue: 1_024)
    /// A table ends at a line without `|`, and not only at a blank one.
    static let shortTables = Dialect(rawValue: 2_048)
    /// `$x$` and `$$x$$`: formulas of TeX.
    static let formulas = Dialect(rawValue: 4_096)

    /// The size of a picture behind a bar in its description.
    static let pictureSizes = Dialect(rawValue: 8_192)

    /// `[[label|Note]]`: the target stands behind the bar, as in Gollum.
    static let labelFirst = Dialect(rawValue: 16_384)

    /// The size of a picture in a comment behind it: `![](a.png)<!-- {"width":388} -->`.
    static let sizeComments = Dialect(rawValue: 32_768)
    /// Lists and quotations end with their lines: a line right below one isn't a part of it.
    static let shortBlocks = Dialect(rawValue: 65_536)
    /// Single tildes are text.
    static let plainTildes = Dialect(rawValue: 131_072)

    /// What Obsidian and its relatives add.
    static let obsidian: Dialect = [
      .wikiLinks, .comments, .blockIDs, .tags, .marks, .callouts, .lineBreaks, .anyTask, .inlineNotes,
      .formulas, .pictureSizes, .plainTildes,
    ]
    /// What wikis of GitHub add.
    static let gollum: Dialect = [.wikiLinks, .labelFirst]
    /// What Logseq adds. A line within a block is a line break there, too.
    static let logseq: Dialect = [.wikiLinks, .tags, .marks, .lineBreaks, .formulas, .pictureSizes]
    /// What Bear adds.
    static let bear: Dialect = [
      .wikiLinks, .tags, .longTags, .marks, .callouts, .lineBreaks, .underline, .shortTables, .shortBlocks,
      .formulas, .pictureSizes, .sizeComments,
    ]
  }
}
