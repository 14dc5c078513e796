/// Whether a delimiter run between two characters can open or close emphasis (GFM 0.29, 6.4).
///
/// Readers differ in what they look at: CommonMark 0.31 takes symbols for punctuation, cmark-gfm looks through `~`.
/// Each side is the list of what the character there may be; what is said here holds for all of them.
struct MarkdownFlanking {
  let before: [MarkdownCharacter.Class]
  let after: [MarkdownCharacter.Class]

  func canOpen(_ delimiter: UInt8) -> Bool { holds { $0.opens(delimiter) } }
  func canClose(_ delimiter: UInt8) -> Bool { holds { $0.closes(delimiter) } }

  /// Whether GFM takes the run between two characters for one that may open.
  static func mayOpen(
    _ delimiter: UInt8, _ before: MarkdownCharacter.Class, _ after: MarkdownCharacter.Class
  ) -> Bool { Reading(before: before.inGFM, after: after.inGFM).opens(delimiter) }

  static func mayClose(
    _ delimiter: UInt8, _ before: MarkdownCharacter.Class, _ after: MarkdownCharacter.Class
  ) -> Bool { Reading(before: before.inGFM, after: after.inGFM).closes(delimiter) }

  private struct Reading {
    let before: MarkdownCharacter.Class
    let after: MarkdownCharacter.Class

    var isLeft: Bool { after != .space && (after != .punctuation || before != .other) }
    var isRight: Bool { before != .space && (before != .punctuation || after != .other) }

    func opens(_ delimiter: UInt8) -> Bool {
      delimiter == UInt8(ascii: "_") ? isLeft && (!isRight || before == .punctuation) : isLeft
    }

    func closes(_ delimiter: UInt8) -> Bool {
      delimiter == UInt8(ascii: "_") ? isRight && (!isLeft || after == .punctuation) : isRight
    }
  }

  private func holds(_ test: (Reading) -> Bool) -> Bool {
    let after = MarkdownFlanking.readings(after)
    return MarkdownFlanking.readings(before).allSatisfy { before in
      after.allSatisfy { test(Reading(before: before, after: $0)) }
    }
  }

  private static func readings(_ classes: [MarkdownCharacter.Class]) -> [MarkdownCharacter.Class] {
    classes.flatMap { $0 == .symbol ? [MarkdownCharacter.Class.punctuation, .other] : [$0] }
  }
}

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
