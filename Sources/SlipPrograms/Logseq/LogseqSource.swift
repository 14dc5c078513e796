internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import Synchronization

/// Reads a graph of Logseq: each page is a note, in the folder of its file.
///
/// ```
/// logseq/config.edn           what a graph is told by; the rest of the folder is copies and settings
/// pages/Bees___Queens.md      the page Bees/Queens
/// journals/2024_01_31.md      the page Jan 31st, 2024
/// assets/plan.pdf             a file that pages show
/// ```
///
/// Identity is the path. Pages are linked by title or alias, and blocks by their ids.
struct LogseqSource: NoteSource {
  /// The texts of blocks by their ids, while a graph is listed.
  private final class Blocks: Sendable {
    /// The texts.
    private let texts = Mutex<[String: String]>([:])

    /// Whether a page has no bytes. Its blocks may be lost.
    private let lacksPage = Mutex(false)

    /// Remembers a block.
    func add(_ id: String, _ text: String) { texts.withLock { $0[id] = text } }
    /// Remembers that a page has no bytes.
    func addEmptyPage() { lacksPage.withLock { $0 = true } }
    /// Whether blocks may be missing.
    var mayLack: Bool { lacksPage.withLock { $0 } }
    /// The text of a block; nil for an unknown one.
    func text(_ id: String) -> String? { texts.withLock { $0[id] } }
  }

  /// Whether a text shows blocks that aren't there.
  private final class Lost { var isAny = false }

  /// The files.
  private let vault: Vault
  /// The encoding of texts, if the user has named one.
  private let context: SourceContext
  /// The settings.
  private let graph: LogseqGraph
  /// The blocks of the pages so far.
  private let blocks = Blocks()
  /// The files that are left, the next one last.
  private var places: [Int]
  /// Names of files that pages mention.
  private var mentions = FileMentions()
  /// Files that may not be shown by any page.
  private var others: [Int] = []

  /// The file of the settings; nil where the container is no graph.
  static func settings(_ tree: SourceTree) -> String? {
    guard tree.form != .file else { return nil }
    let path = tree.topPath + "logseq/config.edn"
    return tree.place(of: path).map { tree.files[$0].path }
  }

  /// Opens a graph.
  ///
  /// - Throws: `SlipError` where the settings can't be read.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    self.context = context
    graph = LogseqGraph(
      try LogseqSource.settings(tree).flatMap { path throws(SlipError) in try tree.read(path) } ?? [])
    let vault = Vault(tree, suffixes: MarkdownFile.suffixes, looksAnywhere: true, hidden: "logseq/")
    self.vault = vault
    places = vault.content.reversed()
  }

  /// Pages come first, in the order of their files, and then the files that no page mentions; nil at the end.
  mutating func next() throws(SlipError) -> SourceItem? {
    while let place = places.popLast() {
      guard vault.isNote(place) else {
        others.append(place)
        continue
      }
      return try item(place)
    }
    while let place = others.popLast() {
      if !mentions.has(vault.path(place)) { return .skipped(SourceSkip(vault.path(place), .notShown)) }
    }
    return nil
  }

  /// The note of a page. Its names and blocks are read here, because links need them.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  private mutating func item(_ place: Int) throws(SlipError) -> SourceItem {
    let path = vault.path(place)
    let text = SourceText.utf8(try vault.tree.bytes(at: place).array, context)
    mentions.look(through: text)
    let (vault, graph, blocks) = (vault, graph, blocks)
    let page = LogseqPage(text)
    if text.isEmpty { blocks.addEmptyPage() }
    for block in page.blocks { blocks.add(block.id, block.text) }
    let matter = LogseqSource.matter(page)
    let title = matter.texts("title").first ?? graph.title(ofFile: path).title
    let names = [title] + matter.aliases + page.blocks.map { "((\($0.id)))" }
    return .note(
      SourceEntry(id: path, place: path, names: names, length: text.count) { context throws(SlipError) in
        var found: [Diagnostic] = []
        let text = SourceText.utf8(try vault.tree.bytes(at: place).array, context, &found)
        var note = LogseqSource.note(LogseqPage(text), place, vault, graph, blocks, context)
        note.diagnostics += found
        note.expectText(text)
        return note
      })
  }

  /// The properties of a page.
  private static func matter(_ page: LogseqPage) -> NoteFrontMatter {
    let members = page.properties.filter { $0.key != "id" && !$0.value.isEmpty }.map { key, value in
      let isList = ["tags", "alias", "aliases"].contains(key)
      let names = value.split(separator: ",").map { LogseqSource.name(String($0)) }
      return YAMLValue.Member(
        key: key, value: isList ? .list(names.map { .text($0) }) : .unquoted(value))
    }
    return NoteFrontMatter(members)
  }

  /// The name of a page as a property has it: `bees`, `#bees` or `[[bees]]`.
  private static func name(_ text: String) -> String {
    let bare = text.trimmingBlanks()
    let name = bare.hasPrefix("#") ? String(bare.dropFirst()) : bare
    return name.hasPrefix("[[") && name.hasSuffix("]]") ? String(name.dropFirst(2).dropLast(2)) : name
  }

  /// The note of a page.
  private static func note(
    _ page: LogseqPage, _ place: Int, _ vault: Vault, _ graph: LogseqGraph, _ blocks: Blocks,
    _ context: SourceContext
  ) -> SourceNote {
    let path = vault.path(place)
    let (title, day) = graph.title(ofFile: path)
    var note = SourceNote(title: title, body: .document(Document()))
    note.folder = path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
    note.fileModified = vault.tree.files[place].modified
    matter(page).apply(to: &note, program: "logseq", context)
    if note.created == nil, let moment = day?.moment(context) {
      (note.created, note.zoneIsUnknown) = (moment.time, moment.zoneIsUnknown)
    }
    note.isFavorite = note.isFavorite || graph.favorites.contains(TextFolding.caseFolded(note.title ?? title))
    let lost = Lost()
    let find = { (id: String) -> String? in
      let text = blocks.text(id)
      if text == nil { lost.isAny = true }
      return text
    }
    let body = MarkdownBody(page.text[...], .logseq, context, block: find) { target, isWiki in
      if isWiki, case .note(let id) = context.note(named: target) { return .note(id) }
      return vault.find(target, from: path, isWiki: isWiki, context)
    }
    body.fill(&note)
    if blocks.mayLack, lost.isAny {
      note.diagnostics.append(
        SourceFault.cut("A block that the text shows isn't there, and the file of a page is empty."))
    }
    return note
  }
}
