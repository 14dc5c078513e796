internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Reads a folder of web pages: each page is a note, and each folder a folder.
///
/// Title, keywords and dates are those in the head of a page. Pages and files that a page links to or shows by a relative
/// path are notes and attachments. Nothing is fetched.
struct HTMLSource: NoteSource {
  /// The extensions of pages.
  static let suffixes: Set<String> = ["html", "htm", "xhtml"]

  /// In how many bytes at the beginning of a page a list says that it is one.
  private static let head = 1_024

  /// The files.
  private let vault: Vault
  /// Pages.
  private let places: [Int]
  /// The next one.
  private var position = 0

  /// Opens a folder.
  init(_ tree: SourceTree) {
    let vault = Vault(tree, suffixes: HTMLSource.suffixes, looksAnywhere: false)
    self.vault = vault
    places = vault.content.filter { vault.isNote($0) }
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    guard position < places.count else { return nil }
    let (place, vault) = (places[position], vault)
    position += 1
    let path = vault.path(place)
    // The page by which Google's Takeout shows what it exported, in the user's language.
    if path.lastName == "archive_browser.html" { return .skipped(SourceSkip(path, .index)) }
    if path.lastName == HTMLIndex.name {
      let bytes = try vault.tree.bytes(at: place).array.prefix(HTMLSource.head)
      if bytes.withUnsafeBytes({ LooseXML.find(HTMLIndex.mark, in: $0, from: 0) }) != nil {
        return .skipped(SourceSkip(path, .index))
      }
    }
    return .note(
      SourceEntry(id: path, place: path, length: vault.tree.files[place].length) {
        context throws(SlipError) in
        try HTMLSource.note(place, path, vault, context)
      })
  }

  /// Why a page isn't one: a program keeps its notes in it, which no reader of pages sees. Nil for a page.
  private static func refusal(_ bytes: [UInt8]) -> SlipError? {
    let isWiki = bytes.withUnsafeBytes { bytes in
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536))
      let names: [StaticString] = ["TiddlyWiki", "tiddlywiki"]
      guard names.contains(where: { LooseXML.find($0, in: start, from: 0) != nil }) else { return false }
      let stores: [StaticString] = ["tiddlywiki-tiddler-store", "id=\"storeArea\"", "id='storeArea'"]
      return stores.contains { LooseXML.find($0, in: bytes, from: 0) != nil }
    }
    guard isWiki else { return nil }
    return SlipError(
      .badInput, code: ExchangeCode.badContainer,
      "The page is a TiddlyWiki with all its notes, which aren't read from a page. Export them in TiddlyWiki (Tools, export all, JSON file), and import that file with --map."
    )
  }

  /// Whether a page has no text and no picture, but scripts or a hidden store from which a program makes them.
  private static func isMadeByScripts(_ bytes: [UInt8], _ document: Document) -> Bool {
    let isBlank = document.blocks.allSatisfy { block in
      if case .table = block { return false }
      return block.inlines.allSatisfy { inline in
        if case .run(let run) = inline { return !run.style.isVisible || run.text.allSatisfy(\.isWhitespace) }
        return !inline.isVisible
      }
    }
    guard isBlank else { return false }
    return bytes.withUnsafeBytes { bytes in
      let marks: [StaticString] = ["<script", "<SCRIPT", "storeArea"]
      return marks.contains { LooseXML.find($0, in: bytes, from: 0) != nil }
    }
  }

  /// Reads a page.
  private static func note(
    _ place: Int, _ path: String, _ vault: Vault, _ context: SourceContext
  ) throws(SlipError) -> SourceNote {
    var bytes = Array(try vault.tree.bytes(at: place).array)
    let isEmpty = bytes.isEmpty
    if let error = HTMLSource.refusal(bytes) { throw error }
    if let text = context.encoding.flatMap({ encoding in bytes.withUnsafeBytes(encoding.decode) }) {
      bytes = [0xEF, 0xBB, 0xBF] + text
    }
    bytes = LinkedSheet.inlined(bytes) { target in
      let sheet = RelativePath.withoutEncoding(String(target.prefix { $0 != "?" && $0 != "#" }))
      guard case .file(_, let rules) = vault.find(sheet, from: path, isWiki: false, context) else {
        return nil
      }
      return rules
    }
    let (result, head) = bytes.withUnsafeBytes { bytes in
      (HTMLReader.read(bytes, limits: context.limits, pictures: .page), HTMLHead(bytes))
    }
    let title = result.document.info.title?.trimmingBlanks() ?? ""
    var note = SourceNote(
      title: title.isEmpty ? String(path.lastName.stem) : title, body: .document(Document()))
    note.folder = path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
    note.diagnostics += result.diagnostics.filter { $0.severity > .info }
    note.fileModified = vault.tree.files[place].modified
    note.expectText(bytes)
    note.lacksEnd = !SourceText.endsAsPage(bytes)
    if !isEmpty, HTMLSource.isMadeByScripts(bytes, result.document) {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer,
        "The page shows nothing: its text is made by scripts, which aren't run. Save it in a browser as it is shown, or export the notes in the program that made it."
      )
    }
    if isEmpty { note.diagnostics.append(SourceFault.cut("The page is empty.")) }
    note.keywords = (head.keywords.isEmpty ? result.document.info.keywords : head.keywords).map {
      SourceKeyword(path: [$0])
    }
    let (created, modified) = (head.created?.moment(context), head.modified?.moment(context))
    (note.created, note.modified) = (created?.time, modified?.time)
    note.zoneIsUnknown = created?.zoneIsUnknown ?? false || modified?.zoneIsUnknown ?? false
    note.properties = head.properties
    let find = { (target: String, isWiki: Bool) -> MarkdownBody.Target in
      vault.find(target, from: path, isWiki: false, context)
    }
    MarkdownBody(result.document, context, find: find).fill(&note)
    for target in head.media {
      switch find(RelativePath.withoutEncoding(target), false) {
      case .file(let name, let bytes): note.files.append(SourceFile(name: name, bytes: bytes))
      case .elsewhere, .note: break
      case .missing: note.reportMissing([target])
      }
    }
    return note
  }
}
