import ArgumentParser
import SlipBase

/// What is printed about arguments that can't be used: the mistake, and the usage of the command that they name.
///
///     $ slipconv folder add --nope
///     slipconv: error: Unknown option '--nope'.
///     Usage: slipconv folder add <bundle> <paths> ...
///       See 'slipconv folder add --help' for more information.
///
/// The parser of arguments alone would print the usage of all commands for some mistakes, and begin its errors in
/// another way than the rest of the program.
enum UsageMessage {
  /// The text about an error of the parser, without a newline at its end.
  static func text(of error: any Error) -> String {
    var (command, rest) = ArgumentTypo.named(by: Array(CommandLine.arguments.dropFirst()))
    var names = ["slipconv"] + CommandLine.arguments.dropFirst().dropLast(rest.count).filter { $0 != "help" }
    let isName = rest.first.map { !$0.hasPrefix("-") && Int($0) == nil } ?? false
    if let usual = command.configuration.defaultSubcommand, !isName {
      command = usual
      names.append(ArgumentTypo.name(usual))
    }
    return """
      slipconv: error: \(mistake(error))\(ImpliedBox.hint.withLock { $0.map { "\n\($0)" } } ?? "")
      Usage: \(Slipconv.usageString(for: command).replacing("\n", with: "\n       "))
        See '\(names.joined(separator: " ")) --help' for more information.
      """
  }

  /// What is wrong, with the help of the argument that it is about.
  private static func mistake(_ error: any Error) -> String {
    let whole = Slipconv.fullMessage(for: error)
    let end = whole.firstRange(of: "\nUsage: ")?.lowerBound ?? whole.endIndex
    let text = whole[..<end]
    let label = "Error: "
    return String(text.hasPrefix(label) ? text.dropFirst(label.count) : text)
  }
}
