internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

extension SourceKind {
  /// Decrypted backups of Standard Notes.
  static let standardNotes = SourceKind(
    name: "standardnotes", title: "Standard Notes backup", suffixes: ["zip", "json"], hasOwnFolder: false,
    recognizes: { StandardNotesSource.backup($0) == nil ? nil : .certain },
    open: { tree, _ throws(SlipError) in try StandardNotesSource(tree) })
}
