internal import SlipDocument

/// Writes lines of Markdown inside containers (list items, quotations, footnotes), with
/// the prefixes that these need.
///
/// Blocks are separated by blank lines, unless a block is joined to the one before. A
/// container's marker stands before its first line, and spaces or `> ` stand before all
/// further ones:
///
/// ```
/// - An item
///   - with another one
///
///   and a further paragraph.
/// ```
struct MarkdownLineWriter {
  /// What has been written, in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The open containers, outermost first.
  private var containers: [Container] = []
  /// Whether a blank line is due before the next block.
  private var owesBlank = false

  /// An open list item, quotation or footnote.
  private struct Container {
    /// What stands before the container's first line; nil once it was written.
    var marker: [UInt8]?
    /// What stands before all other lines.
    var prefix: [UInt8]
  }

  /// Adds lines that another writer wrote with nothing open, as blocks that stand apart
  /// from those before.
  ///
  /// Slices of a long body are written this way: each by a writer of its own, and all of
  /// them joined in order.
  mutating func append(_ other: MarkdownLineWriter) {
    if other.bytes.isEmpty { return }
    startBlock()
    bytes += other.bytes
    owesBlank = other.owesBlank
  }

  /// Hands over what has been written and forgets it.
  mutating func flush(_ drain: PiecewiseOutput.Drain) {
    bytes.withUnsafeBytes(drain)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Opens a container whose first line begins with `marker`.
  ///
  /// - Parameter indent: the spaces before all further lines. Default: as many as the
  ///   marker has bytes.
  mutating func open(marker: String, indent: Int? = nil) {
    let marker = Array(marker.utf8)
    containers.append(
      Container(marker: marker, prefix: [UInt8](repeating: 0x20, count: indent ?? marker.count)))
  }

  /// Opens a quotation.
  mutating func openQuote() { containers.append(Container(marker: nil, prefix: Array("> ".utf8))) }

  /// Closes the innermost container. A list item without lines gets one with its marker.
  mutating func close() {
    if containers.last?.marker != nil { line([]) }
    containers.removeLast()
  }

  /// Begins a block, with a blank line before it if one is due.
  mutating func startBlock() {
    if owesBlank { line([], isBlank: true) }
    owesBlank = false
  }

  /// Ends a block: the next one is separated by a blank line.
  mutating func endBlock() { owesBlank = true }

  /// Lets the next block follow without a blank line.
  mutating func join() { owesBlank = false }

  /// Writes a line.
  mutating func line(_ text: String) { line(Array(text.utf8)) }

  /// Writes a paragraph's lines, which are separated by LF.
  ///
  /// - Parameter width: the column after which lines are broken at marked spaces,
  ///   prefixes included; nil leaves them as they are.
  mutating func lines(_ source: [UInt8], width: Int?) {
    if let width { return wrapped(source, max(width - containers.reduce(0) { $0 + $1.prefix.count }, 1)) }
    guard source.contains(0x0A) else { return line(source) }
    for line in source.split(separator: 0x0A, omittingEmptySubsequences: false) { self.line(line) }
  }

  /// Writes a paragraph's lines, broken to `width` columns of their own.
  private mutating func wrapped(_ source: [UInt8], _ width: Int) {
    for line in source.split(separator: 0x0A, omittingEmptySubsequences: false) {
      for part in MarkdownWrap(width: width).lines(of: line) { self.line(part) }
    }
  }

  /// Writes a line with the prefixes of all open containers. An empty line ends in no
  /// spaces.
  ///
  /// - Parameter isBlank: whether this is a blank line between blocks, which takes no
  ///   container's marker.
  mutating func line(_ content: some Collection<UInt8>, isBlank: Bool = false) {
    for index in containers.indices {
      if let marker = containers[index].marker, !isBlank {
        bytes.append(contentsOf: marker)
        containers[index].marker = nil
      } else if containers[index].marker == nil {
        bytes.append(contentsOf: containers[index].prefix)
      }
    }
    bytes.append(contentsOf: content)
    if content.isEmpty { while bytes.last == UInt8(ascii: " ") { bytes.removeLast() } }
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// Breaks a line of a paragraph at the spaces that `MarkdownEscape` marked.
///
/// A line is broken only where the next one can't be taken for a block: not before a `#`,
/// a bullet or a number with a full stop. Lines may therefore be longer than asked for.
struct MarkdownWrap {
  /// The most columns of a line. Each Unicode scalar counts as one column.
  let width: Int

  /// The lines that a line becomes, without markers of spaces.
  func lines(of line: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var current: [UInt8] = []
    var columns = 0
    for word in line.split(separator: MarkdownEscape.breakableSpace, omittingEmptySubsequences: false) {
      // Bytes that continue a scalar in UTF-8 aren't counted.
      let count = word.count { $0 & 0xC0 != 0x80 }
      if columns > 0, columns + 1 + count > width, MarkdownWrap.mayBreak(current, word) {
        lines.append(current)
        (current, columns) = (Array(word), count)
      } else {
        if columns > 0 || !current.isEmpty { current.append(UInt8(ascii: " ")) }
        current += word
        columns += count + (columns > 0 ? 1 : 0)
      }
    }
    return lines + [current]
  }

  /// Whether a line may end where it does, with this word beginning the next one. When in
  /// doubt the line goes on.
  private static func mayBreak(_ line: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, line.last != 0x5C, line.last != 0x20 else { return false }
    // A line of signs and digits alone might be a thematic break or a list item.
    guard line.contains(where: { $0 >= 0x80 || $0.isASCIILetter }) else { return false }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "`"),
      UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: "["):
      return false
    case 0x30...0x39:
      let sign = word.first { !$0.isASCIIDigit }
      return sign != UInt8(ascii: ".") && sign != UInt8(ascii: ")")
    default: return first > 0x20
    }
  }
}
