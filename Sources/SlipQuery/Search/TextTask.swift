/// A task in the plain text of a note: a line that begins with a check box, maybe behind the sign of a list.
///
///     • ☐ Buy a queen excluder          open
///     - [x] Look up wax moths           done
public struct TextTask: Sendable, Hashable {
  /// The line, from 1.
  public var line: Int
  /// What stands behind the check box.
  public var text: String
  /// Whether the box is checked.
  public var isDone: Bool

  /// The tasks of a text, in order.
  public static func all(in text: UnsafeBufferPointer<UInt8>) -> [TextTask] {
    var found: [TextTask] = []
    forEach(in: text) { line, range, isDone in
      let rest = UnsafeBufferPointer(rebasing: text[range])
      found.append(TextTask(line: line, text: String(decoding: rest, as: UTF8.self), isDone: isDone))
    }
    return found
  }

  /// How many tasks of a text are done, or are open.
  static func count(in text: String, isDone: Bool) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var count = 0
      forEach(in: bytes) { _, _, isChecked in if isChecked == isDone { count += 1 } }
      return count
    }
  }

  /// The signs of check boxes, and whether they are checked.
  private static let boxes: [(sign: [UInt8], isDone: Bool)] = [
    (Array("☐".utf8), false), (Array("☑".utf8), true), (Array("☒".utf8), true), (Array("[ ]".utf8), false),
    (Array("[x]".utf8), true), (Array("[X]".utf8), true),
  ]
  /// The signs that stand before the items of lists.
  private static let bullets: [[UInt8]] = ["•", "◦", "▪", "‣", "⁃", "–", "-", "*", "+"].map { Array($0.utf8) }

  /// Calls `body` for each task with its line, where its text stands, and whether it is done.
  private static func forEach(
    in text: UnsafeBufferPointer<UInt8>, _ body: (Int, Range<Int>, Bool) -> Void
  ) {
    var (start, line) = (0, 0)
    while start < text.count {
      line += 1
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      if let (place, isDone) = box(in: text[start..<end]) {
        var last = end
        while last > place, isBlank(text[last - 1]) { last -= 1 }
        body(line, place..<last, isDone)
      }
      start = end + 1
    }
  }

  /// Where the text of a task begins, and whether it is done; nil for another line.
  private static func box(in line: Slice<UnsafeBufferPointer<UInt8>>) -> (Int, Bool)? {
    var rest = line.drop(while: isBlank)
    if let bullet = bullets.first(where: { rest.starts(with: $0) }) {
      rest = rest.dropFirst(bullet.count)
    } else if case let digits = rest.prefix(while: { (0x30...0x39).contains($0) }), !digits.isEmpty {
      rest = rest.dropFirst(digits.count)
      guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return nil }
      rest = rest.dropFirst()
    }
    rest = rest.drop(while: isBlank)
    guard let found = boxes.first(where: { rest.starts(with: $0.sign) }) else { return nil }
    rest = rest.dropFirst(found.sign.count)
    if let next = rest.first, !isBlank(next) { return nil }
    return (rest.drop(while: isBlank).startIndex, found.isDone)
  }

  /// Whether a byte is a blank within a line.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
