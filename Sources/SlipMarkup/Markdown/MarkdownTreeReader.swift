internal import SlipCore
internal import SlipDocument

#if SLIP_MARKDOWN
  internal import CCMarkGFM
#else
  internal import CCMarkGFMNone
#endif

/// Builds a document from cmark-gfm's tree.
///
/// It walks the tree with cmark-gfm's iterator and keeps its own stack, so deep nesting
/// costs memory but no call stack.
struct MarkdownTreeReader {
  /// What holds outside of an open node, to be restored when the walk leaves it.
  struct Surroundings {
    /// The formatting outside.
    var context: HTMLContext
    /// The number of HTML elements that were open. Those opened inside the node end with
    /// it.
    var elements: Int
    /// The builder's `linkStart`.
    var linkStart: Int
    /// The number of blocks of HTML that were open. Those opened inside the node end with it.
    var blocks: Int
  }

  /// An inline element of HTML that is open.
  struct OpenElement {
    /// Its name.
    var name: String
    /// The formatting outside of it.
    var outside: HTMLContext
    /// The builder's `linkStart` at its beginning, if it is a link.
    var linkStart: Int?
    /// What it embeds.
    var embed: HTMLEmbed?
  }

  /// Bounds for HTML in the text.
  let limits: Limits
  /// The document so far.
  var builder: MarkupBuilder
  /// What was found so far.
  var diagnostics = DiagnosticSink()
  /// The formatting at this place.
  var context = HTMLContext()
  /// One entry for each open node that has content.
  var surroundings: [Surroundings] = []
  /// Inline elements of HTML that are open.
  var elements: [OpenElement] = []
  /// Blocks of HTML that are open around Markdown.
  var openBlocks: [OpenBlock] = []
  /// The drawing or formula that is open within a paragraph: the source so far, its name, and how many of that name.
  var foreign: (source: [UInt8], name: String, depth: Int)?
  /// The open lists, outermost first.
  var lists: [MarkdownOpenList] = []
  /// The open table. Tables of Markdown don't nest.
  var table: MarkdownTableReader?
  /// Pictures that are open within each other. Their text is the description of the
  /// outermost one.
  private var pictureDepth = 0
  /// What the program adds to GFM, and what links lead to.
  let additions: MarkdownAdditions, answers: MarkdownAnswers
  /// The tags so far.
  var tags: [String] = []
  /// How many callouts came, and whether the title of one is open.
  var (callouts, isInCalloutTitle) = (0, false)
  /// The notes within the text that are open.
  var openNotes: [Int] = []
  /// How often footnotes are referred to by text that isn't read as Markdown, such as comments, by their labels.
  var hiddenReferences: [ArraySlice<UInt8>: Int] = [:]
  /// The description so far.
  private var pictureText: [UInt8] = []
  /// The notes' indices in the document, in the order of their definitions; nil before the first reference.
  private var noteIndices: [Int?] = []
  /// How many definitions were read.
  private var definitions = 0

  /// Begins a document.
  init(
    limits: Limits, pictures: PictureAddresses, additions: MarkdownAdditions, answers: MarkdownAnswers
  ) {
    (self.limits, self.additions, self.answers) = (limits, additions, answers)
    builder = MarkupBuilder(addresses: pictures)
    // cmark has removed the white space that doesn't count.
    context.whiteSpace = .kept
  }

  /// Reads a text.
  mutating func read(_ text: ArraySlice<UInt8>, _ extensions: [CMarkTree.Extension]) {
    for piece in additions.isEmpty ? MarkdownPieces(text).pieces(of: text) : [text] {
      CMarkTree.withTree(of: piece, extensions: extensions, additions: additions) { read($0) }
    }
  }

