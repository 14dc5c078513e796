internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Google Keep in an archive of Takeout.
  static let keep = SourceKind(
    name: "keep", title: "Google Keep (Takeout)", suffixes: ["zip", "tgz"], marks: ["Keep"], parts: ["html"],
    hasOwnFolder: false,
    recognizes: { tree in
      guard tree.form != .file else { return nil }
      let places = tree.files.indices.filter { tree.files[$0].path.suffixName == "json" }
      return places.prefix(64).contains { KeepSource.json(tree, $0).map(KeepSource.isNote) ?? false }
        ? .certain : nil
    },
    open: { tree, _ in KeepSource(tree) })
}
