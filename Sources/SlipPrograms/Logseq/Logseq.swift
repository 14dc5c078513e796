internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import Synchronization

extension SourceKind {
  /// Graphs of Logseq: folders of Markdown in which each line is a block.
  static let logseq = SourceKind(
    name: "logseq", title: "Logseq graph", suffixes: ["zip", "edn", "sqlite", "db"], marks: ["logseq"],
    parts: ["markdown"],
    hasOwnFolder: false,
    recognizes: { tree in
      LogseqSource.settings(tree) != nil || tree.form != .archive && LogseqDatabase.isGraph(tree)
        ? .certain : nil
    },
    open: { tree, context throws(SlipError) in
      if LogseqSource.settings(tree) == nil { throw LogseqDatabase.error }
      return try LogseqSource(tree, context)
    })
}
