internal import SlipBase

/// The names of files that texts mention, found without reading the texts as Markdown.
///
/// ```
/// ![](pics/swarm%20(1).png)   [x](<a b.pdf>)   [x]: plan.pdf   the destination of a link or picture
/// [[plan.pdf#page=2|Plan]]    ![[pic.png]]                     what stands in double brackets
/// <img src="a.png">           cover: "a.png"                   a value in quotation marks
/// ```
///
/// Otherwise all texts would have to be read before the first note could be given.
package struct FileMentions {
  /// The names, case-folded.
  private var names: Set<String> = []

  /// How long targets may be, in bytes. What is longer is no path, and costs nothing but the look for its end.
  private static let longestTarget = 2_048

  /// Nothing is mentioned yet.
  package init() {}

  /// Notes the names in a text in UTF-8.
  package mutating func look(through text: [UInt8]) {
    text.withUnsafeBufferPointer { text in
      var index = 0
      /// Where the value ends that a sign before it begins: the same place for all signs of a line.
      var valueEnd = 0
      while index + 1 < text.count {
        switch (text[index], text[index + 1]) {
        // In `[[a [[b]]` the last brackets count.
        case (0x5B, 0x5B): take(text, index + 2, upTo: 0x5D, 0x7C, 0x5B)
        case (0x5D, 0x28): takeDestination(text, index + 2)
        case (0x5D, 0x3A): takeDestination(text, index + 2)
        case (0x3D, 0x22), (0x20, 0x22): take(text, index + 2, upTo: 0x22)
        case (0x3D, 0x27), (0x20, 0x27): take(text, index + 2, upTo: 0x27)
        case (0x3D, _), (0x3A, 0x20), (0x2D, 0x20):
          if valueEnd <= index {
            valueEnd = text[(index + 1)...].firstIndex(where: FileMentions.endsValue) ?? text.count
          }
          if valueEnd - index <= FileMentions.longestTarget {
            add(String(decoding: text[(index + 1)..<valueEnd], as: UTF8.self))
          }
        default: break
        }
        index += 1
      }
    }
  }

  /// Notes the names in a text of any markup: whatever ends in an extension, between signs that paths don't have.
  package mutating func lookAround(in text: [UInt8]) {
    var start = text.startIndex
    var hasDot = false
    for index in text.indices {
      if text[index] == UInt8(ascii: ".") { hasDot = true }
      let isEnd = FileMentions.isBesideTarget(text[index])
      guard isEnd || index == text.count - 1 else { continue }
      if hasDot, index - start < FileMentions.longestTarget {
        add(String(decoding: text[start..<(isEnd ? index : index + 1)], as: UTF8.self))
      }
      (start, hasDot) = (index + 1, false)
    }
  }

  /// Whether the file at a path was mentioned, by its name.
  package func has(_ path: String) -> Bool { names.contains(TextFolding.caseFolded(String(path.lastName))) }

  /// Whether a byte ends a value that isn't quoted.
  private static func endsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Notes what stands from a place up to a sign or the end of the line.
  private mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, upTo ends: UInt8...) {
    let most = min(text.count, start + FileMentions.longestTarget)
    var end = start
    while end < most, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r"),
      !ends.contains(text[end])
    { end += 1 }
    guard end < start + FileMentions.longestTarget else { return }
    add(String(decoding: text[start..<end], as: UTF8.self))
  }

  /// Notes the destination of a link: in angle brackets, or up to a blank or the parenthesis that closes it.
  private mutating func takeDestination(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) {
    let most = min(text.count, start + FileMentions.longestTarget)
    var start = start
    while start < most, text[start] == UInt8(ascii: " ") { start += 1 }
    if start < most, text[start] == UInt8(ascii: "<") { return take(text, start + 1, upTo: 0x3E) }
    var (end, depth) = (start, 0)
    loop: while end < most {
      switch text[end] {
      case 0x28: depth += 1
      case 0x29:
        if depth == 0 { break loop }
        depth -= 1
      case 0x5C: end += 1
      case 0x0A, 0x0D, 0x22: break loop
      default: break
      }
      end += 1
    }
    guard end < start + FileMentions.longestTarget else { return }
    add(String(decoding: text[start..<min(end, most)], as: UTF8.self))
  }

  /// Notes the name at the end of a target, as it is written, and without place, escapes and encoding.
  private mutating func add(_ target: String) {
    guard !target.isEmpty else { return }
    let plain = target.replacing("&amp;", with: "&").replacing("\\", with: "")
    let bare = String(plain.prefix { $0 != "#" && $0 != "?" })
    let first = String(plain.trimmingBlanks().prefix { $0 != " " })
    for spelling in Set([plain, bare, first]) {
      let name = RelativePath.withoutEncoding(spelling).trimmingBlanks().lastName
      names.insert(TextFolding.caseFolded(String(name)))
    }
  }

  /// Whether a byte may stand beside the target of a link.
  private static func isBesideTarget(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0D, 0x22, 0x23, 0x28, 0x29, 0x3A, 0x3C, 0x3E, 0x5B, 0x5D, 0x7C: true
    default: false
    }
  }
}
