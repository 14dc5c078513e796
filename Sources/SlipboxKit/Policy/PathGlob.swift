internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A pattern for paths, as in `.gitignore`.
///
/// - `*`, `?` and `[…]` match within one component; `**` stands for any number of components.
/// - A pattern that matches a folder matches everything below it.
/// - A pattern without a slash matches at any depth: `*.slipbox` matches `a/b.slipbox` and
///   `a/b.slipbox/bodies/1.rtf`.
///
/// Matching follows all alternatives of `**` at once, so each component of the path is compared
/// with each component of the pattern at most once.
struct PathGlob: Sendable, Hashable {
  /// The components of the pattern; a pattern without a slash has `**` in front.
  private let parts: [String]

  /// Parses a pattern; any text is one. `.` components are dropped.
  init(_ text: String) {
    var parts = text.split(separator: "/").map(String.init).filter { $0 != "." }
    if !text.dropLast().contains("/") { parts.insert("**", at: 0) }
    self.parts = parts
  }

  /// Whether the pattern matches the path or a folder above it.
  func matches(_ path: String) -> Bool { reached(by: path).contains(parts.count) }

  /// Whether the pattern matches the path or could match something below it. It answers whether
  /// a pattern concerns a bundle before its files are known.
  func couldMatch(below path: String) -> Bool { !reached(by: path).isEmpty }

  /// The numbers of pattern components that the path can have used up, as states of a
  /// nondeterministic automaton. The state `parts.count` is final and stays: what is below a
  /// match matches.
  private func reached(by path: String) -> Set<Int> {
    var states = skipping([0])
    for component in path.split(separator: "/") {
      var next: Set<Int> = []
      for state in states {
        if state == parts.count {
          next.insert(state)
        } else if parts[state] == "**" {
          next.insert(state == parts.count - 1 ? state + 1 : state)
        } else if fnmatch(parts[state], String(component), 0) == 0 {
          next.insert(state + 1)
        }
      }
      states = skipping(next)
    }
    return states
  }

  /// Adds the states that are reached when `**` stands for nothing. At the end of the pattern
  /// it stands for at least one component, so `a/**` matches what is in `a` but not `a`.
  private func skipping(_ states: Set<Int>) -> Set<Int> {
    var all = states
    for state in parts.indices.dropLast() where all.contains(state) && parts[state] == "**" {
      all.insert(state + 1)
    }
    return all
  }
}
