internal import SlipDocument
package import SlipNotes

/// Turns links between notes into links between the exported files.
///
/// In a box, a link may name a note by its UUID, by the path of the file that it was imported from,
/// or by its title. In an export it must lead to the file of that note:
///
/// ```
/// slipbox:note/5f0c…   ->   ../Work/Plan.html
/// old/Plan.rtf#costs   ->   Work/Plan.html#costs
/// [[Plan]]             ->   Work/Plan.html
/// ```
package struct ExportLinks: Sendable {
  /// The slip-box that is exported.
  private let box: SlipBox
  /// Where the notes go; nil for those that aren't exported.
  private let path: @Sendable (Note.ID) -> String?
  /// Finds the notes that links lead to.
  private let resolver: LinkResolver

  /// Creates the links of an export.
  ///
  /// - Parameter path: Where a note goes; nil for one that isn't exported.
  init(_ box: SlipBox, path: @escaping @Sendable (Note.ID) -> String?) {
    (self.box, self.path) = (box, path)
    resolver = LinkResolver(box)
  }

  /// The exported note that a hyperlink leads to; nil for other links.
  package func note(for hyperlink: String, in note: Note) -> Note.ID? {
    guard let target = LinkTarget(hyperlink: hyperlink),
      case .note(let id) = resolver.resolve(target, from: note.source.flatMap { box.source($0) }),
      path(id) != nil
    else { return nil }
    return id
  }

  /// The reference to the exported file of the note that a hyperlink leads to.
  ///
  /// Nil for other links, and for notes that are not exported.
  ///
  /// - Parameters:
  ///   - hyperlink: The target as the body has it, such as `../b.rtf#top` or `slipbox:note/…`.
  ///   - note: The note that contains the link.
  ///   - path: Where that note goes.
  func reference(for hyperlink: String, in note: Note, at path: String) -> String? {
    guard let target = LinkTarget(hyperlink: hyperlink),
      let (other, found) = reference(for: target, in: note, at: path)
    else { return nil }
    return other + fragment(of: hyperlink, target, found)
  }

  /// The target and the shown text for the title in `[[…]]`; nil when it leads to no exported note.
  ///
  /// The target is a link to the note (`slipbox:note/…`), which `reference` turns into a path
  /// afterwards.
  func wikiLink(_ text: String) -> (target: String, shown: String)? {
    guard case .note(let id) = resolver.resolve(.title(text), from: nil), self.path(id) != nil else {
      return nil
    }
    let target = LinkTarget.notePrefix + id.description
    if resolver.isWholeTitle(text) { return (target, text) }
    let shown = text.split(separator: "|", maxSplits: 1).dropFirst().first?.trimmingBlanks() ?? ""
    return (target, shown.isEmpty ? text : String(shown))
  }

  /// The reference to the file of the target's note, and that note.
  private func reference(for target: LinkTarget, in note: Note, at path: String) -> (String, Note.ID)? {
    let source = note.source.flatMap { box.source($0) }
    guard case .note(let id) = resolver.resolve(target, from: source), let other = self.path(id) else {
      return nil
    }
    let name = other.split(separator: "/").last.map(String.init) ?? other
    let reference = id == note.id ? name : RelativePath.reference(from: path, to: other)
    return (RelativeURL.encoded(path: reference), id)
  }

  /// The fragment of a hyperlink, such as `#top`, when it belongs to the link rather than to the
  /// name of the other file.
  private func fragment(of hyperlink: String, _ target: LinkTarget, _ found: Note.ID) -> String {
    guard case .file = target, let start = hyperlink.firstIndex(of: "#"),
      let source = box.note(found)?.source, box.source(source)?.path.contains("#") == false
    else { return "" }
    return String(hyperlink[start...])
  }
}
