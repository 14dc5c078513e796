internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Outlines of Workflowy, Dynalist, OmniOutliner and many other programs.
  static let opml = SourceKind(
    name: "opml", title: "Outlines (OPML), such as those of Workflowy and Dynalist",
    suffixes: ["opml", "xml", "zip"], parts: ["opml"], hasOwnFolder: false,
    recognizes: OPMLSource.recognizes,
    open: { tree, context in OPMLSource(tree, context) })
}
