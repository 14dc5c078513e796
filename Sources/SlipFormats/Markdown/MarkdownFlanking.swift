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
