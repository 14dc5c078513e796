import SlipBase
import SlipTestSupport
import Synchronization
import Testing

@testable import SlipBatch

@Suite struct RunnerTests {
  struct Job: BatchJob {
    var body: @Sendable (String) -> ItemRecord
    var isDone: @Sendable (ItemRecord) -> Bool = { _ in true }

    func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord { body(item.path) }
    func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool { isDone(earlier) }
  }

  struct Numbers: WorkSource {
    var last = 0
    let count: Int

    mutating func next() -> WorkItem? {
      guard last < count else { return nil }
      last += 1
      return WorkItem(path: "\(last)")
    }
  }

  static let failing = Job { path in
    (Int(path) ?? 0) % 10 == 0
      ? ItemRecord(path: path, error: SlipError(.badInput, "no")) : ItemRecord(path: path, .landed)
  }

  @Test(arguments: [1, 2, 7]) func failuresConcernThemselvesOnly(jobs: Int) throws {
    var runner = BatchRunner()
    runner.jobs = jobs
    let seen = Mutex<Set<String>>([])
    runner.observe = { record, _ in _ = seen.withLock { $0.insert(record.path) } }
    let summary = try runner.run(WorkList(Numbers(count: 1000)), RunnerTests.failing)
    #expect(summary.found == 1000 && summary.landed == 900 && summary.failed == 100)
    #expect(seen.withLock { $0.count } == 1000)
  }

  @Test(arguments: [(1, 1), (5, 1), (5, 3)]) func tooManyFailuresEndTheRun(limit: Int, jobs: Int) throws {
    var runner = BatchRunner()
    runner.maxFailures = limit
    runner.jobs = jobs
    let summary = try runner.run(WorkList(Numbers(count: 1000)), RunnerTests.failing)
    #expect(summary.stopped == .failures)
    // What was in hand is finished.
    #expect((limit..<limit + jobs).contains(summary.failed))
    #expect(summary.found == summary.landed + summary.failed && summary.found < 1000)
  }

  @Test func stoppingFinishesWhatIsInHand() throws {
    let stop = Atomic(false)
    let begun = Atomic(0)
    var runner = BatchRunner()
    runner.jobs = 3
    runner.isStopped = { stop.load(ordering: .relaxed) }
    let job = Job { path in
      if begun.add(1, ordering: .relaxed).newValue == 20 { stop.store(true, ordering: .relaxed) }
      return ItemRecord(path: path, .landed)
    }
    let summary = try runner.run(WorkList(Numbers(count: 1000)), job)
    #expect(summary.stopped == .interrupted)
    #expect(summary.landed == begun.load(ordering: .relaxed) && summary.landed < 24)
  }

  @Test func goingOnLeavesWhatHolds() throws {
    let directory = try TemporaryDirectory()
    let run = RunRecord(tool: "t", job: "j", inputs: [])
    let runner = BatchRunner()
    _ = try runner.run(
      WorkList(Numbers(count: 30)), RunnerTests.failing, journal: try Journal(directory.path("j"), run: run))
    var job = Job { ItemRecord(path: $0, .landed) }
    job.isDone = { $0.path != "7" }
    let summary = try runner.run(
      WorkList(Numbers(count: 40)), job, journal: try Journal(directory.path("j"), run: run, resume: true))
    // Ten are new, three had failed, one has changed.
    #expect(summary.landed == 14 && summary.reasons == [BatchRunner.doneBefore: 26])
    let report = try JournalSet([directory.path("j")]).report
    #expect(report.summary.found == 40 && report.summary.landed == 40 && report.isComplete)
  }

  #if os(Linux)
    @Test func aJournalThatCannotBeWrittenEndsTheRun() throws {
      let run = RunRecord(tool: "t", job: "j", inputs: [])
      #expect(throws: SlipError.self) {
        try BatchRunner().run(
          WorkList(Numbers(count: 30)), RunnerTests.failing, journal: try Journal("/dev/full", run: run))
      }
    }
  #endif
}
