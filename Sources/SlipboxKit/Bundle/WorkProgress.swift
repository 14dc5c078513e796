public import SlipBase
public import SlipNotes
internal import Synchronization

/// A callback that reports how far long work has come. It is called from several threads at
/// once.
public struct WorkProgress: Sendable {
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
  /// Whether the work shall end.
  private let isCancelled: @Sendable () -> Bool

  /// Wraps a function that shows progress. It should return quickly, because workers wait for
  /// it.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked with each step: true ends the work with an error of code `KitCode.cancelled`, and
  ///     nothing is changed. Where the work runs in a task, it ends with `CancellationError`.
  ///   - report: Gets each step.
  public init(
    isCancelled: @escaping @Sendable () -> Bool = { false }, _ report: @escaping @Sendable (Step) -> Void
  ) {
    (self.isCancelled, self.report) = (isCancelled, report)
  }

  /// Reports nothing; the default of all verbs.
  public static let silent = WorkProgress { _ in }

  /// Reports a step: `try progress("importing", 12, of: 40)`.
  ///
  /// - Throws: `SlipError` with code `KitCode.cancelled` where the work shall end.
  package func callAsFunction(_ phase: String, _ done: Int, of total: Int?) throws(SlipError) {
    report(phase, of: total, done)
    if isCancelled() {
      throw SlipError(
        .cannotDo, code: KitCode.cancelled, "The work was cancelled; nothing was changed.")
    }
  }

  /// Whether the work shall end, for work that waits.
  var isCancelledNow: Bool { isCancelled() }

  /// Reports a step where the work can't be cancelled.
  func report(_ phase: String, of total: Int?, _ done: Int = 0) {
    report(Step(phase: phase, done: done, total: total))
  }

  /// Runs work on a thread of its own, and suspends the caller meanwhile. Cancelling the caller's task cancels
  /// the work at its next step.
  ///
  /// - Throws: What the work throws; `CancellationError` where it was cancelled.
  package func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable (WorkProgress) throws -> Result
  ) async throws -> Result {
    let flag = CancellationFlag()
    let (report, isCancelled) = (report, isCancelled)
    let inner = WorkProgress(isCancelled: { flag.isSet || isCancelled() }, report)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
        let body: @Sendable () -> Void = {
          continuation.resume(
            with: Swift.Result {
              do { return try work(inner) } catch let error as SlipError where error.code == KitCode.cancelled
              {
                throw CancellationError()
              }
            })
        }
        // Without a thread the work is done here.
        if !ThreadTeam.begin(body) { body() }
      }
    } onCancel: {
      flag.set()
    }
  }
}

/// Whether a task has been cancelled, for work outside of tasks.
private final class CancellationFlag: Sendable {
  /// The flag.
  private let flag = Atomic<Bool>(false)
  /// Whether the task has been cancelled.
  var isSet: Bool { flag.load(ordering: .relaxed) }
  /// Notes that the task has been cancelled.
  func set() { flag.store(true, ordering: .relaxed) }
}

extension ImportRequest {
  /// Imports on a thread of its own; see the function of the same name. Cancelling the task changes nothing.
  ///
  /// - Throws: `SlipError`; `CancellationError` where the task was cancelled.
  public func run(progress: WorkProgress = .silent) async throws -> ImportOutcome {
    try await progress.inBackground { try run(progress: $0) }
  }
}

extension ExportRequest {
  /// Exports on a thread of its own; see the function of the same name. Cancelling the task changes nothing.
  ///
  /// - Throws: `SlipError`; `CancellationError` where the task was cancelled.
  public func run(progress: WorkProgress = .silent) async throws -> Outcome {
    try await progress.inBackground { try run(progress: $0) }
  }
}

extension MigrationRequest {
  /// Migrates on a thread of its own; see the function of the same name. Cancelling the task changes nothing.
  ///
  /// - Throws: `SlipError`; `CancellationError` where the task was cancelled.
  public func run(progress: WorkProgress = .silent) async throws -> MigrationReport {
    try await progress.inBackground { try run(progress: $0) }
  }
}

extension IndexCache {
  /// Builds an index on a thread of its own; see the function of the same name.
  ///
  /// - Throws: `SlipError`; `CancellationError` where the task was cancelled.
  public func build(
    _ bundle: String, anew: Bool = false, progress: WorkProgress = .silent
  ) async throws -> Status {
    try await progress.inBackground { try build(bundle, anew: anew, progress: $0) }
  }
}

extension EditRequest {
  /// Edits on a thread of its own; see the function of the same name.
  ///
  /// Cancelling the task has an effect until the edits begin; then they are saved as a whole.
  ///
  /// - Throws: `SlipError`; `CancellationError` where the task was cancelled in time.
  public func run<R: Sendable>(
    _ kind: BoxTransaction.Kind = .edit, from: String? = nil,
    _ edits: @escaping @Sendable (inout EditSession) throws(SlipError) -> R
  ) async throws -> (R, EditResult) {
    try await WorkProgress.silent.inBackground { progress in
      try progress("editing", 0, of: nil)
      return try run(kind, from: from, edits)
    }
  }
}
