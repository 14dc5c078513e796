internal import SlipBase
internal import SlipExchange

/// The files of a folder of notes, and how links between them are looked up.
///
/// A target is looked for as Obsidian does it, without regard to case and Unicode normalization:
///
/// ```
/// Note, Note.md        a name without folder, anywhere: in the note's own folder first
/// folder/Note          from the top, else from the note's folder, else the end of any path
/// ./Note, ../Note      from the note's folder
/// /folder/Note         from the top
/// 202401020304         the number in a file's name, where no file is called so
/// Other title          an alias of a note, where no file has this name
/// ```
///
/// In a wiki of GitHub or Gollum, a blank in a name is a hyphen in that of the file.
///
/// It never guesses: a name that several files have, none of which is beside the note, stands for none of them.
struct Vault: Sendable {
  /// All files.
  let tree: SourceTree
  /// The folder that everything lies in, with a slash at its end; empty for the container itself.
  let top: String
  /// The extensions of notes.
  private let suffixes: Set<String>
  /// Whether names are looked for anywhere, and not only paths.
  private let looksAnywhere: Bool
  /// Files by their folded path below the top.
  private var byPath: [String: Int] = [:]
  /// Files by their folded name.
  private var byName: [String: [Int]] = [:]
  /// Notes by the number in their name: see `NoteNumber`.
  private var byNumber: [String: [Int]] = [:]

  /// Whether it is a wiki as GitHub and Gollum have it: with a page at its edge.
  var isGollum: Bool {
    ["_sidebar.md", "_footer.md", "_header.md"].contains { byPath[$0] != nil }
  }

  /// What the paths of files begin with that a program keeps for itself; nil where there are none.
  private let hidden: String?

  /// Lists the files that are content: those without a part that begins with a dot.
  init(_ tree: SourceTree, suffixes: Set<String>, looksAnywhere: Bool, hidden: String? = nil) {
    (self.tree, self.suffixes, self.looksAnywhere, self.hidden) = (tree, suffixes, looksAnywhere, hidden)
    top = tree.topPath
    for place in content {
      let path = Vault.folded(self.path(place))
      byPath[path] = byPath[path] ?? place
      byName[String(path.lastName), default: []].append(place)
      guard looksAnywhere, isNote(place) else { continue }
      if let number = NoteNumber.first(in: path.lastName.utf8, of: NoteNumber.lengths) {
        byNumber[number, default: []].append(place)
      }
    }
  }

  /// The places of files that are content.
  var content: [Int] {
    tree.files.indices.filter { place in
      let file = tree.files[place]
      guard file.path.hasPrefix(top), !file.isClutter else { return false }
      if let hidden, path(place).hasPrefix(hidden) { return false }
      return tree.form == .file || !path(place).split(separator: "/").contains { $0.hasPrefix(".") }
    }
  }

  /// The path of a file below the top.
  func path(_ place: Int) -> String { String(tree.files[place].path.dropFirst(top.count)) }

  /// Whether a file is a note.
  func isNote(_ place: Int) -> Bool { suffixes.contains(tree.files[place].path.suffixName) }

  /// What a path or name is compared by.
  private static func folded(_ path: String) -> String { TextFolding.caseFolded(path) }

  /// What a link in a note leads to.
  ///
  /// - Parameters:
  ///   - target: The target, without percent-encoding.
  ///   - note: The path of the note.
  ///   - isWiki: Whether it stands in double brackets.
  ///
  /// A fragment (`#Heading`, `#^block`) doesn't count, and what stands behind `?` in a plain link doesn't either. A target that is
  /// empty then leads to the note itself, which is no link between notes.
  func find(_ target: String, from note: String, isWiki: Bool, _ context: SourceContext)
    -> MarkdownBody.Target
  {
    if !isWiki, Vault.hasScheme(target) { return obsidianLink(target, from: note, context) }
    let bare = String(target.prefix { $0 != "#" && (isWiki || $0 != "?") }).trimmingBlanks()
    if bare.isEmpty { return .elsewhere }
    let whole = isWiki ? nil : place(target.trimmingBlanks(), from: note)
    // Programs of Windows write paths with backslashes.
    let slashed = bare.contains("\\") ? bare.replacing("\\", with: "/") : nil
    let found =
      whole ?? place(bare, from: note) ?? (isWiki || looksAnywhere ? anywhere(bare, from: note) : nil)
      ?? slashed.flatMap { place($0, from: note) ?? anywhere($0, from: note) }
    let page = found == nil && isWiki && isGollum ? String(bare.map { $0 == " " ? "-" : $0 }) : nil
    switch found ?? page.flatMap({ place($0, from: note) ?? anywhere($0, from: note) }) {
    case .one(let place): return linked(place, context)
    case .several(let places):
      return .missing(candidates: places.compactMap { context.note(path($0)) })
    case nil:
      if let picture = pictureBeside(bare, from: note) { return picture }
      guard isWiki else { return .missing(candidates: []) }
      switch context.note(named: bare) {
      case .note(let id): return .note(id)
      case .ambiguous(let ids): return .missing(candidates: ids)
      case .missing: return .missing(candidates: [])
      }
    }
  }

