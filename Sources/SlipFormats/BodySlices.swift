internal import SlipBase
internal import SlipDocument

/// Slices of a long body, which several cores write at the same time.
enum BodySlices {
  /// Bytes of text, about, that make a slice worth its own thread's while.
  private static let weight = 1 << 18
  /// Room for what a slice becomes.
  static let capacity = weight * 2
  /// An inline's share beside its text.
  private static let inlineWeight = 32
  /// A cell's, whatever it holds.
  private static let cellWeight = 128
  /// Slices that memory holds at a time, by core.
  private static let slicesPerCore = 2

  /// Cuts blocks where `canCut` allows it between one block and the next; nil where there is nothing to share out.
  static func cut(_ blocks: [Block], where canCut: (Block, Block) -> Bool) -> [Range<Int>]? {
    guard Parallel.cores > 1 else { return nil }
    var slices: [Range<Int>] = []
    var (start, size) = (0, 0)
    for index in blocks.indices {
      if size >= weight, canCut(blocks[index - 1], blocks[index]) {
        slices.append(start..<index)
        (start, size) = (index, 0)
      }
      size += weight(of: blocks[index])
    }
    guard !slices.isEmpty else { return nil }
    slices.append(start..<blocks.count)
    return slices
  }

  /// Calls `write` for each slice on several cores, and `take` for each result in order.
  static func write<Piece: Sendable>(
    _ slices: [Range<Int>], _ write: @Sendable (Range<Int>) -> Piece, take: (Range<Int>, Piece) -> Void
  ) {
    let atOnce = Parallel.cores * slicesPerCore
    for start in stride(from: 0, to: slices.count, by: atOnce) {
      let some = slices[start..<min(start + atOnce, slices.count)]
      let pieces = Parallel.map(count: some.count) { write(some[some.startIndex + $0]) }
      for (slice, piece) in zip(some, pieces) { take(slice, piece) }
    }
  }
}

extension BodySlices {
  /// About how many bytes a block becomes. A picture makes a slice of its own.
  @inline(__always)
  private static func weight(of block: Block) -> Int {
    switch block {
    case .paragraph(let paragraph):
      var sum = inlineWeight
      for index in paragraph.inlines.indices { sum += weight(of: paragraph.inlines[index]) }
      return sum
    case .table(let table): return table.rows.reduce(0) { $0 + $1.cells.count * cellWeight }
    case .break: return inlineWeight
    }
  }

  @inline(__always)
  private static func weight(of inline: Inline) -> Int {
    switch inline {
    case .picture, .attachment: weight
    default: inlineWeight + inline.runLength
    }
  }
}
