internal import SlipBase
internal import SlipExchange

/// Turns references and embeds in a line of Logseq into links in double brackets. Code stays as it is.
///
/// ```
/// ((64a1…))                                  [[((64a1…))|text of the block]]
/// [label](((64a1…)))  [label]([[page]])      [[((64a1…))|label]]  [[page|label]]
/// {{embed [[page]]}}  {{video address}}      [[page]]  <address>
/// ^^marked^^          ![](a.png){:width 9}   ==marked==  ![|9](a.png)
/// ```
///
/// A line is walked once, from its beginning to its end.
struct LogseqInline {
  /// The Markdown.
  private(set) var output: [UInt8] = []
  /// The tags of several words, `#[[to do]]`.
  private(set) var tags: [String] = []

  /// The line.
  private let line: ArraySlice<UInt8>
  /// The text of a block by its id.
  private let shown: (String) -> String?
  /// Whether `^^` is open.
  private var isMarked = false

  /// What macros with one address show.
  private static let addresses: Set<String> = ["video", "youtube", "twitter", "tweet"]

  /// Converts a line in UTF-8.
  ///
  /// - Parameters:
  ///   - line: The line, without its bullet.
  ///   - shown: The text of a block by its id; nil for an unknown one.
  init(_ line: ArraySlice<UInt8>, shown: @escaping (String) -> String?) {
    (self.line, self.shown) = (line, shown)
    guard line.contains(where: { "([{^".utf8.contains($0) }) else {
      output = Array(line)
      return
    }
    output.reserveCapacity(line.count * 2)
    var index = line.startIndex
    while index < line.endIndex { index = step(index) }
  }

  /// Converts what begins at a place.
  ///
  /// - Returns: Where the line goes on.
  private mutating func step(_ index: Int) -> Int {
    switch line[index] {
    case 0x60: return code(index)
    case 0x5C where index + 1 < line.endIndex: return copy(index, index + 2)
    case 0x7B where has("{{", index): return macro(index) ?? copy(index, index + 2)
    case 0x29 where has("){:", index):
      guard let end = find("}", index) else { break }
      takeSize(text(index + 2, end))
      output.append(0x29)
      return end + 1
    case 0x5E where has("^^", index) && (isMarked || find("^^", index + 2) != nil):
      isMarked.toggle()
      output += "==".utf8
      return index + 2
    case 0x23 where has("#[[", index):
      if let end = find("]]", index), end > index + 3 { tags.append(text(index + 3, end)) }
    case 0x5B where has("[[", index):
      if let end = find("]]", index) { return copy(index, end + 2) }
    case 0x5B: if let end = link(index) { return end }
    case 0x28 where has("((", index):
      if let id = block(index) {
        put(id, label: shown(id) ?? "((\(id)))")
        return index + 40
      }
    default: break
    }
    return copy(index, index + 1)
  }

  /// Puts the size that stands behind a picture into its description: `:height 20, :width 30` as `|30x20`.
  private mutating func takeSize(_ text: String) {
    let words = text.split { $0 == " " || $0 == "," }
    /// The number behind a word.
    func number(_ name: String) -> Substring? {
      guard let place = words.firstIndex(of: name[...]), place + 1 < words.endIndex else { return nil }
      return words[place + 1].allSatisfy(\.isNumber) ? words[place + 1] : nil
    }
    guard let width = number(":width") else { return }
    PictureSize.add(number(":height").map { "\(width)x\($0)" } ?? String(width), to: &output)
  }

  /// Copies a part.
  private mutating func copy(_ start: Int, _ end: Int) -> Int {
    let end = min(end, line.endIndex)
    output += line[start..<end]
    return end
  }

  /// Copies a code span, or the signs that begin none.
  private mutating func code(_ start: Int) -> Int {
    let length = line[start...].prefix { $0 == 0x60 }.count
    guard let end = line[(start + length)...].prefix(4_096).firstIndex(of: 0x60) else {
      return copy(start, start + length)
    }
    return copy(start, end + line[end...].prefix { $0 == 0x60 }.count)
  }

  /// A macro; nil for one that stays as it is.
  private mutating func macro(_ start: Int) -> Int? {
    guard let end = find("}}", start) else { return nil }
    let words = text(start + 2, end).split(separator: " ", maxSplits: 1).map { String($0).trimmingBlanks() }
    guard words.count == 2 else { return nil }
    if words[0] == "embed" {
      let target = words[1]
      guard
        target.hasPrefix("[[") && target.hasSuffix("]]") || target.hasPrefix("((") && target.hasSuffix("))")
      else {
        return nil
      }
      let inner = LogseqInline(Array(target.utf8)[...], shown: shown)
      output += inner.output
    } else if LogseqInline.addresses.contains(words[0]), !words[1].contains(" ") {
      output += "<\(words[1])>".utf8
    } else {
      return nil
    }
    return end + 2
  }

  /// A link whose address is a page or a block; nil for any other.
  private mutating func link(_ start: Int) -> Int? {
    guard let close = line[(start + 1)...].prefix(4_096).firstIndex(where: { $0 == 0x5B || $0 == 0x5D }),
      has("](", close), close > start + 1
    else { return nil }
    let label = text(start + 1, close)
    if has("[[", close + 2), let end = find("]])", close) {
      output += "[[\(text(close + 4, end))|\(label)]]".utf8
      return end + 3
    }
    guard let id = block(close + 2), has(")", close + 42) else { return nil }
    put(id, label: label)
    return close + 43
  }

  /// Adds a link to a block.
  private mutating func put(_ id: String, label: String) {
    output += "[[((\(id)))|\(label.filter { !"[]|`".contains($0) })]]".utf8
  }

  /// The id of a block that is referred to at a place, `((…))`; nil where none is.
  private func block(_ start: Int) -> String? {
    let end = start + 38
    guard has("((", start), has("))", end) else { return nil }
    let id = line[(start + 2)..<end]
    guard id.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) })
    else {
      return nil
    }
    return String(decoding: id, as: UTF8.self)
  }

  // MARK: Reading

  /// Whether an ASCII text stands at a place.
  private func has(_ text: StaticString, _ index: Int) -> Bool {
    guard index >= line.startIndex, index + text.utf8CodeUnitCount <= line.endIndex else { return false }
    return line[index...].starts(
      with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Where an ASCII text stands next; nil where it doesn't.
  private func find(_ text: StaticString, _ start: Int) -> Int? {
    WikiMarkdown.find(text, in: line, from: start)
  }

  /// A part as text; empty where it ends before it begins.
  private func text(_ start: Int, _ end: Int) -> String {
    start < end ? String(decoding: line[start..<end], as: UTF8.self) : ""
  }
}
