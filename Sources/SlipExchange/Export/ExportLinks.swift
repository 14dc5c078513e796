internal import SlipDocument
internal import SlipBase
internal import SlipFormats
internal import SlipNotes

/// Links between notes as links between the exported files.
struct ExportLinks: Sendable {
  private let box: SlipBox
  private let plan: ExportPlan
  private let resolver: LinkResolver

  init(_ box: SlipBox, _ plan: ExportPlan) {
    self.box = box
    self.plan = plan
    resolver = LinkResolver(box)
  }

  /// The URL reference of the file that a hyperlink's note went to; nil for other links, and for notes that are not exported.
  func reference(for hyperlink: String, in note: Note, at path: String) -> String? {
    guard let target = LinkTarget(hyperlink: hyperlink),
      let (other, found) = reference(for: target, in: note, at: path)
    else { return nil }
    return other + fragment(of: hyperlink, target, found)
  }

  /// What `[[…]]` links to, as a hyperlink that `reference` understands, and the text to show; nil where it leads nowhere.
  func wikiLink(_ text: String) -> (target: String, shown: String)? {
    guard case .note(let id) = resolver.resolve(.title(text), from: nil), plan.path(of: id) != nil else {
      return nil
    }
    let target = LinkTarget.notePrefix + id.description
    if resolver.isWholeTitle(text) { return (target, text) }
    let shown = text.split(separator: "|", maxSplits: 1).dropFirst().first?.trimmingBlanks() ?? ""
    return (target, shown.isEmpty ? text : String(shown))
  }

  private func reference(for target: LinkTarget, in note: Note, at path: String) -> (String, Note.ID)? {
    let source = note.source.flatMap { box.source($0) }
    guard case .note(let id) = resolver.resolve(target, from: source), let other = plan.path(of: id) else {
      return nil
    }
    let name = other.split(separator: "/").last.map(String.init) ?? other
    let reference = id == note.id ? name : RelativePath.reference(from: path, to: other)
    return (RelativeURL.encoded(path: reference), id)
  }

  /// A place within the other file, where the link names one and the file's own name has no `#`.
  private func fragment(of hyperlink: String, _ target: LinkTarget, _ found: Note.ID) -> String {
    guard case .file = target, let start = hyperlink.firstIndex(of: "#"),
      let source = box.note(found)?.source, box.source(source)?.path.contains("#") == false
    else { return "" }
    return String(hyperlink[start...])
  }
}
