import SlipBatch
import Testing

@testable import slipconv

/// The line about the progress of batch work.
@Suite struct BatchProgressTests {
  private func summary(found: Int, failed: Int = 0, before: Int = 0) -> BatchSummary {
    var summary = BatchSummary()
    summary.found = found
    summary.failed = failed
    if before > 0 { summary.reasons[BatchRunner.doneBefore] = before }
    return summary
  }

  @Test func `without a total there is a count and a rate`() {
    #expect(BatchProgress.line(summary(found: 12), nil, 4, 80) == "12, 3.0 a second")
    #expect(BatchProgress.line(summary(found: 0), nil, 0, 80) == "0, 0.0 a second")
    #expect(BatchProgress.line(summary(found: 500, failed: 2), nil, 10, 80) == "500, 50 a second, 2 failed")
  }

  @Test func `with a total there is a bar and the time that is left`() {
    #expect(
      BatchProgress.line(summary(found: 120, failed: 1), 600, 28.57, 120)
        == "[######........................] 120/600, 4.2 a second, 1 failed, 1 min 54 s left")
    // No bar where there is no room.
    #expect(BatchProgress.line(summary(found: 5), 10, 1, 30) == "5/10, 5.0 a second, 1 s left")
    // More items than were counted.
    #expect(BatchProgress.line(summary(found: 12), 10, 1, 50).hasPrefix("[###"))
    #expect(BatchProgress.line(summary(found: 12), 10, 1, 50).hasSuffix("12/10, 12 a second, 0 s left"))
  }

  @Test func `what was done before doesn't count for the speed`() {
    #expect(BatchProgress.line(summary(found: 110, before: 100), nil, 5, 80) == "110, 2.0 a second")
  }

  @Test(
    arguments: [
      (0.4, "0 s"), (59.4, "59 s"), (60, "1 min 0 s"), (3_599, "59 min 59 s"), (3_600, "1 h 0 min"),
      (7_500, "2 h 5 min"), (.infinity, "277777 h 46 min"),
    ] as [(Double, String)])
  func `durations have their two largest units`(seconds: Double, text: String) {
    #expect(BatchProgress.duration(seconds) == text)
  }
}
