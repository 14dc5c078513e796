import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit
import Synchronization

/// The box that a command line leaves out.
///
///     $ slipconv find honey          $SLIPBOX, or the one that is here or above
///     $ slipconv find b.slipbox honey
///
/// The first argument is the box if it names one; else the box is `$SLIPBOX`, or the one that is found in the working
/// directory or above it (`BundleLocator.nearest`). It is put before the other arguments, so that no command knows of this.
enum ImpliedBox {
  /// Why none was found, and how to name one; nil where none was looked for, or one was found.
  static let hint = Mutex<String?>(nil)

  /// The arguments with the box, where they leave it out and there is one.
  ///
  /// - Throws: `SlipError` where the working directory can't be read.
  static func completed(_ arguments: [String]) throws(SlipError) -> [String] {
    let (named, rest) = ArgumentTypo.named(by: arguments)
    if arguments.first == "help" || rest.contains("--help") || rest.contains("-h") { return arguments }
    var command = named
    var words = arguments.dropLast(rest.count)
    if let usual = named.configuration.defaultSubcommand, rest.first?.hasPrefix("-") ?? true {
      command = usual
      words.append(ArgumentTypo.name(usual))
    }
    // Most command lines begin with their box, and need no closer look.
    if let first = rest.first, !first.hasPrefix("-"), isNamed(by: first) { return arguments }
    guard takesBox(command), isLeftOut(in: CommandLineParts(rest, of: command), of: command),
      let box = try find()
    else { return arguments }
    return words + [box] + rest
  }

  /// The box that is meant where none is named; nil where there is none, of which `hint` tells then.
  ///
  /// - Parameter isNeeded: Whether the command can't do without a box.
  /// - Throws: `SlipError` where the working directory can't be read.
  static func find(isNeeded: Bool = true) throws(SlipError) -> String? {
    if let named = Environment.value("SLIPBOX"), !named.isEmpty {
      return named.hasPrefix("-") ? "./" + named : named
    }
    guard let here = Environment.workingDirectory else { return nil }
    do throws(SlipError) {
      if let box = try BundleLocator.nearest(to: here, upTo: Environment.value("HOME")) { return box }
      if isNeeded {
        hint.withLock { $0 = "Name a bundle first: there is none here or above, and $SLIPBOX names none." }
      }
    } catch {
      guard error.code == ContainerCode.severalBundles else { throw error }
      guard isNeeded else { return nil }
      let names = error.candidates.prefix(5).map { PlainLine.text($0) }.joined(separator: ", ")
      let rest = error.candidates.count > 5 ? ", …" : ""
      hint.withLock { $0 = "Name a bundle first, or set $SLIPBOX: there are \(names)\(rest)." }
    }
    return nil
  }

  /// Whether an argument names a box: something that is one, is in one or contains one, or has the suffix of one.
  static func isNamed(by argument: String) -> Bool {
    if isBundleName(argument) || argument.contains(BundleLayout.directorySuffix + "/") { return true }
    // What can't be looked at is none.
    return (try? BundleLocator.locate(argument)) != nil
  }

  /// Whether a path has the suffix of a bundle.
  static func isBundleName(_ path: String) -> Bool {
    var path = path[...]
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return [BundleLayout.directorySuffix, BundleLayout.packSuffix, BundleLayout.singleFileSuffix]
      .contains { path.hasSuffix($0) }
  }

  /// Whether a command works on a box.
  private static func takesBox(_ command: any ParsableCommand.Type) -> Bool {
    if command is any ImpliesBox.Type { return true }
    return Mirror(reflecting: command.init()).children.contains { $0.value is OptionGroup<BundleArgument> }
  }

  /// Whether the box is left out.
  private static func isLeftOut(in line: CommandLineParts, of command: any ParsableCommand.Type) -> Bool {
    (command as? any ImpliesBox.Type)?.leavesOutBox(line) ?? line.leavesOutFirst
  }
}

/// A command that takes a box in its own way, and not as a `BundleArgument`.
protocol ImpliesBox: ParsableCommand {
  /// Whether a command line leaves the box out.
  static func leavesOutBox(_ line: CommandLineParts) -> Bool
}

/// The arguments of a command as they will be understood: positional ones and options.
struct CommandLineParts {
  /// The arguments that are neither options nor values of these.
  private(set) var positional: [String] = []
  /// The options, without their values.
  private(set) var options: Set<String> = []
  /// The most positional arguments that the command takes; nil for any number.
  private let most: Int?

  /// Tells the arguments of a command apart, by what its help says.
  init(_ arguments: ArraySlice<String>, of command: any ParsableCommand.Type) {
    let withValue = CommandLineParts.optionsWithValue(command.helpMessage(includeHidden: true))
    most = CommandLineParts.most(Slipconv.usageString(for: command))
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        positional += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        positional.append(argument)
        continue
      }
      options.insert(String(argument.prefix { $0 != "=" }))
      if withValue.contains(argument) { rest = rest.dropFirst() }
    }
  }

  /// Whether the first argument isn't a box, and there is room for one before it.
  var leavesOutFirst: Bool {
    guard let first = positional.first else { return true }
    return !ImpliedBox.isNamed(by: first) && most.map { positional.count < $0 } ?? true
  }

  /// The options that a help says take a value: its lines that begin such as `-o, --output <output>`.
  private static func optionsWithValue(_ help: String) -> Set<String> {
    var found: Set<String> = []
    for line in help.split(separator: "\n") where line.hasPrefix("  -") {
      let words = line.split(separator: " ")
      let names = words.prefix { $0.hasPrefix("-") }
      guard words.dropFirst(names.count).first?.hasPrefix("<") ?? false else { continue }
      for name in names { found.insert(String(name.filter { $0 != "," })) }
    }
    return found
  }

  /// The most positional arguments that a usage has room for, such as two for `show [<options>] [<bundle>] <note>`.
  private static func most(_ usage: String) -> Int? {
    var (count, isValue) = (0, false)
    for word in usage.split(whereSeparator: \.isWhitespace) {
      if word.hasPrefix("...") { return nil }
      if word.hasPrefix("<") || word.hasPrefix("[<"), !isValue, word != "[<options>]" { count += 1 }
      isValue = word.hasPrefix("-") || word.hasPrefix("[-")
    }
    return count
  }
}
