internal import SlipDocument

/// Lines of Markdown inside containers (list items, block quotes, footnotes), whose prefixes it writes.
///
/// Blocks are separated by blank lines, unless a block is joined to the one before.
struct MarkdownLines {
  private(set) var bytes: [UInt8] = []
  private var containers: [Container] = []
  private var owesBlank = false

  private struct Container {
    /// Stands before the container's first line, then gives way to `prefix`.
    var marker: [UInt8]?
    var prefix: [UInt8]
  }

  /// Lines that were written elsewhere, with nothing open, as blocks that stand apart.
  mutating func append(_ other: MarkdownLines) {
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
