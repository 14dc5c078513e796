internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

extension SourceKind {
  /// Documents of CherryTree in each of its storages.
  static let cherrytree = SourceKind(
    name: "cherrytree", title: "CherryTree documents (.ctd, .ctb, folder)",
    suffixes: ["ctd", "ctb", "ctx", "ctz", "zip"], marks: ["subnodes.lst"], hasOwnFolder: false,
    recognizes: CherryTreeSource.recognizes,
    open: { tree, context throws(SlipError) in try CherryTreeSource(tree, context) })
}
