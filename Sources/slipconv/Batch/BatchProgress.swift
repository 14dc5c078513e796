import Dispatch
import SlipBatch
import Synchronization

/// One line on a terminal: how many are done of how many, how fast, how long it takes yet.
final class BatchProgress: Sendable {
  private struct State {
    var lastShown = -1.0
    var isShown = false
    /// Counted beside the work; nil until the end of the list is known.
    var total: Int?
  }

  private let terminal: Terminal
  private let isEnabled: Bool
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())

  init(quiet: Bool, terminal: Terminal = .standardError, clock: @escaping @Sendable () -> Double) {
    self.terminal = terminal
    self.clock = clock
    isEnabled = !quiet && terminal.isTerminal
  }

  /// Counts a second list of the same work, where somebody watches.
  func count(_ list: () -> WorkList?) {
    guard isEnabled, let list = list() else { return }
    DispatchQueue.global(qos: .utility).async { [self] in
      var total = 0
      while list.next() != nil { total += 1 }
      let counted = total
      state.withLock { $0.total = counted }
    }
  }

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

  /// Takes the line away before anything else is printed.
  func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      terminal.write("\r\u{1B}[K")
      state.isShown = false
      state.lastShown = -1
    }
  }

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

  private static func short(_ rate: Double) -> String {
    let tenths = Int((rate * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(rate.rounded()))"
  }

  /// `45 s`, `3 min 20 s`, `2 h 5 min`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded())
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
