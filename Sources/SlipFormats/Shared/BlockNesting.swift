internal import SlipDocument

/// How far a paragraph goes on in the quotations and lists that are open before it.
struct BlockNesting {
  enum Open: Equatable {
    case quote
    /// A list with an open item.
    case list(level: Int)
  }

  /// How many of the open ones stay open. The last may be a list of the paragraph's own level, of which it begins another
  /// item.
  private(set) var kept = 0
  /// Quotations to open behind those.
  private(set) var quotes = 0

  /// - Parameter itemLevel: of a paragraph that begins an item.
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
