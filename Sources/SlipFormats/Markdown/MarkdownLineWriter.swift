internal import SlipDocument

/// Lines of Markdown inside containers (list items, block quotes, footnotes), whose prefixes it writes.
///
/// Blocks are separated by blank lines, unless a block is joined to the one before.
struct MarkdownLineWriter {
  private(set) var bytes: [UInt8] = []
  private var containers: [Container] = []
  private var owesBlank = false

  private struct Container {
    /// Stands before the container's first line, then gives way to `prefix`.
    var marker: [UInt8]?
    var prefix: [UInt8]
  }

  /// Lines that were written elsewhere, with nothing open, as blocks that stand apart.
  mutating func append(_ other: MarkdownLineWriter) {
    if other.bytes.isEmpty { return }
    startBlock()
    bytes += other.bytes
    owesBlank = other.owesBlank
  }

  /// Hands over what has been written.
  mutating func flush(_ drain: PiecewiseOutput.Drain) {
    bytes.withUnsafeBytes(drain)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Opens a container whose first line begins with `marker` and further ones with `indent` spaces.
  mutating func open(marker: String, indent: Int? = nil) {
    let marker = Array(marker.utf8)
    containers.append(
      Container(marker: marker, prefix: [UInt8](repeating: 0x20, count: indent ?? marker.count)))
  }

  mutating func openQuote() { containers.append(Container(marker: nil, prefix: Array("> ".utf8))) }

  /// Closes the innermost container; an item that has no lines yet gets its marker's line.
  mutating func close() {
    if containers.last?.marker != nil { line([]) }
    containers.removeLast()
  }

  /// What comes next stands apart from what was before.
  mutating func startBlock() {
    if owesBlank { line([], isBlank: true) }
    owesBlank = false
  }

  mutating func endBlock() { owesBlank = true }

  /// What comes next follows without a blank line.
  mutating func join() { owesBlank = false }

  mutating func line(_ text: String) { line(Array(text.utf8)) }

  /// A paragraph's lines, separated by LF.
  ///
  /// - Parameter width: columns after which a line is broken, at spaces that are marked.
  mutating func lines(_ source: [UInt8], width: Int?) {
    if let width { return wrapped(source, max(width - containers.reduce(0) { $0 + $1.prefix.count }, 1)) }
    guard source.contains(0x0A) else { return line(source) }
    for line in source.split(separator: 0x0A, omittingEmptySubsequences: false) { self.line(line) }
  }

  private mutating func wrapped(_ source: [UInt8], _ width: Int) {
    for line in source.split(separator: 0x0A, omittingEmptySubsequences: false) {
      for part in MarkdownWrap(width: width).lines(of: line) { self.line(part) }
    }
  }

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
    if content.isEmpty { while bytes.last == 0x20 { bytes.removeLast() } }
    bytes.append(0x0A)
  }
}

/// Breaks a paragraph's line at the spaces that `MarkdownEscape` marked, where the next line begins with nothing that
/// means a block.
struct MarkdownWrap {
  let width: Int

  func lines(of line: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var current: [UInt8] = []
    var columns = 0
    for word in line.split(separator: MarkdownEscape.breakableSpace, omittingEmptySubsequences: false) {
      // A character each, but for what continues one in UTF-8.
      let count = word.count { $0 & 0xC0 != 0x80 }
      if columns > 0, columns + 1 + count > width, MarkdownWrap.mayBreak(current, word) {
        lines.append(current)
        (current, columns) = (Array(word), count)
      } else {
        if columns > 0 || !current.isEmpty { current.append(0x20) }
        current += word
        columns += count + (columns > 0 ? 1 : 0)
      }
    }
    return lines + [current]
  }

  private static func mayBreak(_ line: [UInt8], _ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, line.last != 0x5C, line.last != 0x20 else { return false }
    // Signs and digits alone might be a rule or a list's item.
    guard line.contains(where: { $0 >= 0x80 || (0x61...0x7A).contains($0 | 0x20) }) else { return false }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
      UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "`"),
      UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: "["):
      return false
    case 0x30...0x39:
      let sign = word.first { !(0x30...0x39).contains($0) }
      return sign != 0x2E && sign != 0x29
    default: return first > 0x20
    }
  }
}
