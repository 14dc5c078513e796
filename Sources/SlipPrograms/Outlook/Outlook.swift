internal import SlipBase
internal import SlipExchange
internal import WindowsArchives

extension SourceKind {
  /// Message files of Outlook, alone or in a folder.
  static let msg = SourceKind(
    name: "msg", title: "Outlook messages and notes (.msg)", suffixes: OutlookSource.suffixes, parts: ["msg"],
    hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      OutlookSource.recognizes(tree) { OutlookFile.isMessage($0) }
    },
    open: { tree, context throws(SlipError) in
      try OutlookSource(tree, isOne: CompoundFile.isCompoundFile) {
        OutlookFile($0, encoding: context.encoding)
      }
    })

  /// Streams of Exchange that mail programs show as `winmail.dat`.
  static let tnef = SourceKind(
    name: "tnef", title: "winmail.dat (TNEF)", suffixes: OutlookSource.streamSuffixes, parts: ["tnef"],
    hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in OutlookSource.recognizes(tree, TNEFFile.isTNEF) },
    open: { tree, context throws(SlipError) in
      try OutlookSource(tree, isOne: TNEFFile.isTNEF) { TNEFFile($0, encoding: context.encoding) }
    })
}
