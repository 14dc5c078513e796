/// Tells how far work has come; called from several threads at once.
public struct Progress: Sendable {
  public struct Step: Sendable {
    /// What is being done, such as `reading`.
    public var phase: String
    public var done: Int
    /// nil when it isn't known yet.
    public var total: Int?
  }

  private let report: @Sendable (Step) -> Void

  public init(_ report: @escaping @Sendable (Step) -> Void) { self.report = report }

  public static let silent = Progress { _ in }

  func callAsFunction(_ phase: String, _ done: Int, of total: Int?) {
    report(Step(phase: phase, done: done, total: total))
  }
}
