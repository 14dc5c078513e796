internal import AppleArchives
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipRTF

extension SourceKind {
  /// Stickies of macOS: the folder of today, or the single file of older systems.
  static let stickies = SourceKind(
    name: "stickies", title: "Stickies of macOS", suffixes: ["zip"], marks: [StickiesSource.list],
    fileNames: [StickiesDatabase.fileName], hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      tree.form == .file ? StickiesDatabase.recognizes(tree) : StickiesSource.recognizes(tree)
    },
    open: { tree, _ throws(SlipError) in
      if tree.form == .file { return try StickiesDatabase(tree) }
      return StickiesSource(tree)
    })
}
