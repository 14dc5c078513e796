internal import SlipDocument

/// Differences of two texts by line, as `diff -u` writes them. The time is linear except for
/// sorting, whatever the texts.
///
///     --- a.slipbox/manifest.xml
///     +++ a.slipbox/manifest.xml
///     @@ -3,3 +3,4 @@
///        <history>
///          <event kind="import" tool="slipconv 0.1.0"/>
///     +    <event kind="repair" tool="slipconv 0.1.0"/>
///        </history>
///
/// Lines that occur once in each text are anchors, as in "patience diff"; what differs between
/// two anchors is taken as changed as a whole. The result isn't always the smallest difference,
/// but it is always a correct one.
enum UnifiedDiff {
  /// Unchanged lines that are shown before and after a change.
  private static let context = 3

  /// The differences with a heading; empty where the texts are equal.
  ///
  /// - Parameter path: The path that the heading names for both texts.
  static func text(old: [UInt8], new: [UInt8], path: String) -> String {
    let (a, b) = (lines(old), lines(new))
    var text = ""
    for hunk in hunks(changes(a, b), a.count, b.count) { text += self.text(hunk, a, b) }
    return text.isEmpty ? "" : "--- \(path)\n+++ \(path)\n" + text
  }

  /// Lines of the old text that are replaced by lines of the new one; either may be empty.
  struct Change: Equatable {
    /// The replaced lines, from 0.
    var old: Range<Int>
    /// The lines that replace them, from 0.
    var new: Range<Int>
  }

  /// The changes that turn `a` into `b`, in order.
  static func changes(_ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]) -> [Change] {
    var changes: [Change] = []
    var (i, j) = (0, 0)
    let anchors = SequenceMatch.anchors(a.enumerated().map { ($0, $1) }, b.enumerated().map { ($0, $1) })
    for (x, y) in anchors + [(a.count, b.count)] {
      // Skip equal lines after the last anchor and before this one.
      while i < x, j < y, a[i] == b[j] { (i, j) = (i + 1, j + 1) }
      var (endA, endB) = (x, y)
      while endA > i, endB > j, a[endA - 1] == b[endB - 1] { (endA, endB) = (endA - 1, endB - 1) }
      if endA > i || endB > j { changes.append(Change(old: i..<endA, new: j..<endB)) }
      (i, j) = (x, y)
    }
    return changes
  }

  /// Groups changes whose context would touch or overlap.
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

  /// One hunk with its heading and context.
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

  /// A range as the heading of a hunk has it: `5,3` for three lines from line 5, `5` for one,
  /// `4,0` for none after line 4.
  private static func range(_ lines: Range<Int>) -> String {
    lines.count == 1
      ? "\(lines.lowerBound + 1)"
      : "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }

  /// One line with its mark. Without a line end the usual note follows.
  private static func shown(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
    let hasEnd = line.last == 0x0A
    let text = String(decoding: hasEnd ? line.dropLast() : line, as: UTF8.self)
    return mark + text + (hasEnd ? "\n" : "\n\\ No newline at end of file\n")
  }

  /// The lines of a text, each with its line end.
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
