internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads text bundles: a Markdown text with its files and an `info.json`, alone or many in an archive.
///
/// ```
/// Notes/Garden.textbundle/info.json     version, type, sourceURL, and a dictionary for each program
///                        /text.md       the text; its extension is free
///                        /assets/…      files, which the text names as assets/…
/// ```
///
/// A bundle has no title, dates or keywords of its own. Bear adds id, dates and marks in its dictionary, and its texts
/// have tags and links in double brackets.
struct TextBundleSource: NoteSource {
  /// A bundle in the container.
  struct Bundle: Sendable {
    /// The path of its folder, with a slash at its end; empty for the container itself.
    var folder: String
    /// The path of the text.
    var text: String
    /// What is known of it.
    var info: JSONValue?
    /// The id: Bear's, else the path.
    var id: String
    /// The name of the bundle, without its extension.
    var name: String
    /// The title in the text; nil where it has none.
    var title: String?
    /// The title with its marks, as links may have it.
    var markedTitle: String?
    /// Whether the text is plain, without marks.
    var isPlain: Bool { info?["type"]?.string == "public.plain-text" }
  }

  /// The files.
  private let tree: SourceTree
  /// Whether it is a backup of Bear.
  private let isBear: Bool
  /// The bundles.
  private let bundles: [Bundle]
  /// Bundles whose facts are damaged.
  private var lost: ArraySlice<String> = []
  /// The next one.
  private var position = 0

  /// The name of Bear's dictionary.
  static let bearKey = "net.shinyfrog.bear"

  /// Extensions of single notes that Bear exports.
  static let notes: Set<String> = ["bear", "bearnote"]

  /// The paths of the bundles' information files in a container.
  static func infos(_ tree: SourceTree) -> [SourceTree.File] {
    tree.files.filter { $0.name == "info.json" && !$0.isClutter }
  }

  /// Whether a container has text bundles only.
  ///
  /// All information files must have a text beside them: otherwise it is an archive that happens to have a file `info.json`. A
  /// folder counts only by its name, because a folder of bundles is imported bundle by bundle.
  ///
  /// - Parameters:
  ///   - tree: The container.
  ///   - isBear: Whether a backup of Bear is looked for, which has certain files or a certain name.
  /// - Returns: Nil for another container.
  static func recognizes(_ tree: SourceTree, isBear: Bool) -> Recognition? {
    guard tree.form != .file else { return nil }
    let infos = infos(tree)
    let texts = infos.filter { info in text(beside: info.path, in: tree) != nil }
    let suffix = tree.name.suffixName
    // Of a backup of Bear, the name says what it is, also where a part of it is missing.
    let isNamed = isBear && suffix == "bear2bk"
    guard !texts.isEmpty, isNamed || texts.count == infos.count else { return nil }
    if tree.form == .folder, suffix != "textbundle", !notes.contains(suffix) { return nil }
    if isBear {
      let isBackup =
        suffix == "bear2bk" || notes.contains(suffix)
        || tree.files.contains { ["tags.json", "backup.json"].contains($0.name) }
      return isBackup ? .certain : nil
    }
    return texts.count == 1 || texts.allSatisfy({ $0.path.parentPath.suffixName == "textbundle" })
      ? .likely : nil
  }

  /// The text of the bundle that has this information file.
  ///
  /// - Returns: The first file whose name begins with `text.`, in any case; nil where there is none.
  private static func text(beside info: String, in tree: SourceTree) -> SourceTree.File? {
    tree.files(in: String(info.parentPath)).first { $0.name.lowercased().hasPrefix("text.") }
  }

