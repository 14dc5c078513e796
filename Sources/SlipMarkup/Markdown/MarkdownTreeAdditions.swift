internal import SlipCore
internal import SlipDocument

#if SLIP_MARKDOWN
  internal import CCMarkGFM
#else
  internal import CCMarkGFMNone
#endif

extension MarkdownSign.Kind {
  /// Whether a node of this kind has inlines in it, and no value.
  var holdsInlines: Bool { self == .mark || self == .underline || self == .note }
}

/// Reads nodes for what a program adds.
extension MarkdownTreeReader {
  /// Reads a node with a value.
  mutating func add(_ kind: MarkdownSign.Kind, _ node: CMarkNode) {
    let value = value(node)
    if CMarkTree.isBlock(node) { return addBlock(kind, value, node) }
    switch kind {
    case .link, .embed, .linkedTag: link(MarkdownWikiLink(kind, value, additions))
    case .block:
      let id = "((\(value)))"
      link(MarkdownWikiLink(target: id, label: (answers.block(value) ?? id).filter { !"[]|`".contains($0) }))
    case .tag:
      tags.append(String(value.dropFirst()))
      builder.text(Array(value.utf8), context)
    case .address: show(value, to: MarkdownTreeReader.address(value))
    case .comment: comment(value)
    case .blockID: builder.bookmark(before: BlockID.prefix + value)
    case .formula: formula(value)
    case .callout: callout(value)
    case .task:
      let sign = value.first.flatMap(TaskSign.shown) ?? "☑"
      builder.text(Array("\(sign) ".utf8), context)
    case .noteStart: builder.text(Array(value.utf8), context)
    case .note, .mark, .underline: break
    }
  }

  /// The words of a node with a value in the description of a picture.
  mutating func describe(_ kind: MarkdownSign.Kind, _ node: CMarkNode) -> String {
    let value = value(node)
    switch kind {
    case .link, .embed, .linkedTag:
      let link = MarkdownWikiLink(kind, value, additions)
      return link.label ?? link.target
    case .block: return answers.block(value) ?? "((\(value)))"
    case .tag:
      tags.append(String(value.dropFirst()))
      return value
    case .address, .formula, .noteStart, .comment: return value
    case .blockID, .callout, .task, .note, .mark, .underline: return ""
    }
  }

