internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipRTF

/// Turns the marks in a Scrivener text into footnotes and annotations, and takes the others out.
///
/// ```
/// {\Scrv_fn= text \end_Scrv_fn}                              a footnote
/// {\Scrv_annot \color={\R=1.0\G=0.0\B=0.0} \text= text \end_Scrv_annot}   an annotation
/// {\Scrv_ps= text \end_Scrv_ps}                              text in a preserved style; the text stays
/// <$Scr_Ps::0> <!$Scr_Ps::0> <$Scr_Cs::4> <$Scr_H::1>         where a style begins and ends
/// <$ScrKeepWithNext>                                          a paragraph that stays with the next
/// ```
///
/// All of these are text in the RTF, not control words. A note may have several paragraphs, and its marks may stand in
/// different groups. Placeholders such as `<$wc>` are the user's and stay.
struct ScrivenerMarks {
  /// The comments and linked footnotes, by UUID.
  let comments: [String: ScrivenerText.Comment]
  /// Bounds on what is read.
  let limits: Limits
  /// What was found.
  private(set) var diagnostics: [Diagnostic] = []

  /// Something in a text.
  private enum Mark {
    /// A footnote or annotation begins.
    case open(MarginNote.Kind)
    /// A footnote or annotation ends.
    case close
    /// Nothing to see: a mark of a style.
    case nothing
  }

  /// A note that is open while paragraphs go by.
  private struct Open {
    /// Whether it is a footnote or an annotation.
    var kind: MarginNote.Kind
    /// Its complete paragraphs.
    var blocks: [Block] = []
    /// The paragraph that is being filled.
    var paragraph = Paragraph()
  }

  /// The notes of the document so far.
  private var notes: [MarginNote] = []
  /// Comments that have their place.
  private var placed: Set<String> = []

  /// Begins without findings.
  init(comments: [String: ScrivenerText.Comment], limits: Limits) {
    (self.comments, self.limits) = (comments, limits)
  }

  /// Changes a document.
  ///
  /// Comments without a place in the text come behind it, in a paragraph of their own.
  mutating func apply(to document: inout Document) {
    notes = document.notes
    document.blocks = blocks(document.blocks)
    var tail: [Inline] = []
    for id in comments.keys.sorted() where !placed.contains(id) { tail += reference(to: id) }
    if !tail.isEmpty { document.blocks.append(.paragraph(Paragraph(inlines: tail))) }
    document.notes = notes
  }

  // MARK: Blocks

  /// Changes blocks; a note that doesn't end where they end does so all the same.
  ///
  /// Cells of tables are changed on their own, so no note reaches into a cell or out of it.
  private mutating func blocks(_ blocks: [Block]) -> [Block] {
    var output: [Block] = []
    var open: Open?
    for block in blocks {
      switch block {
      case .paragraph(let paragraph): take(paragraph, &output, &open)
      case .table(var table):
        for row in table.rows.indices {
          for cell in table.rows[row].cells.indices {
            table.rows[row].cells[cell].blocks = self.blocks(table.rows[row].cells[cell].blocks)
          }
        }
        output.append(.table(table))
      case .break: output.append(block)
      }
    }
    if let open { close(open, &output) }
    return output
  }

  /// Changes a paragraph. Where a note is open, the paragraph begins as one of the note.
  ///
  /// The text of a note may end in the middle of a later paragraph; what follows it continues the paragraph that the note began
  /// in, since that is how it was written.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph.
  ///   - output: The blocks so far.
  ///   - open: The note that is open; nil for none. Notes don't nest.
  private mutating func take(_ paragraph: Paragraph, _ output: inout [Block], _ open: inout Open?) {
    if let note = open {
      open?.blocks.append(.paragraph(note.paragraph))
      open?.paragraph = Paragraph()
    } else {
      var empty = paragraph
      empty.inlines = []
      output.append(.paragraph(empty))
    }
    for piece in pieces(linked(paragraph.inlines)) {
      switch piece {
      case .inline(let inline):
        if open != nil { open?.paragraph.inlines.append(inline) } else { output.append(inline) }
      case .mark(.open(let kind)): if open == nil { open = Open(kind: kind) }
      case .mark(.close):
        if let ended = open {
          open = nil
          close(ended, &output)
        }
      case .mark(.nothing): break
      }
    }
  }

