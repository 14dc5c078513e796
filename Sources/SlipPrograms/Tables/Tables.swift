internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

extension SourceKind {
  /// Tables and lists of any program. Only a file that is named by the user is taken for one.
  static let table = SourceKind(
    name: "table", title: "Tables (CSV, TSV) and JSON of any program, by a mapping (--map)", suffixes: [],
    hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      guard tree.form == .file, let form = TableRows.form(tree) else { return nil }
      return form == .json ? .possible : .likely
    },
    open: { tree, context throws(SlipError) in try TableSource(tree, context) })
}
