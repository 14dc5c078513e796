internal import CCMarkGFM
internal import SlipBase
internal import SlipDocument

/// Walks cmark-gfm's tree with its iterator, so that depth costs no stack, and builds the document as it goes.
struct MarkdownTreeReader {
  /// What holds outside of an open node.
  struct Surroundings {
    var context: HTMLContext
    var elements: Int
  }

  let limits: Limits
  var builder = MarkupBuilder()
  var diagnostics = DiagnosticSink()
  var context = HTMLContext()
  var surroundings: [Surroundings] = []
  /// Inline elements of HTML that are open, with what held outside of them.
  var elements: [(name: String, outside: HTMLContext)] = []
  var lists: [MarkdownOpenList] = []
  var table: MarkdownTableReader?
  /// Pictures open within each other; their text is the outermost one's description.
  private var pictureDepth = 0
  private var pictureText: [UInt8] = []
  private var notes = 0

  init(limits: Limits) {
    self.limits = limits
    // cmark has taken away what doesn't count.
    context.keepsSpaces = true
  }

  mutating func read(_ root: CMarkNode) {
    collectNotes(root)
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
      let isEntering = event == CMARK_EVENT_ENTER
      if pictureDepth > 0 {
        inPicture(node, CMarkTree.kind(node), isEntering: isEntering)
      } else if isEntering {
        enter(node, CMarkTree.kind(node))
      } else {
        leave(node, CMarkTree.kind(node))
      }
    }
  }

  mutating func text(_ node: CMarkNode) { builder.text(CMarkTree.literal(node), context) }

  private mutating func enter(_ node: CMarkNode, _ kind: CMarkTree.Kind) {
    switch kind {
    case .text: text(node)
    case .softBreak: builder.text([0x20], context)
    case .lineBreak: builder.lineBreak(context.paragraph)
    case .code:
      var code = context
      code.enterCode()
      builder.text(CMarkTree.literal(node), code)
    case .htmlInline: inlineHTML(CMarkTree.literal(node))
    case .htmlBlock: blockHTML(CMarkTree.literal(node))
    case .codeBlock: codeBlock(node)
    case .thematicBreak: builder.rule(context)
    case .noteReference: noteReference(node)
    case .picture: (pictureDepth, pictureText) = (1, [])
    default: open(node, kind)
    }
  }

  // MARK: Pictures

  private mutating func inPicture(_ node: CMarkNode, _ kind: CMarkTree.Kind, isEntering: Bool) {
    switch kind {
    case .picture: pictureDepth += isEntering ? 1 : -1
    case .text, .code: pictureText += CMarkTree.literal(node)
    case .softBreak, .lineBreak: pictureText.append(0x20)
    default: break
    }
    if pictureDepth == 0 { picture(node) }
  }

  private mutating func picture(_ node: CMarkNode) {
    let title = CMarkTree.string(cmark_node_get_title(node))
    picture(
      CMarkTree.string(cmark_node_get_url(node)), String(decoding: pictureText, as: UTF8.self), title: title)
  }

  mutating func picture(_ source: String, _ description: String, title: String) {
    guard let resource = builder.picture(source) else {
      diagnostics.report(MarkupCode.remotePictureFound)
      builder.text(Array(description.utf8), context)
      return
    }
    var picture = Picture(resource: resource, description: description.isEmpty ? nil : description)
    picture.title = title.isEmpty ? nil : title
    picture.style.link = context.character.link
    builder.object(.picture(picture), context.paragraph)
  }

  // MARK: Footnotes

  /// Definitions stand at the end of the tree in the order of their references, which count them.
  private mutating func collectNotes(_ root: CMarkNode) {
    var child = cmark_node_first_child(root)
    while let node = child {
      if CMarkTree.kind(node) == .noteDefinition {
        notes += 1
        let mark = "\(notes)"
        builder.withDocument { $0.notes.append(MarginNote(kind: .footnote, mark: mark, blocks: [])) }
      }
      child = cmark_node_next(node)
    }
    notes = 0
  }

  private mutating func noteReference(_ node: CMarkNode) {
    let number = CMarkTree.string(cmark_node_get_literal(node))
    if let number = Int(number), builder.document.notes.indices.contains(number - 1) {
      builder.noteReference(number - 1, context)
    } else {
      builder.text(Array("[^\(number)]".utf8), context)
    }
  }

  mutating func finishNote() {
    let blocks = builder.closeFrame(context.paragraph)
    let index = notes
    notes += 1
    builder.withDocument { if $0.notes.indices.contains(index) { $0.notes[index].blocks = blocks } }
  }
}
