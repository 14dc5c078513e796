/// Matches one text against a pattern, with a stack of its own and a budget of steps.
struct PatternMatcher {
  /// What is tried when something fails.
  private enum Choice {
    /// Go on at an instruction and position.
    case branch(Int, Int)
    /// A run that may be shorter: from the position down to the least one.
    case shorter(next: Int, least: Int, position: Int)
    /// A run that may be longer, up to the greatest position.
    case longer(next: Int, most: Int, position: Int, ScalarSet)
    /// Put a noted position back.
    case restore(slot: Int, Int)
  }

  /// The pattern.
  private let pattern: Pattern
  /// The text.
  private let scalars: [Unicode.Scalar]
  /// Noted positions; -1 for none.
  private var slots: [Int]
  /// The length of a line break at the end of the text; nil where it ends without one.
  private let lastBreak: Int?
  /// The steps that are left.
  private var budget = QueryLimits.patternSteps

  /// Creates a matcher.
  init(_ pattern: Pattern, _ text: String) {
    self.pattern = pattern
    scalars = Array(text.unicodeScalars)
    let breaks: [Unicode.Scalar] = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]
    lastBreak =
      scalars.suffix(2).elementsEqual(["\r", "\n"])
      ? 2 : scalars.last.flatMap { breaks.contains($0) ? 1 : nil }
    slots = Array(repeating: -1, count: pattern.slots)
  }

  /// Whether the whole text fits; nil when that takes more than `QueryLimits.patternSteps`.
  mutating func matchesWhole() -> Bool? { run(from: 0, at: 0, wholly: true) }

  /// Runs instructions until they accept. Recursion is over look-aheads only, which nest to a
  /// limited depth.
  private mutating func run(from start: Int, at first: Int, wholly: Bool) -> Bool? {
    var (next, position) = (start, first)
    var choices: [Choice] = []
    while true {
      budget -= 1
      guard budget > 0 else { return nil }
      var isFitting = true
      switch pattern.instructions[next] {
      case .accept:
        if !wholly || position == scalars.count { return true }
        isFitting = false
      case .take(let set):
        isFitting = position < scalars.count && set.contains(scalars[position])
        (next, position) = (next + 1, position + 1)
      case .run(let set, let least, let most, let isLazy):
        let end = most > scalars.count - position ? scalars.count : position + most
        var reached = position
        let wanted = isLazy ? min(end, position + least) : end
        while reached < wanted, set.contains(scalars[reached]) { reached += 1 }
        budget -= reached - position
        isFitting = reached - position >= least
        next += 1
        if isFitting {
          if isLazy {
            choices.append(.longer(next: next, most: end, position: reached, set))
          } else if reached > position + least {
            choices.append(.shorter(next: next, least: position + least, position: reached))
          }
          position = reached
        }
      case .split(let one, let other):
        choices.append(.branch(other, position))
        next = one
      case .jump(let target): next = target
      case .save(let slot):
        choices.append(.restore(slot: slot, slots[slot]))
        slots[slot] = position
        next += 1
      case .progress(let slot):
        isFitting = slots[slot] != position
        next += 1
      case .anchor(let anchor):
        isFitting = holds(anchor, position)
        next += 1
      case .look(let isNegated, let behind):
        guard let found = run(from: next + 1, at: position, wholly: false) else { return nil }
        isFitting = found != isNegated
        next = behind
      case .reference(let number, let ignoresCase):
        let end = referenceEnd(number, ignoresCase, position)
        isFitting = end != nil
        position = end ?? position
        next += 1
      }
      if !isFitting {
        guard let choice = back(&choices) else { return false }
        (next, position) = choice
      }
    }
  }

  /// The instruction and position to try next; nil where nothing is left.
  private mutating func back(_ choices: inout [Choice]) -> (Int, Int)? {
    while let choice = choices.popLast() {
      switch choice {
      case .branch(let next, let position): return (next, position)
      case .restore(let slot, let value): slots[slot] = value
      case .shorter(let next, let least, let position):
        if position - 1 > least { choices.append(.shorter(next: next, least: least, position: position - 1)) }
        return (next, position - 1)
      case .longer(let next, let most, let position, let set):
        guard position < most, set.contains(scalars[position]) else { continue }
        choices.append(.longer(next: next, most: most, position: position + 1, set))
        return (next, position + 1)
      }
    }
    return nil
  }

  /// Whether a place is of a kind.
  private func holds(_ anchor: PatternTree.Anchor, _ position: Int) -> Bool {
    switch anchor {
    case .textStart: position == 0
    case .textEnd: position == scalars.count
    case .lastLineEnd: position == scalars.count || scalars.count - position == lastBreak
    case .lineStart: position == 0 || scalars[position - 1] == "\n"
    case .lineEnd: position == scalars.count || scalars[position] == "\n"
    case .wordBorder: isWord(position - 1) != isWord(position)
    case .noWordBorder: isWord(position - 1) == isWord(position)
    }
  }

  /// Whether the scalar at a position is part of a word.
  private func isWord(_ position: Int) -> Bool {
    scalars.indices.contains(position) && ScalarSet.isMember(scalars[position], of: .word)
  }

  /// Where the text of a group ends when it stands at a position; nil where it doesn't, or the
  /// group is unset.
  private mutating func referenceEnd(_ number: Int, _ ignoresCase: Bool, _ position: Int) -> Int? {
    let (start, end) = (slots[number * 2], slots[number * 2 + 1])
    guard start >= 0, end >= start, position + end - start <= scalars.count else { return nil }
    budget -= end - start
    for distance in 0..<(end - start) {
      let (a, b) = (scalars[start + distance], scalars[position + distance])
      guard a == b || ignoresCase && CaseVariants.of(a).contains(b) else { return nil }
    }
    return position + end - start
  }
}