  /// Ends a note, and puts its reference at the end of the paragraph that it began in.
  private mutating func close(_ open: Open, _ output: inout [Block]) {
    let blocks = open.blocks + [.paragraph(open.paragraph)]
    notes.append(MarginNote(kind: open.kind, mark: "", blocks: blocks))
    output.append(.noteReference(notes.count - 1))
  }

  // MARK: Comments

  /// Inlines in which the anchors of comments are plain text with the comment behind it.
  ///
  /// An anchor may consist of several runs with one link. The reference stands behind the last of them.
  private mutating func linked(_ inlines: [Inline]) -> [Inline] {
    guard !comments.isEmpty else { return inlines }
    var output: [Inline] = []
    var current: String?
    for inline in inlines {
      guard case .run(var run) = inline else {
        output.append(inline)
        continue
      }
      let id = run.style.link.flatMap { ScrivenerMarks.comment($0.target) }
      if let ended = current, ended != id { output += reference(to: ended) }
      current = id
      if id != nil { run.style.link = nil }
      output.append(.run(run))
    }
    if let current { output += reference(to: current) }
    return output
  }

  /// The comment that a hyperlink stands for.
  ///
  /// - Parameter target: The address, such as `scrivcmt://<UUID>`.
  /// - Returns: The UUID in upper case; nil for another address.
  private static func comment(_ target: String) -> String? {
    let prefix = "scrivcmt://"
    guard target.lowercased().hasPrefix(prefix) else { return nil }
    return target.dropFirst(prefix.count).prefix { $0 != "/" }.uppercased()
  }

  /// The reference to a comment, which becomes a note of the document; nothing where it is missing or has its place.
  ///
  /// - Parameter id: The UUID of the comment, in upper case.
  private mutating func reference(to id: String) -> [Inline] {
    guard placed.insert(id).inserted else { return [] }
    guard let comment = comments[id] else {
      diagnostics.append(SourceFault.cut("The text of a comment is missing."))
      return []
    }
    let result = comment.body.withUnsafeBytes { bytes in
      RTFProbe.isRTF(bytes) ? RTFReader.read(bytes, limits: limits).document : Document(text: bytes)
    }
    var blocks = result.blocks
    if case .paragraph(let last)? = blocks.last, last.inlines.isEmpty, blocks.count > 1 {
      blocks.removeLast()
    }
    for index in blocks.indices { blocks[index] = blocks[index].plain }
    var note = MarginNote(kind: comment.isFootnote ? .footnote : .annotation, mark: "", blocks: blocks)
    note.author = comment.author
    notes.append(note)
    return [.noteReference(notes.count - 1)]
  }

  // MARK: Marks

  /// A part of a paragraph.
  private enum Piece {
    /// Something that stays.
    case inline(Inline)
    /// A mark, which goes.
    case mark(Mark)
  }

  /// Inlines, cut at the marks in their text. A mark may reach over several runs.
  private func pieces(_ inlines: [Inline]) -> [Piece] {
    var output: [Piece] = []
    var runs: [Run] = []
    /// Cuts the runs that were collected.
    ///
    /// Marks are looked for in the joined text, so that one may begin in a run and end in another.
    func flush() {
      let text = Array(runs.map(\.text).joined().utf8)
      var position = 0
      /// Adds the text of a range, with the styles of its runs.
      func add(_ range: Range<Int>) {
        var start = 0
        for run in runs {
          let here = start..<start + run.text.utf8.count
          start = here.upperBound
          let part = here.clamped(to: range)
          guard !part.isEmpty else { continue }
          output.append(.inline(.run(Run(String(decoding: text[part], as: UTF8.self), style: run.style))))
        }
      }
      for (range, mark) in ScrivenerMarks.marks(in: text) {
        add(position..<range.lowerBound)
        output.append(.mark(mark))
        position = range.upperBound
      }
      add(position..<text.count)
      runs = []
    }
    for inline in inlines {
      if case .run(let run) = inline {
        runs.append(run)
      } else {
        flush()
        output.append(.inline(inline))
      }
    }
    flush()
    return output
  }

