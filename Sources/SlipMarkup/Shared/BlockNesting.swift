internal import SlipDocument

/// Decides which open quotations and list items a paragraph continues.
///
/// A document's paragraphs are flat: each says by its style and list item what it stands
/// in. HTML and Markdown nest. The writers of both keep a stack of what is open, and ask
/// this type for each paragraph how much of the stack stays open and how many quotations
/// to open on top of it. Opening the list item itself is left to the writer.
///
/// With a quotation open, and in it a list of level 0:
///
/// | the paragraph | `kept` | `quotes` |
/// | --- | --- | --- |
/// | stands in the quotation and the item | 2 | 0 |
/// | stands in the quotation and begins an item of level 0 | 2 | 0 |
/// | stands in two quotations | 1 | 1 |
/// | stands in nothing | 0 | 0 |
struct BlockNesting {
  /// An entry of a writer's stack.
  enum Open: Equatable {
    /// An open quotation.
    case quote
    /// A list with an open item, at this level counted from 0.
    case list(level: Int)
  }

  /// How many entries of the stack stay open, from the outermost one. If the last of them
  /// is a list of the paragraph's own level, the paragraph begins another item of that
  /// list.
  private(set) var kept = 0
  /// How many quotations to open inside those.
  private(set) var quotes = 0

  /// Compares the stack with what a paragraph stands in.
  ///
  /// - Parameters:
  ///   - open: the stack, outermost entry first.
  ///   - role: the paragraph's role, which names the quotations and list items around it.
  ///   - itemLevel: the level of the list item that the paragraph begins; nil if it
  ///     begins none.
  init(_ open: [Open], _ role: BlockRole, itemLevel: Int?) {
    var steps = role.containers[...]
    search: for container in open {
      switch (container, steps.first) {
      case (.quote, .quote?): steps.removeFirst()
      case (.list(let level), .item(let wanted)?):
        if level > wanted { break search }
        if level == wanted { steps.removeFirst() }
      case (.list(let level), nil):
        guard let itemLevel, level <= itemLevel else { break search }
        kept += 1
        if level == itemLevel { break search }
        continue search
      case (.list, .quote?), (.quote, .item?), (.quote, nil): break search
      }
      kept += 1
    }
    quotes = steps.count { $0 == .quote }
  }
}
