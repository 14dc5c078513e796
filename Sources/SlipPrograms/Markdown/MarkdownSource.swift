internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads a folder of Markdown files: each file is a note, and each folder a folder.
///
/// Identity is the path, because nothing else is there. Dates and titles come from the properties at the beginning of a
/// file; the times of files say little after a copy. Files that notes link to or show are attachments; all others are
/// left out, and are in the kept original.
struct MarkdownSource: NoteSource {
  /// The files.
  private let vault: Vault
  /// Whether it is a vault.
  private let isVault: Bool
  /// The encoding of texts, if the user has named one.
  private let context: SourceContext
  /// Paths of the notes that are favourites.
  private let favorites: Set<String>
  /// Files that are content.
  private let places: [Int]
  /// The next one.
  private var position = 0
  /// Names of files that notes mention.
  private var mentions = FileMentions()
  /// Files that may not be shown by any note.
  private var others: [Int] = []

  /// How many bytes of a folder's files are looked at to find out what it is.
  private static let probed = 4 << 20

  /// Whether a container is a folder of Markdown files, or one such file.
  ///
  /// An archive must have as many Markdown files as others that they don't mention: one with a single `README.md` is something
  /// else. What desktops and programs keep for themselves doesn't count.
  ///
  /// - Parameters:
  ///   - tree: The container.
  ///   - isVault: Whether a vault is looked for: a folder of Obsidian or Foam, or links in double brackets.
  /// - Returns: Nil for another container. Only one with settings of a program is certain.
  static func recognizes(_ tree: SourceTree, isVault: Bool) -> Recognition? {
    if tree.form == .file {
      return !isVault && MarkdownFile.suffixes.contains(tree.name.suffixName) ? .possible : nil
    }
    if isVault, tree.files.contains(where: { file in marks.contains { file.path.contains($0) } }),
      tree.files.contains(where: { MarkdownFile.suffixes.contains($0.path.suffixName) })
    {
      return .certain
    }
    let notes = tree.files.filter { MarkdownFile.suffixes.contains($0.path.suffixName) && !$0.isClutter }
    guard !notes.isEmpty, tree.form == .folder || isMostly(notes, tree) else { return nil }
    if !isVault { return .possible }
    return hasWikiLinks(tree, notes) ? .possible : nil
  }

  /// Whether notes are at least half of the files that aren't theirs.
  private static func isMostly(_ notes: [SourceTree.File], _ tree: SourceTree) -> Bool {
    let content = tree.files.filter { file in
      !file.isClutter && !file.path.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    if notes.count * 2 >= content.count { return true }
    var mentions = FileMentions()
    var left = probed
    for file in notes {
      guard left > 0, let bytes = tree.soundBytes(of: file.path)?.array else { break }
      left -= bytes.count
      mentions.look(through: SourceText.utf8(bytes))
    }
    let strange = content.count { file in
      !MarkdownFile.suffixes.contains(file.path.suffixName) && !mentions.has(file.path)
    }
    return notes.count >= strange
  }

  /// Whether a link in double brackets leads to a file of the folder.
  ///
  /// Files are read until `probed` bytes are reached or one can't be read.
  private static func hasWikiLinks(_ tree: SourceTree, _ notes: [SourceTree.File]) -> Bool {
    let vault = Vault(tree, suffixes: MarkdownFile.suffixes, looksAnywhere: true)
    var left = probed
    for file in notes {
      guard left > 0, let bytes = tree.soundBytes(of: file.path)?.array else { break }
      left -= bytes.count
      guard bytes.withUnsafeBytes({ LooseXML.find("[[", in: $0, from: 0) }) != nil else { continue }
      var leads = false
      let answers = MarkdownAnswers { link in
        leads = leads || vault.has(link.target, from: String(file.path.dropFirst(vault.top.count)))
        return .text("")
      }
      _ = SourceText.utf8(bytes).withUnsafeBytes {
        MarkdownReader.read($0, limits: Limits(), pictures: .program, additions: .wikiLinks, answers: answers)
      }
      if leads { return true }
    }
    return false
  }

  /// Folders that only Obsidian and Foam make.
  private static let marks = [".obsidian/", ".foam/"]

  /// Opens a folder.
  ///
  /// - Throws: `SlipError` where the list of bookmarks can't be read.
  init(_ tree: SourceTree, isVault: Bool, _ context: SourceContext) throws(SlipError) {
    (self.isVault, self.context) = (isVault, context)
    vault = Vault(tree, suffixes: MarkdownFile.suffixes, looksAnywhere: isVault)
    places = vault.content
    favorites = try MarkdownSource.favorites(tree, vault.top)
  }

  /// Notes come first, in the order of their files. Then come the files that no note mentions; nil at the
  /// end.
  mutating func next() throws(SlipError) -> SourceItem? {
    while position < places.count {
      let place = places[position]
      position += 1
      guard vault.isNote(place) else {
        others.append(place)
        continue
      }
      return try item(place)
    }
    while let place = others.popLast() {
      if !mentions.has(vault.path(place)) {
        return .skipped(SourceSkip(vault.path(place), .notShown))
      }
    }
    return nil
  }

  /// The note of a file, or the folder whose saved search it stands for. The other names of a note are read here, because links
  /// need them.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  private mutating func item(_ place: Int) throws(SlipError) -> SourceItem {
    let path = vault.path(place)
    let text = SourceText.utf8(try vault.tree.bytes(at: place).array, context)
    let matter = NoteFrontMatter(text)
    let search = matter.savedSearch
    if isVault, !search.isEmpty, !path.parentPath.isEmpty {
      var steps = path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
      steps[steps.count - 1].properties = search
      return .folder(steps)
    }
    mentions.look(through: text)
    let (vault, isVault, isFavorite) = (vault, isVault, favorites.contains(TextFolding.caseFolded(path)))
    // By its UUID a note that was exported comes home.
    let ids = matter.texts(isVault ? "uuid" : "id").filter { UniqueID($0) != nil }
    let denote = DenoteName(String(path.lastName.stem)).map { [$0.number] } ?? []
    let names =
      denote + (isVault ? matter.aliases + matter.texts("title").prefix(1) + number(path, text) : [])
    return .note(
      SourceEntry(id: path, place: path, names: names + ids, length: text.count) {
        context throws(SlipError) in
        try MarkdownSource.note(place, path, vault, isVault: isVault, isFavorite: isFavorite, context)
      })
  }

