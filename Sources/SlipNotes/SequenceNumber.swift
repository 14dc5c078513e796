/// The number with which a title begins, as notes in a slip-box on paper have it (German: *Folgezettel*).
///
///     1a2b Drones          parts 1, a, 2 and b; it follows 1a2
///     21/3d7a6 Memory      parts 21, /3, d, 7, a and 6
///     2.1.4 Costs          parts 2, .1 and .4
///
/// Digits and letters take turns, or parts stand after `/`, `.` or `,`. What follows the number is a blank, or a sign and a blank.
public struct SequenceNumber: Sendable, Hashable, CustomStringConvertible {
  /// One part of a number.
  private struct Part: Sendable, Hashable {
    /// What stands before it; empty where digits and letters take turns.
    var separator = ""
    /// Whether it has letters: `a` to `z`, then `aa`.
    var isLetters: Bool
    /// Its place in the order: 1 for `1` and for `a`.
    var value: Int
    /// How many digits it has at least.
    var width = 1

    static func == (a: Part, b: Part) -> Bool {
      (a.separator, a.isLetters, a.value) == (b.separator, b.isLetters, b.value)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(separator)
      hasher.combine(isLetters)
      hasher.combine(value)
    }
  }

  /// The parts, at least one.
  private var parts: [Part]
  /// Whether its letters are capitals.
  private var isUpper = false

  /// The most digits of a part: a time to the second, and some more.
  private static let mostDigits = 17
  /// Letters after a number that say something else: `1st`, `2nd`, `3rd`, `4th`.
  private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]

  /// Reads the number with which a title begins; nil where it begins with none.
  public init?(title: String) {
    var rest = title.unicodeScalars[...]
    var (parts, isUpper): ([Part], Bool) = ([], false)
    while let (part, hasCapitals) = SequenceNumber.part(&rest, isFirst: parts.isEmpty, last: parts.last) {
      parts.append(part)
      isUpper = isUpper || hasCapitals
    }
    guard !parts.isEmpty, SequenceNumber.isEnd(rest) else { return nil }
    (self.parts, self.isUpper) = (parts, isUpper)
  }

  /// A number of parts.
  private init(_ parts: [Part], isUpper: Bool) { (self.parts, self.isUpper) = (parts, isUpper) }

  /// Whether the number ends before a text: nothing, a blank, or a sign and a blank follow.
  private static func isEnd(_ rest: Substring.UnicodeScalarView) -> Bool {
    guard let first = rest.first else { return true }
    if first.properties.isWhitespace { return true }
    guard ":.)-–—_".unicodeScalars.contains(first) else { return false }
    return rest.dropFirst().first?.properties.isWhitespace ?? true
  }

  /// Takes the next part from a text; nil where there is none.
  private static func part(
    _ rest: inout Substring.UnicodeScalarView, isFirst: Bool, last: Part?
  ) -> (Part, hasCapitals: Bool)? {
    var text = rest
    var separator = ""
    if !isFirst, let sign = text.first, "/.,".unicodeScalars.contains(sign) {
      separator = String(Character(sign))
      text = text.dropFirst()
    }
    let digits = text.prefix { ("0"..."9").contains($0) }
    if !digits.isEmpty {
      // Digits right after digits are one part.
      guard digits.count <= mostDigits, let value = Int(String(digits)) else { return nil }
      rest = text.dropFirst(digits.count)
      return (Part(separator: separator, isLetters: false, value: value, width: digits.count), false)
    }
    let letters = text.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    let lower = String(letters).lowercased()
    guard !isFirst, (1...2).contains(letters.count), !ordinals.contains(lower), last?.isLetters == false
    else { return nil }
    rest = text.dropFirst(letters.count)
    let value = lower.utf8.reduce(0) { $0 * 26 + Int($1) - 0x60 }
    return (
      Part(separator: separator, isLetters: true, value: value), letters.contains { ("A"..."Z").contains($0) }
    )
  }

  /// The number as text.
  public var description: String {
    parts.map { part in
      part.separator
        + (part.isLetters ? SequenceNumber.letters(part.value, isUpper) : SequenceNumber.digits(part))
    }.joined()
  }

  /// A part as letters.
  private static func letters(_ value: Int, _ isUpper: Bool) -> String {
    var (value, bytes): (Int, [UInt8]) = (value, [])
    while value > 0 {
      bytes.append(UInt8((value - 1) % 26) + (isUpper ? 0x41 : 0x61))
      value = (value - 1) / 26
    }
    return String(decoding: bytes.reversed(), as: UTF8.self)
  }

  /// A part as digits, with the zeros that it had.
  private static func digits(_ part: Part) -> String {
    let text = String(part.value)
    return String(repeating: "0", count: max(0, part.width - text.utf8.count)) + text
  }

  /// The number that it follows, such as `1a` of `1a2`; nil of one with a single part.
  public var parent: SequenceNumber? {
    parts.count > 1 ? SequenceNumber(parts.dropLast(), isUpper: isUpper) : nil
  }

  /// The next number at its side, such as `1b` of `1a`.
  private var next: SequenceNumber {
    var number = self
    number.parts[number.parts.count - 1].value += 1
    return number
  }

  /// The first number that follows it: a letter after digits, digits after a letter, or what has the sign of the parts before.
  private var firstChild: SequenceNumber {
    var number = self
    let last = parts[parts.count - 1]
    let separator = parts.count > 1 && !parts.contains(where: \.isLetters) ? last.separator : ""
    // With a stroke, only the first part is set off.
    let isSetOff = separator == "." || separator == ","
    number.parts.append(
      isSetOff
        ? Part(separator: separator, isLetters: false, value: 1) : Part(isLetters: !last.isLetters, value: 1))
    return number
  }

  /// The number for a new note that follows this one: after the last that does, in the form that this has.
  ///
  /// - Parameter taken: The numbers that notes have.
  public func nextChild(besides taken: Set<SequenceNumber>) -> SequenceNumber {
    let children = taken.filter { $0.parent == self }
    var number = children.max().map(\.next) ?? firstChild
    while taken.contains(number) { number = number.next }
    return number
  }
}

extension SequenceNumber {
  /// Whether two numbers are the same. Capitals are the same letters.
  public static func == (a: SequenceNumber, b: SequenceNumber) -> Bool { a.parts == b.parts }
  /// Feeds the parts to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension SequenceNumber: Comparable {
  /// Whether a number stands before another: part by part, and one before those that follow it.
  public static func < (a: SequenceNumber, b: SequenceNumber) -> Bool {
    for (one, other) in zip(a.parts, b.parts) where one != other {
      if one.value != other.value, one.isLetters == other.isLetters { return one.value < other.value }
      if one.isLetters != other.isLetters { return other.isLetters }
      return one.separator < other.separator
    }
    return a.parts.count < b.parts.count
  }
}
