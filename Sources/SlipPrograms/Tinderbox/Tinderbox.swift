internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

extension SourceKind {
  /// Files of Tinderbox.
  static let tinderbox = SourceKind(
    name: "tinderbox", title: "Tinderbox files", suffixes: ["tbx"], hasOwnFolder: false,
    statesStructure: false,
    recognizes: { tree in
      guard tree.form == .file, let bytes = tree.soundBytes(at: 0) else { return nil }
      return bytes.withBytes { TinderboxFile.isOne($0) } ? .certain : nil
    },
    open: { tree, _ throws(SlipError) in TinderboxSource(try tree.bytes(at: 0)) })
}