  /// Where marks stand in a text.
  ///
  /// - Parameter text: The text in UTF-8.
  /// - Returns: Ranges that don't overlap, in order.
  private static func marks(in text: [UInt8]) -> [(Range<Int>, Mark)] {
    var found: [(Range<Int>, Mark)] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "{") || text[index] == UInt8(ascii: "\\")
        || text[index] == UInt8(ascii: "<"),
        let (end, mark) = mark(in: text, at: index)
      {
        found.append((index..<end, mark))
        index = end
      } else {
        index += 1
      }
    }
    return found
  }

  /// The mark that begins at an offset, and where it ends.
  ///
  /// - Returns: Nil where no mark begins. An annotation's head has at most 200 bytes, and a style's mark 60.
  private static func mark(in text: [UInt8], at start: Int) -> (Int, Mark)? {
    let rest = text[start...]
    /// Where a text ends that stands behind the beginning of the mark.
    func end(after needle: String, within most: Int) -> Int? {
      let wanted = Array(needle.utf8)
      var index = start
      while index + wanted.count <= min(text.count, start + most) {
        if text[index...].starts(with: wanted) { return index + wanted.count }
        index += 1
      }
      return nil
    }
    for (words, kind) in opening where rest.starts(with: words.utf8) {
      return (start + words.utf8.count, kind.map { .open($0) } ?? .nothing)
    }
    for (words, isNote) in closing where rest.starts(with: words.utf8) {
      return (start + words.utf8.count, isNote ? .close : .nothing)
    }
    if rest.starts(with: "{\\Scrv_annot".utf8), let end = end(after: "\\text=", within: 200) {
      return (end, .open(.annotation))
    }
    if rest.starts(with: "<$Scr".utf8) || rest.starts(with: "<!$Scr".utf8),
      let end = end(after: ">", within: 60)
    {
      return (end, .nothing)
    }
    return nil
  }

  /// What footnotes and preserved styles begin with.
  private static let opening: [(String, MarginNote.Kind?)] = [
    ("{\\Scrv_fn=", .footnote), ("{\\Scrv_ps=", nil),
  ]
  /// What they end with, and whether that ends a note.
  private static let closing: [(String, Bool)] = [
    ("\\end_Scrv_fn}", true), ("\\end_Scrv_annot}", true), ("\\end_Scrv_ps}", false),
  ]
}

extension [Block] {
  /// Adds an inline to the last paragraph.
  fileprivate mutating func append(_ inline: Inline) {
    guard case .paragraph(var paragraph)? = last else {
      return append(.paragraph(Paragraph(inlines: [inline])))
    }
    // The paragraph is taken out while it changes, so that it isn't copied.
    removeLast()
    paragraph.inlines.append(inline)
    append(.paragraph(paragraph))
  }
}

extension Block {
  /// The block without references to a document that it isn't in: lists, pictures, notes.
  fileprivate var plain: Block {
    guard case .paragraph(var paragraph) = self else { return self }
    paragraph.listItem = nil
    paragraph.inlines = paragraph.inlines.filter {
      if case .run = $0 { true } else if case .lineBreak = $0 { true } else { false }
    }
    return .paragraph(paragraph)
  }
}

extension Document {
  /// A document of plain text.
  init(text: UnsafeRawBufferPointer) {
    self.init()
    blocks = [.paragraph(Paragraph(inlines: [.run(Run(String(decoding: text, as: UTF8.self)))]))]
  }
}
