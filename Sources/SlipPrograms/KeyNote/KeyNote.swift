internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

extension SourceKind {
  /// Files of KeyNote and KeyNote NF.
  ///
  /// The first bytes decide whether a file is one: see `KeyNoteFile.Form`.
  static let keynote = SourceKind(
    name: "keynote", title: "KeyNote and KeyNote NF files", suffixes: ["knt", "kne"], hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      guard tree.form == .file, let bytes = tree.soundBytes(at: 0) else { return nil }
      return bytes.withBytes { KeyNoteFile.Form($0) } == nil ? nil : .certain
    },
    open: { tree, context throws(SlipError) in try KeyNoteSource(tree, context) })
}
