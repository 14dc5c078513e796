import SlipboxKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A progress bar on standard error for work that takes more than a second. It shows nothing if
/// standard error isn't a terminal.
///
///     [########......................] importing 120/450
///
/// The line is drawn again and again after a carriage return. Whoever prints something else
/// calls `finish` first, also when an error ends the work.
final class ProgressBar: Sendable {
  /// What was shown when, protected by a lock because work reports from several threads.
  private struct State {
    /// When the work began, in seconds of the monotonic clock.
    var began: Double
    /// When the bar was last drawn; it is drawn at most ten times a second.
    var lastShown: Double = 0
    /// Whether the bar is on the screen.
    var isShown = false
  }

  /// Where the bar is drawn.
  private let terminal: Terminal
  /// Whether anything is drawn at all.
  private let isEnabled: Bool
  /// The state and its lock.
  private let state: Mutex<State>

  /// A bar for work that begins now.
  init(quiet: Bool, terminal: Terminal = .standardError) {
    self.terminal = terminal
    isEnabled = !quiet && terminal.isTerminal
    state = Mutex(State(began: ProgressBar.now()))
  }

  /// The function that work reports to.
  var progress: WorkProgress {
    guard isEnabled else { return .silent }
    return WorkProgress { [self] step in show(step) }
  }

  /// Removes the bar. This must happen before anything else is printed.
  func finish() {
    state.withLock { state in
      guard state.isShown else { return }
      terminal.write("\r\u{1B}[K")
      state.isShown = false
    }
  }

  /// Draws the bar, unless it is too early or it was just drawn.
  private func show(_ step: WorkProgress.Step) {
    state.withLock { state in
      let now = ProgressBar.now()
      guard now - state.began > 1, now - state.lastShown > 0.1 else { return }
      state.lastShown = now
      state.isShown = true
      terminal.write("\r" + line(step) + "\u{1B}[K")
    }
  }

  /// The bar for a step, cut to the width of the terminal. Without a known total there are only
  /// numbers.
  private func line(_ step: WorkProgress.Step) -> String {
    let counts = step.total.map { "\(step.done)/\($0)" } ?? "\(step.done)"
    let label = "\(step.phase) \(counts)"
    guard let total = step.total, total > 0 else { return label }
    let room = min(30, terminal.width - label.count - 4)
    guard room > 4 else { return label }
    let filled = room * min(step.done, total) / total
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled) + "] "
      + label
  }

  /// Seconds of the monotonic clock, which setting the time doesn't change.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
