/// The white space between the hexadecimal digits of a picture, so that the digits can be written again
/// as they were.
///
/// As text (`ExtractedData.Encoding.hex`) it is a list of items with a space between them. An item is a
/// number of digits, the white space behind them as one to eight letters – `n` LF, `r` CR, `s` space,
/// `t` TAB – and `*N` when there are N such lines in a row: `128n*391`, or `76rn 78rn*12`. The digits
/// behind the last item have no white space behind them, and their number is not recorded, as it
/// follows from the data. The text is a part of the manifest's format.
package struct RTFHexLayout: Equatable {
  /// Lines of the same form.
  package struct Item: Equatable {
    /// How many digits a line has.
    package var digits: Int
    /// The white space behind them.
    var space: Space
    /// How many such lines follow each other.
    package var count = 1
  }

  /// Up to eight bytes of white space.
  package struct Space: Equatable {
    /// The bytes, the first in the low bits.
    package var packed: UInt64 = 0
    /// How many they are.
    package var length = 0

    /// Packs nothing, or what is packed already.
    package init(packed: UInt64 = 0, length: Int = 0) { (self.packed, self.length) = (packed, length) }

    /// Adds a byte. Returns false when there is no room.
    package mutating func append(_ byte: UInt8) -> Bool {
      guard length < 8 else { return false }
      packed |= UInt64(byte) << UInt64(length * 8)
      length += 1
      return true
    }

    /// The byte at an index below `length`.
    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> UInt64(index * 8)) }
  }

  /// The most items of a layout. Recording a more irregular one would cost more than extracting the
  /// picture saves.
  package static let mostItems = 256

  /// The lines in order.
  package private(set) var items: [Item] = []

  /// Creates a layout without white space.
  package init() {}

  /// Adds one line. Returns false when the layout becomes too irregular.
  package mutating func append(digits: Int, _ space: Space) -> Bool {
    if let last = items.indices.last, items[last].digits == digits, items[last].space == space {
      items[last].count += 1
      return true
    }
    guard items.count < RTFHexLayout.mostItems else { return false }
    items.append(Item(digits: digits, space: space))
    return true
  }
}

/// The text form.
extension RTFHexLayout {
  /// The letters of the text form and the bytes that they stand for.
  private static let letters: [(letter: UInt8, byte: UInt8)] = [
    (0x6E, 0x0A), (0x72, 0x0D), (0x73, 0x20), (0x74, 0x09),
  ]

  /// The text form; empty when there is no white space.
  package var text: String {
    var bytes: [UInt8] = []
    for item in items {
      if !bytes.isEmpty { bytes.append(0x20) }
      bytes += Array(String(item.digits).utf8)
      for index in 0..<item.space.length {
        bytes += RTFHexLayout.letters.filter { $0.byte == item.space[index] }.map(\.letter)
      }
      if item.count > 1 { bytes += Array("*\(item.count)".utf8) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses the text form; nil when it is malformed or has too many items.
  package init?(text: String) {
    for part in text.utf8.split(separator: 0x20, omittingEmptySubsequences: false) where !text.isEmpty {
      guard let item = RTFHexLayout.item(part), items.count < RTFHexLayout.mostItems else { return nil }
      items.append(item)
    }
  }

  /// Parses one item; nil when it is malformed.
  private static func item(_ text: Substring.UTF8View) -> Item? {
    var rest = text
    guard let digits = number(&rest) else { return nil }
    var space = Space()
    while let letter = rest.first, let row = letters.first(where: { $0.letter == letter }) {
      guard space.append(row.byte) else { return nil }
      rest = rest.dropFirst()
    }
    guard space.length > 0 else { return nil }
    if rest.isEmpty { return Item(digits: digits, space: space) }
    guard rest.first == 0x2A else { return nil }
    rest = rest.dropFirst()
    guard let count = number(&rest), rest.isEmpty else { return nil }
    return Item(digits: digits, space: space, count: count)
  }

  /// Takes a positive number of at most twelve digits from the front; nil when there is none.
  private static func number(_ text: inout Substring.UTF8View) -> Int? {
    let digits = text.prefix { $0.isASCIIDigit }
    guard (1...12).contains(digits.count) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    text = text.dropFirst(digits.count)
    return value > 0 ? value : nil
  }
}
