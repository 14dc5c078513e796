internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

/// Writes a vault.
///
/// ```
/// .obsidian/bookmarks.json     favourites
/// attachments/photo.png        files, each pair of content and name once
/// Work/Plan.md                 a note; its name can stand in [[…]]
/// ```
final class VaultExport: Sendable {
  /// The box.
  private let box: ContainerBox
  /// Where notes and attachments go.
  private let plan: ExportPlan
  /// What links in double brackets call a note, by its path.
  private let names: [String: String]

  /// Where Obsidian keeps bookmarks.
  static let bookmarks = ".obsidian/bookmarks.json"

  /// Chooses the names.
  ///
  /// A name without its folders can stand in double brackets if no other file has it. Otherwise the
  /// path from the top of the vault does.
  init(_ box: ContainerBox) {
    self.box = box
    var options = ExportPlan.Options()
    options.notes = box.options.notes
    options.isForWikiLinks = true
    options.indexed = box.searches.map(\.folder)
    plan = ExportPlan(box.box, target: .markdown, options: options)
    var counts: [String: Int] = [:]
    for item in plan.items { counts[ExportPlan.stem(of: item.path), default: 0] += 1 }
    for path in plan.indexPaths.values { counts[ExportPlan.stem(of: path), default: 0] += 1 }
    var names: [String: String] = [:]
    for item in plan.items {
      guard case .note = item.content else { continue }
      let isUnique = counts[ExportPlan.stem(of: item.path)] == 1
      let name = isUnique ? String(item.path.lastName) : item.path
      let stem = String(name.dropLast(3))
      // What stands behind a full stop would be taken for the extension of another file.
      names[item.path] = stem.lastName.contains(".") ? name : stem
    }
    self.names = names
  }

  /// The files of the vault.
  ///
  /// Favourites become bookmarks, each with its date of creation in milliseconds since 1970.
  ///
  /// - Returns: The plan. Notes are rendered only when they are written.
  func files() -> ContainerPlan {
    var result = ContainerPlan()
    result.directories = plan.directories
    var favorites: [JSONValue] = []
    for item in plan.items {
      switch item.content {
      case .note(let id):
        result.files.append(
          ContainerFile(item.path, modified: item.modified, .made { [self] in try note(id, at: item.path) }))
        if let note = box.box.note(id), note.isFavorite {
          let created = (note.created?.microseconds ?? 0) / 1_000
          favorites.append(
            .object([
              ("ctime", .int(created)), ("path", .string(item.path)), ("type", .string("file")),
            ]))
        }
      case .attachment(let id):
        result.attachments += 1
        result.files.append(ContainerFile(item.path, modified: item.modified, .attachment(id)))
      case .rendering, .original: break
      }
    }
    for search in box.searches {
      if let path = plan.indexPaths[search.folder] {
        result.files.append(ContainerFile(path, text: text(of: search, at: path)))
      }
    }
    let bookmarks = JSONValue.object([("items", .array(favorites))])
    result.files.append(ContainerFile(VaultExport.bookmarks, text: bookmarks.document))
    return result
  }

