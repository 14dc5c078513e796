internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Vaults of Obsidian, and folders that are written like one: with links in double brackets.
  static let obsidian = SourceKind(
    name: "obsidian", title: "Obsidian vault", suffixes: ["zip", "tar", "tgz", "gz"],
    marks: [".obsidian", ".foam"],
    parts: ["markdown"],
    hasOwnFolder: false,
    recognizes: { MarkdownSource.recognizes($0, isVault: true) },
    // A file alone may be one of a vault.
    mayBeNamed: { MarkdownSource.recognizes($0, isVault: false) != nil },
    open: { tree, context throws(SlipError) in try MarkdownSource(tree, isVault: true, context) })

  /// Folders of Markdown files, and single ones.
  static let markdown = SourceKind(
    name: "markdown", title: "Markdown files", suffixes: ["md", "markdown", "mkd", "mdown"],
    parts: ["markdown"],
    hasOwnFolder: false,
    recognizes: { MarkdownSource.recognizes($0, isVault: false) },
    open: { tree, context throws(SlipError) in try MarkdownSource(tree, isVault: false, context) })
}
