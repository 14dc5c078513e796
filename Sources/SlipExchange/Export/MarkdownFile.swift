/// What is known of Markdown files by their names.
package enum MarkdownFile {
  /// The extensions of notes.
  package static let suffixes: Set<String> = ["md", "markdown", "mkd", "mdown"]
}
