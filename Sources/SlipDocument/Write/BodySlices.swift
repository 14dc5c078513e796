internal import SlipCore

/// Cuts a long body into slices, which several cores write at the same time.
///
/// Writers cut only where no state crosses from one block to the next, so that the slices' outputs,
/// put together in order, are what a single core would write.
package enum BodySlices {
  /// The size, in bytes of text, from which a slice is worth a thread of its own.
  private static let weight = 1 << 18
  /// The capacity to reserve for the output of a slice.
  package static let capacity = weight * 2
  /// What an inline adds to the size besides its text.
  private static let inlineWeight = 32
  /// What a table cell adds to the size, whatever it contains.
  private static let cellWeight = 128
  /// How many slices for each core are in memory at a time.
  private static let slicesPerCore = 2

  /// The number of blocks from which another thread helps to survey them.
  private static let leastShare = 1 << 10

  /// Calls `body` with ranges that together cover all blocks, one range for each core, and returns
  /// the results in order.
  package static func survey<Result: Sendable>(
    _ blocks: [Block], _ body: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    let count = max(1, min(Parallel.cores, blocks.count / leastShare))
    return Parallel.map(count: count) { body(blocks.count * $0 / count..<blocks.count * ($0 + 1) / count) }
  }

  /// Cuts the blocks into slices of about equal size; nil when there is nothing to distribute.
  ///
  /// - Parameter canCut: Whether the output may be cut between a block and the next one.
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

  /// Calls `write` for each slice on several cores, and `take` with each result in order on the
  /// calling thread.
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
  /// About how many bytes a block becomes. A picture is a slice of its own.
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

  /// About how many bytes an inline becomes.
  @inline(__always)
  private static func weight(of inline: Inline) -> Int {
    switch inline {
    case .picture, .attachment: weight
    default: inlineWeight + inline.runLength
    }
  }
}
