internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Exports of Notion, as Markdown and CSV or as HTML.
  ///
  /// A single page in Markdown isn't recognised, as nothing tells it from any other file.
  static let notion = SourceKind(
    name: "notion", title: "Notion export", suffixes: ["zip", "html"], parts: ["markdown", "html", "notion"],
    hasOwnFolder: false,
    recognizes: { tree in
      guard tree.form != .file else {
        guard tree.name.suffixName == "html", let bytes = tree.soundBytes(at: 0) else { return nil }
        return bytes.withBytes { NotionMarkup.isPage($0) } ? .certain : nil
      }
      return NotionTree.isExport(NotionTree.files(of: tree)) ? .certain : nil
    },
    open: { tree, context in NotionSource(NotionTree.files(of: tree), context) })
}
