internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

extension SourceKind {
  /// Notes of Tomboy, Gnote and tomboy-ng.
  static let tomboy = SourceKind(
    name: "tomboy", title: "Tomboy and Gnote notes", suffixes: ["note", "zip"], parts: ["tomboy"],
    hasOwnFolder: false,
    recognizes: { tree in
      guard let file = TomboySource.files(tree).first, let bytes = tree.soundBytes(at: file)?.array else {
        return nil
      }
      return bytes.prefix(2_048).withUnsafeBytes({
        LooseXML.find("beatniksoftware.com/tomboy", in: $0, from: 0)
      }) == nil
        ? nil : .certain
    },
    open: { tree, _ in TomboySource(tree) })
}