  /// The file of a saved search: what is searched for, and links to the notes that it finds.
  ///
  /// The importer makes the saved search of it again, and no note.
  ///
  /// ```
  /// ---
  /// slipbox-search: "bees"
  /// ---
  /// - [[Queens]]
  /// ```
  private func text(of search: ContainerBox.Search, at path: String) -> String {
    var lines: [String] = []
    if box.options.frontMatter != .none {
      lines = search.properties.map {
        NoteFrontMatter.folderPrefix + $0.name + ": " + FrontMatter.quoted($0.value)
      }
      lines = ["---"] + lines + ["---"]
    }
    for id in search.notes {
      guard let other = plan.path(of: id) else { continue }
      if box.options.linkStyle == .wiki, let name = names[other] {
        lines.append("- [[\(name)]]")
      } else {
        let title = MarkdownText.escaped(String(other.lastName.stem))
        lines.append(
          "- [\(title)](\(RelativeURL.encoded(path: RelativePath.reference(from: path, to: other))))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The file of a note.
  ///
  /// - Throws: `SlipError` where the body can't be read.
  private func note(_ id: Note.ID, at path: String) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let note = try box.note(id)
    var places = ContainerText.Places { [plan] reference, attachment in
      plan.path(of: attachment, in: note, named: reference.name).map {
        RelativePath.reference(from: path, to: $0)
      } ?? ""
    } note: { [plan] other in
      plan.path(of: other).map { RelativeURL.encoded(path: RelativePath.reference(from: path, to: $0)) } ?? ""
    }
    // A link to a note that isn't there yet is how notes begin in a vault.
    places.keepsDead = { target in
      let bare = String(target.prefix { $0 != "#" && $0 != "?" })
      let inside = RelativeURL.decoded(bare).flatMap { SourcePath.join(path.parentPath, $0) }
      return inside.map { !$0.split(separator: "/").contains { $0.hasPrefix(".") } } ?? false
    }
    places.place = place
    var text = try box.text(of: note, places)
    var links = VaultFrontMatter.Links()
    for reference in box.files(of: note, notIn: text.shown) {
      guard let attachment = box.box.attachment(reference.attachment),
        let file = plan.path(of: attachment, in: note, named: reference.name)
      else { continue }
      links.attachments.append(file)
    }
    links.related = box.manualLinks(of: note).compactMap { plan.path(of: $0).flatMap { names[$0] } }
    if box.options.frontMatter == .none { text.document.addFiles(links.attachments, from: path) }
    var dialect = MarkdownDialect.obsidian
    for keyword in note.keywords {
      dialect.tags.insert(VaultTag.tag(for: box.box.names(ofKeyword: keyword)).lowercased())
    }
    let wikiNames = names
    let isWiki = box.options.linkStyle == .wiki
    var bytes = box.markdown(text.document, dialect) { options in
      if box.options.frontMatter != .none {
        let title = String(path.lastName.stem)
        options.frontMatter = VaultFrontMatter(note, in: box, fileTitle: title, links: links).matter.lines
      }
      if isWiki {
        options.wikiTarget = { target in
          let end = target.firstIndex(of: "#") ?? target.endIndex
          let place = RelativePath.withoutEncoding(String(target[end...]))
          if end == target.startIndex { return place.isEmpty ? nil : place }
          return RelativeURL.decoded(String(target[..<end])).flatMap { SourcePath.join(path.parentPath, $0) }
            .flatMap { wikiNames[$0] }.map { $0 + place }
        }
      }
    }
    // Without a front matter, nothing at the top of the text may be taken for one.
    if box.options.frontMatter == .none, let first = bytes.first,
      first == UInt8(ascii: "+") || first == UInt8(ascii: "{")
    {
      bytes.insert(0x0A, at: 0)
    }
    return (bytes, text.diagnostics)
  }

  /// What a link has behind the path of a note: the words of a heading, or the id of a block. Nil for other places.
  ///
  /// ```
  /// some-head   ->   #Some%20head
  /// ^x1         ->   #%5Ex1
  /// ```
  private func place(_ id: Note.ID, _ place: String) -> String? {
    if place.hasPrefix("^") { return "#" + RelativeURL.encoded(path: place) }
    // A text that can't be read is named where its own note is written.
    guard let note = box.box.note(id), let body = try? box.body(of: note) else { return nil }
    let document = body.withUnsafeBytes { RTFReader.read($0, limits: box.options.limits).document }
    guard let heading = document.heading(at: place) else { return nil }
    // Links have blanks for the signs that mean something in them.
    let words = heading.split { $0.isWhitespace || "#|^:[]%".contains($0) }.joined(separator: " ")
    return words.isEmpty ? nil : "#" + RelativeURL.encoded(path: words)
  }
}

extension Document {
  /// Adds a paragraph with links to files.
  ///
  /// - Parameters:
  ///   - paths: Where the files are in the export.
  ///   - path: Where the note is.
  fileprivate mutating func addFiles(_ paths: [String], from path: String) {
    for file in paths {
      var style = CharacterStyle()
      style.link = Hyperlink(
        target: RelativeURL.encoded(path: RelativePath.reference(from: path, to: file)))
      blocks.append(.paragraph(Paragraph(inlines: [.run(Run(String(file.lastName), style: style))])))
    }
  }
}
