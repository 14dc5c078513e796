internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipRTF

extension SourceKind {
  /// Files of TreePad, up to version 3.1 of their format.
  static let treepad = SourceKind(
    name: "treepad", title: "TreePad files (.hjt)", suffixes: ["hjt"], hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      guard tree.form == .file, let bytes = tree.soundBytes(at: 0) else { return nil }
      return bytes.withBytes { TreePadFile.isOne($0) } ? .certain : nil
    },
    open: { tree, _ throws(SlipError) in try TreePadSource(tree.bytes(at: 0)) })
}
