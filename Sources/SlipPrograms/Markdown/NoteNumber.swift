internal import SlipExchange

/// Numbers by which programs for slip-boxes name notes: when a note was made, to the minute or the second.
///
/// ```
/// 202401020304 Bees.md            [[202401020304]] leads here
/// Bees.md: "ID: 20240102030405"   [[20240102030405]] leads here, as in Zettlr
/// ```
enum NoteNumber {
  /// How many digits a number has in the name of a file.
  static let lengths: Set<Int> = [12, 14]
  /// How many digits a number has in a text, where a dozen digits may be anything.
  static let textLengths: Set<Int> = [14]

  /// The first number in a text; nil where there is none.
  ///
  /// Numbers behind `[[` are links to other notes.
  ///
  /// - Parameters:
  ///   - text: A name or text in UTF-8.
  ///   - lengths: How many digits in a row a number may have.
  static func first(in text: some Sequence<UInt8>, of lengths: Set<Int>) -> String? {
    var digits: [UInt8] = []
    var (before, last): (UInt8, UInt8) = (0, 0)
    var isLinked = false
    /// The digits that ended, where they are a number.
    func number() -> String? {
      isLinked || !lengths.contains(digits.count) ? nil : String(decoding: digits, as: UTF8.self)
    }
    for byte in text {
      if byte >= 0x30 && byte <= 0x39 {
        if digits.isEmpty { isLinked = before == UInt8(ascii: "[") && last == UInt8(ascii: "[") }
        // Longer runs are no numbers, however long they are.
        if digits.count < 20 { digits.append(byte) }
      } else if !digits.isEmpty {
        if let found = number() { return found }
        digits = []
      }
      (before, last) = (last, byte)
    }
    return number()
  }
}
