/// A set of Unicode scalars, as a class of a pattern names it.
struct ScalarSet: Sendable, Hashable {
  /// One of the classes that have a letter.
  enum Class: Sendable, Hashable {
    /// `\d`: decimal digits of any script.
    case digit
    /// `\w`: letters, marks, digits and connectors.
    case word
    /// `\s`: scalars with the property White_Space.
    case space
    /// `\p{L}`: scalars of a general category, named by one letter or two.
    case category(String)
    /// `[:alpha:]`: a class of POSIX.
    case posix(PosixClass)
  }

  /// The classes of POSIX, by the properties that Unicode gives for them (UTS #18, annex C).
  enum PosixClass: String, Sendable, Hashable {
    case alpha, alnum, blank, cntrl, digit, graph, lower, print, punct, space, upper, word, xdigit
  }

  /// Ranges of scalars.
  var ranges: [ClosedRange<UInt32>] = []
  /// Classes, and whether each is meant or its opposite.
  var classes: [Member] = []
  /// Whether all others are meant.
  var isNegated = false
  /// Whether case is ignored.
  var ignoresCase = false

  /// A class or its opposite.
  struct Member: Sendable, Hashable {
    /// Which class.
    var kind: Class
    /// Whether all but the class is meant, as with `\D`.
    var isNegated: Bool
  }

  /// All scalars, or all but the line feed.
  static func any(withLineFeeds: Bool) -> ScalarSet {
    ScalarSet(ranges: withLineFeeds ? [] : [10...10], isNegated: true)
  }

  /// Whether the set has a scalar.
  ///
  /// Without regard to case, a scalar is in the set when one is that differs from it in case only.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    (has(scalar) || ignoresCase && CaseVariants.of(scalar).contains(where: has)) != isNegated
  }

  /// Whether a range or class has exactly this scalar.
  private func has(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
      || classes.contains { ScalarSet.isMember(scalar, of: $0.kind) != $0.isNegated }
  }

  /// Whether a scalar is of a class.
  static func isMember(_ scalar: Unicode.Scalar, of kind: Class) -> Bool {
    switch kind {
    case .space: return scalar.properties.isWhitespace
    case .digit:
      return scalar.value < 0x80
        ? ("0"..."9").contains(scalar) : scalar.properties.generalCategory == .decimalNumber
    case .word:
      switch scalar.properties.generalCategory {
      case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark,
        .letterNumber:
        return true
      default: return scalar.properties.isAlphabetic
      }
    case .category(let name): return scalar.categoryName.hasPrefix(name)
    case .posix(let kind): return isPosixMember(scalar, of: kind)
    }
  }

  /// Whether a scalar is of a class of POSIX.
  private static func isPosixMember(_ scalar: Unicode.Scalar, of kind: PosixClass) -> Bool {
    let properties = scalar.properties
    switch kind {
    case .alpha: return properties.isAlphabetic
    case .alnum: return properties.isAlphabetic || properties.generalCategory == .decimalNumber
    case .blank: return scalar == "\t" || properties.generalCategory == .spaceSeparator
    case .cntrl: return properties.generalCategory == .control
    case .digit: return isMember(scalar, of: .digit)
    case .graph: return isGraphic(scalar)
    case .lower: return properties.isLowercase
    case .print: return isGraphic(scalar) || properties.generalCategory == .spaceSeparator
    case .punct: return scalar.categoryName.hasPrefix("P")
    case .space: return properties.isWhitespace
    case .upper: return properties.isUppercase
    case .word: return isMember(scalar, of: .word)
    case .xdigit: return properties.generalCategory == .decimalNumber || properties.isHexDigit
    }
  }

  /// Whether a scalar is to be seen: neither a blank nor a control nor of no use.
  private static func isGraphic(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && !["Cc", "Cs", "Cn"].contains(scalar.categoryName)
  }
}

extension Unicode.Scalar {
  /// The general category in two letters, such as `Lu`.
  fileprivate var categoryName: String {
    switch properties.generalCategory {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}

/// Scalars that differ from others in case only: those with the same simple case folding, which takes one scalar to
/// one. The dotless ı is never i.
enum CaseVariants {
  /// The variants of a scalar, without itself.
  static func of(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let others = table[scalar] { return others }
    if scalar.value < 0x80 { return asciiOther(scalar).map { [$0] } ?? [] }
    if scalar == "\u{131}" { return [] }
    let properties = scalar.properties
    var found: [Unicode.Scalar] = []
    for mapping in [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping] {
      let scalars = mapping.unicodeScalars
      if scalars.count == 1, let single = scalars.first, single != scalar { found.append(single) }
    }
    return found
  }

  /// The letter of ASCII in the other case; nil for what is no letter.
  private static func asciiOther(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    return isLetter ? Unicode.Scalar(scalar.value ^ 0x20) : nil
  }

  /// Letters with more variants than the mappings to lower, upper and title case give (CaseFolding.txt).
  private static let classes: [[Unicode.Scalar]] = [
    ["K", "k", "\u{212A}"], ["S", "s", "ſ"], ["\u{B5}", "Μ", "μ"], ["Å", "å", "\u{212B}"], ["ß", "ẞ"],
    ["Ǆ", "ǅ", "ǆ"], ["Ǉ", "ǈ", "ǉ"], ["Ǌ", "ǋ", "ǌ"], ["Ǳ", "ǲ", "ǳ"], ["\u{345}", "Ι", "ι", "\u{1FBE}"],
    ["Β", "β", "ϐ"], ["Ε", "ε", "ϵ"], ["Θ", "θ", "ϑ", "ϴ"], ["Κ", "κ", "ϰ"], ["Π", "π", "ϖ"],
    ["Ρ", "ρ", "ϱ"],
    ["Σ", "ς", "σ"], ["Φ", "φ", "ϕ"], ["Ω", "ω", "\u{2126}"], ["В", "в", "\u{1C80}"], ["Д", "д", "\u{1C81}"],
    ["О", "о", "\u{1C82}"], ["С", "с", "\u{1C83}"], ["Т", "т", "\u{1C84}", "\u{1C85}"],
    ["Ъ", "ъ", "\u{1C86}"], ["Ѣ", "ѣ", "\u{1C87}"], ["\u{1C88}", "Ꙋ", "ꙋ"], ["Ṡ", "ṡ", "ẛ"],
    ["\u{FB05}", "\u{FB06}"],
  ]

  /// The letters of `classes`, each with the others of its class.
  private static let table: [Unicode.Scalar: [Unicode.Scalar]] = {
    var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for letters in classes { for letter in letters { table[letter] = letters.filter { $0 != letter } } }
    return table
  }()
}
