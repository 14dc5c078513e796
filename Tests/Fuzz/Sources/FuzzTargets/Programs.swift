import SlipExchange
import SlipPrograms
import SlipRTF

enum ProgramsFuzzer {
  /// A folder of these files.
  private static func folder(_ name: String, _ files: [(String, [UInt8])]) -> SourceTree {
    var package = FilePackage()
    for (path, bytes) in files { package.add(path, bytes) }
    return SourceTree.of(package, named: name)
  }

  /// Reads a container of a kind.
  private static func read(_ tree: SourceTree?, _ name: String) {
    guard let tree, let kind = ProgramTable.sources.kind(named: name) else {
      return claim(tree == nil, "no kind")
    }
    drain(tree, kind)
  }

  /// The names by which a file is looked at, and the kinds that may read it then.
  private static let forms: [(name: String, kinds: [String])] = [
    ("a.json", ["simplenote", "roam", "table"]), ("a.xml", ["opml"]), ("a.ctd", ["cherrytree"]),
    ("a.mbox", ["mbox"]), ("a.eml", ["eml"]), ("a.mhtml", ["mhtml"]), ("a.webarchive", ["webarchive"]),
  ]

  /// Any bytes: a file of the first kind that recognizes it; the list of an export of Trilium; else an Org file beside another,
  /// a page of UpNote, or a table.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let all = Array(bytes)
    var isRead = false
    for (name, kinds) in forms {
      guard let tree = try? SourceTree.of(all, named: name) else { continue }
      for kind in kinds.compactMap(ProgramTable.sources.kind(named:)) where kind.recognizes(tree) != nil {
        drain(tree, kind)
        isRead = true
      }
    }
    if all.starts(with: Array("{".utf8)) {
      let page = Array("<p>x <a href='b.html'>b</a>".utf8)
      read(folder("T", [("!!!meta.json", all), ("a.html", page), ("b.html", page)]), "trilium")
    }
    if isRead { return }
    if all.starts(with: Array("<".utf8)) {
      let files = [("S/A.html", all), ("S/B.html", all), ("S/Files/p.png", [UInt8](repeating: 1, count: 8))]
      return read(folder("U", files), "upnote")
    }
    read(folder("O", [("A.org", all), ("d/B.org", Array("* x\n:PROPERTIES:\n:ID: b\n:END:\n".utf8))]), "org")
    if let tree = try? SourceTree.of(all, named: "a.csv") { read(tree, "table") }
  }
}
