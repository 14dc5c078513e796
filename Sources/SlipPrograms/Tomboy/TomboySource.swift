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

  /// Begins a folder.
  init(_ tree: SourceTree) {
    self.tree = tree
    places = TomboySource.files(tree)
  }

  /// The files that are notes. `Backup` has old versions.
  static func files(_ tree: SourceTree) -> [Int] {
    tree.files.indices.filter { place in
      let path = tree.files[place].path
      return path.suffixName == "note" && !path.hasPrefix("Backup/") && !path.contains("/Backup/")
    }
  }

  /// The next note, or a template that is left out.
  mutating func next() throws(SlipError) -> SourceItem? {
    guard position < places.count else { return nil }
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
        var note = TomboySource.note(LooseTree(bytes), context)
        if !String(decoding: bytes.suffix(64), as: UTF8.self).contains("</note>") {
          note.diagnostics.append(SourceFault.damaged("The file is cut off; what is there was read."))
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
    note.created = xml.value(xml.root, "create-date").flatMap { SourceDate($0) }?.time
    note.modified = xml.value(xml.root, "last-change-date").flatMap { SourceDate($0) }?.time
    for tag in tags(xml) where !tag.isEmpty {
      if tag.hasPrefix("system:notebook:") {
        note.folder = [SourceFolder(String(tag.dropFirst("system:notebook:".count)))]
      } else if !tag.hasPrefix("system:") {
        note.keywords.append(SourceKeyword(path: [tag]))
      }
    }
    var html = SourceHTML()
    if let content = xml.find(xml.root, "text", "note-content") ?? xml.find(xml.root, "text") {
      note.unresolved = write(xml, content, title, to: &html, context)
    }
    note.body = .document(html.document(context))
    return note
  }

  /// A step of the walk over a text.
  private enum Step {
    /// Something in the text.
    case content(LooseTree.Content)
    /// Markup that ends an element.
    case end(String)
  }

  /// Writes a text as HTML, and returns links that lead nowhere. It walks with a list of its own, so any depth will do.
  ///
  /// - Parameters:
  ///   - xml: The note.
  ///   - root: The element with the text.
  ///   - title: The title, which the first line may repeat.
  ///   - html: What gets the text.
  ///   - context: Finds notes by title.
  private static func write(
    _ xml: LooseTree, _ root: Int, _ title: String, to html: inout SourceHTML, _ context: SourceContext
  ) -> [SourceLink] {
    var unresolved: [SourceLink] = []
    var open = xml.nodes[root].content.reversed().map { Step.content($0) }
    var isFirst = true
    while let step = open.popLast() {
      switch step {
      case .end(let markup): html.put(markup)
      case .content(.text(let text)):
        html.text(isFirst ? withoutTitle(text, title) : text)
        isFirst = false
      case .content(.element(let node)):
        let tag = xml.nodes[node].tag
        if tag.name == "link:internal" || tag.name == "link:broken" {
          let label = plain(xml, node)
          switch context.note(named: label.trimmingBlanks()) {
          case .note(let id): html.link(SourceContext.target(id), label)
          case .ambiguous(let ids):
            html.text(label)
            unresolved.append(SourceLink(label, candidates: ids))
          case .missing:
            html.text(label)
            unresolved.append(SourceLink(label))
          }
        } else if tag.name == "link:url" {
          html.link(plain(xml, node), plain(xml, node))
        } else {
          let markup = elements[tag.name] ?? ("", "")
          html.put(markup.0)
          open.append(.end(markup.1))
          open += xml.nodes[node].content.reversed().map { .content($0) }
        }
        isFirst = false
      }
    }
    return unresolved
  }

  /// The text of an element with what is in it, up to a fixed depth.
  private static func plain(_ xml: LooseTree, _ node: Int) -> String {
    var output = ""
    var open = xml.nodes[node].content.reversed().map { $0 }
    while let content = open.popLast() {
      switch content {
      case .text(let text): output += text
      case .element(let node): open += xml.nodes[node].content.reversed()
      }
    }
    return output
  }

  /// A text without its first line, if that is the title.
  ///
  /// White space at the ends of both doesn't count. Blank lines behind the title go as well.
  private static func withoutTitle(_ text: String, _ title: String) -> String {
    let line = text.prefix { !$0.isNewline }
    guard String(line).trimmingBlanks() == title.trimmingBlanks() else { return text }
    return String(text.dropFirst(line.count).drop { $0.isNewline })
  }

  /// What elements are in HTML.
  private static let elements: [String: (String, String)] = [
    "bold": ("<b>", "</b>"), "italic": ("<i>", "</i>"), "strikethrough": ("<s>", "</s>"),
    "underline": ("<u>", "</u>"),
    "highlight": ("<mark>", "</mark>"), "monospace": ("<code>", "</code>"),
    "size:small": ("<small>", "</small>"),
    "size:large": ("<big>", "</big>"), "size:huge": ("<big><big>", "</big></big>"), "list": ("<ul>", "</ul>"),
    "list-item": ("<li>", "</li>"),
  ]
}