  /// Lists the bundles of a container.
  ///
  /// Texts are read here for their titles, which links need.
  ///
  /// - Throws: `SlipError` where a text or an information file can't be read.
  init(_ tree: SourceTree, isBear: Bool, _ context: SourceContext) throws(SlipError) {
    (self.tree, self.isBear) = (tree, isBear)
    var bundles: [Bundle] = []
    var lost: [String] = []
    let infos = TextBundleSource.infos(tree)
    let described = Set(infos.map { String($0.path.parentPath) })
    for file in tree.files where !file.isClutter && file.name.lowercased().hasPrefix("text.") {
      let folder = String(file.path.parentPath)
      if folder.suffixName == "textbundle", !described.contains(folder) { lost.append(folder) }
    }
    for info in infos {
      guard let text = TextBundleSource.text(beside: info.path, in: tree) else {
        lost.append(String(info.path.parentPath))
        continue
      }
      let folder = String(info.path.parentPath)
      let facts = try tree.read(info.path).flatMap { JSONValue($0) }
      guard facts != nil else {
        // Without its facts a note would be another one.
        lost.append(folder.isEmpty ? tree.name : folder)
        continue
      }
      let path = folder.isEmpty ? tree.name : folder
      let own = NoteFacts(facts?[NoteFacts.key])
      let id = facts?[TextBundleSource.bearKey]?["uniqueIdentifier"]?.string ?? own?.uuid
      var bundle = Bundle(
        folder: folder.isEmpty ? "" : folder + "/", text: text.path, info: facts, id: id ?? path,
        name: String(path.lastName.stem))
      if !bundle.isPlain {
        let bytes = SourceText.utf8(try tree.read(text.path) ?? [], context)
        bundle.markedTitle =
          TextBundleSource.title(bytes, isBear: isBear)
          ?? (isBear ? TextBundleSource.firstLine(bytes, ofFile: bundle.name) : nil)
        bundle.title = bundle.markedTitle.map { TextBundleSource.plain($0, isBear ? .bear : []) }
      }
      bundles.append(bundle)
    }
    self.bundles = bundles
    self.lost = lost[...]
  }

