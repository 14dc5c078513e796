import ArgumentParser
import SlipBase
import SlipboxKit

/// Detects subcommands that don't exist, and proposes those that may be meant:
///
///     $ slipconv exprot my.slipbox
///     Error: Unknown subcommand 'exprot'. Did you mean 'export'?
///
/// The parser would only say that an argument is unexpected. For options it proposes names by
/// itself.
enum SubcommandTypo {
  /// Checks the words before the first option.
  ///
  /// A command with a default subcommand accepts a number, as in `slipconv schema 5`.
  ///
  /// - Throws: `ValidationError` for an unknown subcommand.
  static func expectNone(in arguments: [String]) throws {
    var command: any ParsableCommand.Type = Slipconv.self
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    while let word = words.popFirst(), !word.hasPrefix("-") {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty else { return }
      if let next = subcommands.first(where: { name($0) == word }) {
        command = next
      } else if command == Slipconv.self || command.configuration.defaultSubcommand == nil || Int(word) == nil
      {
        throw unknown(word, among: subcommands.map { name($0) }, of: command)
      }
    }
  }

  /// The name of a command; all commands have one.
  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  /// The error for an unknown subcommand.
  private static func unknown(
    _ word: String, among known: [String], of command: any ParsableCommand.Type
  ) -> ValidationError {
    let near = EditDistance.near(word, among: known).map { "'\($0)'" }
    let advice = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    let place = command == Slipconv.self ? "" : " of '\(name(command))'"
    return ValidationError("Unknown subcommand '\(PrintableText.of(word))'\(place).\(advice)")
  }
}
