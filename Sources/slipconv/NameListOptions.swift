import ArgumentParser
import SlipboxKit

/// Which folders or keywords are listed, and in which order.
struct NameListOptions: ParsableArguments {
  /// What paths must have in them.
  @Option(
    help: ArgumentHelp(
      "List only those with this in their path, whatever the case and accents.", valueName: "text"))
  var find: String?

  /// What they are sorted by.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sort by \(NameOrder.allCases.map(\.rawValue).joined(separator: ", ")); a minus sorts in descending order.",
      valueName: "key"),
    transform: NameListOptions.order)
  var sort: (key: NameOrder, isDescending: Bool)?

  /// Reads the value of `--sort`.
  ///
  /// - Throws: `ValidationError` for another key.
  private static func order(_ argument: String) throws -> (key: NameOrder, isDescending: Bool) {
    let isDescending = argument.hasPrefix("-")
    guard let key = NameOrder(rawValue: isDescending ? String(argument.dropFirst()) : argument) else {
      throw ValidationError("Sort by \(NameOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return (key, isDescending)
  }

  /// The rows that are wanted, in order.
  func chosen<Row: NamedRow>(of rows: [Row]) -> [Row] {
    Row.chosen(of: rows, find: find, by: sort?.key, isDescending: sort?.isDescending ?? false)
  }
}
