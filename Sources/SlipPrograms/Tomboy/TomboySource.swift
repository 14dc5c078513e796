internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads notes of Tomboy: an XML file for each, named by its id.
///
/// ```
/// <title>Bees</title>
/// <text><note-content>Bees              the first line repeats the title; after a renaming it doesn't
///
/// <bold>b</bold> <size:huge>h</size:huge> <link:internal>Other title</link:internal>
/// <list><list-item>one</list-item></list></note-content></text>
/// <tags><tag>system:notebook:Garden</tag></tags>
/// ```
///
/// The notebook is a folder; templates of notebooks are left out. Links are by title.
struct TomboySource: NoteSource {
  /// The files.
  private let tree: SourceTree
  /// The notes among them.
  private let places: [Int]
  /// The next one.
  private var position = 0
  /// What is in the folder beside the notes.
  private var strangers: [SourceItem]

  /// Begins a folder.
  init(_ tree: SourceTree) {
    self.tree = tree
    places = TomboySource.files(tree)
    // `Backup` has old versions.
    strangers = tree.strangers { path in
      path.suffixName == "note" || path.hasPrefix("Backup/") || path.contains("/Backup/")
        || path.lastName == "manifest.xml"
    }
  }

  /// The files that are notes. `Backup` has old versions.
  static func files(_ tree: SourceTree) -> [Int] {
    tree.files.indices.filter { place in
      let path = tree.files[place].path
      return path.suffixName == "note" && !path.hasPrefix("Backup/") && !path.contains("/Backup/")
    }
  }

  /// The next note, or a template or a file of another kind that is left out.
  mutating func next() throws(SlipError) -> SourceItem? {
    guard position < places.count else {
      return strangers.popLast()
    }
    let (place, tree) = (places[position], tree)
    position += 1
    let xml = LooseTree(try tree.bytes(at: place).array)
    let name = String(tree.files[place].name.stem)
    if TomboySource.tags(xml).contains("system:template") { return .skipped(SourceSkip(name, .template)) }
    return .note(
      SourceEntry(
        id: name, place: name, names: [xml.value(xml.root, "title") ?? ""], length: tree.files[place].length
      ) { context throws(SlipError) in
        let bytes = try tree.bytes(at: place).array
        let xml = LooseTree(bytes)
        var note = TomboySource.note(xml, context)
        if !xml.isWhole {
          note.diagnostics.append(SourceFault.cut("The file is damaged or cut off; what is there was read."))
        }
        return note
      })
  }

  /// The tags of a note.
  ///
  /// Empty for a note without tags. Tags that begin with `system:` are the program's own.
  private static func tags(_ xml: LooseTree) -> [String] {
    xml.find(xml.root, "tags").map { tags in
      xml.children(of: tags, "tag").map { xml.text($0).trimmingBlanks() }
    } ?? []
  }

  /// Makes a note.
  ///
  /// The last notebook of a note is its folder. Other tags of the program are left out.
  private static func note(_ xml: LooseTree, _ context: SourceContext) -> SourceNote {
    let title = xml.value(xml.root, "title") ?? ""
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    note.created = note.date(xml.value(xml.root, "create-date"), context)
    note.modified = note.date(xml.value(xml.root, "last-change-date"), context)
    for tag in tags(xml) where !tag.isEmpty {
      if tag.hasPrefix("system:notebook:") {
        note.folder = [SourceFolder(String(tag.dropFirst("system:notebook:".count)))]
      } else if !tag.hasPrefix("system:") {
        note.keywords.append(SourceKeyword(path: [tag]))
      }
    }
    if let content = xml.find(xml.root, "text", "note-content") ?? xml.find(xml.root, "text") {
      let text = TomboyText(xml, content, title, context)
      note.body = .document(text.document)
      note.unresolved = text.unresolved
    } else {
      note.diagnostics.append(SourceFault.cut("The file has no text."))
    }
    return note
  }
}
