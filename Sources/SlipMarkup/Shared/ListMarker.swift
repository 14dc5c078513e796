internal import SlipDocument

/// A list item's marker, in the terms of HTML's lists.
///
/// A document stores each marker as text, as it is shown. HTML's lists count by
/// themselves, so a marker that is just what the list would show need not be stated; any
/// other one is stated as it is.
///
/// | marker | numbering of the level | kind | value |
/// | --- | --- | --- | --- |
/// | `•` | bullet | unordered | standard |
/// | `–` | bullet | unordered | text |
/// | `3.` | decimal | ordered, decimal | number 3 |
/// | `iv.` | lower-case Roman | ordered, lower-case Roman | number 4 |
/// | `3)` | decimal | ordered, decimal | text |
/// | `2.1` | not defined | ordered, decimal | text |
struct ListMarker {
  /// How an ordered list counts. The raw values are those of HTML's `type` attribute.
  enum Counting: String, Equatable {
    /// 1, 2, 3
    case decimal = "1"
    /// I, II, III
    case upperRoman = "I"
    /// i, ii, iii
    case lowerRoman = "i"
    /// A, B, C
    case upperLetter = "A"
    /// a, b, c
    case lowerLetter = "a"

    /// The same in a document.
    var numbering: ListDefinition.Level.Numbering {
      switch self {
      case .decimal: .decimal
      case .upperRoman: .upperRoman
      case .lowerRoman: .lowerRoman
      case .upperLetter: .upperLetter
      case .lowerLetter: .lowerLetter
      }
    }
  }

  /// Which list element the item belongs to.
  enum Kind: Equatable {
    /// `<ul>`
    case unordered
    /// `<ol>`, with how it counts.
    case ordered(Counting)
  }

  /// What the item itself has to state.
  enum Value: Equatable {
    /// Nothing: the marker is `•`, which a list shows by itself.
    case standard
    /// A number. The list shows it in its counting, with a full stop behind it.
    case number(Int)
    /// Any other marker, to be stated as it is.
    case text(String)
  }

  /// The kind of list, which items of one list share.
  let kind: Kind
  /// The marker within a list of that kind.
  let value: Value

  /// Reads a marker.
  ///
  /// - Parameters:
  ///   - marker: the marker as it is shown.
  ///   - numbering: the numbering of the item's list level, or nil where the document
  ///     doesn't define it.
  init(_ marker: String, numbering: ListDefinition.Level.Numbering?) {
    let counting = ListMarker.counting(marker, numbering)
    guard let counting else {
      kind = .unordered
      value = marker == ListDefinition.bullet ? .standard : .text(marker)
      return
    }
    kind = .ordered(counting)
    value = ListMarker.number(marker, counting).map(Value.number) ?? .text(marker)
  }

  /// How the list counts: by its definition or, without one, in decimal if the marker
  /// begins with a digit. Nil for bullets.
  private static func counting(_ marker: String, _ numbering: ListDefinition.Level.Numbering?) -> Counting? {
    switch numbering {
    case .decimal: .decimal
    case .upperRoman: .upperRoman
    case .lowerRoman: .lowerRoman
    case .upperLetter: .upperLetter
    case .lowerLetter: .lowerLetter
    case .some(.bullet), .some(.none): nil
    case nil: marker.utf8.first.map { $0.isASCIIDigit } == true ? .decimal : nil
    }
  }

  /// The number that `marker` shows in its standard form, or nil for any other text: `3.`
  /// gives 3 in decimal, `03.` and `3)` give nil.
  static func number(_ marker: String, _ counting: Counting) -> Int? {
    guard marker.utf8.count <= 20, marker.utf8.last == UInt8(ascii: ".") else { return nil }
    let digits = marker.dropLast()
    let value: Int?
    switch counting {
    case .decimal: value = digits.utf8.allSatisfy { $0.isASCIIDigit } ? Int(digits) : nil
    case .upperRoman, .lowerRoman: value = Numerals.roman(digits)
    case .upperLetter, .lowerLetter: value = Numerals.letters(digits)
    }
    guard let value, (0...Numerals.highest).contains(value), text(value, counting) == marker else {
      return nil
    }
    return value
  }

  /// The standard form of a number: the number in its counting, and a full stop. Numbers
  /// that the counting can't show, such as 0 in letters, are decimal.
  static func text(_ number: Int, _ counting: Counting) -> String {
    counting.numbering.text(number) + "."
  }
}
