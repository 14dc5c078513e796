/// Whether a delimiter run between two characters can open or close emphasis (GFM 0.29, 6.4).
struct MarkdownFlanking {
  let before: MarkdownCharacter.Class
  let after: MarkdownCharacter.Class

  func canOpen(_ delimiter: UInt8) -> Bool { holds { $0.opens(delimiter) } }
  func canClose(_ delimiter: UInt8) -> Bool { holds { $0.closes(delimiter) } }

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

  /// True only if it is so whichever way symbols are looked at.
  private func holds(_ test: (Reading) -> Bool) -> Bool {
    [MarkdownCharacter.Class.punctuation, .other].allSatisfy { symbol in
      test(Reading(before: before == .symbol ? symbol : before, after: after == .symbol ? symbol : after))
    }
  }
}
