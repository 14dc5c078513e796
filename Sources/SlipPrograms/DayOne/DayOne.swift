internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes

extension SourceKind {
  /// Journals that Day One exported as JSON.
  static let dayOne = SourceKind(
    name: "dayone", title: "Day One export (JSON)", suffixes: ["zip"], marks: ["photos"], hasOwnFolder: false,
    recognizes: { tree in
      guard tree.form != .file else { return nil }
      return DayOneSource.journals(tree).contains {
        DayOneSource.entries(tree, $0)?.isEmpty == false || DayOneSource.isCutJournal(tree, $0)
      }
        ? .certain : nil
    },
    open: { tree, _ throws(SlipError) in DayOneSource(tree) })
}
