/// Whether a delimiter run between two characters can open or close emphasis (GFM 0.29,
/// 6.4).
///
/// Readers differ in what they see: CommonMark 0.31 takes symbols such as `€` for
/// punctuation, and GFM 0.29 doesn't; cmark-gfm looks through `~` at what stands beyond
/// it. So each side is all that the character may be, and the answer is yes only if
/// it holds for all of them.
struct MarkdownFlanking {
  /// What the character before the run may be.
  let before: Sides
  /// What the character behind the run may be.
  let after: Sides

  /// What a character may be for different readers.
  struct Sides: OptionSet {
    let rawValue: UInt8
    static let space = Sides(rawValue: 1)
    static let punctuation = Sides(rawValue: 2)
    static let other = Sides(rawValue: 4)

    /// What a character of a class may be: a symbol is one of two things.
    init(_ kind: MarkdownCharacter.Class) {
      switch kind {
      case .space: self = .space
      case .punctuation: self = .punctuation
      case .other: self = .other
      case .symbol: self = [.punctuation, .other]
      }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// Whether every reader lets a run of this sign open emphasis.
  func canOpen(_ delimiter: UInt8) -> Bool { holds { $0.opens(delimiter) } }
  /// Whether every reader lets a run of this sign close emphasis.
  func canClose(_ delimiter: UInt8) -> Bool { holds { $0.closes(delimiter) } }

  /// Whether GFM lets a run of this sign between two characters open emphasis.
  static func mayOpen(
    _ delimiter: UInt8, _ before: MarkdownCharacter.Class, _ after: MarkdownCharacter.Class
  ) -> Bool { Reading(before: before.inGFM, after: after.inGFM).opens(delimiter) }

  /// Whether GFM lets a run of this sign between two characters close emphasis.
  static func mayClose(
    _ delimiter: UInt8, _ before: MarkdownCharacter.Class, _ after: MarkdownCharacter.Class
  ) -> Bool { Reading(before: before.inGFM, after: after.inGFM).closes(delimiter) }

  /// What one reader sees on both sides of the run.
  private struct Reading {
    let before: Sides
    let after: Sides

    /// Whether the run is left-flanking: text follows it.
    var isLeft: Bool { after != .space && (after != .punctuation || before != .other) }
    /// Whether the run is right-flanking: text stands before it.
    var isRight: Bool { before != .space && (before != .punctuation || after != .other) }

    /// Whether the run opens emphasis. Within a word, `_` doesn't: `snake_case_name` has
    /// no emphasis.
    func opens(_ delimiter: UInt8) -> Bool {
      delimiter == UInt8(ascii: "_") ? isLeft && (!isRight || before == .punctuation) : isLeft
    }

    /// Whether the run closes emphasis.
    func closes(_ delimiter: UInt8) -> Bool {
      delimiter == UInt8(ascii: "_") ? isRight && (!isLeft || after == .punctuation) : isRight
    }
  }

  /// Whether a test holds for every combination of what readers may see.
  private func holds(_ test: (Reading) -> Bool) -> Bool {
    for left: Sides in [.space, .punctuation, .other] where before.contains(left) {
      for right: Sides in [.space, .punctuation, .other] where after.contains(right) {
        if !test(Reading(before: left, after: right)) { return false }
      }
    }
    return true
  }
}

/// Classes of characters for the rules of emphasis (GFM 0.29, 6.4).
enum MarkdownCharacter {
  /// What a character is for those rules.
  enum Class {
    /// White space, and the ends of lines.
    case space
    /// Punctuation of ASCII and Unicode (categories Pc, Pd, Pe, Pf, Pi, Po and Ps).
    case punctuation
    /// Letters, digits and everything else.
    case other
    /// A symbol beyond ASCII: punctuation in CommonMark 0.31, but not in GFM 0.29.
    case symbol

    /// The class as GFM 0.29 sees it.
    fileprivate var inGFM: MarkdownFlanking.Sides { self == .symbol ? .other : .init(self) }
  }

  /// The class of a character.
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

  /// Whether the character is white space (Unicode category Zs, or an ASCII white space).
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool { classify(scalar) == .space }

  /// The class of the first character in UTF-8 text; nil if there is none.
  static func firstClass(_ bytes: some Collection<UInt8>) -> Class? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return classify(scalar)
  }

  /// The class of the last character in UTF-8 text; nil if there is none. Looks at no
  /// more than four bytes.
  static func lastClass(_ bytes: some BidirectionalCollection<UInt8>) -> Class? {
    var start = bytes.endIndex
    for _ in 0..<4 where start > bytes.startIndex {
      start = bytes.index(before: start)
      if bytes[start] & 0xC0 != 0x80 { break }
    }
    return firstClass(bytes[start...])
  }
}
