internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

extension SourceKind {
  /// The store of Apple Notes with its folders of files.
  static let appleNotes = SourceKind(
    name: "applenotes", title: "Apple Notes", suffixes: ["sqlite"], marks: ["NoteStore.sqlite"],
    hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      guard let store = StoreTree(tree), store.kind == .appleNotes else { return nil }
      return .certain
    },
    open: { tree, _ throws(SlipError) in try AppleNotesSource(tree) })
}

extension SourceKind {
  /// Stores of Core Data and SwiftData, whatever application they belong to.
  static let coreData = SourceKind(
    name: "coredata", title: "store of Core Data or SwiftData",
    suffixes: ["sqlite", "sqlite3", "store", "storedata", "coredata", "db", "xml"], hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      if StoreSource.isXML(tree) { return .certain }
      guard let store = StoreTree(tree), store.kind == .coreData else { return nil }
      return .likely
    },
    open: { tree, context throws(SlipError) in try StoreSource(tree, context) })
}
