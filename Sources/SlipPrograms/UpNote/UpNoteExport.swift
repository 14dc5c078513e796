internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads an export of UpNote as HTML: a folder for each space, in it the notes, their files, and the notebooks.
///
/// ```
/// General Space/Garden.html                       a note
/// General Space/Files/quince.png                  its picture
/// General Space/notebooks/Orchard/Garden.html     a link to the note, or a copy: it lies in the notebook Orchard
/// ```
///
/// There are no dates and no ids.
struct UpNoteExport: NoteSource {
  /// The files.
  private let tree: SourceTree
  /// The places of the notes.
  private let places: [Int]
  /// The notebooks of notes, by the path of the note.
  private let notebooks: [String: [[String]]]
  /// Whether there are several spaces, so that each is a folder.
  private let hasSpaces: Bool
  /// The next note.
  private var position = 0

  /// How many pages are looked at.
  private static let probed = 16
  /// The folder of notebooks in a space.
  private static let folder = "notebooks"

  /// Whether a tree is an export.
  static func isOne(_ tree: SourceTree) -> Bool {
    guard tree.form != .file else { return false }
    let pages = tree.files.indices.filter { isNote(tree.files[$0]) }
    return pages.prefix(probed).contains { place in
      guard let bytes = tree.soundBytes(at: place) else { return false }
      return bytes.withBytes { bytes in
        let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(8_192))
        return LooseXML.find("class=\"shine-editor\"", in: start, from: 0) != nil
      }
    }
  }

  /// Whether a file may be a note, and not one of a notebook.
  private static func isNote(_ file: SourceTree.File) -> Bool {
    file.path.suffixName == "html" && !file.isClutter
      && !file.path.split(separator: "/").contains { $0 == folder }
  }

  /// Begins an export.
  init(_ tree: SourceTree) {
    self.tree = tree
    places = tree.files.indices.filter { UpNoteExport.isNote(tree.files[$0]) }
    hasSpaces = Set(places.map { tree.files[$0].path.parentPath }).count > 1
    var notebooks: [String: [[String]]] = [:]
    for path in (tree.files.map(\.path) + tree.unreadable).sorted() {
      let parts = path.split(separator: "/").map(String.init)
      guard let mark = parts.lastIndex(of: UpNoteExport.folder), parts.count > mark + 2, let last = parts.last
      else { continue }
      let name = last.hasSuffix(".lnk") ? String(last.dropLast(4)) : last
      let note = (parts[..<mark] + [name]).joined(separator: "/")
      notebooks[note, default: []].append(Array(parts[(mark + 1)..<(parts.count - 1)]))
    }
    self.notebooks = notebooks
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    guard position < places.count else { return nil }
    let (place, export) = (places[position], self)
    position += 1
    let path = tree.files[place].path
    return .note(
      SourceEntry(
        id: path, place: path, names: [String(path.lastName.stem)], length: tree.files[place].length
      ) {
        context throws(SlipError) in
        try export.note(place, context)
      })
  }

  /// Makes a note.
  ///
  /// - Throws: `SlipError` where the page can't be read.
  private func note(_ place: Int, _ context: SourceContext) throws(SlipError) -> SourceNote {
    let path = tree.files[place].path
    let title = String(path.lastName.stem)
    var note = SourceNote(title: title, body: .document(Document()))
    let all = notebooks[path] ?? []
    let space = hasSpaces ? [String(path.parentPath.lastName)] : []
    note.folder = (space + (all.first ?? [])).map { SourceFolder($0) }
    for other in all.dropFirst() {
      note.properties.append(Property("upnote:notebook", .text, (space + other).joined(separator: "/")))
    }
    let tree = tree
    let html = String(decoding: SourceText.utf8(try tree.bytes(at: place).array, context), as: UTF8.self)
    let text = UpNoteText(html, title, context) { target in
      if Vault.hasScheme(target) || target.hasPrefix("#") { return .elsewhere }
      guard let wanted = SourcePath.join(path.parentPath, target), let found = tree.place(ofAny: wanted)
      else {
        return .missing(candidates: [])
      }
      if let id = context.note(tree.files[found].path) { return .note(id) }
      guard let bytes = tree.shownBytes(at: found) else { return .missing(candidates: []) }
      return .file(name: String(tree.files[found].name), bytes: bytes)
    } file: { _ in
      nil
    }
    text.fill(&note)
    note.expectWhole(page: Array(html.utf8))
    note.keywords = text.tags.compactMap { SourceKeyword(nested: $0) }
    return note
  }
}
