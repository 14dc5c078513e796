import SlipboxKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A bar on standard error for work that takes over a second; nothing where that is no terminal.
final class ProgressBar: Sendable {
  private struct State {
    var began: Double
    var lastShown: Double = 0
    var isShown = false
  }

  private let terminal: Terminal
  private let isEnabled: Bool
  private let state: Mutex<State>

  init(quiet: Bool, terminal: Terminal = .standardError) {
    self.terminal = terminal
    isEnabled = !quiet && terminal.isTerminal
    state = Mutex(State(began: ProgressBar.now()))
  }

  /// What work reports to.
  var progress: Progress {
    guard isEnabled else { return .silent }
    return Progress { [self] step in show(step) }
  }

  /// Takes the bar away before anything else is printed.
  func finish() {
    state.withLock { state in
      guard state.isShown else { return }
      terminal.write("\r\u{1B}[K")
      state.isShown = false
    }
  }

  private func show(_ step: Progress.Step) {
    state.withLock { state in
      let now = ProgressBar.now()
      guard now - state.began > 1, now - state.lastShown > 0.1 else { return }
      state.lastShown = now
      state.isShown = true
      terminal.write("\r" + line(step) + "\u{1B}[K")
    }
  }

  private func line(_ step: Progress.Step) -> String {
    let counts = step.total.map { "\(step.done)/\($0)" } ?? "\(step.done)"
    let label = "\(step.phase) \(counts)"
    guard let total = step.total, total > 0 else { return label }
    let room = min(30, terminal.width - label.count - 4)
    guard room > 4 else { return label }
    let filled = room * min(step.done, total) / total
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "] "
      + label
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
