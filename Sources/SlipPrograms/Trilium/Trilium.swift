internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

extension SourceKind {
  /// Exports and stores of Trilium.
  static let trilium = SourceKind(
    name: "trilium", title: "Trilium and TriliumNext (export, document.db)", suffixes: ["zip", "db"],
    marks: [TriliumExport.list], parts: ["html", "markdown"], hasOwnFolder: false,
    recognizes: TriliumSource.recognizes,
    open: { tree, _ throws(SlipError) in try TriliumSource(tree) })
}
