import ArgumentParser
import SlipBase
import SlipboxKit

/// Detects subcommands and options that don't exist, and proposes those that may be meant:
///
///     $ slipconv exprot my.slipbox
///     Error: Unknown subcommand 'exprot'. Did you mean 'export'?
///
/// Of a subcommand the parser would only say that an argument is unexpected. An option that doesn't exist it
/// mentions only where nothing is missing.
enum ArgumentTypo {
  /// Checks the words before the first option.
  ///
  /// A command with a default subcommand accepts a number, as in `slipconv schema 5`.
  ///
  /// - Returns: The command that the words name.
  /// - Throws: `ValidationError` for an unknown subcommand.
  @discardableResult
  static func expectNone(in arguments: [String]) throws -> any ParsableCommand.Type {
    let (command, rest) = named(by: arguments)
    let subcommands = command.configuration.subcommands
    guard !subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-") else { return command }
    if command == Slipconv.self || command.configuration.defaultSubcommand == nil || Int(word) == nil {
      throw unknown(word, among: subcommands.map { name($0) }, of: command)
    }
    return command
  }

  /// The command that the first words name, as far as they are names of commands, and the arguments after them.
  static func named(
    by arguments: [String]
  ) -> (command: any ParsableCommand.Type, arguments: ArraySlice<String>) {
    var command: any ParsableCommand.Type = Slipconv.self
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    while let word = words.first,
      let next = command.configuration.subcommands.first(where: { name($0) == word })
    {
      command = next
      words = words.dropFirst()
    }
    return (command, words)
  }

  /// The error of the first option that a command doesn't have; nil where it has all.
  ///
  /// It is asked for when the arguments can't be used, so that a value that looks like an option does no harm.
  static func unknownOption(in arguments: [String]) -> ValidationError? {
    guard let command = try? expectNone(in: arguments) else { return nil }
    let help = (command.configuration.defaultSubcommand ?? command).helpMessage(includeHidden: true)
    let known = help.matches(of: #/--[a-z][-a-z0-9]*/#).map { String($0.output) }
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
      let option = String(argument.prefix { $0 != "=" })
      guard !known.contains(option) else { continue }
      let near = Suggestion.near(option, among: Array(Set(known)).sorted(), limit: 2).map { "'\($0)'" }
      let advice = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
      return ValidationError("Unknown option '\(PrintableText.of(option))'.\(advice)")
    }
    return nil
  }

  /// The name of a command; all commands have one.
  static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  /// The error for an unknown subcommand.
  private static func unknown(
    _ word: String, among known: [String], of command: any ParsableCommand.Type
  ) -> ValidationError {
    let near = Suggestion.near(word, among: known).map { "'\($0)'" }
    let advice = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    let place = command == Slipconv.self ? "" : " of '\(name(command))'"
    return ValidationError("Unknown subcommand '\(PrintableText.of(word))'\(place).\(advice)")
  }
}
