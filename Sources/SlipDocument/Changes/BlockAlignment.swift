/// Which blocks of two sequences belong together: the same ones, and those that are alike.
///
/// Equal blocks are matched first, by those that occur once. What is left between them is paired by likeness, in
/// order: a paragraph of which some words changed stays one paragraph. Each block is in one pair at most, so nothing
/// is doubled, however much lines resemble each other.
package struct BlockAlignment: Sendable {
  /// Two blocks that belong together.
  ///
  /// The pair refers to blocks by their indices, so it is only valid with the sequences that were aligned.
  package struct Pair: Sendable, Equatable {
    /// The index in the first sequence.
    package var old: Int
    /// The index in the second one.
    package var new: Int
    /// Whether the texts are equal.
    package var isEqual: Bool
  }

  /// The pairs, ascending in both sequences.
  package private(set) var pairs: [Pair] = []

  /// The likeness from which on two paragraphs are one that was changed.
  ///
  /// It is a share of common words as `BlockKey.likeness(to:)` gives it, from 0 to 1.
  private static let threshold = 0.5
  /// The likeness from which on two tables are one that was changed.
  ///
  /// Rows and cells have the same sort of key as tables, so it holds for them, too.
  private static let tableThreshold = 0.3
  /// How many comparisons of blocks one gap may cause.
  ///
  /// Greater gaps are cut by sketches first. What is still too great after all seeds stays unpaired.
  private static let comparisons = 60_000
  /// Mixes for sketches; each finds most paragraphs that have few changes.
  private static let seeds: [UInt64] = [
    0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3,
    0x1D8E_4E27_C47D_124F, 0xEB44_ACCA_B455_D165,
  ]

  /// Aligns two sequences of blocks by their keys.
  package init(_ old: [BlockKey], _ new: [BlockKey]) {
    var interner = Interner()
    /// The number under which a block is compared: the same for blocks of one sort and one text.
    func number(_ key: BlockKey) -> Int { interner.number("\(key.sort)\u{0}\(key.text)") }
    let match = SequenceMatch(old.map(number), new.map(number), strategy: .anchors)
    for step in SequenceMatch.steps(match.runs, old: old.count, new: new.count) {
      addAlike(old, step.old, new, step.new)
      pairs += step.pairs.map { Pair(old: $0.old, new: $0.new, isEqual: true) }
    }
    pairs.sort { $0.old < $1.old }
  }

  /// Pairs what is alike between equal blocks. Large gaps are cut at blocks whose sketches match.
  private mutating func addAlike(
    _ old: [BlockKey], _ oldGap: Range<Int>, _ new: [BlockKey], _ newGap: Range<Int>
  ) {
    var open = [(old: oldGap, new: newGap, seed: 0)]
    while let gap = open.popLast() {
      if gap.old.isEmpty || gap.new.isEmpty { continue }
      if gap.old.count <= BlockAlignment.comparisons / gap.new.count {
        addBest(old, gap.old, new, gap.new)
        continue
      }
      guard gap.seed < BlockAlignment.seeds.count else { continue }
      let seed = BlockAlignment.seeds[gap.seed]
      let anchors = BlockAlignment.anchors(old, gap.old, new, gap.new, seed)
      var (i, j) = (gap.old.lowerBound, gap.new.lowerBound)
      for anchor in anchors {
        pairs.append(Pair(old: anchor.old, new: anchor.new, isEqual: false))
        open.append((i..<anchor.old, j..<anchor.new, gap.seed + 1))
        (i, j) = (anchor.old + 1, anchor.new + 1)
      }
      open.append((i..<gap.old.upperBound, j..<gap.new.upperBound, gap.seed + 1))
    }
  }

  /// Blocks that are alike, and whose sketch no other block in the gap has.
  private static func anchors(
    _ old: [BlockKey], _ oldGap: Range<Int>, _ new: [BlockKey], _ newGap: Range<Int>, _ seed: UInt64
  ) -> [(old: Int, new: Int)] {
    func sketches(_ keys: [BlockKey], _ gap: Range<Int>) -> [(Int, UInt64)] {
      gap.filter { !keys[$0].words.isEmpty }.map { ($0, keys[$0].sketch(seed)) }
    }
    return SequenceMatch.anchors(sketches(old, oldGap), sketches(new, newGap)) {
      isAlike(old[$0], new[$1]) != nil
    }
  }

  /// How alike two blocks are; nil where they are too different to be one block.
  ///
  /// - Returns: The likeness, from the threshold of the block's sort to 1, or nil.
  private static func isAlike(_ old: BlockKey, _ new: BlockKey) -> Double? {
    let likeness = old.likeness(to: new)
    return likeness >= (old.sort == .table ? tableThreshold : threshold) ? likeness : nil
  }

  /// Pairs blocks in order so that the sum of their likenesses is the greatest.
  ///
  /// Time and memory grow with the product of the gaps' lengths, which the caller bounds.
  private mutating func addBest(
    _ old: [BlockKey], _ oldGap: Range<Int>, _ new: [BlockKey], _ newGap: Range<Int>
  ) {
    let (n, m) = (oldGap.count, newGap.count)
    let width = m + 1
    var best = [Double](repeating: 0, count: (n + 1) * width)
    var isPair = [Bool](repeating: false, count: (n + 1) * width)
    for i in stride(from: n - 1, through: 0, by: -1) {
      for j in stride(from: m - 1, through: 0, by: -1) {
        let here = i * width + j
        best[here] = max(best[here + width], best[here + 1])
        let (a, b) = (old[oldGap.lowerBound + i], new[newGap.lowerBound + j])
        guard let likeness = BlockAlignment.isAlike(a, b) else { continue }
        if best[here + width + 1] + likeness > best[here] {
          best[here] = best[here + width + 1] + likeness
          isPair[here] = true
        }
      }
    }
    var (i, j) = (0, 0)
    while i < n, j < m {
      let here = i * width + j
      if isPair[here] {
        let (a, b) = (oldGap.lowerBound + i, newGap.lowerBound + j)
        pairs.append(Pair(old: a, new: b, isEqual: old[a].text == new[b].text))
        (i, j) = (i + 1, j + 1)
      } else if best[here + width] >= best[here + 1] {
        i += 1
      } else {
        j += 1
      }
    }
  }
}
