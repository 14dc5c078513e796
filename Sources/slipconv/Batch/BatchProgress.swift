import Dispatch
import SlipBatch
import Synchronization

/// A line on a terminal about the progress of batch work: how many items are done, how fast,
/// and how long the rest will take.
///
///     [######........................] 120/600, 4.2 a second, 1 failed, 1 min 54 s left
final class BatchProgress: Sendable {
  /// What was shown when, protected by a lock because workers report from several threads.
  private struct State {
    /// When the line was last drawn, in seconds of the clock.
    var lastShown = -1.0
    /// Whether the line is on the screen.
    var isShown = false
    /// The number of items; nil until the whole list has been counted.
    var total: Int?
  }

  /// Where the line is drawn.
  private let terminal: Terminal
  /// Whether anything is drawn at all.
  private let isEnabled: Bool
  /// Seconds since the start of the run.
  private let clock: @Sendable () -> Double
  /// The state and its lock.
  private let state = Mutex(State())

  /// A line for a run that begins now.
  init(quiet: Bool, terminal: Terminal = .standardError, clock: @escaping @Sendable () -> Double) {
    self.terminal = terminal
    self.clock = clock
    isEnabled = !quiet && terminal.isTerminal
  }

  /// Counts the items on another thread, by going through a second list of the same work.
  /// Nothing is counted where nobody sees it.
  func count(_ list: () -> WorkList?) {
    guard isEnabled, let list = list() else { return }
    DispatchQueue.global(qos: .utility).async { [self] in
      var total = 0
      while list.next() != nil { total += 1 }
      let counted = total
      state.withLock { $0.total = counted }
    }
  }

  /// Draws the line, at most ten times a second.
  func show(_ summary: BatchSummary) {
    guard isEnabled else { return }
    let now = clock()
    state.withLock { state in
      guard now > 0.5, now - state.lastShown > 0.1 else { return }
      state.lastShown = now
      state.isShown = true
      terminal.write("\r" + BatchProgress.line(summary, state.total, now, terminal.width) + "\u{1B}[K")
    }
  }

  /// Removes the line. This must happen before anything else is printed.
  func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      terminal.write("\r\u{1B}[K")
      state.isShown = false
      state.lastShown = -1
    }
  }

  /// The line for a state of the work, cut to the width of the terminal. Items that an earlier
  /// run had done don't count for the speed.
  static func line(_ summary: BatchSummary, _ total: Int?, _ seconds: Double, _ width: Int) -> String {
    let worked = summary.found - (summary.reasons[BatchRunner.doneBefore] ?? 0)
    let rate = seconds > 0 ? Double(worked) / seconds : 0
    var text = total.map { "\(summary.found)/\($0)" } ?? "\(summary.found)"
    text += ", \(BatchProgress.short(rate)) a second"
    if summary.failed > 0 { text += ", \(summary.failed) failed" }
    guard let total, total > 0 else { return text }
    if rate > 0 {
      text += ", \(BatchProgress.duration(Double(max(0, total - summary.found)) / rate)) left"
    }
    let room = min(30, width - text.count - 4)
    guard room > 4 else { return text }
    let filled = room * min(summary.found, total) / total
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "] "
      + text
  }

  /// A rate with one decimal below ten.
  private static func short(_ rate: Double) -> String {
    let tenths = Int((rate * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(rate.rounded()))"
  }

  /// A duration in the two largest units: `45 s`, `3 min 20 s`, `2 h 5 min`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded())
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