  /// Whether a link in double brackets leads to some file.
  func has(_ target: String, from note: String) -> Bool {
    let bare = String(target.prefix { $0 != "#" }).trimmingBlanks()
    return !bare.isEmpty && (place(bare, from: note) ?? anywhere(bare, from: note)) != nil
  }

  /// The picture that lies beside a file that is imported alone; nil where there is none, and for other targets.
  private func pictureBeside(_ target: String, from note: String) -> MarkdownBody.Target? {
    guard tree.form == .file, MediaType.forFileExtension(target.suffixName)?.isImage == true,
      let path = SourcePath.join(note.parentPath, target), let bytes = tree.neighbour(path)
    else { return nil }
    return .file(name: String(path.lastName), bytes: bytes)
  }

  /// What was found.
  private enum Found {
    /// A file.
    case one(Int)
    /// Several files, of which none is nearer.
    case several([Int])
  }

  /// A file as the target of a link.
  private func linked(_ place: Int, _ context: SourceContext) -> MarkdownBody.Target {
    if isNote(place), let id = context.note(path(place)) { return .note(id) }
    guard let bytes = tree.shownBytes(at: place) else { return .missing(candidates: []) }
    return .file(name: String(tree.files[place].name), bytes: bytes)
  }

  /// The file at a path: from the top, or from the note's folder. A note's extension may be missing.
  private func place(_ target: String, from note: String) -> Found? {
    let isAbsolute = target.hasPrefix("/")
    let isRelative = target.hasPrefix("./") || target.hasPrefix("../")
    var paths: [String?] = []
    if !isRelative, looksAnywhere || isAbsolute { paths.append(SourcePath.join("", target)) }
    if !isAbsolute { paths.append(SourcePath.join(note.parentPath, target)) }
    for path in paths {
      guard let path else { continue }
      for name in names(Vault.folded(path)) { if let place = byPath[name] { return .one(place) } }
    }
    return nil
  }

  /// A path as it is, and with the extensions of notes.
  private func names(_ path: String) -> [String] { [path] + suffixes.sorted().map { path + "." + $0 } }

  /// The file whose path ends so, wherever it is.
  ///
  /// `folder/Note` fits `x/folder/Note.md`, but not `x/otherfolder/Note.md`. Of several files the one in the note's own folder
  /// counts; if there is none there, all of them are returned.
  private func anywhere(_ target: String, from note: String) -> Found? {
    if target.hasPrefix("../") { return nil }
    let folded = Vault.folded(
      target.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "/"))
    guard !folded.isEmpty else { return nil }
    var found: [Int] = []
    for name in names(folded) where found.isEmpty {
      found = (byName[String(name.lastName)] ?? []).filter { place in
        let path = Vault.folded(path(place))
        return path == name || path.hasSuffix("/" + name)
      }
    }
    if found.isEmpty { found = byNumber[folded] ?? [] }
    if found.count > 1, let near = found.first(where: { path($0).parentPath == note.parentPath }) {
      return .one(near)
    }
    return found.isEmpty ? nil : found.count == 1 ? .one(found[0]) : .several(found)
  }

  /// Whether a target has a scheme, as web addresses do.
  static func hasScheme(_ target: String) -> Bool {
    guard let colon = target.firstIndex(of: ":"), colon > target.startIndex else { return false }
    let scheme = target[..<colon]
    return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      && scheme.count > 1
  }

  /// What a link with a scheme leads to: a note, where it is one of Obsidian's.
  private func obsidianLink(
    _ target: String, from note: String, _ context: SourceContext
  ) -> MarkdownBody.Target {
    guard target.lowercased().hasPrefix("obsidian://open"), let query = target.firstIndex(of: "?") else {
      return .elsewhere
    }
    for part in target[target.index(after: query)...].split(separator: "&") where part.hasPrefix("file=") {
      let found = find(String(part.dropFirst(5)), from: note, isWiki: true, context)
      if case .note = found { return found }
    }
    return .elsewhere
  }
}
