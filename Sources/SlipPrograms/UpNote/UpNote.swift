internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Backups of UpNote, and its exports as HTML.
  static let upnote = SourceKind(
    name: "upnote", title: "UpNote backup, or export as HTML", suffixes: ["zip", "upnx"],
    marks: ["General Space", "data"],
    parts: ["html", "upnote"], hasOwnFolder: false,
    recognizes: { tree in
      UpNoteBackup.newest(tree) != nil || UpNoteExport.isOne(tree) ? .certain : nil
    },
    open: { tree, context throws(SlipError) in
      if let place = UpNoteBackup.newest(tree) { return try UpNoteSource(UpNoteBackup(tree, place, context)) }
      return UpNoteExport(tree)
    })
}
