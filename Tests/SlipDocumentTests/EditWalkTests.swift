import SlipDocument
import Testing

/// Walks over edits and over what sequences have in common.
@Suite struct EditWalkTests {
  private typealias Edit = SequenceEdit<Int, String>

  /// What a walk gives, as text.
  private func steps(_ old: [Int], _ edits: [Edit], checksDeleted: Bool = false) -> ([String], fits: Bool) {
    var walk = EditWalk(old, edits, checksDeleted: checksDeleted) { $0.count }
    var found: [String] = []
    while let step = walk.next() {
      switch step {
      case .kept(let elements): found.append("=\(Array(elements))")
      case .deleted(let elements): found.append("-\(elements)")
      case .inserted(let elements): found.append("+\(elements)")
      case .updated(let elements, let change): found.append("\(Array(elements))\(change)")
      }
    }
    return (found, walk.fits)
  }

  @Test func eachStepHasItsElements() {
    let edits: [Edit] = [.keep(1), .delete([2]), .insert([8, 9]), .update("ab"), .keep(1)]
    let (found, fits) = steps([1, 2, 3, 4, 5], edits)
    #expect(found == ["=[1]", "-[2]", "+[8, 9]", "[3, 4]ab", "=[5]"])
    #expect(fits)
  }

  @Test func withoutEditsAllStays() {
    #expect(steps([1, 2], []) == (["=[1, 2]"], true))
    #expect(steps([], []).fits)
  }

  @Test func whatDoesNotFitEndsTheWalk() {
    #expect(steps([1], [.keep(2), .insert([3])]) == ([], false))
    #expect(steps([1, 2], [.keep(1)]) == (["=[1]"], false))
    #expect(steps([1], [.insert([3]), .update("ab")]) == (["+[3]"], false))
    #expect(steps([1], [.delete([2])]) == (["-[2]"], true))
    #expect(steps([1], [.delete([2])], checksDeleted: true) == ([], false))
    #expect(steps([1], [.keep(-1)]) == ([], false))
  }

  @Test(arguments: 0..<200) func stepsCoverBothSequences(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func number(_ below: UInt64) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % below)
    }
    let old = (0..<number(30)).map { _ in number(8) }
    let new = (0..<number(30)).map { _ in number(8) }
    let strategy: SequenceMatch.Strategy = seed % 2 == 0 ? .anchors : .shortest
    let match = SequenceMatch(old, new, strategy: strategy)
    var (one, other): ([Int], [Int]) = ([], [])
    for step in SequenceMatch.steps(match.runs, old: old.count, new: new.count) {
      one += step.old
      other += step.new
      for pair in step.pairs {
        #expect(old[pair.old] == new[pair.new])
        one.append(pair.old)
        other.append(pair.new)
      }
    }
    #expect(one == Array(old.indices))
    #expect(other == Array(new.indices))
  }

  /// No subset that ascends is longer than the one that is found.
  @Test(arguments: 0..<100) func theLongestAscendingSequence(seed: UInt64) {
    var state = seed &* 0xBF58_476D_1CE4_E5B9 | 1
    let values = (0..<9).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % 7)
    }
    func ascends(_ row: [Int]) -> Bool { zip(row, row.dropFirst()).allSatisfy { $0 < $1 } }
    let found = SequenceMatch.longestAscending(values)
    #expect(ascends(found))
    #expect(ascends(found.map { values[$0] }))
    let longest = (0..<(1 << values.count)).filter { subset in
      ascends(values.indices.filter { subset >> $0 & 1 == 1 }.map { values[$0] })
    }.map(\.nonzeroBitCount).max()
    #expect(found.count == longest)
  }
}
