/// Differences of two texts by line, as `diff -u` writes them. Linear but for sorting, whatever the texts.
///
/// Lines that stand once in both texts are anchors, as in "patience diff"; between anchors all is taken for changed.
enum UnifiedDiff {
  private static let context = 3

  /// Empty where the texts are equal.
  static func text(old: [UInt8], new: [UInt8], path: String) -> String {
    let (a, b) = (lines(old), lines(new))
    var text = ""
    for hunk in hunks(changes(a, b), a.count, b.count) { text += self.text(hunk, a, b) }
    return text.isEmpty ? "" : "--- \(path)\n+++ \(path)\n" + text
  }

  /// `old` lines give way to `new` ones.
  struct Change: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  static func changes(_ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]) -> [Change] {
    var changes: [Change] = []
    var (i, j) = (0, 0)
    for (x, y) in anchors(a, b) + [(a.count, b.count)] {
      // What is equal before the anchor and behind the last one.
      while i < x, j < y, a[i] == b[j] { (i, j) = (i + 1, j + 1) }
      var (endA, endB) = (x, y)
      while endA > i, endB > j, a[endA - 1] == b[endB - 1] { (endA, endB) = (endA - 1, endB - 1) }
      if endA > i || endB > j { changes.append(Change(old: i..<endA, new: j..<endB)) }
      (i, j) = (x, y)
    }
    return changes
  }

  /// Lines that stand once in each text, in an order that both have: the longest such row.
  private static func anchors(_ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]) -> [(Int, Int)] {
    var places: [ArraySlice<UInt8>: (a: Int, b: Int)] = [:]
    for (index, line) in a.enumerated() { places[line] = (places[line] == nil ? index : -1, -2) }
    for (index, line) in b.enumerated() {
      guard let place = places[line] else { continue }
      places[line] = (place.a, place.b == -2 ? index : -1)
    }
    let pairs = places.values.filter { $0.a >= 0 && $0.b >= 0 }.sorted { $0.a < $1.a }
    // The longest increasing row of places in `b`: patience sorting.
    var tops: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tops[middle]].b < pair.b { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tops[low - 1] }
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var row: [(Int, Int)] = []
    var next = tops.last ?? -1
    while next >= 0 {
      row.append((pairs[next].a, pairs[next].b))
      next = before[next]
    }
    return row.reversed()
  }

  /// Changes that are near each other stand together.
  private static func hunks(_ changes: [Change], _ oldCount: Int, _ newCount: Int) -> [[Change]] {
    var hunks: [[Change]] = []
    for change in changes {
      if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
    return hunks
  }

  private static func text(
    _ hunk: [Change], _ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]
  ) -> String {
    guard let first = hunk.first, let last = hunk.last else { return "" }
    let lead = min(context, first.old.lowerBound)
    let tail = min(context, a.count - last.old.upperBound)
    let old = (first.old.lowerBound - lead)..<(last.old.upperBound + tail)
    let new = (first.new.lowerBound - lead)..<(last.new.upperBound + tail)
    var text = "@@ -\(range(old)) +\(range(new)) @@\n"
    var next = old.lowerBound
    for change in hunk {
      for line in a[next..<change.old.lowerBound] { text += shown(" ", line) }
      for line in a[change.old] { text += shown("-", line) }
      for line in b[change.new] { text += shown("+", line) }
      next = change.old.upperBound
    }
    for line in a[next..<old.upperBound] { text += shown(" ", line) }
    return text
  }

  private static func range(_ lines: Range<Int>) -> String {
    lines.count == 1
      ? "\(lines.lowerBound + 1)"
      : "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }

  private static func shown(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
    let hasEnd = line.last == 0x0A
    let text = String(decoding: hasEnd ? line.dropLast() : line, as: UTF8.self)
    return mark + text + (hasEnd ? "\n" : "\n\\ No newline at end of file\n")
  }

  /// Each with its line end.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}
