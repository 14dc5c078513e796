internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads outlines: each file is a note, and each folder a folder.
///
/// The items of an outline are lines and not notes: most have fewer than eight words, and no ids. So the tree stays a list in
/// the note. `SourceContext.splitsOutlines` makes a note of each item at the top instead.
///
/// A backup of Dynalist has a text file for each outline, which repeats it and is left out.
struct OPMLSource: NoteSource {
  /// The files.
  private let tree: SourceTree
  /// Whether each item at the top is a note.
  private let isSplit: Bool
  /// The encoding that the user has named.
  private let context: SourceContext
  /// Those that come.
  private var files: SourceFiles
  /// What comes before the next file.
  private var waiting: ArraySlice<SourceItem> = []

  /// How many of the first files of an archive are looked at.
  private static let probed = 64

  /// Whether a container is an outline, or a folder of outlines.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    if tree.form == .file { return isOutline(tree, 0) ? .certain : nil }
    let content = tree.files.indices.filter { !tree.files[$0].isClutter }
    let outlines = content.filter { tree.files[$0].path.suffixName == "opml" }
    guard !outlines.isEmpty, outlines.prefix(probed).contains(where: { isOutline(tree, $0) }) else {
      return nil
    }
    let stems = Set(outlines.map { String(tree.files[$0].path.dropLast(5)) })
    let strange = content.filter { place in
      let path = tree.files[place].path
      return path.suffixName != "opml"
        && !(path.suffixName == "txt" && stems.contains(String(path.dropLast(4))))
    }
    if strange.isEmpty { return .likely }
    return tree.form == .folder || outlines.count >= strange.count ? .possible : nil
  }

  /// Whether the root element of a file is that of an outline.
  private static func isOutline(_ tree: SourceTree, _ place: Int) -> Bool {
    guard let bytes = tree.soundBytes(at: place) else { return false }
    return bytes.withBytes { bytes in
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(8_192))
      if TextEncoding.mark(of: start) == nil { return isOutline(start) }
      return SourceXML.utf8(Array(start), SourceContext()).withUnsafeBytes { isOutline($0) }
    }
  }

  /// Whether the first element of a text is that of an outline.
  private static func isOutline(_ start: UnsafeRawBufferPointer) -> Bool {
    if LooseXML.find("<opml", in: start, from: 0) == nil { return false }
    var scanner = LooseXML()
    while let token = scanner.next(in: start) {
      if case .start(let tag, _) = token { return tag.local == "opml" }
      if scanner.position > 4_096 { return false }
    }
    return false
  }

  /// Opens a file or folder.
  init(_ tree: SourceTree, _ context: SourceContext) {
    (self.tree, self.context) = (tree, context)
    isSplit = context.splitsOutlines
    files = SourceFiles(tree)
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while waiting.isEmpty {
      guard let found = files.next() else { return nil }
      let (place, path, file) = (found.place, found.path, found.file)
      guard !file.isHidden else { continue }
      if tree.form == .file || OPMLSource.isOutline(tree, place) {
        waiting = try items(place, path)[...]
      } else if path.suffixName == "txt", tree.place(of: String(file.path.dropLast(4)) + ".opml") != nil {
        waiting = [.skipped(SourceSkip(path, .copy))]
      } else if path.suffixName == "opml" {
        waiting = [.skipped(SourceSkip(path, .damaged))]
      } else {
        waiting = [.skipped(SourceSkip(path, .notShown))]
      }
    }
    return waiting.popFirst()
  }

  /// The notes of a file: one, or one for each item at the top.
  private func items(_ place: Int, _ path: String) throws(SlipError) -> [SourceItem] {
    let (tree, context) = (tree, context)
    let outline = OPMLOutline(try tree.bytes(at: place).array, context)
    let stem = String(path.lastName.stem)
    let title = outline.title(else: stem)
    let folder = path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
    let length = tree.files[place].length
    guard isSplit, outline.roots.count > 1 || outline.children(of: outline.roots.first).count > 1 else {
      return [
        .note(
          SourceEntry(id: path, place: path, names: [title.text, stem], length: length) {
            context throws(SlipError) in
            let outline = OPMLOutline(try tree.bytes(at: place).array, context)
            var note = outline.note(stem, context)
            note.folder = folder
            return note
          })
      ]
    }
    let roots = outline.roots.count == 1 ? outline.children(of: outline.roots.first) : outline.roots
    var ids = RepeatedIDs()
    let inside = folder + [SourceFolder(title.text)]
    var first: [SourceItem] = []
    if outline.hasRootNote {
      let name = outline.line(outline.roots[0])
      let id = ids.next(path + "#")
      first.append(
        .note(
          SourceEntry(id: id, place: id, names: [name], length: 0) { context throws(SlipError) in
            var note = OPMLOutline(try tree.bytes(at: place).array, context).rootNote(context)
            note.folder = inside
            return note
          }))
    }
    return first
      + roots.enumerated().map { number, root in
        let name = outline.line(root)
        let id = ids.next(path + "#" + ImportKey.path(of: String(name.prefix(200))))
        return .note(
          SourceEntry(id: id, place: id, names: [name], length: length / roots.count) {
            context throws(SlipError) in
            var note = OPMLOutline(try tree.bytes(at: place).array, context).note(of: number, context)
            note.folder = inside
            return note
          })
      }
  }
}
