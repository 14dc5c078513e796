/// A callback that reports how far long work has come. It is called from several threads at
/// once.
public struct Progress: Sendable {
  /// One report of progress.
  public struct Step: Sendable {
    /// What is being done, as a word for people: `importing`, `reading`, `writing`.
    public var phase: String
    /// How many items of this phase are done.
    public var done: Int
    /// How many items the phase has; nil while that is unknown.
    public var total: Int?
  }

  /// What is called with each step, from any thread.
  private let report: @Sendable (Step) -> Void

  /// Wraps a function that shows progress. It should return quickly, because workers wait for
  /// it.
  public init(_ report: @escaping @Sendable (Step) -> Void) { self.report = report }

  /// Reports nothing; the default of all verbs.
  public static let silent = Progress { _ in }

  /// Reports a step: `progress("importing", 12, of: 40)`.
  func callAsFunction(_ phase: String, _ done: Int, of total: Int?) {
    report(Step(phase: phase, done: done, total: total))
  }
}
