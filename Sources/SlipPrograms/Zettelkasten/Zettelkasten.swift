internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

extension SourceKind {
  /// Slip-boxes of Daniel Lüdecke's Zettelkasten.
  static let zkn3 = SourceKind(
    name: "zkn3", title: "Zettelkasten (zkn3)", suffixes: ["zkn3", "zkb3"], hasOwnFolder: false,
    recognizes: { $0.form == .archive && $0.place(of: "zknFile.xml") != nil ? .certain : nil },
    open: { tree, _ throws(SlipError) in try ZknSource(tree) })
}
