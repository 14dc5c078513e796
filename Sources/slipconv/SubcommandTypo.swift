import ArgumentParser
import SlipBase
import SlipboxKit

/// Subcommands that don't exist, and those that may be meant. For options the parser does the same.
enum SubcommandTypo {
  /// - Throws: `ValidationError` for a word that stands where a subcommand has to.
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

  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  private static func unknown(
    _ word: String, among known: [String], of command: any ParsableCommand.Type
  ) -> ValidationError {
    let near = EditDistance.near(word, among: known).map { "'\($0)'" }
    let advice = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    let place = command == Slipconv.self ? "" : " of '\(name(command))'"
    return ValidationError("Unknown subcommand '\(PrintableText.of(word))'\(place).\(advice)")
  }
}
