internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// How many files are looked at.
private let probed = 64

extension SourceKind {
  /// Notes of Tomboy, Gnote and tomboy-ng.
  static let tomboy = SourceKind(
    name: "tomboy", title: "Tomboy and Gnote notes", suffixes: ["note", "zip"], parts: ["tomboy"],
    hasOwnFolder: false,
    recognizes: { tree in
      // The first file may be damaged.
      let isHere = TomboySource.files(tree).prefix(probed).contains { file in
        guard let bytes = tree.soundBytes(at: file)?.array else { return false }
        return bytes.prefix(2_048).withUnsafeBytes {
          LooseXML.find("beatniksoftware.com/tomboy", in: $0, from: 0) != nil
        }
      }
      return isHere ? .certain : nil
    },
    open: { tree, _ in TomboySource(tree) })
}
