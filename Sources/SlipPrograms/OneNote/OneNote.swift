internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes

extension SourceKind {
  /// Sections of OneNote.
  static let onenote = SourceKind(
    name: "onenote", title: "OneNote sections (.one)", suffixes: ["one", "onepkg"], parts: ["onenote"],
    hasOwnFolder: false,
    recognizes: { tree in
      guard tree.form != .file else { return OneNoteSource.isOne(tree, 0) ? .certain : nil }
      let named = tree.files.indices.filter {
        tree.files[$0].path.suffixName == "one" && !tree.files[$0].isClutter
      }
      return named.contains { OneNoteSource.isOne(tree, $0) } ? .likely : nil
    },
    open: { tree, _ throws(SlipError) in try OneNoteSource(tree) })
}
