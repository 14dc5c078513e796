import SlipExchange
import SlipPrograms
import SlipRTF

enum SourceFuzzer {
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

  /// A property list of VoodooPad.
  private static func list(_ key: String) -> [UInt8] {
    Array("<plist version=\"1.0\"><dict><key>\(key)</key><string>Two</string></dict></plist>".utf8)
  }

  /// Any bytes: a file of one of the kinds that the first bytes tell, else a part of a folder: the list of
  /// Stickies, the facts or the text of a page of VoodooPad, or a page of Zim.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let all = Array(bytes)
    if let tree = try? SourceTree.of(all, named: "a") {
      for name in ["tinderbox", "treepad", "stickies"] {
        guard let kind = ProgramTable.sources.kind(named: name), kind.recognizes(tree) != nil else {
          continue
        }
        return drain(tree, kind)
      }
    }
    if all.starts(with: Array("Content-Type: ".utf8)) || all.starts(with: Array("\n".utf8)) {
      let head = Array("Content-Type: text/x-zim-wiki\n".utf8)
      let page = all.first == 0x0A ? head + all : all
      let files = [
        ("notebook.zim", Array("[Notebook]\n".utf8)), ("A.txt", page), ("A/B_c.txt", head),
        ("A/p.png", [1, 2, 3]),
        ("Other.txt", page),
      ]
      return read(folder("N", files), "zim")
    }
    let isList = all.starts(with: Array("<".utf8)) || all.starts(with: Array("bplist".utf8))
    let rtf = Array("{\\rtf1 text}".utf8)
    if isList {
      read(folder("S", [(".SavedStickiesState", all), ("a.rtfd/TXT.rtf", rtf), ("b.rtf", rtf)]), "stickies")
    }
    let files = [
      ("storeinfo.plist", list("VoodooPadBundleVersion")), ("pages/a/a1", isList ? rtf : all),
      ("pages/a/a1.plist", isList ? all : list("aliases")), ("pages/b/b2", all),
      ("pages/b/b2.plist", list("displayName")),
    ]
    read(folder("V.vpdoc", files), "voodoopad")
  }
}
