public import SlipBase

/// A pattern for relative paths, similar to those of shells and `.gitignore` files.
///
/// - `*` and `?` stand for any characters, or one character, except `/`.
/// - `**` stands for any characters, including `/`.
/// - `[a-z]` and `[!a-z]` stand for one character of a set, or one outside it.
/// - `\` takes the special meaning from the next character.
///
/// A pattern without `/` matches the name of the thing or of any folder above it. A pattern with
/// `/` matches the whole path, or that of a folder above: `drafts/*.rtf` matches `drafts/a.rtf`,
/// not `old/drafts/a.rtf`.
///
/// Matching takes time proportional to the product of both lengths, whatever the pattern. There is
/// no backtracking.
public struct Glob: Sendable, Hashable {
  /// A part of a pattern.
  private enum Token: Sendable, Hashable {
    /// This code point.
    case literal(Unicode.Scalar)
    /// `?`: any code point except `/`.
    case one
    /// `*`: any number of code points except `/`.
    case star
    /// `**`: any number of code points.
    case doubleStar
    /// `[…]`: a code point in one of the ranges, or in none of them.
    case set([ClosedRange<UInt32>], isNegated: Bool)
  }

  /// The pattern as the user wrote it.
  public let pattern: String
  /// The parts of the pattern in NFC.
  private let tokens: [Token]
  /// Whether the pattern matches single names rather than whole paths.
  private let isForNames: Bool

  /// Parses a pattern. A `/` at its end has no meaning.
  ///
  /// - Throws: `BatchCode.badGlob` for an empty pattern, a `[` that isn't closed, or a range that
  ///   runs backwards.
  public init(_ pattern: String) throws(SlipError) {
    self.pattern = pattern
    let scalars = Array(TextFolding.nfc(pattern).unicodeScalars)
    var tokens: [Token] = []
    // `/a` and `./a` are paths from the top.
    let isAnchored = scalars.first == "/" || scalars.starts(with: ["." as Unicode.Scalar, "/"])
    var index = isAnchored ? (scalars.firstIndex(of: "/") ?? 0) + 1 : 0
    while index < scalars.count {
      switch scalars[index] {
      case "*":
        let isDouble = index + 1 < scalars.count && scalars[index + 1] == "*"
        tokens.append(isDouble ? .doubleStar : .star)
        index += isDouble ? 2 : 1
      case "?":
        tokens.append(.one)
        index += 1
      case "[": tokens.append(try Glob.set(scalars, &index, pattern))
      case "\\" where index + 1 < scalars.count:
        tokens.append(.literal(scalars[index + 1]))
        index += 2
      case let other:
        tokens.append(.literal(other))
        index += 1
      }
    }
    if tokens.last == .literal("/") { tokens.removeLast() }
    guard !tokens.isEmpty else { throw Glob.fault(pattern, "is empty") }
    isForNames = !isAnchored && !tokens.contains(.literal("/")) && !tokens.contains(.doubleStar)
    self.tokens = tokens
  }

  /// Whether the pattern matches `path`, or a folder above it.
  ///
  /// - Parameter path: A relative path in NFC.
  public func matches(_ path: String) -> Bool {
    let scalars = Array(path.unicodeScalars)
    var start = 0
    for end in 0...scalars.count where end == scalars.count || scalars[end] == "/" {
      if end > start, fits(scalars[start..<end]) { return true }
      if isForNames { start = end + 1 }
    }
    return false
  }

  /// Whether the pattern may match `path` or something below it, so that a search has to go on
  /// there.
  public func couldMatch(below path: String) -> Bool {
    isForNames || matches(path)
      || ways(through: (path.isEmpty ? path : path + "/").unicodeScalars).contains(true)
  }

  /// Whether the tokens match all of the text.
  private func fits(_ text: ArraySlice<Unicode.Scalar>) -> Bool { ways(through: text)[tokens.count] }

  /// Follows all ways through the pattern at once: `states[i]` says whether the text matches the
  /// first `i` tokens.
  private func ways(through text: some Sequence<Unicode.Scalar>) -> [Bool] {
    var states = [Bool](repeating: false, count: tokens.count + 1)
    states[0] = true
    passStars(&states)
    for scalar in text {
      var next = [Bool](repeating: false, count: tokens.count + 1)
      for (index, token) in tokens.enumerated() where states[index] {
        switch token {
        case .star: if scalar != "/" { next[index] = true }
        case .doubleStar: next[index] = true
        case .one: if scalar != "/" { next[index + 1] = true }
        case .literal(let wanted): if scalar == wanted { next[index + 1] = true }
        case .set(let ranges, let isNegated):
          if scalar != "/", ranges.contains(where: { $0.contains(scalar.value) }) != isNegated {
            next[index + 1] = true
          }
        }
      }
      states = next
      passStars(&states)
    }
    return states
  }

  /// Marks the states behind stars, as a star may stand for nothing, and `**/` for no folder at
  /// all, where it is the whole name of one: `a/**/b` matches `a/b`, but `a**/b` doesn't match `ab`.
  private func passStars(_ states: inout [Bool]) {
    for (index, token) in tokens.enumerated() where states[index] {
      if token == .star || token == .doubleStar { states[index + 1] = true }
      if token == .doubleStar, index == 0 || tokens[index - 1] == .literal("/"), index + 1 < tokens.count,
        tokens[index + 1] == .literal("/")
      {
        states[index + 2] = true
      }
    }
  }

  /// Parses a set, from `[` to `]`; `index` moves behind it. A `]` directly at the beginning is a
  /// member.
  private static func set(
    _ scalars: [Unicode.Scalar], _ index: inout Int, _ pattern: String
  ) throws(SlipError) -> Token {
    index += 1
    var isNegated = false
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
      isNegated = true
      index += 1
    }
    var ranges: [ClosedRange<UInt32>] = []
    while index < scalars.count, scalars[index] != "]" || ranges.isEmpty {
      let first = scalars[index].value
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let last = scalars[index + 2].value
        guard first <= last else { throw fault(pattern, "has a range that runs backwards") }
        ranges.append(first...last)
        index += 3
      } else {
        ranges.append(first...first)
        index += 1
      }
    }
    guard index < scalars.count else { throw fault(pattern, "has a [ without a ]") }
    index += 1
    return .set(ranges, isNegated: isNegated)
  }

  /// The error for a malformed pattern.
  private static func fault(_ pattern: String, _ what: String) -> SlipError {
    SlipError(.usage, code: BatchCode.badGlob, "The pattern \"\(PrintableText.of(pattern))\" \(what).")
  }
}