  /// Reads a tree.
  private mutating func read(_ root: CMarkNode) {
    countNotes(root)
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
      let isEntering = event == CMARK_EVENT_ENTER
      // Nobody looks into a node that was left. Its memory serves the document.
      defer { if !isEntering { CMarkTree.removeChildren(of: node) } }
      if pictureDepth > 0 {
        inPicture(node, CMarkTree.kind(node), isEntering: isEntering)
      } else if isEntering {
        enter(node, CMarkTree.kind(node))
      } else {
        leave(node, CMarkTree.kind(node))
      }
    }
  }

  /// A string of the tree; empty for a null pointer.
  func string(_ text: UnsafePointer<CChar>?) -> String {
    let text = CMarkTree.string(text)
    return additions.isEmpty
      ? text : String(decoding: MarkdownStandIn.restored(Array(text.utf8)), as: UTF8.self)
  }

  /// The text of a text, code or HTML node, in UTF-8.
  func literal(_ node: CMarkNode) -> [UInt8] {
    let text = CMarkTree.literal(node)
    return additions.isEmpty ? text : MarkdownStandIn.restored(text)
  }

  /// Adds the text of a node.
  mutating func text(_ node: CMarkNode) { builder.text(literal(node), context) }

  /// Reads a node without content, or enters one with content.
  private mutating func enter(_ node: CMarkNode, _ kind: CMarkTree.Kind) {
    if foreign != nil, inForeign(node, kind) { return }
    switch kind {
    case .text: text(node)
    case .softBreak: softBreak(after: cmark_node_previous(node))
    case .lineBreak: builder.lineBreak(context.paragraph)
    case .code:
      var code = context
      code.enterCode()
      builder.text(literal(node), code)
    case .htmlInline: inlineHTML(literal(node))
    case .htmlBlock: blockHTML(literal(node))
    case .codeBlock: codeBlock(node)
    case .thematicBreak: builder.rule(context)
    case .noteReference: noteReference(node)
    case .picture: (pictureDepth, pictureText) = (1, [])
    case .addition(let kind) where !kind.holdsInlines: add(kind, node)
    default: open(node, kind)
    }
  }

  /// An address, in which `//host/` has a scheme.
  static func address(_ target: String) -> String {
    target.hasPrefix("//") ? HTMLBase().resolved(target) : target
  }

  // MARK: Pictures

  /// Collects the description of a picture, of which only the text counts, and adds the
  /// picture when its node ends.
  private mutating func inPicture(_ node: CMarkNode, _ kind: CMarkTree.Kind, isEntering: Bool) {
    switch kind {
    case .picture: pictureDepth += isEntering ? 1 : -1
    case .text, .code: pictureText += literal(node)
    case .softBreak, .lineBreak: pictureText.append(UInt8(ascii: " "))
    case .addition(let kind) where !kind.holdsInlines: pictureText += describe(kind, node).utf8
    default: break
    }
    if pictureDepth == 0 { picture(node) }
  }

  /// Adds the picture of a node with the collected description.
  private mutating func picture(_ node: CMarkNode) {
    let title = string(cmark_node_get_title(node))
    if additions.contains(.sizeComments), let next = cmark_node_next(node),
      CMarkTree.kind(next) == .htmlInline,
      let width = answers.width(literal(next).dropFirst(4).dropLast(3))
    {
      pictureText += "|\(width)".utf8
    }
    picture(
      string(cmark_node_get_url(node)), String(decoding: pictureText, as: UTF8.self), title: title)
  }

  /// Adds a picture. One that would have to be fetched is reported and becomes its
  /// description, or its address where it has none, with a link to it.
  ///
  /// - Parameters:
  ///   - tag: the element of HTML that shows it, which may state its size.
  ///   - isEmbed: whether its description may say its size: `![[bee.png|120]]`.
  mutating func picture(
    _ source: String, _ description: String, title: String, _ tag: HTMLTag? = nil, isEmbed: Bool = false
  ) {
    let source = MarkdownTreeReader.address(source)
    guard let resource = builder.picture(source) else {
      diagnostics.report(MarkupCode.remotePictureFound)
      builder.insteadOfPicture(source, description, keepsAddress: true, context)
      return
    }
    var picture = Picture(resource: resource, description: description.isEmpty ? nil : description)
    picture.title = title.isEmpty ? nil : title
    picture.width = tag.flatMap { HTMLLength.twips($0, "width") }
    picture.height = tag.flatMap { HTMLLength.twips($0, "height") }
    // With sizes in the descriptions of all pictures, whoever gives them their content takes the size.
    if isEmbed, !description.isEmpty, !additions.contains(.pictureSizes) {
      PictureSize(description).apply(to: &picture)
    }
    picture.style.link = context.character.link
    builder.object(.picture(picture), context.paragraph)
  }

  // MARK: Footnotes

  /// Counts the definitions. They stand at the end of the tree, and references name them by their numbers there.
  private mutating func countNotes(_ root: CMarkNode) {
    var child = cmark_node_first_child(root)
    while let node = child {
      if CMarkTree.kind(node) == .noteDefinition { noteIndices.append(nil) }
      child = cmark_node_next(node)
    }
  }

  /// The index of a note; with the first reference, an empty note is added to the document.
  ///
  /// So notes are in the order in which a reader meets them. The numbers of the tree aren't: a definition in
  /// the midst of the text that refers to another note makes that one the first.
  private mutating func noteIndex(_ definition: Int) -> Int {
    if let index = noteIndices[definition] { return index }
    let index = builder.document.notes.count
    noteIndices[definition] = index
    let note = MarginNote(kind: .footnote, mark: "\(index + 1)", blocks: [])
    builder.withDocument { $0.notes.append(note) }
    return index
  }

  /// Adds a reference to a note or, without a note for it, its text.
  private mutating func noteReference(_ node: CMarkNode) {
    let number = String(decoding: literal(node), as: UTF8.self)
    if let number = Int(number), noteIndices.indices.contains(number - 1) {
      builder.noteReference(noteIndex(number - 1), context)
    } else {
      builder.text(Array("[^\(number)]".utf8), context)
    }
  }

  /// Fills the next note with the blocks of its definition.
  mutating func finishNote() {
    let blocks = builder.closeFrame(context.paragraph)
    guard noteIndices.indices.contains(definitions) else { return }
    let index = noteIndex(definitions)
    definitions += 1
    builder.withDocument { $0.notes[index].blocks = blocks }
  }
}
