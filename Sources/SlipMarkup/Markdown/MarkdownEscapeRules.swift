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
    let inside = bytes.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if inside.first == UInt8(ascii: "<") { return true }
    let behind = inside.drop { $0 > 0x20 && $0 != UInt8(ascii: ")") }.drop {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
    }
    guard let sign = behind.first else { return true }
    return sign == UInt8(ascii: ")") || sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "'")
      || sign == UInt8(ascii: "(")
  }

  /// Whether bytes between `<` and `>` can be a tag's name and attributes: `br`,
  /// `a href=x` and `/p` can, `a, b` can't.
  static func mayBeTag(_ inside: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if inside.contains(UInt8(ascii: "=")) { return true }
    let name = inside.drop { $0 == UInt8(ascii: "/") }.drop { isNameByte($0) }
    guard let end = name.first else { return true }
    return (end <= 0x20 || end == UInt8(ascii: "/"))
      && name.allSatisfy {
        $0 <= 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":")
          || $0 == UInt8(ascii: ".") || isNameByte($0)
      }
  }

  /// Whether the byte can stand in a tag's name: ASCII letters, digits and `-`.
  static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte.isASCIIAlphanumeric
  }

  /// Whether `&` begins a character reference, such as `&amp;` or `&#228;`. Names are
  /// looked up, so `AT&T;` needs no escape.
  static func isReference(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let rest = bytes[(index + 1)...]
    let name = rest.prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 }.prefix(40)
    guard name.endIndex < bytes.count else { return false }
    guard bytes[name.endIndex] == UInt8(ascii: ";") else { return false }
    guard name.first == UInt8(ascii: "#") else {
      return HTMLEntityTable.shared.scalars(Array(name) + [0x3B]) != nil
    }
    let digits = name.dropFirst()
    return (1...8).contains(digits.count)
      && digits.allSatisfy { $0.isASCIIAlphanumeric }
  }

  /// Whether `#` is the last sign of a row that would end a heading: the row stands
  /// behind a space, or alone.
  static func isClosing(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index == bytes.count - 1 else { return false }
    let before = bytes[..<index].last { $0 != UInt8(ascii: "#") }
    return before == nil || before == UInt8(ascii: " ") || before == UInt8(ascii: "\t")
  }
}
