internal import SlipDocument

/// Reads start tags: those of blocks and lists here, others in extensions beside this one.
extension HTMLPageReader {
  /// Reads a start tag by the role of its element, which `HTMLElements` gives.
  ///
  /// While text is captured, start tags only matter as far as the capture needs them.
  mutating func start(_ tag: HTMLTag) {
    if capture != nil { return startInCapture(tag) }
    skipsLineEnd = false
    let role = HTMLElements.role(tag.name)
    switch role {
    case .void: void(tag)
    case .embeddedVoid, .embedded: embed(tag, role)
    case .drawing: capture = Capture(purpose: .drawing(tag, tagStart), name: tag.name)
    case .formula: beginFormula(tag)
    case .lineBreak: lineBreak(tag)
    case .rule:
      closeParagraph()
      if let kind = HTMLPageReader.breakKind(tag) {
        builder.block(.break(kind))
      } else {
        builder.rule(context)
      }
    case .image: image(tag)
    case .input: input(tag)
    case .title: capture = Capture(purpose: .title, name: tag.name)
    case .page: page(tag)
    case .skipped:
      // The content of raw text gives no token.
      if !HTMLElements.isRawText(tag.name) { capture = Capture(purpose: .skipped, name: tag.name) }
    case .inline: inline(tag)
    case .table: table(tag)
    case .rowGroup, .row, .cell, .caption: tablePart(tag, role)
    case .list: list(tag)
    case .item, .term, .definition: item(tag, role)
    case .block, .paragraph, .heading, .preformatted, .quotation: block(tag, role)
    }
  }

  /// Reads a start tag within captured text. It counts nested elements of the same name,
  /// so that the right end tag ends the capture, and takes the author and date of a note.
  private mutating func startInCapture(_ tag: HTMLTag) {
    if tag.name == capture?.name { capture?.depth += 1 }
    if case .drawing? = capture?.purpose, tag.name == "title", capture?.part.isEmpty == true {
      capture?.isInPart = true
    }
    guard case .credit(let note)? = capture?.purpose else { return }
    if tag.name == "cite" { capture?.isInPart = true }
    if tag.name == "time", let date = tag["datetime"].flatMap(HTMLDate.read) {
      builder.withDocument { $0.notes[note].date = date }
    }
  }

  /// Applies the attributes of `<html>` and `<body>`, such as the language. The elements
  /// themselves aren't put on the stack.
  private mutating func page(_ tag: HTMLTag) {
    if tag.name != "head" { context.apply(tag) }
  }

  /// Reads an element without content.
  private mutating func void(_ tag: HTMLTag) {
    switch tag.name {
    case "meta": meta(tag)
    case "source", "track", "param":
      let index = find(
        { if case .embed = $0.effect { true } else { false } }, stop: HTMLPageReader.isTableBoundary)
      if let index { embedded(tag, at: index) }
    default: break
    }
  }

  /// Reads the facts of a `<meta>`: `author`, `description` (the document's subject) and
  /// `keywords`, separated by commas. Others are ignored.
  private mutating func meta(_ tag: HTMLTag) {
    guard let content = tag["content"], !content.isEmpty else { return }
    builder.withDocument { document in
      switch tag["name"]?.lowercased() {
      case "author": document.info.author = content
      case "description": document.info.subject = content
      case "keywords":
        document.info.keywords = content.split(separator: ",").map { String($0).trimmingSpaces() }.filter {
          !$0.isEmpty
        }
      default: break
      }
    }
  }

  // MARK: Blocks

  /// Closes an open `<p>`, and whatever paragraph is open without one. Blocks do this
  /// before they begin, since a paragraph can't contain them.
  mutating func closeParagraph() {
    if let index = openParagraph { close(downTo: index, reopening: true) }
    builder.endParagraph()
  }

  /// The index of the innermost `<p>` of this cell. Looks at roles alone, because this is
  /// asked for each block.
  private var openParagraph: Int? {
    for index in stack.indices.reversed() {
      switch stack[index].role {
      case .paragraph: return index
      case .cell, .table, .caption, .embedded: return nil
      default: continue
      }
    }
    return nil
  }

  /// Begins a block, a heading, a quotation or preformatted text.
  ///
  /// Some blocks are more than that: the credit of a note, the title that `HTMLWriter`
  /// adds for reading programs, a note, or a text box. A heading ends an open heading,
  /// since headings don't nest.
  private mutating func block(_ tag: HTMLTag, _ role: HTMLElements.Role) {
    if let note = noteInProgress, tag.name == "header", !builder.hasOpenParagraph {
      capture = Capture(purpose: .credit(note), name: tag.name)
      return
    }
    // `HTMLWriter` adds such a heading where the document has none, and facts about a note.
    if tag.hasClass("page-title") || tag.hasClass("page-facts") {
      capture = Capture(purpose: .skipped, name: tag.name)
      return
    }
    if anchors.note(tag["id"]) == nil, hide(tag, role) { return }
    // The text of a task stands behind its box, even where it is a paragraph of its own.
    if !builder.hasLoneBox || role != .paragraph && role != .block { closeParagraph() }
    if case .heading = role, let top = stack.last, case .heading = top.role {
      close(downTo: stack.count - 1, reopening: false)
    }
    if openNote(tag) { return }
    if tag.hasClass("text-box"), builder.depth < limits.tableDepth, stack.count < Self.deepest {
      builder.finishItem(context.paragraph)
      builder.openFrame()
      push(tag, role, .textBox)
      context.enterStory()
      return
    }
    anchor(tag, always: isHeading(role))
    if role == .quotation { builder.finishItem(context.paragraph) }
    push(tag, role, role == .preformatted ? .code(builder.blockCount) : .block)
    skipsLineEnd = role == .preformatted
  }

