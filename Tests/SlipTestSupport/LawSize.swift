import Foundation

/// How many random cases laws try.
public enum LawSize {
  /// The seeds of a law: those from 0 up to a number, which an environment variable can raise.
  ///
  /// - Parameters:
  ///   - variable: Such as `SLIPBOX_EDITS`.
  ///   - count: How many there are without it.
  public static func seeds(_ variable: String, _ count: Int) -> Range<Int> {
    0..<(ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? count)
  }
}
