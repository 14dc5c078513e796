internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import WindowsArchives

/// Reads sections of OneNote: each page is a note, in a folder of its section.
///
/// ```
/// Notebook/Section.one           the pages of a section
/// Notebook/Open Notebook.onetoc2 the order of sections; not read
/// Notebook.onepkg                all of that in a cabinet, which is opened as a folder is
/// ```
///
/// A sub-page lies beside its page, in order, with its level as a property.
struct OneNoteSource: NoteSource {
  /// The files.
  private let tree: SourceTree
  /// Those that come.
  private var files: SourceFiles
  /// What comes before the next file.
  private var waiting: ArraySlice<SourceItem> = []
  private var ids = RepeatedIDs()

  /// Whether a file is a section, or a packed notebook, by its first bytes: whatever lies in it, a section is no ZIP.
  static func isOne(_ tree: SourceTree, _ place: Int) -> Bool {
    tree.soundBytes(at: place)?.withBytes { bytes in
      OneNoteStore.isSection(bytes)
        || tree.files[place].path.suffixName == "onepkg" && Cabinet.isCabinet(bytes)
    } ?? false
  }

  /// The folder of pages that were thrown away.
  private static let trash = "OneNote_RecycleBin"

  /// Opens a file or folder.
  ///
  /// - Throws: `SlipError` for a single file in a packaging that isn't read.
  init(_ tree: SourceTree) throws(SlipError) {
    self.tree = tree
    files = SourceFiles(tree)
    if tree.form == .file, let error = OneNoteSource.refusal(try tree.bytes(at: 0)) { throw error }
  }

  /// Why a file can't be read; nil for one that can.
  private static func refusal(_ bytes: FileBytes) -> SlipError? {
    bytes.withBytes { bytes in
      if Cabinet.isCabinet(bytes) {
        return SlipError(
          .badInput, code: ExchangeCode.badContainer,
          "The packed notebook can't be unpacked; export its sections from OneNote (File, Export, Section, OneNote Section)."
        )
      }
      if OneNoteStore.isPackaged(bytes) {
        return SlipError(
          .badInput, code: ExchangeCode.badContainer,
          "The section is packaged for OneDrive; open it in OneNote for Windows and export it as a section.")
      }
      return nil
    }
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    while waiting.isEmpty {
      guard let found = files.next() else { return nil }
      let (place, path, file) = (found.place, found.path, found.file)
      guard file.path.suffixName != "onetoc2" else { continue }
      guard OneNoteSource.isOne(tree, place) else {
        waiting = [.skipped(SourceSkip(path, .notShown))]
        continue
      }
      waiting = try items(place, path)[...]
    }
    return waiting.popFirst()
  }

  /// The notes of a section.
  private mutating func items(_ place: Int, _ path: String) throws(SlipError) -> [SourceItem] {
    let bytes = try tree.bytes(at: place)
    if let error = OneNoteSource.refusal(bytes) {
      // As a finding of the whole, so that nothing that came from the section earlier counts as gone.
      return [
        .finding(
          Diagnostic(
            code: error.code ?? ExchangeCode.badContainer, severity: .error, message: error.message,
            location: SourceLocation(file: tree.form == .file ? path : tree.name + "/" + path)))
      ]
    }
    guard let section = bytes.withBytes({ OneNoteSection($0) }) else {
      return [
        .finding(SourceFault.cut("The section can't be read.")), .skipped(SourceSkip(path, .damaged)),
      ]
    }
    var items: [SourceItem] = []
    if section.store.isDamaged || section.pages.isEmpty {
      let what = section.store.isCut ? "The file of the section is cut off" : "The section is damaged"
      items.append(.finding(SourceFault.cut(what + "; pages or parts of them may be missing.")))
    }
    let parents = path.parentPath.split(separator: "/").map(String.init)
    let folder = (parents + [String(path.lastName.stem)]).map { SourceFolder($0) }
    for page in section.pages {
      let id = ids.next(page.id)
      if page.isConflict {
        items.append(.skipped(SourceSkip(id, .copy)))
        continue
      }
      var entry = SourceEntry(
        id: id, place: id, names: [page.title], length: bytes.count / section.pages.count
      ) { context in
        bytes.withBytes { bytes in
          var note = OneNotePage(section.store, page, bytes, context).note
          note.folder = folder
          if section.store.isCut || section.store.spaces[page.space].isDamaged {
            note.diagnostics.append(SourceFault.cut("The page is damaged; a part of it may be missing."))
          }
          if page.level > 1 {
            note.properties.append(Property("onenote:level", .number, "\(page.level)"))
          }
          return note
        }
      }
      entry.isTrashed = parents.contains(OneNoteSource.trash)
      items.append(.note(entry))
    }
    return items
  }
}
