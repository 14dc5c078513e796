internal import SlipBase

/// Slices of a long body, which several cores write at the same time.
package enum BodySlices {
  /// Bytes of text, about, that make a slice worth its own thread's while.
  private static let weight = 1 << 18
  /// Room for what a slice becomes.
  package static let capacity = weight * 2
  /// An inline's share beside its text.
  private static let inlineWeight = 32
  /// A cell's, whatever it holds.
  private static let cellWeight = 128
  /// Slices that memory holds at a time, by core.
  private static let slicesPerCore = 2

  /// Blocks that make it worth another thread's while to look at them.
  private static let leastShare = 1 << 10

  /// What `body` finds in blocks: of each core's share of them, in order.
  package static func survey<Result: Sendable>(
    _ blocks: [Block], _ body: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    let count = max(1, min(Parallel.cores, blocks.count / leastShare))
    return Parallel.map(count: count) { body(blocks.count * $0 / count..<blocks.count * ($0 + 1) / count) }
  }

  /// Cuts blocks where `canCut` allows it between one block and the next; nil where there is nothing to share out.
  package static func cut(_ blocks: [Block], where canCut: @Sendable (Block, Block) -> Bool) -> [Range<Int>]?
  {
    guard Parallel.cores > 1 else { return nil }
    let starts = survey(blocks) { range -> [Int] in
      var starts: [Int] = []
      var size = range.lowerBound == 0 ? 0 : weight
      for index in range {
        if size >= weight, canCut(blocks[index - 1], blocks[index]) {
          starts.append(index)
          size = 0
        }
        size += weight(of: blocks[index])
      }
      return starts
    }.flatMap { $0 }
    guard !starts.isEmpty else { return nil }
    return zip([0] + starts, starts + [blocks.count]).map { $0..<$1 }
  }

  /// Calls `write` for each slice on several cores, and `take` for each result in order.
  package static func write<Piece: Sendable>(
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
    case .paragraph:
      let inlines = block.inlines
      var sum = inlineWeight
      for index in inlines.indices { sum += weight(of: inlines[index]) }
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
