internal import SlipDocument

/// The text of notes begins behind the mark that files repeat there, and behind white space.
enum RTFNoteText {
  /// Blocks with the mark before the text, where one can stand.
  static func marked(_ blocks: [Block], mark: String) -> [Block] {
    guard !mark.isEmpty, case .paragraph(var first)? = blocks.first, canBear(first) else { return blocks }
    var style = CharacterStyle()
    style.position = .superscript
    first.inlines.insert(.run(Run(mark, style: style)), at: 0)
    return [.paragraph(first)] + blocks.dropFirst()
  }

  /// Whether a mark before a paragraph's text changes nothing but that: it begins a line, so neither a break nor a
  /// deleted end stands before the text, and no list item's marker, from whose text it couldn't be told.
  static func canBear(_ paragraph: Paragraph) -> Bool {
    paragraph.listItem == nil && !breaksBeforeText(paragraph.inlines[...])
      && (paragraph.endIsVisible || paragraph.inlines.contains(where: \.isVisible))
  }

  /// Whether `strip` has found the mark, if it was there; else only the text shows it.
  static func canStrip(_ blocks: [Block]) -> Bool {
    if case .paragraph(let first)? = blocks.first { first.listItem == nil } else { false }
  }

  /// - Parameter isDeleted: the note's reference is a tracked deletion, and so may be its text.
  static func strip(_ blocks: inout [Block], mark: String, isDeleted: Bool) {
    guard case .paragraph(var paragraph)? = blocks.first, paragraph.listItem?.marker.isEmpty ?? true else {
      return
    }
    let isNeeded = !paragraph.endIsVisible && needTextBefore(blocks.dropFirst())
    trim(&paragraph.inlines, from: 0, isDeleted, isNeeded)
    if !mark.isEmpty, paragraph.listItem == nil,
      let place = take(mark, from: &paragraph.inlines, isDeleted)
    {
      trim(&paragraph.inlines, from: place, isDeleted, isNeeded)
    }
    RTFLook.strip(&paragraph)
    blocks[0] = .paragraph(paragraph)
  }

  /// A break stands before anything that is text for sure: a mark before it would make it a line's end.
  static func breaksBeforeText(_ inlines: ArraySlice<Inline>) -> Bool { isBreakFirst(inlines) ?? false }

  /// Whether blocks are more where text comes before them in their first paragraph, which goes on behind deleted ends: a
  /// break is nothing without, and a deleted row goes.
  private static func needTextBefore(_ blocks: ArraySlice<Block>) -> Bool {
    for block in blocks {
      switch block {
      case .break: return true
      case .table(let table): return table.rows.first?.isDeleted ?? false
      case .paragraph(let paragraph):
        if let isFirst = isBreakFirst(paragraph.inlines[...]) { return isFirst }
        if paragraph.endIsVisible { return false }
      }
    }
    return false
  }

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

  /// Takes off the mark, which one run has or several share; before it stands nothing that is seen, or white space.
  ///
  /// - Returns: the run that the mark ended in; nil without a mark.
  private static func take(_ mark: String, from inlines: inout [Inline], _ isDeleted: Bool) -> Int? {
    var rest = mark.unicodeScalars[...]
    var usedUp: [Int] = []
    for (index, inline) in inlines.enumerated() {
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
          inlines[index] = .run(run)
          for place in usedUp.reversed() { inlines.remove(at: place) }
          return index - usedUp.count
        }
        guard text.isEmpty else { return nil }
        usedUp.append(index)
      case .run, .deletedNote, .bookmarkStart, .bookmarkEnd: continue
      case .picture(let picture): if picture.style.isVisible { return nil }
      case .attachment(let file): if file.style.isVisible { return nil }
      case .lineBreak, .break, .noteReference: return nil
      }
    }
    return nil
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
