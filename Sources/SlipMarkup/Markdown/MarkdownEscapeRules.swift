/// Rules of Markdown that depend on bytes alone, and on nothing that came before.
///
/// Each answers whether a sign could have a meaning. When in doubt the answer is yes: an
/// escape that isn't needed does no harm.
extension MarkdownEscape {
  /// Whether brackets in a link's text could end the link or make another one: they don't
  /// match, or a target or note follows them.
  ///
  /// `[a]` within a link's text is harmless, but `a]`, `[^1]` and `[a](b)` are not.
  static func linksWithin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var depth = 0
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "[") {
        depth += 1
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "^") { return true }
      } else if bytes[index] == UInt8(ascii: "]") {
        depth -= 1
        if depth < 0 || index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "(") { return true }
      }
    }
    return depth != 0
  }

  /// Whether what follows `]` may be a link's target, such as
  /// `(https://a.example "title")`. A target that isn't complete counts too, because text
  /// behind this piece may complete it. `(see below)` isn't one, as it has two words.
  static func isTarget(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.first == UInt8(ascii: "(") else { return false }
    let inside = bytes.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    if inside.first == 0x3C { return true }
    let behind = inside.drop { $0 > 0x20 && $0 != 0x29 }.drop { $0 == 0x20 || $0 == 0x09 }
    guard let sign = behind.first else { return true }
    return sign == 0x29 || sign == 0x22 || sign == 0x27 || sign == 0x28
  }

  /// Whether bytes between `<` and `>` can be a tag's name and attributes: `br`,
  /// `a href=x` and `/p` can, `a, b` can't.
  static func mayBeTag(_ inside: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if inside.contains(UInt8(ascii: "=")) { return true }
    let name = inside.drop { $0 == 0x2F }.drop { isNameByte($0) }
    guard let end = name.first else { return true }
    return (end <= 0x20 || end == 0x2F)
      && name.allSatisfy {
        $0 <= 0x20 || $0 == 0x2F || $0 == 0x5F || $0 == 0x3A || $0 == 0x2E || isNameByte($0)
      }
  }

  /// Whether the byte can stand in a tag's name: ASCII letters, digits and `-`.
  static func isNameByte(_ byte: UInt8) -> Bool {
    byte == 0x2D || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether `&` begins a character reference, such as `&amp;` or `&#228;`. Names are
  /// looked up, so `AT&T;` needs no escape.
  static func isReference(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let rest = bytes[(index + 1)...]
    let name = rest.prefix { $0 != 0x3B && $0 > 0x20 }.prefix(40)
    guard name.endIndex < bytes.count else { return false }
    guard bytes[name.endIndex] == 0x3B else { return false }
    guard name.first == UInt8(ascii: "#") else {
      return HTMLEntityTable.shared.scalars(Array(name) + [0x3B]) != nil
    }
    let digits = name.dropFirst()
    return (1...8).contains(digits.count)
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Whether `#` is the last sign of a row that would end a heading: the row stands
  /// behind a space, or alone.
  static func isClosing(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index == bytes.count - 1 else { return false }
    let before = bytes[..<index].last { $0 != UInt8(ascii: "#") }
    return before == nil || before == 0x20 || before == 0x09
  }
}
