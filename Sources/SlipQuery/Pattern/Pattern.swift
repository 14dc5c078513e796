/// A regular expression that was translated, ready to match whole texts.
///
/// Slipbox has its own matcher because a query must end: `(a+)+b` takes exponential time in
/// engines that can't count their steps, such as Swift's. It looks at scalars, and it never
/// recurses over text.
struct Pattern: Sendable {
  /// One instruction.
  enum Instruction: Sendable {
    /// Takes one scalar of a set.
    case take(ScalarSet)
    /// Takes as many scalars of a set as fit, or as few.
    case run(ScalarSet, least: Int, most: Int, isLazy: Bool)
    /// Goes on at the first place, later at the second.
    case split(Int, Int)
    /// Goes on elsewhere.
    case jump(Int)
    /// Notes the position: the start and end of groups, and where a round of a loop began.
    case save(Int)
    /// Fails where the position is the noted one: a round of a loop took nothing.
    case progress(Int)
    /// Fails unless the place is of a kind.
    case anchor(PatternTree.Anchor)
    /// Tries the instructions that follow up to `accept`, and goes on behind them at the same
    /// position.
    case look(isNegated: Bool, next: Int)
    /// Takes the text of a group.
    case reference(Int, ignoresCase: Bool)
    /// Ends.
    case accept
  }

  /// The instructions; the last one accepts.
  let instructions: [Instruction]
  /// The number of places for positions.
  let slots: Int

  /// What a pattern has that only other engines know; nil where it has nothing of that kind.
  ///
  /// - Parameter text: The pattern.
  static func unsupportedPart(of text: String) -> String? {
    var reader = PatternReader(text, ignoringCase: false)
    _ = reader.read()
    return reader.unsupported
  }

  /// Translates a pattern; nil where it is malformed, too large or not supported.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - ignoringCase: Whether simple case folding applies.
  init?(_ text: String, ignoringCase: Bool) {
    var reader = PatternReader(text, ignoringCase: ignoringCase)
    guard let tree = reader.read() else { return nil }
    var writer = PatternWriter(slots: (reader.groups + 1) * 2)
    writer.write(tree)
    guard !writer.isTooLarge else { return nil }
    instructions = writer.instructions + [.accept]
    slots = writer.slots
  }
}

/// Translates trees into instructions.
struct PatternWriter {
  /// What has been written.
  var instructions: [Pattern.Instruction] = []
  /// The number of places for positions.
  var slots: Int
  /// Whether there are more instructions than the limit allows.
  var isTooLarge: Bool { instructions.count > QueryLimits.patternInstructions }

  /// Writes a tree.
  mutating func write(_ tree: PatternTree) {
    guard !isTooLarge else { return }
    switch tree {
    case .set(let set): instructions.append(.take(set))
    case .sequence(let parts): for part in parts { write(part) }
    case .choice(let options): write(options)
    case .capture(let inner, let number):
      instructions.append(.save(number * 2))
      write(inner)
      instructions.append(.save(number * 2 + 1))
    case .repetition(.set(let set), let least, let most, let isLazy):
      instructions.append(.run(set, least: least, most: most ?? .max, isLazy: isLazy))
    case .repetition(let inner, let least, let most, let isLazy): write(inner, least, most, isLazy)
    case .anchor(let anchor): instructions.append(.anchor(anchor))
    case .lookAhead(let inner, let isNegated):
      let start = reserve()
      write(inner)
      instructions.append(.accept)
      instructions[start] = .look(isNegated: isNegated, next: instructions.count)
    case .reference(let number, let ignoresCase):
      instructions.append(.reference(number, ignoresCase: ignoresCase))
    }
  }

  /// Adds an instruction that is replaced later.
  private mutating func reserve() -> Int {
    instructions.append(.accept)
    return instructions.count - 1
  }

  /// Writes alternatives.
  private mutating func write(_ options: [PatternTree]) {
    var ends: [Int] = []
    for (index, option) in options.enumerated() {
      guard index < options.count - 1 else {
        write(option)
        break
      }
      let split = reserve()
      write(option)
      ends.append(reserve())
      instructions[split] = .split(split + 1, instructions.count)
    }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  /// Writes a repetition of more than a set.
  private mutating func write(_ inner: PatternTree, _ least: Int, _ most: Int?, _ isLazy: Bool) {
    for _ in 0..<least {
      if isTooLarge { break }
      write(inner)
    }
    guard let most else {
      let slot = slots
      slots += 1
      let split = reserve()
      instructions.append(.save(slot))
      write(inner)
      instructions.append(.progress(slot))
      instructions.append(.jump(split))
      let end = instructions.count
      instructions[split] = isLazy ? .split(end, split + 1) : .split(split + 1, end)
      return
    }
    var splits: [Int] = []
    for _ in least..<max(least, most) {
      if isTooLarge { break }
      splits.append(reserve())
      write(inner)
    }
    let end = instructions.count
    for split in splits { instructions[split] = isLazy ? .split(end, split + 1) : .split(split + 1, end) }
  }
}
