internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A pattern for paths, as in `.gitignore`: `*`, `?` and `[…]` stay within a component, `**` stands for any number of
/// them, and what matches a folder matches all below it. Without a slash it matches at any depth.
struct PathGlob: Sendable, Hashable {
  private let parts: [String]

  init(_ text: String) {
    var parts = text.split(separator: "/").map(String.init).filter { $0 != "." }
    if !text.dropLast().contains("/") { parts.insert("**", at: 0) }
    self.parts = parts
  }

  /// Whether it matches the path or a folder above it.
  func matches(_ path: String) -> Bool { reached(by: path).contains(parts.count) }

  /// Whether it could match the path or something below it.
  func couldMatch(below path: String) -> Bool { !reached(by: path).isEmpty }

  /// How many parts of the pattern a path can have used up. Once all are used up, it stays so.
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

  /// `**` may stand for nothing; at the pattern's end it stands for at least one component.
  private func skipping(_ states: Set<Int>) -> Set<Int> {
    var all = states
    for state in parts.indices.dropLast() where all.contains(state) && parts[state] == "**" {
      all.insert(state + 1)
    }
    return all
  }
}