  /// The index of the note whose element is the innermost open one, so that a `<header>`
  /// in it is the note's credit.
  private var noteInProgress: Int? {
    if case .note(let index)? = stack.last?.effect { index } else { nil }
  }

  /// Opens a frame for a note if the element is one and its note has no blocks yet.
  /// Returns whether it did.
  ///
  /// Where frames are nested too deep, the element is read as an ordinary block, and its
  /// note stays empty.
  private mutating func openNote(_ tag: HTMLTag) -> Bool {
    guard let note = anchors.note(tag["id"]), builder.depth < limits.tableDepth, stack.count < Self.deepest,
      builder.document.notes[note].blocks.isEmpty
    else { return false }
    builder.openFrame()
    let isHidden = context.character.isHidden
    push(tag, .block, .note(note))
    context.enterStory()
    // Pages that show notes beside their references hide them where they stand.
    context.character.isHidden = isHidden
    return true
  }

  /// Opens a frame for a block that isn't shown, whose content is kept as hidden text.
  ///
  /// - Returns: whether it is such a block.
  mutating func hide(_ tag: HTMLTag, _ role: HTMLElements.Role) -> Bool {
    let isWithin = stack.contains { if case .hidden = $0.effect { true } else { false } }
    guard HTMLPageReader.isHidden(tag) || anchors.styles.hides(tag), !isWithin, stack.count < Self.deepest
    else { return false }
    builder.openHiddenFrame()
    push(tag, role, .hidden)
    return true
  }

  /// Whether the role is that of a heading, of any level.
  private func isHeading(_ role: HTMLElements.Role) -> Bool {
    if case .heading = role { true } else { false }
  }

  /// Adds a bookmark for an element's identifier if links lead to it, so that pages full
  /// of identifiers don't fill a document with bookmarks.
  ///
  /// - Parameter always: whether to add it even if no link of this page leads to it.
  ///   Headings are the targets of links from elsewhere.
  private mutating func anchor(_ tag: HTMLTag, always: Bool = false) {
    guard let identifier = tag["id"], !identifier.isEmpty, always || anchors.isTarget(identifier) else {
      return
    }
    builder.bookmark(identifier)
  }

  // MARK: Lists

  /// Begins a list, one level deeper than the list around it. Levels beyond the ninth are
  /// read as the ninth, and absurd start numbers as 1.
  private mutating func list(_ tag: HTMLTag) {
    if hide(tag, .block) { return }
    closeParagraph()
    builder.finishItem(context.paragraph)
    let outer = innermostList.flatMap { index -> HTMLOpenList? in
      if case .list(let list) = stack[index].effect { list } else { nil }
    }
    let isOrdered = tag.name == "ol"
    let style =
      HTMLListStyle(tag) ?? anchors.styles.listStyle(tag)
      ?? (isOrdered ? .counting(.decimal) : .sign(ListDefinition.bullet))
    push(
      tag, .list(isOrdered: isOrdered),
      .list(
        HTMLOpenList(
          tag, list: outer?.list, level: outer.map { min($0.level + 1, 8) } ?? 0, style: style,
          items: anchors.items(ofListAt: tagStart))))
  }

  /// The index of the innermost open list element. A list outside of this cell, text box
  /// or note isn't one that items here belong to.
  var innermostList: Int? {
    find(
      { if case .list = $0.effect { true } else { false } },
      stop: {
        switch $0.effect {
        case .cell, .textBox, .note, .hidden: true
        default: false
        }
      })
  }

  /// Begins a list item, a term or a definition. A list item outside of any list has a bullet, as in browsers.
  ///
  /// The item's list definition is found or made here and not at the start of the list,
  /// because items may state a level of their own (`aria-level`).
  private mutating func item(_ tag: HTMLTag, _ role: HTMLElements.Role) {
    closeItem(role)
    if anchors.note(tag["id"]) == nil, hide(tag, role) { return }
    closeParagraph()
    if openNote(tag) { return }
    anchor(tag)
    guard role == .item else {
      push(tag, role, .block)
      return
    }
    let index = innermostList
    var list = strayList
    if let index, case .list(let open) = stack[index].effect { list = open }
    let marker = list.marker(tag, anchors.styles.listStyle(tag))
    if let level = tag["aria-level"].flatMap({ Int($0) }) { list.level = min(max(level - 1, 0), 8) }
    let number = builder.list(list.list, level: list.level, marker.sign, number: marker.number)
    list.list = number
    if let index { stack[index].effect = .list(list) } else { stray = list }
    builder.startItem(ListItem(list: number, level: list.level, marker: marker.text), context.paragraph)
    push(tag, role, .item)
    if index == nil { context.paragraph.spaceAfter = 0 }
    context.enter(.item(level: list.level))
  }

  /// The list of items that stand in none.
  private var strayList: HTMLOpenList {
    stray
      ?? HTMLOpenList(
        HTMLTag(name: "ul"), list: nil, level: 0, style: .sign(ListDefinition.bullet), items: 0)
  }

  /// Closes the item, term or definition before this one, whose end tag may be left out
  /// (WHATWG HTML, 13.1.2.4 "Optional tags"). Elements that begin a scope of their own,
  /// such as cells and inner lists, stop the search.
  private mutating func closeItem(_ role: HTMLElements.Role) {
    let isListItem = role == .item
    let index = find(
      { isListItem ? $0.role == .item : $0.role == .term || $0.role == .definition },
      stop: {
        switch $0.role {
        case .list, .cell, .table, .caption, .quotation: true
        case .block: $0.tag.name != "div" && $0.tag.name != "address"
        default: false
        }
      })
    if let index { close(downTo: index, reopening: false) }
  }
}
