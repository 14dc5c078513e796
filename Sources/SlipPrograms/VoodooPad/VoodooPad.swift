internal import AppleArchives
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

extension SourceKind {
  /// Documents of VoodooPad 4 and newer, and ZIPs of them.
  static let voodoopad = SourceKind(
    name: "voodoopad", title: "VoodooPad documents", suffixes: ["zip"], folderSuffixes: ["vpdoc"],
    marks: [VoodooPadSource.information], statesStructure: false,
    recognizes: { VoodooPadSource.recognizes($0) },
    open: { tree, _ throws(SlipError) in try VoodooPadSource(tree) })
}
