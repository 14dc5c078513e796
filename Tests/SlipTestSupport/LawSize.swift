import Foundation

/// How many random cases laws try.
public enum LawSize {
  /// The seeds of a law: those from 0 up to a number, which an environment variable can raise.
  ///
  /// - Parameters:
  ///   - variable: Such as `SLIPBOX_EDITS`. Its value is a number, or the seeds from one up to another: `255-256`.
  ///   - count: How many there are without it.
  public static func seeds(_ variable: String, _ count: Int) -> Range<Int> {
    let value = ProcessInfo.processInfo.environment[variable] ?? ""
    let numbers = value.split(separator: "-").compactMap { Int($0) }
    guard let last = numbers.last else { return 0..<count }
    return min(numbers.count == 2 ? numbers[0] : 0, last)..<last
  }
}
