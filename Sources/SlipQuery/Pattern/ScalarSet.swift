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
  /// Without regard to case, a scalar is in the set when its lower or upper case is, or the
  /// folded form of one of these. Only mappings of one scalar to one count.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    if has(scalar) { return !isNegated }
    guard ignoresCase else { return isNegated }
    let properties = scalar.properties
    for variant in [properties.lowercaseMapping, properties.uppercaseMapping] {
      if let single = variant.unicodeScalars.first, variant.unicodeScalars.count == 1, scalar != "\u{131}",
        has(single) || has(ScalarSet.folded(single))
      {
        return !isNegated
      }
    }
    return isNegated
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
    }
  }

  /// The scalar under simple case folding: one scalar for one. The dotless ı is never i.
  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value < 0x80 {
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
    }
    if scalar == "\u{131}" { return scalar }
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    let base = upper.count == 1 ? upper.first ?? scalar : scalar
    let lower = base.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? base : scalar
  }
}
