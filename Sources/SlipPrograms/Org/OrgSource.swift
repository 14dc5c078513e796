internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads Org files: each file is a note, and each folder a folder.
///
/// ```
/// Garden.org                                     by its path
/// 20220630T140003--compost__quince.org           Denote: its number, which is a date, its title and its tags
/// daily/2024-01-31.org                           a day
/// data/a8/90d06b…/pic.png                        a file of the heading with the ID a890d06b…
/// ```
///
/// Links lead to files, and to the files in which headings with an ID are.
struct OrgSource: NoteSource {
  /// The extensions of Org files.
  static let suffixes: Set<String> = ["org", "org_archive"]

  /// The files.
  private let vault: OrgVault
  /// The next file.
  private var position = 0
  /// What nobody shows, looked up at the end.
  private var others: [Int] = []
  /// Names of files that links lead to.
  private var linked: Set<String> = []

  /// How many files are looked at.
  private static let probed = 32

  /// Whether a container is an Org file, or a folder of them.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    if tree.form == .file { return suffixes.contains(tree.name.suffixName) ? .possible : nil }
    let content = tree.files.indices.filter { !tree.files[$0].isClutter }
    let notes = content.filter { suffixes.contains(tree.files[$0].path.suffixName) }
    let markdown = content.count { MarkdownFile.suffixes.contains(tree.files[$0].path.suffixName) }
    guard notes.count > markdown, notes.prefix(probed).contains(where: { isOrg(tree, $0) }) else {
      return nil
    }
    if tree.place(of: tree.topPath + OrgVault.settings) != nil { return .certain }
    // Text files beside them may be files that they show.
    return tree.form == .folder || notes.count * 2 >= content.count ? .likely : nil
  }

  /// Whether a file has a heading, a keyword, a drawer or a link of Org.
  private static func isOrg(_ tree: SourceTree, _ place: Int) -> Bool {
    guard let bytes = tree.soundBytes(at: place) else { return false }
    return bytes.withBytes { bytes in
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536))
      if LooseXML.find("[[", in: start, from: 0) != nil { return true }
      return start.split(separator: 0x0A).contains { line in
        let stars = line.prefix { $0 == UInt8(ascii: "*") }
        if !stars.isEmpty, line.dropFirst(stars.count).first == UInt8(ascii: " ") { return true }
        return line.starts(with: "#+".utf8) || line.starts(with: ":PROPERTIES:".utf8)
          || line.dropFirst(3).starts(with: ":PROPERTIES:".utf8)
      }
    }
  }

  /// Lists the files with their ids.
  ///
  /// - Throws: `SlipError` where a file can't be read.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    vault = try OrgVault(tree, context)
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while position < vault.places.count {
      let place = vault.places[position]
      position += 1
      guard let file = vault.files[place] else {
        others.append(place)
        continue
      }
      let text = try vault.text(place, SourceContext())
      linked.formUnion(OrgSource.linkedNames(text))
      for path in vault.files(ofNumbersIn: text) {
        linked.insert(TextFolding.caseFolded(String(path.lastName)))
      }
      let vault = vault
      return .note(
        SourceEntry(
          id: file.path, place: file.path, names: file.names, length: vault.tree.files[place].length
        ) {
          context throws(SlipError) in
          try OrgNote.note(place, file, vault, context)
        })
    }
    while let place = others.popLast() {
      let path = vault.path(place)
      if !linked.contains(TextFolding.caseFolded(String(path.lastName))) {
        return .skipped(SourceSkip(path, .notShown))
      }
    }
    return nil
  }

  /// The last names of the targets of links in a text, and of the pictures that are labels of links.
  private static func linkedNames(_ text: String) -> Set<String> {
    var names: Set<String> = []
    for mark: StaticString in ["[[", "]["] {
      var rest = text[...]
      while let start = rest.firstRange(ofASCII: mark) {
        rest = rest[start.upperBound...]
        let bytes = rest.utf8.prefix(4_096).prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "\n") }
        let target = Substring(bytes)
        let path = target.firstRange(ofASCII: "::").map { target[..<$0.lowerBound] } ?? target
        if let name = path.utf8.split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") })
          .last
        {
          names.insert(TextFolding.caseFolded(String(Substring(name))))
        }
      }
    }
    return names
  }
}
