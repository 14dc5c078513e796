internal import SlipBase
internal import SlipExchange

/// The structure of a file of TreePad: its nodes, as ranges of the file.
///
/// ```
/// <Treepad version 3.1>        2.7 has plain text only
/// dt=RTF                       or dt=Text; some programs leave it out
/// <node>                       some versions have the mark 5P9i0s8y19Z behind it
/// Title
/// 1                            the level; the root has 0
/// {\rtf1 …}
/// <end node> 5P9i0s8y19Z
/// ```
///
/// Lines end in CR LF or LF. The file is read once, line by line, and any bytes give a structure.
struct TreePadFile: Sendable {
  /// A node.
  struct Node: Sendable {
    /// Where the title is.
    var title: Range<Int>
    /// Where the text is; the end of its last line isn't in it.
    var text: Range<Int>
    /// The node that it lies below; -1 for none.
    var parent: Int
    /// How many nodes it lies below.
    var depth: Int
    /// Whether nodes lie below it.
    var isContainer = false
    /// Whether its end or its level is missing, so that its text may be cut off or have that of another node in it.
    var isCut = false
  }

  /// The nodes in the order of the file.
  private(set) var nodes: [Node] = []
  /// How many nodes have no end, or a level that is no number.
  private(set) var damaged = 0

  /// How many lines are outside of nodes and have text.
  private(set) var strayLines = 0

  /// How many nodes may lie below each other; what lies deeper is put beside.
  private static let deepest = SourcePath.deepest
  /// What the file begins with.
  private static let head: StaticString = "<Treepad version "
  /// What stands behind the end of a node, so that no text is taken for one.
  private static let mark: StaticString = "5P9i0s8y19Z"

  /// Whether bytes are such a file, by their beginning. A byte order mark may stand before it.
  static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool {
    LooseXML.has(head, bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// Reads a file.
  init(_ bytes: UnsafeRawBufferPointer) {
    var lines = Lines(bytes: bytes)
    /// The node that is open: its title, its level, and where its text begins.
    var open: (title: Range<Int>, level: Int, start: Int, isCut: Bool)?
    // The places of the nodes above the next one, and their levels.
    var above: [(node: Int, level: Int)] = []
    /// Whether the line is the first one of the file.
    var isHead = true
    /// Ends the open node.
    func close(at end: Int, _ isWhole: Bool) {
      guard let (title, level, start, isCut) = open else { return }
      open = nil
      if !isWhole { damaged += 1 }
      while let last = above.last, last.level >= level { above.removeLast() }
      var parent = above.last?.node ?? -1
      if parent >= 0, nodes[parent].depth >= TreePadFile.deepest { parent = nodes[parent].parent }
      if parent >= 0 { nodes[parent].isContainer = true }
      above.append((nodes.count, level))
      nodes.append(
        Node(
          title: title, text: start..<max(start, TreePadFile.withoutLineEnd(end, bytes)), parent: parent,
          depth: parent < 0 ? 0 : nodes[parent].depth + 1, isCut: isCut || !isWhole))
    }
    while let line = lines.next() {
      if open != nil, TreePadFile.isEnd(line, bytes) {
        close(at: line.lowerBound, true)
        continue
      }
      let hasType =
        TreePadFile.isType(line, bytes) && lines.peek.map { TreePadFile.isStart($0, bytes) } == true
      // Some programs write no type. Within a node such a line may be text.
      guard hasType || open == nil && TreePadFile.isStart(line, bytes) else {
        if open == nil, !isHead, !line.isEmpty, !TreePadFile.isType(line, bytes) { strayLines += 1 }
        isHead = false
        continue
      }
      // A node that begins before the last one ended cuts that one off.
      close(at: line.lowerBound, false)
      if hasType { _ = lines.next() }
      let title = lines.next() ?? line.upperBound..<line.upperBound
      let level = lines.peek.flatMap { TreePadFile.number($0, bytes) }
      if level != nil { _ = lines.next() } else { damaged += 1 }
      open = (title, level ?? above.last.map { $0.level } ?? 0, lines.position, level == nil)
    }
    close(at: bytes.count, false)
  }

  /// The lines of a file, without their ends.
  private struct Lines {
    /// The file.
    let bytes: UnsafeRawBufferPointer
    /// Where the next line begins.
    private(set) var position = 0

    /// Begins at the first line.
    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next line; nil at the end.
    mutating func next() -> Range<Int>? {
      guard let (line, end) = line else { return nil }
      position = end
      return line
    }

    /// The next line, which stays the next one.
    var peek: Range<Int>? { line?.content }

    /// The next line, and where the one behind it begins.
    private var line: (content: Range<Int>, end: Int)? {
      guard position < bytes.count else { return nil }
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let isLong = end > position && bytes[end - 1] == UInt8(ascii: "\r")
      return (position..<(isLong ? end - 1 : end), min(end + 1, bytes.count))
    }
  }

  /// Whether a line ends a node.
  private static func isEnd(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    LooseXML.has("<end node>", bytes, at: line.lowerBound)
      && LooseXML.find(mark, in: UnsafeRawBufferPointer(rebasing: bytes[line.prefix(64)]), from: 0) != nil
  }

  /// Whether a line says of what type a node is. What the text is, its content decides.
  private static func isType(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    line.count <= 16 && LooseXML.has("dt=", bytes, at: line.lowerBound)
  }

  /// Whether a line begins a node.
  private static func isStart(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    line.count <= 32 && LooseXML.has("<node>", bytes, at: line.lowerBound)
  }

  /// The number on a line; nil for anything else, and for one of more than six digits.
  private static func number(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Int? {
    let text = String(decoding: bytes[line.prefix(32)], as: UTF8.self).trimmingBlanks()
    return text.utf8.count <= 6 && text.utf8.allSatisfy { $0.isASCIIDigit } ? Int(text) : nil
  }

  /// The end of a text without the line end before it.
  private static func withoutLineEnd(_ end: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    var end = end
    if end > 0, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }
}
