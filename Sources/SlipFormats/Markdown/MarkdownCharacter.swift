/// Characters as the rules for emphasis see them (GFM 0.29, 6.4).
enum MarkdownCharacter {
  enum Class {
    case space, punctuation, other
    /// A symbol beyond ASCII: punctuation for CommonMark 0.31, not for GFM 0.29.
    case symbol

    var inGFM: Class { self == .symbol ? .other : self }
  }

  static func classify(_ scalar: Unicode.Scalar) -> Class {
    switch scalar.value {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20: return .space
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return .punctuation
    case 0..<0x80: return .other
    default: break
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return .punctuation
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return .symbol
    default: return .other
    }
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool { classify(scalar) == .space }

  static func firstClass(_ bytes: some Collection<UInt8>) -> Class? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return classify(scalar)
  }

  static func lastClass(_ bytes: some BidirectionalCollection<UInt8>) -> Class? {
    var tail: [UInt8] = []
    for byte in bytes.reversed() {
      tail.insert(byte, at: 0)
      if byte & 0xC0 != 0x80 || tail.count == 4 { break }
    }
    return firstClass(tail)
  }
}
