internal import SlipDocument

/// Writing parts of a file that exists.
extension RTFBuilder {
  /// Creates a builder for blocks that become part of a file: it uses the numbers of the file's fonts, colours, styles,
  /// lists and authors.
  ///
  /// - Parameters:
  ///   - document: the document whose notes, lists and resources the blocks refer to.
  ///   - blocks: all blocks that will be written.
  init(patching document: Document, _ blocks: [Block], _ map: RTFBodyMap) {
    var notes = ReferencedNotes()
    Document.walk(blocks, &notes)
    let used = notes.indices.sorted().compactMap {
      document.notes.indices.contains($0) ? document.notes[$0] : nil
    }
    self.init(document, RTFHeaderTables(document, blocks, notes: used, file: map.tables))
    listNumbers = map.listNumbers
    var next = (map.tables.lists.keys.max().map(Int.init) ?? 0) + 1
    for index in document.lists.indices where listNumbers[index] == nil {
      listNumbers[index] = next
      next += 1
    }
    var lists = UsedLists()
    Document.walk(blocks, &lists)
    for note in used { Document.walk(note.blocks, &lists) }
    newLists = lists.indices.filter { map.listNumbers[$0] == nil && document.lists.indices.contains($0) }
      .sorted()
  }

  /// Collects the notes that blocks refer to.
  private struct ReferencedNotes: DocumentVisitor {
    var indices: Set<Int> = []

    mutating func visit(_ inline: Inline) {
      switch inline {
      case .noteReference(let index), .deletedNote(let index): indices.insert(index)
      default: break
      }
    }
  }

  /// Collects the lists that blocks are in.
  private struct UsedLists: DocumentVisitor {
    var indices: Set<Int> = []

    mutating func enter(_ paragraph: Paragraph) {
      if let item = paragraph.listItem { indices.insert(item.list) }
    }
  }

  /// What the head of the file lacks: for each table its name, the entries, and how its group begins where the file has
  /// none.
  func headAdditions(_ map: RTFBodyMap) -> [(table: String, entries: [UInt8], frame: String)] {
    var additions: [(String, [UInt8], String)] = []
    func add(_ table: String, _ frame: String, _ write: (inout RTFBuilder) -> Void) {
      var builder = self
      builder.out = RTFOutput()
      builder.out.usesCodePage = false
      write(&builder)
      if !builder.out.bytes.isEmpty { additions.append((table, builder.out.bytes, frame)) }
    }
    add("fonttbl", "{\\fonttbl") { builder in
      for (index, name) in tables.fonts.values.enumerated() { builder.font(tables.fonts.first + index, name) }
    }
    add("colortbl", map.tables.colors.isEmpty ? "{\\colortbl;" : "{\\colortbl") { builder in
      for color in tables.colors.values { builder.color(color) }
    }
    add("stylesheet", "{\\stylesheet{\\s0 Normal;}") { builder in
      for (index, name) in tables.paragraphStyles.values.enumerated() {
        builder.style(
          "s", tables.paragraphStyles.first + index, name, headingLevel: tables.headingLevels[name])
      }
      for name in tables.characterStyles.values {
        builder.characterStyle(tables.characterStyleNumber(name) ?? 0, name)
      }
    }
    add("revtbl", "{\\*\\revtbl{Unknown;}") { builder in
      for name in tables.authors.values {
        builder.out.open()
        builder.out.entry(name)
        builder.out.close()
      }
    }
    let identifiers = newLists.map { 9_000 + (listNumbers[$0] ?? 0) }
    add("listtable", "{\\*\\listtable") { builder in
      for (list, identifier) in zip(newLists, identifiers) {
        builder.list(document.lists[list], number: identifier)
      }
    }
    add("listoverridetable", "{\\*\\listoverridetable") { builder in
      for (list, identifier) in zip(newLists, identifiers) {
        builder.listOverride(identifier, number: listNumbers[list] ?? 0)
      }
    }
    return additions
  }
}
