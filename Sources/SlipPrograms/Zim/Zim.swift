internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Notebooks of Zim, and ZIPs of them.
  static let zim = SourceKind(
    name: "zim", title: "Zim notebooks", suffixes: ["zip"], marks: [ZimSource.settings], hasOwnFolder: false,
    recognizes: { ZimSource.recognizes($0) },
    open: { tree, _ in ZimSource(tree) })
}
