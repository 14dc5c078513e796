internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Folders of Org files, and single ones.
  static let org = SourceKind(
    name: "org", title: "Org files, also of org-roam and Denote", suffixes: OrgSource.suffixes.sorted(),
    parts: ["org"],
    hasOwnFolder: false,
    recognizes: OrgSource.recognizes,
    open: { tree, context throws(SlipError) in try OrgSource(tree, context) })
}
