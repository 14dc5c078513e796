import ArgumentParser
import SlipBase
import SlipboxKit

/// How notes are chosen whose names mean no note, or several.
struct NoteNaming: ParsableArguments, NoteNamingOptions {
  /// Whether a part of a title isn't enough.
  @Flag(help: "Take only whole titles, paths and UUIDs of notes, and no part of a title.")
  var exact = false
  /// Whether the first of several is taken.
  @Flag(help: "Where a name fits several notes, take the first.")
  var first = false

  var rule: NoteChoice.Rule { exact ? .exact : first ? .first : .ask }
}

/// The same for a command that has another option `--first`.
struct ExactNaming: ParsableArguments, NoteNamingOptions {
  /// Whether a part of a title isn't enough.
  @Flag(help: "Take only whole titles, paths and UUIDs of notes, and no part of a title.")
  var exact = false

  var rule: NoteChoice.Rule { exact ? .exact : .ask }
}

/// Options that say how a note is chosen.
protocol NoteNamingOptions {
  /// What is done where a name doesn't mean one note.
  var rule: NoteChoice.Rule { get }
}

/// A command whose notes may be named by a part of their titles.
protocol NamesNotes: ParsableCommand {
  associatedtype Naming: NoteNamingOptions
  /// How a note is chosen.
  var naming: Naming { get }
}

/// Runs a command again with the note that was meant, where a name alone means no note: the only one that it fits, or the one
/// that the user chooses.
///
/// A command finds its notes before it does anything, so it can be run twice.
enum NoteChoice {
  /// What is done where a name doesn't mean one note.
  enum Rule {
    /// That is an error.
    case exact
    /// The first that it fits is taken.
    case first
    /// The only one that it fits is taken; of several, the user chooses at a terminal.
    case ask
  }

  /// Parses the arguments and runs the command.
  static func run(_ arguments: [String], _ parsed: ([String]) throws -> any ParsableCommand) throws {
    var arguments = arguments
    while true {
      var command = try parsed(arguments)
      do {
        return try command.run()
      } catch let error as SlipError {
        guard let rule = (command as? any NamesNotes)?.naming.rule, let name = error.subject,
          let choice = choice(error, rule), let chosen = replacing(name, by: choice, in: arguments)
        else { throw error }
        arguments = chosen
      }
    }
  }

  /// The UUID of the note that is meant; nil where the error stands.
  private static func choice(_ error: SlipError, _ rule: Rule) -> String? {
    switch rule {
    case .exact: return nil
    case .first: return error.choices.first
    case .ask: break
    }
    if error.choices.count == 1 { return error.choices.first }
    guard !error.choices.isEmpty, Terminal.standardInput.isTerminal, Terminal.standardError.isTerminal
    else { return nil }
    Terminal.standardError.write(
      zip(1..., error.candidates.prefix(error.choices.count)).map { number, line in
        "\(number < 10 ? " " : "")\(number)  \(PlainLine.text(line))\n"
      }.joined() + "Which one? ")
    guard let number = readLine().flatMap({ Int($0.filter { !$0.isWhitespace }) }),
      (1...error.choices.count).contains(number)
    else { return nil }
    return error.choices[number - 1]
  }

  /// The arguments with a name replaced, also as the value of an option; nil where it is none of them.
  private static func replacing(_ name: String, by choice: String, in arguments: [String]) -> [String]? {
    let replaced = arguments.map { argument -> String in
      if argument == name { return choice }
      guard argument.hasPrefix("--"), argument.hasSuffix("=" + name) else { return argument }
      return String(argument.dropLast(name.count)) + choice
    }
    return replaced == arguments ? nil : replaced
  }
}