  /// The first line of a text that isn't blank; empty for none. Front matter doesn't count in Bear.
  private static func firstLine(_ text: [UInt8], isBear: Bool) -> String {
    let body = text[(isBear ? min(NoteFrontMatter(text).end, text.count) : 0)...]
    let line = body.drop(while: LooseXML.isSpace).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self).trimmingBlanks()
  }

  /// The first line of a note of Bear whose file is named after it.
  ///
  /// In the name of the file some characters are replaced or left out, so letters and digits are compared. The name
  /// may be cut, and have a number at its end where several notes have one title.
  ///
  /// - Returns: Nil where the file has another name, and for lines that are too long for a title.
  static func firstLine(_ text: [UInt8], ofFile name: String) -> String? {
    let line = firstLine(text, isBear: true)
    guard line.utf8.count <= longestTitle else { return nil }
    let signs = compared(line)
    let unnumbered = name.lastIndex(of: " ").flatMap { blank in
      name[name.index(after: blank)...].allSatisfy(\.isNumber) ? String(name[..<blank]) : nil
    }
    let isNamed = [name, unnumbered ?? ""].map(compared).contains { !$0.isEmpty && signs.hasPrefix($0) }
    return isNamed ? line : nil
  }

  /// The letters and digits of a name without case.
  private static func compared(_ name: String) -> String {
    TextFolding.caseFolded(name).filter { $0.isLetter || $0.isNumber }
  }

  /// The title in a text: the heading on the first line that isn't blank, with its marks.
  ///
  /// - Returns: Nil where that line is no heading. Without Bear, only a heading of level 1 is a title.
  static func title(_ text: [UInt8], isBear: Bool) -> String? {
    let line = firstLine(text, isBear: isBear)
    let level = line.prefix { $0 == "#" }.count
    let rest = line.dropFirst(level)
    if (1...6).contains(level), rest.isEmpty || rest.first == " " {
      guard isBear || level == 1 else { return nil }
      let title = String(rest).trimmingBlanks()
      return title.isEmpty ? nil : title
    }
    return nil
  }

  /// The most bytes of a line in which marks of formatting are looked for.
  private static let longestTitle = 1 << 16

  /// The words of a title: without escapes and marks of formatting.
  static func plain(_ title: String, _ additions: MarkdownAdditions) -> String {
    guard title.utf8.count <= longestTitle else { return title }
    // As a heading, for `2. Plan` alone would be an item of a list.
    let heading = Array("# \(title)".utf8)[...]
    let document = MarkdownBody(heading, additions, SourceContext()) { _, _ in .elsewhere }.document
    let words = document.blocks.flatMap(\.inlines).map { inline in
      if case .run(let run) = inline { run.text } else { "" }
    }.joined().trimmingBlanks()
    return words.isEmpty ? title : words
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let path = lost.popFirst() { return .skipped(SourceSkip(path, .damaged)) }
    guard position < bundles.count else { return nil }
    let (bundle, tree, isBear) = (bundles[position], tree, isBear)
    position += 1
    let bear = bundle.info?[TextBundleSource.bearKey]
    let names = [bundle.title, bundle.markedTitle, bear?["title"]?.string, bundle.name].compactMap { $0 }
    var entry = SourceEntry(
      id: bundle.id, place: bundle.folder.isEmpty ? tree.name : bundle.folder, names: names,
      length: tree.place(of: bundle.text).map { tree.files[$0].length } ?? 0
    ) { context throws(SlipError) in
      try TextBundleSource.note(bundle, tree, isBear: isBear, context)
    }
    entry.isTrashed = bear?["trashed"]?.isTrue ?? false
    return .note(entry)
  }

  // MARK: A bundle

  /// The paths of files that a text shows or links to.
  private final class Shown {
    /// The paths in the container.
    var paths: Set<String> = []
  }

  /// Reads a bundle.
  private static func note(
    _ bundle: Bundle, _ tree: SourceTree, isBear: Bool, _ context: SourceContext
  ) throws(SlipError) -> SourceNote {
    var found: [Diagnostic] = []
    let bytes = SourceText.utf8(try tree.read(bundle.text) ?? [], context, &found)
    var note = SourceNote(title: bundle.title ?? bundle.name, body: .document(Document()))
    note.diagnostics = found
    note.expectText(bytes)
    if !isBear {
      let folder = bundle.folder.dropLast().parentPath
      note.folder = folder.split(separator: "/").map { SourceFolder(String($0)) }
    }
    apply(bundle.info, isBear: isBear, &note, context)
    let facts = NoteFacts(bundle.info?[NoteFacts.key])
    let isFromBear = isBear || bundle.info?["creatorIdentifier"]?.string == bearKey
    let original = BundleText.original(bytes[...], facts)
    var text = original.text
    let isEncrypted = bundle.info?[bearKey]?["encrypted"]?.isTrue ?? false
    if isEncrypted {
      note.diagnostics.append(SourceFault.encrypted("The note is encrypted; its original is kept."))
      note.title = bundle.info?[bearKey]?["title"]?.string ?? note.title
      text = Array("🔒".utf8)[...]
    }
    if bundle.isPlain, !isEncrypted {
      note.takePlain(String(decoding: text, as: UTF8.self))
      try addFiles(of: bundle, tree, except: [], &note)
      return note
    }
    let shown = Shown()
    let body = MarkdownBody(text, isFromBear ? .bear : [], context) { target, isWiki in
      if !isWiki,
        let id = facts?.note(ofLink: RelativeURL.encoded(path: target)).flatMap({
          TextBundleSource.note(ofUUID: $0, context)
        })
      {
        return .note(id)
      }
      return find(target, isWiki: isWiki, bundle, tree, shown, context)
    }
    body.fill(&note)
    if isFromBear {
      note.keywords += MarkdownText.tags(in: original.tagLine).compactMap {
        SourceKeyword(nested: $0)
      }
    }
    facts?.apply(to: &note, hasKeywords: isFromBear, tag: { BearTag.tag(for: $0) }) {
      TextBundleSource.note(ofUUID: $0, context)
    }
    try addFiles(of: bundle, tree, except: shown.paths, &note)
    return note
  }

  /// Adds the files of a bundle that its text doesn't show.
  private static func addFiles(
    of bundle: Bundle, _ tree: SourceTree, except shown: Set<String>, _ note: inout SourceNote
  ) throws(SlipError) {
    for file in tree.files
    where file.path.hasPrefix(bundle.folder + "assets/") && !shown.contains(file.path) {
      guard !file.isClutter, let place = tree.place(of: file.path) else { continue }
      if let bytes = tree.shownBytes(at: place) {
        note.files.append(SourceFile(name: String(file.name), bytes: bytes))
      } else {
        note.reportMissing([String(file.name)])
      }
    }
  }

  /// The note of the import that had a UUID. Bear writes them in upper case.
  private static func note(ofUUID uuid: String, _ context: SourceContext) -> UniqueID? {
    context.note(uuid.lowercased()) ?? context.note(uuid.uppercased())
  }

  /// What a link in a bundle leads to.
  ///
  /// - Parameters:
  ///   - target: The address, or the inside of double brackets.
  ///   - isWiki: Whether it stood in double brackets.
  ///   - bundle: The bundle that has the link.
  ///   - tree: The container.
  ///   - shown: What gets the path of a file.
  ///   - context: The notes.
  private static func find(
    _ target: String, isWiki: Bool, _ bundle: Bundle, _ tree: SourceTree, _ shown: Shown,
    _ context: SourceContext
  ) -> MarkdownBody.Target {
    if isWiki { return note(named: target, context) }
    if target.lowercased().hasPrefix("bear://x-callback-url/open-note?") {
      for part in target.split(whereSeparator: { $0 == "?" || $0 == "&" }) {
        if part.hasPrefix("id="), let id = context.note(String(part.dropFirst(3))) { return .note(id) }
        if part.hasPrefix("title=") { return note(named: String(part.dropFirst(6)), context) }
      }
      return .missing(candidates: [])
    }
    if Vault.hasScheme(target) || target.hasPrefix("#") { return .elsewhere }
    for spelling in [target, String(target.prefix { $0 != "#" })] {
      guard let path = SourcePath.join(bundle.folder, spelling), let place = tree.place(ofAny: path),
        let bytes = tree.shownBytes(at: place)
      else { continue }
      shown.paths.insert(tree.files[place].path)
      return .file(name: String(tree.files[place].name), bytes: bytes)
    }
    return .missing(candidates: [])
  }

  /// The note with a title. A heading may follow behind a slash, which may also be in the title.
  ///
  /// `[[Garden/Beds]]` is the heading “Beds” of the note “Garden”, unless there is a note “Garden/Beds”: the longest title wins.
  private static func note(named target: String, _ context: SourceContext) -> MarkdownBody.Target {
    var title = target[...]
    while true {
      switch context.note(named: String(title)) {
      case .note(let id): return .note(id)
      case .ambiguous(let ids): return .missing(candidates: ids)
      case .missing:
        guard let slash = title.lastIndex(of: "/") else { return .missing(candidates: []) }
        title = title[..<slash]
      }
    }
  }

  /// Gives a note what its `info.json` says.
  ///
  /// ```json
  /// { "version": 2, "sourceURL": "https://…",
  ///   "net.shinyfrog.bear": { "uniqueIdentifier": "A15C…", "creationDate": "2023-10-11T08:07:06Z", "pinned": 1, "archived": 0 } }
  /// ```
  ///
  /// A note that Bear pins is a favourite. One that it archived or put in the trash is archived.
  private static func apply(
    _ info: JSONValue?, isBear: Bool, _ note: inout SourceNote, _ context: SourceContext
  ) {
    guard let info else { return }
    let isOurs = NoteFacts(info[NoteFacts.key]) != nil
    if let url = info["sourceURL"]?.string {
      note.properties.append(Property(Property.WellKnown.sourceURL, .uri, url))
    }
    if let creator = info["creatorIdentifier"]?.string, !isOurs {
      note.properties.append(Property("textbundle:creatorIdentifier", .text, creator))
    }
    // Each application has members of its own, in an object that is named as the application.
    for (application, values) in info.members where application.contains(".") && application != bearKey {
      guard application != NoteFacts.key, case .object = values else { continue }
      for (name, value) in values.members where value.document != "null" {
        let text = value.text ?? value.document.trimmingBlanks()
        note.properties.append(Property("\(application):\(name)", .text, text))
      }
    }
    guard let bear = info[bearKey] else { return }
    note.created = note.date(bear["creationDate"]?.string, context)
    note.modified = note.date(bear["modificationDate"]?.string, context)
    note.isFavorite = bear["pinned"]?.isTrue ?? false
    if note.isFavorite, !isOurs {
      note.properties.append(Property(Property.WellKnown.pinned, .boolean, "true"))
    }
    if bear["archived"]?.isTrue ?? false || bear["trashed"]?.isTrue ?? false { note.status = .archived }
    if bear["locked"]?.isTrue ?? false { note.properties.append(Property("bear:locked", .boolean, "true")) }
  }
}
