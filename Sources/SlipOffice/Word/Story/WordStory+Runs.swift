internal import SlipDocument

/// Runs, links and tracked changes (ECMA-376-1, 17.3.2, 17.13.5, 17.16.22).
extension WordStory {
  /// Begins a run.
  func beginRun(_ node: OfficeNode) {
    var state = RunState()
    let properties = node.child("rPr")
    let character = properties?.child("rStyle")?.value
    let own = WordRunLayer(properties, reading.styles.theme)
    needParagraphForRun()
    state.style = reading.style(
      table: level.tablePart.run, paragraph: level.paragraph?.run ?? WordRunLayer(), character: character,
      own: own)
    state.font = own.font ?? state.style.font ?? reading.document.defaultFont
    setRun(state)
  }

  /// Text outside of a paragraph has its default style.
  private func needParagraphForRun() {
    if level.paragraph == nil { needParagraph() }
  }

  /// The style of the text that comes, with its link, its field and its tracked change.
  var style: CharacterStyle {
    if let currentStyle { return currentStyle }
    var style = run.style
    let link = currentLink
    let held = fields.last { $0.held != nil }?.held
    let revision = WordStory.revision(of: revisions)
    if link != nil || held != nil || revision != nil {
      style.edit { ($0.link, $0.field, $0.revision) = (link, held ?? $0.field, revision) }
    }
    if link != nil, style.name?.lowercased() == "hyperlink" { removeLinkLook(&style) }
    currentStyle = style
    return style
  }

  /// Removes the look that the style of links gives, as each writer has its own.
  private func removeLinkLook(_ style: inout CharacterStyle) {
    let look = reading.linkLook
    style.edit {
      $0.name = nil
      if $0.underline == look.underline { $0.underline = nil }
      if $0.color == look.color { $0.color = nil }
    }
  }

  /// The innermost link.
  private var currentLink: Hyperlink? {
    for link in links[level.linkBase...].reversed() { if let link { return link } }
    return fields[level.fieldBase...].last { $0.link != nil }?.link
  }

  /// The longest address that is worth no count. The file has it once, however many links have it.
  private static let longestFreeAddress = 2_048

  /// Begins a link.
  func beginLink(_ node: OfficeNode) {
    var target = ""
    if let id = node["r:id"], let relationship = part.relationships[id] {
      target = relationship.target
      if target.utf8.count > WordStory.longestFreeAddress,
        !reading.repeats.mayRead("link " + part.name + " " + id, cost: { target.utf8.count })
      {
        reading.findings.note(.tooManyRepeats, in: part.name)
        target = ""
      }
    }
    if let anchor = node["anchor"] ?? node["docLocation"], !anchor.isEmpty { target += "#" + anchor }
    links.append(target.isEmpty ? nil : Hyperlink(target: target, tip: node["tooltip"]))
    currentStyle = nil
  }

  /// Begins a tracked change.
  func beginRevision(_ node: OfficeNode) {
    let isInsertion = node.name == "ins" || node.name == "moveTo"
    revisions.append(reading.revision(node, isInsertion: isInsertion))
    currentStyle = nil
  }

  /// What the open changes mean together; nil for none.
  ///
  /// What one has inserted and another deleted is gone either way.
  static func revision(of open: [OpenRevision]) -> Revision? {
    guard let last = open.last else { return nil }
    let deletion = open.last { !$0.isInsertion }
    let insertion = open.last { $0.isInsertion }
    guard let deletion else {
      return Revision(
        kind: .insertion, author: last.credit.author, date: last.credit.date, isMove: last.isMove)
    }
    return Revision(
      kind: .deletion, author: deletion.credit.author, date: deletion.credit.date, isMove: deletion.isMove,
      insertion: insertion?.credit)
  }

  // MARK: Ruby

  /// Begins a word with its reading.
  func beginRuby() {
    needParagraph()
    flushText()
    rubyStarts.append(level.paragraph?.inlines.count ?? 0)
  }

  /// Ends the reading of a word (`rt`), which comes before the word.
  func endReading(_ node: OfficeNode) {
    guard level.owner == node.index else { return }
    var text = ""
    for block in endLevel() { for inline in block.inlines { text += inline.runText } }
    waitingReading = text
  }

  /// Ends a word with its reading.
  func endRuby() {
    defer { waitingReading = "" }
    guard let start = rubyStarts.popLast(), !isInInstruction else { return }
    flushText()
    level.paragraph?.inlines.addReading(waitingReading, from: start)
  }
}
