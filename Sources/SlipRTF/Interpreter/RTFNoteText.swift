package import SlipDocument

/// The text of a note without the mark that files repeat at its beginning, and without
/// white space there.
///
/// `strip` removes the mark when a document is read, and `marked` puts it back where a
/// note is shown as text. Both must agree on where the note's text begins: `lead` says
/// so.
package enum RTFNoteText {
  /// The blocks of a note with the mark before its text, as superscript. Where no mark
  /// can stand, the blocks are unchanged.
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

  /// The paragraph in which a note's text begins. Paragraphs before it show nothing and
  /// run on into it.
  ///
  /// - Parameter isDeleted: Whether the note's reference is a tracked deletion. Deleted
  ///   text then counts, too.
  /// - Returns: The index of the paragraph; nil if the text begins in a table, or runs on
  ///   into one. What stands there is only text.
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

  /// Whether a paragraph has nothing but tracked deletions and hidden text, and its end
  /// is deleted, too.
  static func isUnseen(_ paragraph: Paragraph) -> Bool {
    paragraph.listItem == nil && !paragraph.endIsVisible && !paragraph.inlines.contains(where: \.isVisible)
  }

  /// Whether a mark can be put before a paragraph's text and change nothing else.
  ///
  /// The mark begins a line, so neither a break nor a deleted end may stand before the
  /// text. A list item's marker must not stand there either: the mark could not be told
  /// from the item's text.
  static func canBear(_ paragraph: Paragraph) -> Bool {
    paragraph.listItem == nil && !breaksBeforeText(paragraph.inlines[...])
      && (paragraph.endIsVisible || paragraph.inlines.contains(where: \.isVisible))
  }

  /// Whether `strip` would have found the mark, if it was there. Where it can't look,
  /// only the text itself shows the mark.
  static func canStrip(_ blocks: [Block], isDeleted: Bool) -> Bool {
    guard let lead = lead(of: blocks, isDeleted), case .paragraph(let first) = blocks[lead] else {
      return false
    }
    return first.listItem == nil
  }

  /// Removes a mark and the white space around it from the beginning of a note's text.
  ///
  /// - Parameters:
  ///   - mark: Empty to remove white space only.
  ///   - isDeleted: Whether the note's reference is a tracked deletion.
  package static func strip(_ blocks: inout [Block], mark: String, isDeleted: Bool) {
    guard let lead = lead(of: blocks, isDeleted), case .paragraph(let first) = blocks[lead],
      first.listItem?.marker.isEmpty ?? true
    else { return }
    trim(&blocks, from: (lead, 0), isDeleted)
    if !mark.isEmpty, first.listItem == nil, let end = take(mark, from: &blocks, at: lead, isDeleted) {
      trim(&blocks, from: end, isDeleted)
      if end.block != lead { edit(&blocks, at: end.block, RTFStyleDefaults.strip) }
    }
    edit(&blocks, at: lead, RTFStyleDefaults.strip)
  }

  /// Whether a break stands before the first visible text. A mark before such a break
  /// would turn it into the end of a line.
  static func breaksBeforeText(_ inlines: ArraySlice<Inline>) -> Bool { isBreakFirst(inlines) ?? false }

  /// Whether a break comes before the visible text; nil if there is neither.
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

  /// Whether a run counts as text of the note.
  private static func isText(_ run: Run, _ isDeleted: Bool) -> Bool {
    run.style.isVisible || isDeleted && !run.style.isHidden
  }

  /// Whether a character is white space that may stand around a mark.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// An inline: the block that it is in, and its index there.
  private typealias Place = (block: Int, inline: Int)

  /// Removes the mark, which one run may have or several may share, even across
  /// paragraphs that run on. Before it stands nothing visible except white space.
  ///
  /// - Returns: The run in which the mark ended; nil without a mark.
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
            for place in usedUp.reversed() {
              edit(&blocks, at: place.block) { $0.inlines.remove(at: place.inline) }
            }
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

  /// Changes a paragraph in place.
  private static func edit(_ blocks: inout [Block], at index: Int, _ change: (inout Paragraph) -> Void) {
    guard case .paragraph(var paragraph) = blocks[index] else { return }
    change(&paragraph)
    blocks[index] = .paragraph(paragraph)
  }

  /// Removes white space from a place on.
  ///
  /// A paragraph that runs on keeps one space if it has no other text: without that, the
  /// note's text would begin elsewhere, or a break behind it would count as none.
  private static func trim(_ blocks: inout [Block], from place: Place, _ isDeleted: Bool) {
    let isLast = place.block == blocks.count - 1
    edit(&blocks, at: place.block) {
      trim(&$0.inlines, from: place.inline, isDeleted, !$0.endIsVisible && !isLast)
    }
  }

  /// Removes white space from inlines.
  ///
  /// - Parameter isNeeded: Whether something visible has to stay, for what follows the
  ///   paragraph.
  private static func trim(
    _ inlines: inout [Inline], from start: Int, _ isDeleted: Bool, _ isNeeded: Bool
  ) {
    var end = start
    while end < inlines.count, case .run(var run) = inlines[end], isText(run, isDeleted) {
      let text = run.text.unicodeScalars
      if let first = text.first, !isSpace(first) { break }
      run.text = String(text.drop { isSpace($0) })
      // Without a space before it, a break would begin the paragraph and count as none.
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
