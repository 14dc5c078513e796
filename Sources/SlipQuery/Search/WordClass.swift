/// What a scalar is to the splitting of text into words.
///
/// A word is a run of letters, marks and digits that begins with a letter or digit. Han, kana,
/// Thai, Lao, Khmer and Burmese are written without blanks; there each scalar is a word, together
/// with the marks that follow it. So 日本 is found in 日本語.
enum WordClass: UInt8, Sendable {
  /// Neither a letter nor a mark nor a digit: it separates words.
  case separator = 0
  /// A letter or digit.
  case letter = 1
  /// A mark: it goes on with a word and begins none.
  case mark = 2
  /// A letter of a script without blanks: a word of its own.
  case single = 3

  /// The class of a scalar.
  ///
  /// - Parameter rare: How many scalars had to be looked up one by one so far in a text. From some
  ///   number on a table is used, which takes longer to make than a short search.
  static func of(_ scalar: Unicode.Scalar, _ rare: inout Int) -> WordClass {
    switch scalar.value {
    case 0..<0x500: return low[Int(scalar.value)]
    case 0x2000...0x206F: return .separator
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFC: return .single
    case 0xAC00...0xD7A3: return .letter
    default:
      rare += 1
      return rare > 256 && scalar.value < 0x1_0000 ? plane[Int(scalar.value)] : calculated(scalar)
    }
  }

  /// Classes of Latin, Greek and Cyrillic.
  private static let low: [WordClass] = (0..<0x500).map { value in
    Unicode.Scalar(value).map(calculated) ?? .separator
  }

  /// Classes of the first 65,536 scalars; those of surrogates are never looked at.
  private static let plane: [WordClass] = (0..<0x1_0000).map { value in
    Unicode.Scalar(value).map(calculated) ?? .separator
  }

  /// The class by properties.
  private static func calculated(_ scalar: Unicode.Scalar) -> WordClass {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      isWithoutBlanks(scalar) ? .single : .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: .mark
    default: .separator
    }
  }

  /// Blocks of scripts that are written without blanks, in order. Swift has no property for
  /// scripts.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x0E00...0x0EFF,  // Thai, Lao
    0x1000...0x109F,  // Burmese
    0x1780...0x17FF,  // Khmer
    0x2E80...0x2FDF,  // radicals
    0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303B,  // Han
    0x3040...0x30FF, 0x31F0...0x31FF,  // kana
    0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
    0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Burmese
    0xF900...0xFAFF,  // Han
    0xFF66...0xFF9F,  // kana of half width
    0x1_AFF0...0x1_AFFF, 0x1_B000...0x1_B16F,  // kana
    0x2_0000...0x3_FFFD,  // Han
  ]

  /// Whether a scalar belongs to such a script.
  private static func isWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
    blocks.contains { $0.contains(scalar.value) }
  }
}

/// Classes and cases of ASCII, for the inner loops.
enum ASCIIWord {
  /// For each byte its lower-case letter or digit; 0 for what separates words, and 0x80 for bytes
  /// of other scalars.
  static let folded: [UInt8] = (0...255).map { byte in
    switch UInt8(byte) {
    case 0x30...0x39, 0x61...0x7A: UInt8(byte)
    case 0x41...0x5A: UInt8(byte) | 0x20
    case 0x80...: 0x80
    default: 0
    }
  }
}
