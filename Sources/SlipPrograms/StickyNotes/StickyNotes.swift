internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipRTF
internal import SlipStores
internal import WindowsArchives

extension SourceKind {
  /// Sticky Notes of Windows 10 and 11.
  static let plum = SourceKind(
    name: "plum", title: "Sticky Notes of Windows 10 and 11 (plum.sqlite)", suffixes: ["sqlite"],
    marks: ["plum.sqlite"], hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      guard let store = StoreTree(tree), store.kind == .stickyNotes, PlumSource.isAlone(store) else {
        return nil
      }
      return .certain
    },
    open: { tree, _ throws(SlipError) in try PlumSource(tree) })
}

extension SourceKind {
  /// Sticky Notes of Windows 7 and 8.
  static let snt = SourceKind(
    name: "snt", title: "Sticky Notes of Windows 7 and 8 (.snt)", suffixes: ["snt"], hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      guard tree.form == .file, let bytes = tree.soundBytes(at: 0) else { return nil }
      return bytes.withBytes { bytes in
        CompoundFile.mentions("Version", in: bytes) && CompoundFile(bytes).map(SntSource.isNotes) ?? false
      } ? .certain : nil
    },
    open: { tree, _ throws(SlipError) in try SntSource(tree) })
}
