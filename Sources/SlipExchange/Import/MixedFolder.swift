internal import SlipBase

/// A folder in which notes of several kinds lie, as people have them: an export of a program with a text file in it, or Markdown
/// files that link to each other beside RTF.
///
/// A container is recognised by what it holds, whatever else lies there. What a program exported is a container as a whole: the
/// folder, or the one in it that holds all of the export. Markdown files and web pages are one container with the files that they
/// mention; all other notes stay notes of their own.
struct MixedFolder {
  /// What a folder holds.
  enum Finding {
    /// No container but those that were found in it.
    case none
    /// The export of a program in a folder further below.
    case below(ImportScan.Container)
    /// The export of a program.
    case whole(SourceKind)
    /// Notes with links between them, and the files that they mention.
    case around(SourceKind, Set<String>)
  }

  /// Names of files that are worth a look for their content although another kind imports them by their name.
  private static let telling = "standard notes"
  /// Extensions of files that are left out by themselves, and by which programs mark a folder as theirs.
  private static let tellingSuffixes: Set<String> = ["json", "scrivx"]

  /// The files of the folder without those of containers that were found in it.
  private let tree: SourceTree
  /// The kinds of containers.
  private let sources: SourceTable
  /// The kind of what is left, and how sure that is.
  private let kind: SourceKind
  /// How sure it is.
  private let sureness: Recognition

  /// Looks at a folder that was walked; nil where it holds nothing of that kind, or can't be looked at.
  ///
  /// - Parameters:
  ///   - scan: What the walk found. What can't be read is added to what it left out.
  ///   - path: The folder.
  ///   - sources: The kinds of containers.
  init?(_ scan: inout ImportScan, _ path: String, _ sources: SourceTable) {
    let notes = scan.containers.filter { sources.isPage($0.kind) }
    let isTelling =
      !notes.isEmpty || scan.skipped.contains { MixedFolder.tellingSuffixes.contains($0.path.suffixName) }
      || scan.files.contains { $0.path.lowercased().contains(MixedFolder.telling) }
    guard isTelling else { return nil }
    // What lies in archives was taken out of the scan.
    let archives = scan.unpacked.flatMap(\.archives).filter { $0.hasPrefix(path + "/") }.map {
      String($0.dropFirst(path.count + 1))
    }
    let own = scan.containers.filter { !sources.isPage($0.kind) }.map(\.path) + archives
    let tree: SourceTree
    do throws(SlipError) {
      tree = try SourceTree.open(path).without(below: own)
    } catch {
      scan.skipped.append(SkippedFile(path: "", isDirectory: true, reason: .unreadable(error)))
      return nil
    }
    let found = sources.recognition(of: tree)
    if MixedFolder.hasFaults(tree, &scan) { return nil }
    guard let (kind, sureness) = found else { return nil }
    (self.tree, self.sources, self.kind, self.sureness) = (tree, sources, kind, sureness)
  }

  /// Whether something in a tree couldn't be looked at. It is added to what a scan left out, and so is what the tree lacks.
  private static func hasFaults(_ tree: SourceTree, _ scan: inout ImportScan) -> Bool {
    for fault in tree.failed + tree.faults.all {
      // The walk may have seen it, and left it out for what it is.
      let place = scan.skipped.firstIndex { $0.path == fault.path } ?? scan.skipped.endIndex
      if place < scan.skipped.endIndex, scan.skipped[place].reason.error != nil { continue }
      let file = SkippedFile(path: fault.path, reason: .unreadable(fault.error))
      scan.skipped.replaceSubrange(place..<min(place + 1, scan.skipped.endIndex), with: [file])
    }
    return !tree.faults.all.isEmpty
  }

  /// The container of the folder. What belongs to it is taken out of a scan.
  func container(in scan: inout ImportScan) -> Finding {
    guard sureness > .possible else { return linked(in: &scan) }
    let folder = folder
    if folder.isEmpty, sureness == .likely, kind.parts.contains(kind.name) { return beside(in: &scan) }
    let prefix = folder.isEmpty ? "" : folder + "/"
    scan.files.removeAll { $0.path.hasPrefix(prefix) }
    scan.skipped.removeAll { $0.path.hasPrefix(prefix) }
    scan.containers.removeAll { $0.path.hasPrefix(prefix) && sources.isPage($0.kind) }
    if !folder.isEmpty { return .below(ImportScan.Container(path: folder, kind: kind.name)) }
    let isAlone = scan.containers.isEmpty && scan.unpacked.isEmpty
    return isAlone ? .whole(kind) : .around(kind, Set(tree.files.map(\.path)))
  }

