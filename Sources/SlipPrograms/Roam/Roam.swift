internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Graphs of Roam Research as JSON.
  static let roam = SourceKind(
    name: "roam", title: "Roam Research export (JSON)", suffixes: ["json", "edn", "zip"], hasOwnFolder: false,
    recognizes: { RoamSource.graph(in: $0) == nil ? nil : .certain },
    open: { tree, _ throws(SlipError) in try RoamSource(tree) })
}
