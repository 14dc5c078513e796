internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import Synchronization

extension SourceKind {
  /// Graphs of Logseq: folders of Markdown in which each line is a block.
  static let logseq = SourceKind(
    name: "logseq", title: "Logseq graph", suffixes: ["zip"], marks: ["logseq"], parts: ["markdown"],
    hasOwnFolder: false,
    recognizes: { LogseqSource.settings($0) == nil ? nil : .certain },
    open: { tree, context throws(SlipError) in try LogseqSource(tree, context) })
}
