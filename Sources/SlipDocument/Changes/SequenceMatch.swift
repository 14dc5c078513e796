/// Finds what two sequences have in common, in order: the base of every comparison of documents.
///
/// Elements are numbers, equal ones for equal elements (see `Interner`). The time is bounded whatever the input:
/// where the shortest difference would take too long, a longer one is found, which is as correct.
package struct SequenceMatch: Sendable, Equatable {
  /// Elements of one sequence that equal as many of the other.
  package struct Run: Sendable, Equatable {
    /// Where the elements begin in the first sequence.
    package var old: Int
    /// Where they begin in the second one.
    package var new: Int
    /// How many there are.
    package var count: Int

    /// Creates a run of equal elements.
    package init(old: Int, new: Int, count: Int) { (self.old, self.new, self.count) = (old, new, count) }
  }

  /// What lies between two runs, and the run that ends it. One without elements ends the sequences.
  package struct Step: Sendable {
    /// Elements of the first sequence that have no equal.
    package var old: Range<Int>
    /// Elements of the second sequence that have no equal.
    package var new: Range<Int>
    /// The equal elements that follow.
    package var run: Run

    /// The places of equal elements, pair by pair.
    package var pairs: [(old: Int, new: Int)] { (0..<run.count).map { (run.old + $0, run.new + $0) } }
  }

  /// Walks over two sequences by what they have in common.
  ///
  /// - Parameters:
  ///   - runs: What they have in common, ascending in both.
  ///   - old: The length of the first sequence.
  ///   - new: The length of the second sequence.
  package static func steps(_ runs: [Run], old: Int, new: Int) -> [Step] {
    var steps: [Step] = []
    var (i, j) = (0, 0)
    for run in runs + [Run(old: old, new: new, count: 0)] {
      steps.append(Step(old: i..<run.old, new: j..<run.new, run: run))
      (i, j) = (run.old + run.count, run.new + run.count)
    }
    return steps
  }

  /// What is tried first where two stretches differ.
  package enum Strategy: Sendable {
    /// Elements that occur once in each stretch. This suits paragraphs: what is repeated, such as empty lines,
    /// never decides.
    case anchors
    /// The shortest difference. This suits words.
    case shortest
  }

  /// The common elements, ascending in both sequences; neighbouring runs are joined.
  package private(set) var runs: [Run] = []

  /// How much work one stretch may cause: its elements times its differences.
  private static let effort = 8_000_000
  /// How many differences are looked for at most in one stretch: memory grows with their square.
  private static let differences = 1_500

  /// Compares two sequences.
  package init(_ old: [Int], _ new: [Int], strategy: Strategy) {
    var open = [Stretch(old: 0..<old.count, new: 0..<new.count)]
    while var stretch = open.popLast() {
      trim(&stretch, old, new)
      if stretch.old.isEmpty || stretch.new.isEmpty { continue }
      if strategy == .shortest, addShortest(stretch, old, new) { continue }
      let anchors = SequenceMatch.anchors(stretch, old, new)
      if anchors.isEmpty {
        if strategy == .anchors { _ = addShortest(stretch, old, new) }
        continue
      }
      open += stretch.cut(at: anchors)
      runs += anchors.map { Run(old: $0.old, new: $0.new, count: 1) }
    }
    join()
  }

  /// A part of both sequences that is still to be compared.
  private struct Stretch {
    /// The elements of the first sequence, by index.
    var old: Range<Int>
    /// The elements of the second sequence, by index.
    var new: Range<Int>

    /// The parts between elements that are matched.
    func cut(at anchors: [(old: Int, new: Int)]) -> [Stretch] {
      var parts: [Stretch] = []
      var (i, j) = (old.lowerBound, new.lowerBound)
      for anchor in anchors {
        parts.append(Stretch(old: i..<anchor.old, new: j..<anchor.new))
        (i, j) = (anchor.old + 1, anchor.new + 1)
      }
      parts.append(Stretch(old: i..<old.upperBound, new: j..<new.upperBound))
      return parts
    }
  }

  /// Matches what a stretch has in common at its beginning and its end.
  private mutating func trim(_ stretch: inout Stretch, _ old: [Int], _ new: [Int]) {
    var (a, b) = (stretch.old, stretch.new)
    var lead = 0
    while lead < min(a.count, b.count), old[a.lowerBound + lead] == new[b.lowerBound + lead] { lead += 1 }
    if lead > 0 { runs.append(Run(old: a.lowerBound, new: b.lowerBound, count: lead)) }
    a = (a.lowerBound + lead)..<a.upperBound
    b = (b.lowerBound + lead)..<b.upperBound
    var tail = 0
    while tail < min(a.count, b.count), old[a.upperBound - 1 - tail] == new[b.upperBound - 1 - tail] {
      tail += 1
    }
    if tail > 0 { runs.append(Run(old: a.upperBound - tail, new: b.upperBound - tail, count: tail)) }
    stretch = Stretch(
      old: a.lowerBound..<(a.upperBound - tail), new: b.lowerBound..<(b.upperBound - tail))
  }

  /// The elements that occur once in each part, as far as they are in the same order in both.
  ///
  /// - Returns: Pairs of indices, ascending in both sequences.
  private static func anchors(
    _ stretch: Stretch, _ old: [Int], _ new: [Int]
  ) -> [(old: Int, new: Int)] {
    anchors(stretch.old.map { ($0, old[$0]) }, stretch.new.map { ($0, new[$0]) })
  }

  /// The elements that occur once in each sequence, as far as they are in the same order in both ("patience diff").
  ///
  /// - Parameters:
  ///   - old: The first sequence: places, ascending, and what is compared.
  ///   - new: The second sequence.
  ///   - isFit: Whether the elements at two places can be an anchor.
  /// - Returns: Pairs of places, ascending in both sequences.
  package static func anchors<Key: Hashable>(
    _ old: [(Int, Key)], _ new: [(Int, Key)], where isFit: (Int, Int) -> Bool = { _, _ in true }
  ) -> [(old: Int, new: Int)] {
    var places: [Key: (old: Int, new: Int)] = [:]
    for (index, key) in old { places[key] = (places[key] == nil ? index : -1, -2) }
    for (index, key) in new {
      guard let place = places[key] else { continue }
      places[key] = (place.old, place.new == -2 ? index : -1)
    }
    let pairs = places.values
      .filter { $0.old >= 0 && $0.new >= 0 && isFit($0.old, $0.new) }
      .sorted { $0.old < $1.old }
    return longestAscending(pairs.map(\.new)).map { pairs[$0] }
  }

  /// The indices of a longest ascending subsequence, by patience sorting.
  ///
  /// - Parameter values: The numbers to choose from; of equal ones at most one is chosen.
  ///
  /// - Returns: Indices into `values`, ascending.
  package static func longestAscending(_ values: [Int]) -> [Int] {
    var tops: [Int] = []
    var before = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if values[tops[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tops[low - 1] }
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var row: [Int] = []
    var next = tops.last ?? -1
    while next >= 0 {
      row.append(next)
      next = before[next]
    }
    return row.reversed()
  }

  /// Matches a stretch by its shortest difference (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).
  ///
  /// - Returns: Whether the difference was found within the bounds; if not, nothing is matched.
  private mutating func addShortest(_ stretch: Stretch, _ old: [Int], _ new: [Int]) -> Bool {
    let (n, m) = (stretch.old.count, stretch.new.count)
    let (i, j) = (stretch.old.lowerBound, stretch.new.lowerBound)
    let most = min(n + m, max(32, min(SequenceMatch.differences, SequenceMatch.effort / (n + m))))
    var reach = [Int](repeating: 0, count: 2 * most + 3)
    let middle = most + 1
    var trace: [[Int]] = []
    for cost in 0...most {
      trace.append(Array(reach[(middle - cost)...(middle + cost)]))
      for diagonal in stride(from: -cost, through: cost, by: 2) {
        let isDown =
          diagonal == -cost
          || diagonal != cost && reach[middle + diagonal - 1] < reach[middle + diagonal + 1]
        var x = isDown ? reach[middle + diagonal + 1] : reach[middle + diagonal - 1] + 1
        var y = x - diagonal
        while x < n, y < m, old[i + x] == new[j + y] { (x, y) = (x + 1, y + 1) }
        reach[middle + diagonal] = x
        if x >= n, y >= m {
          addPath(trace, from: (n, m), offset: (i, j))
          return true
        }
      }
    }
    return false
  }

  /// Walks back over the furthest points of each cost and matches the diagonals.
  ///
  /// - Parameters:
  ///   - trace: For each cost, how far each diagonal reached before it.
  ///   - end: The lengths of both parts.
  ///   - offset: Where the parts begin in the sequences.
  private mutating func addPath(_ trace: [[Int]], from end: (Int, Int), offset: (Int, Int)) {
    var (x, y) = end
    for cost in trace.indices.reversed() {
      let reach = trace[cost]
      /// How far a diagonal reached in the first part; 0 for one that was not tried.
      func at(_ diagonal: Int) -> Int {
        let index = diagonal + cost
        return reach.indices.contains(index) ? reach[index] : 0
      }
      let diagonal = x - y
      let isDown = diagonal == -cost || diagonal != cost && at(diagonal - 1) < at(diagonal + 1)
      let before = isDown ? diagonal + 1 : diagonal - 1
      let (startX, startY) = cost == 0 ? (0, 0) : (at(before), at(before) - before)
      let (fromX, fromY) = cost == 0 ? (0, 0) : isDown ? (startX, startY + 1) : (startX + 1, startY)
      if x > fromX {
        runs.append(Run(old: offset.0 + fromX, new: offset.1 + fromY, count: x - fromX))
      }
      (x, y) = (startX, startY)
    }
  }

  /// Sorts the runs and joins neighbours.
  private mutating func join() {
    var joined: [Run] = []
    for run in runs.sorted(by: { $0.old < $1.old }) {
      if let last = joined.last, last.old + last.count == run.old, last.new + last.count == run.new {
        joined[joined.count - 1].count += run.count
      } else {
        joined.append(run)
      }
    }
    runs = joined
  }
}

/// Gives equal texts equal numbers.
package struct Interner: Sendable {
  /// The number of each text.
  private var numbers: [String: Int] = [:]

  /// Creates an interner that knows no text.
  package init() {}

  /// The number of a text.
  ///
  /// - Returns: The number it got before, or the next one, counted from 0.
  package mutating func number(_ text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = numbers.count
    return numbers.count - 1
  }
}