  /// The number that a text gives its note, where the name of the file has none; empty where there is none.
  private func number(_ path: String, _ text: [UInt8]) -> [String] {
    guard NoteNumber.first(in: path.lastName.utf8, of: NoteNumber.lengths) == nil else { return [] }
    return [NoteNumber.first(in: text, of: NoteNumber.textLengths)].compactMap { $0 }
  }

  /// Reads a note.
  ///
  /// - Parameters:
  ///   - place: The place of the file in the container.
  ///   - path: Its path in the vault, which gives title and folders.
  ///   - vault: Finds what links lead to.
  ///   - isVault: Whether what Obsidian adds to Markdown is read.
  ///   - isFavorite: Whether the note is bookmarked.
  ///   - context: Bounds, and the notes of the import.
  /// - Throws: `SlipError` where the file can't be read.
  private static func note(
    _ place: Int, _ path: String, _ vault: Vault, isVault: Bool, isFavorite: Bool, _ context: SourceContext
  ) throws(SlipError) -> SourceNote {
    var found: [Diagnostic] = []
    let text = SourceText.utf8(try vault.tree.bytes(at: place).array, context, &found)
    let matter = NoteFrontMatter(text)
    var note = SourceNote(title: String(path.lastName.stem), body: .document(Document()))
    note.folder = path.parentPath.split(separator: "/").map { SourceFolder(String($0)) }
    note.diagnostics += found
    note.expectText(text)
    note.isFavorite = isFavorite
    note.fileModified = matter.saysThatDatesAreUnknown ? nil : vault.tree.files[place].modified
    matter.apply(to: &note, program: isVault ? "obsidian" : "markdown", context)
    let body = MarkdownBody(
      RoamMacro.boxes(in: text[min(matter.end, text.count)...]), MarkdownSource.dialect(vault, isVault),
      context
    ) {
      vault.find($0, from: path, isWiki: $1, context)
    }
    body.fill(&note, language: matter.texts("lang", "language").first.flatMap(LanguageTag.valid))
    take(matter, path, vault, isVault: isVault, &note, context)
    return note
  }

  /// What the program of a folder adds to Markdown, or what people write in a file that no program is known for.
  private static func dialect(_ vault: Vault, _ isVault: Bool) -> MarkdownAdditions {
    vault.isGollum && isVault ? .gollum : isVault ? .obsidian : vault.tree.form == .file ? .common : []
  }

  /// Adds the files and notes that the properties `attachments` and `related` name. What leads to neither stays a property.
  ///
  /// In a vault they stand in double brackets; elsewhere they are relative paths.
  private static func take(
    _ matter: NoteFrontMatter, _ path: String, _ vault: Vault, isVault: Bool, _ note: inout SourceNote,
    _ context: SourceContext
  ) {
    let program = isVault ? "obsidian:" : "markdown:"
    for key in ["attachments", "related"] {
      for text in matter.texts(key) {
        let isWiki = text.hasPrefix("[[") && text.hasSuffix("]]") && text.count > 4
        if isVault != isWiki { continue }
        let link = isWiki ? String(text.dropFirst(2).dropLast(2)) : text
        switch vault.find(link, from: path, isWiki: isWiki, context) {
        case .note(let id): note.relations.append(id)
        case .file(let name, let bytes): note.files.append(SourceFile(name: name, bytes: bytes))
        case .elsewhere, .missing: continue
        }
        note.properties.removeAll { $0.name == program + key && $0.value == text }
      }
    }
  }

  /// The paths of bookmarked notes, case-folded.
  ///
  /// ```json
  /// { "items": [ { "type": "group", "items": [ { "type": "file", "path": "notes/Bees.md" } ] } ] }
  /// ```
  ///
  /// Older vaults have `starred.json`, which looks the same. Bookmarked headings, searches and folders are no favourites.
  ///
  /// - Returns: Empty for a folder without bookmarks.
  private static func favorites(_ tree: SourceTree, _ top: String) throws(SlipError) -> Set<String> {
    var paths: Set<String> = []
    for name in ["bookmarks.json", "starred.json"] {
      guard let bytes = try tree.read(top + ".obsidian/" + name), let root = JSONValue(bytes) else {
        continue
      }
      var open = root["items"]?.array ?? []
      while let item = open.popLast() {
        if item["type"]?.string == "file", let path = item["path"]?.string {
          paths.insert(TextFolding.caseFolded(path))
        }
        open += item["items"]?.array ?? []
      }
    }
    return paths
  }
}
