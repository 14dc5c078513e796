internal import SlipDocument

/// The text of notes begins behind the mark that files repeat there, and behind white space.
enum RTFNoteText {
  /// Blocks with the mark before the text, where one can stand.
  static func marked(_ blocks: [Block], mark: String, isDeleted: Bool) -> [Block] {
    guard !mark.isEmpty, let lead = lead(of: blocks, isDeleted), case .paragraph(var first) = blocks[lead],
      canBear(first)
    else { return blocks }
    var style = CharacterStyle()
    style.position = .superscript
    first.inlines.insert(.run(Run(mark, style: style)), at: 0)
    var blocks = blocks
    blocks[lead] = .paragraph(first)
    return blocks
  }

  /// The paragraph in which a note's text begins: those before it show nothing and run on into it. Nil where it begins in
  /// a table, or runs on into one: what stands there is only text.
  ///
  /// - Parameter isDeleted: the note's reference is a tracked deletion, and so may be its text.
  static func lead(of blocks: [Block], _ isDeleted: Bool) -> Int? {
    if isDeleted { return blocks.isEmpty ? nil : 0 }
    var lead: Int?
    for (index, block) in blocks.enumerated() {
      switch block {
      case .break: return lead
      case .table: return nil
      case .paragraph(let paragraph):
        if lead == nil, !isUnseen(paragraph) { lead = index }
        if paragraph.endIsVisible { return lead }
      }
    }
    return lead
  }

  /// Only tracked deletions and hidden text, the paragraph's end among them.
  static func isUnseen(_ paragraph: Paragraph) -> Bool {
    paragraph.listItem == nil && !paragraph.endIsVisible && !paragraph.inlines.contains(where: \.isVisible)
  }

  /// Whether a mark before a paragraph's text changes nothing but that: it begins a line, so neither a break nor a
  /// deleted end stands before the text, and no list item's marker, from whose text it couldn't be told.
  static func canBear(_ paragraph: Paragraph) -> Bool {
    paragraph.listItem == nil && !breaksBeforeText(paragraph.inlines[...])
      && (paragraph.endIsVisible || paragraph.inlines.contains(where: \.isVisible))
  }

  /// Whether `strip` has found the mark, if it was there; else only the text shows it.
  static func canStrip(_ blocks: [Block], isDeleted: Bool) -> Bool {
    guard let lead = lead(of: blocks, isDeleted), case .paragraph(let first) = blocks[lead] else {
      return false
    }
    return first.listItem == nil
  }

  static func strip(_ blocks: inout [Block], mark: String, isDeleted: Bool) {
    guard let lead = lead(of: blocks, isDeleted), case .paragraph(var paragraph) = blocks[lead],
      paragraph.listItem?.marker.isEmpty ?? true
    else { return }
    // Without any text it would no more be where the note's text begins, or let a break behind it be none.
    let isNeeded = !paragraph.endIsVisible && lead < blocks.count - 1
    trim(&paragraph.inlines, from: 0, isDeleted, isNeeded)
    blocks[lead] = .paragraph(paragraph)
    if !mark.isEmpty, paragraph.listItem == nil, let end = take(mark, from: &blocks, at: lead, isDeleted),
      case .paragraph(var last) = blocks[end.block]
    {
      trim(&last.inlines, from: end.inline, isDeleted, !last.endIsVisible && end.block < blocks.count - 1)
      if end.block != lead { RTFLook.strip(&last) }
      blocks[end.block] = .paragraph(last)
    }
    if case .paragraph(var first) = blocks[lead] {
      RTFLook.strip(&first)
      blocks[lead] = .paragraph(first)
    }
  }

  /// A break stands before anything that is text for sure: a mark before it would make it a line's end.
  static func breaksBeforeText(_ inlines: ArraySlice<Inline>) -> Bool { isBreakFirst(inlines) ?? false }

  /// Whether a break comes before the text; nil where neither does.
  private static func isBreakFirst(_ inlines: ArraySlice<Inline>) -> Bool? {
    for inline in inlines {
      switch inline {
      case .break: return true
      case .run(let run): if run.style.isVisible && !run.text.isEmpty { return false }
      case .picture(let picture): if picture.style.isVisible { return false }
      case .attachment(let file): if file.style.isVisible { return false }
      case .lineBreak, .noteReference: return false
      case .deletedNote, .bookmarkStart, .bookmarkEnd: continue
      }
    }
    return nil
  }

  private static func isText(_ run: Run, _ isDeleted: Bool) -> Bool {
    run.style.isVisible || isDeleted && !run.style.isHidden
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private typealias Place = (block: Int, inline: Int)

  /// Takes off the mark, which one run has or several share, of paragraphs that run on, too; before it stands nothing
  /// that is seen, or white space.
  ///
  /// - Returns: the run that the mark ended in; nil without a mark.
  private static func take(
    _ mark: String, from blocks: inout [Block], at lead: Int, _ isDeleted: Bool
  ) -> Place? {
    var rest = mark.unicodeScalars[...]
    var usedUp: [Place] = []
    for block in lead..<blocks.count {
      guard case .paragraph(var paragraph) = blocks[block], block == lead || paragraph.listItem == nil else {
        return nil
      }
      for (index, inline) in paragraph.inlines.enumerated() {
        switch inline {
        case .run(var run) where isText(run, isDeleted):
          var text = run.text.unicodeScalars[...]
          if rest.startIndex == mark.startIndex { text = text.drop { isSpace($0) } }
          if text.isEmpty { continue }
          while let scalar = rest.first, scalar == text.first {
            rest.removeFirst()
            text.removeFirst()
          }
          if rest.isEmpty {
            run.text = String(text)
            paragraph.inlines[index] = .run(run)
            blocks[block] = .paragraph(paragraph)
            for place in usedUp.reversed() { remove(place, from: &blocks) }
            return (block, index - usedUp.count { $0.block == block })
          }
          guard text.isEmpty else { return nil }
          usedUp.append((block, index))
        case .run, .deletedNote, .bookmarkStart, .bookmarkEnd: continue
        case .picture(let picture): if picture.style.isVisible { return nil }
        case .attachment(let file): if file.style.isVisible { return nil }
        case .lineBreak, .break, .noteReference: return nil
        }
      }
      if paragraph.endIsVisible { return nil }
    }
    return nil
  }

  private static func remove(_ place: Place, from blocks: inout [Block]) {
    guard case .paragraph(var paragraph) = blocks[place.block] else { return }
    paragraph.inlines.remove(at: place.inline)
    blocks[place.block] = .paragraph(paragraph)
  }

  /// - Parameter isNeeded: something visible has to stay, for what follows the paragraph.
  private static func trim(
    _ inlines: inout [Inline], from start: Int, _ isDeleted: Bool, _ isNeeded: Bool
  ) {
    var end = start
    while end < inlines.count, case .run(var run) = inlines[end], isText(run, isDeleted) {
      let text = run.text.unicodeScalars
      if let first = text.first, !isSpace(first) { break }
      run.text = String(text.drop { isSpace($0) })
      // A break that begins a paragraph would be none.
      if run.text.isEmpty && isBreakFirst(inlines[(end + 1)...]) ?? isNeeded { run.text = " " }
      if !run.text.isEmpty {
        inlines[end] = .run(run)
        break
      }
      end += 1
    }
    inlines.removeSubrange(start..<end)
  }
}
