public import SlipBase

/// One thing to work on.
public struct WorkItem: Sendable, Hashable {
  /// As it can be opened; what journals know it by.
  public var path: String
  /// Relative to where the search began, or as a list gave it.
  public var relativePath: String
  /// Why it can't be worked on; it counts as found, and as failed.
  public var problem: SlipError?

  public init(path: String, relativePath: String? = nil, problem: SlipError? = nil) {
    self.path = path
    self.relativePath = relativePath ?? path
    self.problem = problem
  }
}

/// Where work comes from, one item at a time.
public protocol WorkSource {
  /// Nil at the end.
  mutating func next() -> WorkItem?
}