  /// The files of a kind that people keep in any folder, such as Org files, with what only they show. Notes of other kinds stay
  /// notes of their own, unless one of the files mentions them.
  private func beside(in scan: inout ImportScan) -> Finding {
    let pages = Set(scan.containers.filter { kind.parts.contains($0.kind) }.map(\.path))
    let known = Set(tree.files.map(\.path))
    let others = (scan.files.map(\.path) + scan.containers.map(\.path)).filter { !pages.contains($0) }
    // The texts are only read where they decide about something.
    let mentions = others.isEmpty ? FileMentions() : mentions(in: pages, anywhere: true)
    if MixedFolder.hasFaults(tree, &scan) { return .none }
    // A program may write a copy beside each file, such as `a.txt` of `a.opml`.
    let stems = Set(pages.map(\.stem) + known.filter { kind.suffixes.contains($0.suffixName) }.map(\.stem))
    let own = Set(
      others.filter { path in
        // A container with a folder of its own is no file of this one.
        guard known.contains(path) else { return true }
        let isCopy =
          ExchangeTable.importer(forPath: path)?.name == Importer.text.name && stems.contains(path.stem)
        return !mentions.has(path) && !isCopy
      })
    let parts = known.filter { path in
      // A note may be a folder, such as an RTFD package.
      var place = path[...]
      while !place.isEmpty {
        if own.contains(String(place)) { return false }
        place = place.parentPath
      }
      return true
    }
    scan.files.removeAll { !own.contains($0.path) }
    scan.containers.removeAll { !own.contains($0.path) }
    scan.skipped.removeAll { parts.contains($0.path) }
    return own.isEmpty && scan.unpacked.isEmpty ? .whole(kind) : .around(kind, parts)
  }

  /// The names of files that pages mention.
  ///
  /// - Parameter anywhere: Whether any name counts, as in markup that isn't Markdown.
  private func mentions(in pages: Set<String>, anywhere: Bool = false) -> FileMentions {
    var mentions = FileMentions()
    for page in pages.sorted() {
      guard let bytes = tree.soundBytes(of: page)?.array else { continue }
      let text = SourceText.utf8(bytes)
      mentions.look(through: text)
      if anywhere { mentions.lookAround(in: text) }
    }
    return mentions
  }

  /// The folder that holds all of an export: one without which nothing of that kind is left; empty for the top.
  private var folder: String {
    var (folder, tree) = ("", tree)
    while true {
      let names = Set(
        tree.files.compactMap { file in file.path.firstIndex(of: "/").map { file.path[..<$0] } })
      let only = names.sorted().first { name in
        sources.recognition(of: tree.below(String(name)))?.kind.name == kind.name
          && sources.recognition(of: tree.without(below: [String(name)]))?.kind.name != kind.name
      }
      guard let only else { return folder }
      folder += (folder.isEmpty ? "" : "/") + only
      tree = tree.below(String(only))
    }
  }

  /// The pages of the kind with the files that they mention, where one mentions another file.
  private func linked(in scan: inout ImportScan) -> Finding {
    let pages = Set(scan.containers.filter { kind.parts.contains($0.kind) }.map(\.path))
    let mentions = mentions(in: pages)
    if MixedFolder.hasFaults(tree, &scan) { return .none }
    let mentioned = Set(
      tree.files.filter { file in
        !file.isClutter && (mentions.has(file.path) || mentions.has(String(file.path.stem)))
      }.map(\.path))
    guard !mentioned.isEmpty else { return .none }
    scan.containers.removeAll { pages.contains($0.path) || mentioned.contains($0.path) }
    // A text that a page links to is a note, too.
    let notes = Set(scan.files.map(\.path))
    scan.skipped.removeAll { mentioned.contains($0.path) && !notes.contains($0.path) }
    return .around(kind, pages.union(mentioned))
  }
}