  /// The value of a node. What refers to a footnote in it doesn't do so for cmark-gfm.
  private mutating func value(_ node: CMarkNode) -> String {
    let bytes = literal(node)
    for label in MarkdownFootnotes.labels(in: bytes) { hiddenReferences[label, default: 0] += 1 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds a line end within a paragraph: a space, or a line break where the program has it so. A comment has no line of its
  /// own.
  ///
  /// - Parameter node: What stands before it.
  mutating func softBreak(after node: CMarkNode?) {
    if isInCalloutTitle {
      isInCalloutTitle = false
      context.character.isBold = surroundings.last?.context.character.isBold ?? false
      return builder.lineBreak(context.paragraph)
    }
    if additions.contains(.lineBreaks), !MarkdownTreeReader.isLoneComment(node) {
      builder.lineBreak(context.paragraph)
    } else {
      builder.text([0x20], context)
    }
  }

  /// Whether a node is a comment with nothing before it on its line.
  private static func isLoneComment(_ node: CMarkNode?) -> Bool {
    guard let node, CMarkTree.kind(node) == .addition(.comment) else { return false }
    if CMarkTree.isBlock(node) { return true }
    return cmark_node_previous(node).map { CMarkTree.kind($0) == .softBreak } ?? true
  }

  // MARK: Links

  /// Adds a link or an embed.
  private mutating func link(_ link: MarkdownWikiLink) {
    if link.isTag {
      tags.append(link.target)
      builder.text([UInt8(ascii: "#")], context)
    }
    switch answers.link(link) {
    case .link(let text, let target): show(text, to: target)
    case .picture(let description, let address): picture(address, description, title: "", isEmbed: true)
    case .text(let text): builder.text(Array(text.utf8), context)
    }
  }

  /// Adds text that leads to an address. Within another link it stays a part of that.
  private mutating func show(_ text: String, to target: String) {
    let outside = context
    if context.character.link == nil { link(to: target) }
    builder.text(Array(text.utf8), context)
    context = outside
  }

  // MARK: Text of its own kind

  /// Adds a comment, which is hidden text on one line.
  private mutating func comment(_ text: String) {
    let bare = text.replacing("\n", with: " ").trimmingSpaces()
    guard !bare.isEmpty else { return }
    var hidden = context
    hidden.character.isHidden = true
    builder.text(Array(bare.utf8), hidden)
  }

  /// Adds a formula, the lines of which end in line breaks.
  private mutating func formula(_ source: String) {
    var style = context
    style.character.name = FormulaStyle.name
    builder.text(Array(source.utf8), style)
  }

  /// Begins a callout with a bookmark that tells its type, and its title in bold. Where it has none, its type is the title.
  private mutating func callout(_ value: String) {
    let parts = value.split(separator: "\n", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return }
    callouts += 1
    if let mark = CalloutMark(type: parts[0], fold: String(parts[1]), isTitled: !parts[2].isEmpty) {
      builder.bookmark(mark.bookmark(callouts))
    }
    isInCalloutTitle = true
    context.character.isBold = true
    if parts[2].isEmpty { builder.text(Array(CalloutMark.usualTitle(parts[0]).utf8), context) }
  }

  /// Applies a mark, or begins a note.
  mutating func enter(_ kind: MarkdownSign.Kind) {
    switch kind {
    case .mark: context.character.background = DocumentColor(red: 255, green: 255, blue: 0)
    case .underline: context.character.underline = .single
    case .note:
      let index = builder.document.notes.count
      let note = MarginNote(kind: .footnote, mark: "\(index + 1)", blocks: [])
      builder.withDocument { $0.notes.append(note) }
      builder.noteReference(index, context)
      openNotes.append(index)
      builder.openHiddenFrame()
      let outside = context
      context = HTMLContext()
      context.whiteSpace = .kept
      context.paragraph.isRightToLeft = outside.paragraph.isRightToLeft
      context.enterStory()
    default: break
    }
  }

  /// Ends the innermost note within the text.
  mutating func finishInlineNote() {
    let blocks = builder.closeFrame(context.paragraph)
    guard let index = openNotes.popLast() else { return }
    builder.withDocument { $0.notes[index].blocks = blocks }
  }

  // MARK: Blocks

  /// Adds a formula or comment of several lines to the paragraph right above it, and that below it to both.
  private mutating func addBlock(_ kind: MarkdownSign.Kind, _ source: String, _ node: CMarkNode) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0).trimmingSpaces()
    }
    let text = lines.joined(separator: "\n").trimmingSpaces()
    let isWhole = text.utf8.count >= 4 && (text.hasSuffix("$$") || text.hasSuffix("%%"))
    switch kind {
    case .formula where isWhole: formula(text)
    case .comment where isWhole: comment(String(text.dropFirst(2).dropLast(2)))
    default: builder.text(Array(text.utf8), context)
    }
    endParagraph(before: cmark_node_next(node), after: node)
  }

  /// Ends a paragraph, unless what stands right below it goes on with it: a formula or comment of several lines, or text
  /// after one.
  ///
  /// - Parameters:
  ///   - next: The next block.
  ///   - node: What ends.
  mutating func endParagraph(before next: CMarkNode?, after node: CMarkNode) {
    let isOwn = CMarkTree.addition(node) != nil
    if let next, CMarkTree.isRightBelow(next, node),
      isOwn
        ? [.paragraph, .addition(.formula), .addition(.comment)].contains(CMarkTree.kind(next))
        : CMarkTree.addition(next) != nil && CMarkTree.isBlock(next)
    {
      if CMarkTree.isAfterBreak(next) { return builder.lineBreak(context.paragraph) }
      return softBreak(after: isOwn ? node : nil)
    }
    builder.endParagraph()
  }
}

extension MarkdownWikiLink {
  /// Reads the value of a node.
  fileprivate init(_ kind: MarkdownSign.Kind, _ value: String, _ additions: MarkdownAdditions) {
    self.init(inside: value, isEmbed: kind == .embed, labelFirst: additions.contains(.labelFirst))
    isTag = kind == .linkedTag
  }
}
