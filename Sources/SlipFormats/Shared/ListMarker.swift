internal import SlipDocument

/// A list item's marker as lists of HTML and Markdown can say it.
struct ListMarker {
  /// How an ordered list counts; raw values are those of HTML's `type` attribute.
  enum Counting: String, Equatable {
    case decimal = "1"
    case upperRoman = "I"
    case lowerRoman = "i"
    case upperLetter = "A"
    case lowerLetter = "a"
  }

  enum Kind: Equatable {
    case unordered
    case ordered(Counting)
  }

  enum Value: Equatable {
    /// `•`, which a list shows by itself.
    case standard
    /// A number that the list's counting shows with a full stop behind it.
    case number(Int)
    /// Anything else, to be stated as it is.
    case text(String)
  }

  let kind: Kind
  let value: Value

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

  /// The list definition's counting, else a guess from a marker that begins with a digit; nil for bullets.
  private static func counting(_ marker: String, _ numbering: ListDefinition.Level.Numbering?) -> Counting? {
    switch numbering {
    case .decimal: .decimal
    case .upperRoman: .upperRoman
    case .lowerRoman: .lowerRoman
    case .upperLetter: .upperLetter
    case .lowerLetter: .lowerLetter
    case .some(.bullet), .some(.none): nil
    case nil: marker.utf8.first.map { (0x30...0x39).contains($0) } == true ? .decimal : nil
    }
  }

  /// The number that `marker` is exactly the standard text of.
  static func number(_ marker: String, _ counting: Counting) -> Int? {
    guard marker.utf8.count <= 20, marker.utf8.last == UInt8(ascii: ".") else { return nil }
    let digits = marker.dropLast()
    let value: Int?
    switch counting {
    case .decimal: value = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    case .upperRoman, .lowerRoman: value = Numerals.roman(digits)
    case .upperLetter, .lowerLetter: value = Numerals.letters(digits)
    }
    guard let value, (0...Numerals.highest).contains(value), text(value, counting) == marker else {
      return nil
    }
    return value
  }

  /// The standard text of a number.
  static func text(_ number: Int, _ counting: Counting) -> String {
    switch counting {
    case .decimal: "\(number)."
    case .upperRoman: (Numerals.roman(number) ?? "\(number)") + "."
    case .lowerRoman: (Numerals.roman(number)?.lowercased() ?? "\(number)") + "."
    case .upperLetter: (Numerals.letters(number)?.uppercased() ?? "\(number)") + "."
    case .lowerLetter: (Numerals.letters(number) ?? "\(number)") + "."
    }
  }
}
