internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Exports of Simplenote.
  static let simplenote = SourceKind(
    name: "simplenote", title: "Simplenote export", suffixes: ["zip", "json"], marks: ["source/notes.json"],
    hasOwnFolder: false,
    statesStructure: false,
    recognizes: { SimplenoteSource.list(of: $0) == nil ? nil : .certain },
    open: { tree, _ throws(SlipError) in try SimplenoteSource(tree) })
}
