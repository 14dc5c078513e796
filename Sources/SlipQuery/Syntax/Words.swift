/// The words that the grammar reserves, and what may start a name.
enum Words {
  /// Reserved words in upper case. They are names only after `.`, `#` and `@`.
  static let reserved: Set<String> = [
    "AND", "OR", "NOT", "IN", "LIKE", "CASEINSENSITIVE", "CI", "MATCHES", "CONTAINS", "BEGINSWITH",
    "ENDSWITH",
    "BETWEEN", "ALL", "ANY", "SOME", "NONE", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO", "FIRST",
    "LAST",
    "SIZE", "ANYKEY", "SUBQUERY", "FETCH", "CAST", "FUNCTION", "TERNARY", "TRUEPREDICATE", "FALSEPREDICATE",
  ]

  /// The reserved word that a word is, in upper case; nil for a name.
  static func reserved(_ word: String) -> String? {
    guard word.utf8.count <= 15 else { return nil }
    let upper = word.uppercased()
    return reserved.contains(upper) && word.utf8.allSatisfy({ $0 < 0x80 }) ? upper : nil
  }

  /// Whether a scalar is a typographic quotation mark, which word processors put in for plain
  /// ones.
  static func isTypographicQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2018...0x201F, 0x2039, 0x203A, 0xAB, 0xBB: true
    default: false
    }
  }

  /// Whether a scalar can't be seen and is no blank, such as a zero-width space.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// Whether a name may start with the scalar.
  ///
  /// These are the letters of ASCII, `_`, and all from U+00A1 on but blanks, quotes and what
  /// can't be seen.
  static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x5F: true
    case 0..<0xA1: false
    default: !scalar.properties.isWhitespace && !isTypographicQuote(scalar) && !isInvisible(scalar)
    }
  }

  /// Whether a name may go on with the scalar.
  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value) || startsName(scalar)
  }
}
