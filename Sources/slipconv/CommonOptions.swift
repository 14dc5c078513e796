import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit
internal import SlipFiles

/// The flags that every command has, and the output that they control.
///
/// What a command is asked to print (a table, a report, JSON) goes to standard output;
/// diagnostics and progress go to standard error, so that a pipe gets the result alone.
///
/// | flag | diagnostics | remarks such as `b.slipbox: packed.` |
/// | --- | --- | --- |
/// | `--quiet` | errors | no |
/// | none | warnings and errors | yes |
/// | `--verbose` | all | yes, some commands with more details |
struct CommonOptions: ParsableArguments {
  /// Suppresses remarks, warnings and progress.
  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// Also prints diagnostics of severity `info`, and more details where a command has some.
  @Flag(name: .shortAndLong, help: "Also print informational findings.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose can't be used together.") }
  }

  /// The least severity of diagnostics that is printed.
  var floor: Diagnostic.Severity { quiet ? .error : verbose ? .info : .warning }

  /// Prints diagnostics to standard error, one per line.
  func print(_ diagnostics: [Diagnostic]) {
    DiagnosticPrinter(terminal: .standardError, floor: floor).print(diagnostics)
  }

  /// Prints a line about what was done to standard output, unless `--quiet` is given. Text from
  /// users is made safe for a terminal.
  func say(_ text: String) {
    if !quiet { Terminal.standardOutput.writeRemark(PlainLine.text(text) + "\n") }
  }
}

/// The flag of commands whose result a program may want. The JSON forms have published schemas
/// or are those of the library's types.
struct JSONOption: ParsableArguments {
  /// Prints the result as one JSON document to standard output, instead of text.
  @Flag(name: .long, help: "Print the result as JSON.")
  var json = false
}

/// The bundle that a command works on.
struct BundleArgument: ParsableArguments {
  /// The argument as it was given; the library finds the bundle that it means
  /// (`BundleLocator.locate`).
  @Argument(
    help: ArgumentHelp(
      """
      The bundle: a .slipbox folder or any path inside it, a folder that contains one bundle, or a .slippack file. \
      Without it, the one that $SLIPBOX names, or that is here or above.
      """, valueName: "bundle"),
    completion: NameCompletion.boxes)
  var given: String?

  /// The same; where the command line leaves it out, `ImpliedBox` has put it there.
  var bundle: String { given ?? "" }

  /// Checks that there is a bundle.
  func validate() throws {
    if given != nil { return }
    throw ValidationError(ImpliedBox.hint.withLock { $0.take() } ?? "Name a bundle.")
  }

  /// Whether the bundle is to be made: nothing is at a path with the suffix of a bundle.
  ///
  /// - Throws: `SlipError` where the path can't be looked at.
  func isNew() throws(SlipError) -> Bool {
    guard bundle.hasSuffix(BundleLayout.directorySuffix) else { return false }
    return try FileSystem.status(bundle, followLinks: false) == nil
  }
}

/// Whether a command may replace an existing output file. Without it, existing files are an
/// error.
struct ForceOption: ParsableArguments {
  /// Replaces the file as a whole, and only once the new one is complete.
  @Flag(help: "Replace an existing file.")
  var force = false

  /// The same as the library puts it.
  var existing: AtomicFile.Existing { force ? .replace : .refuse }
}

/// The flag of `export` and `convert` that reports losses instead of writing.
struct ReportOption: ParsableArguments {
  /// Prints what the output format can't represent, instead of writing the output.
  @Flag(
    help: "List what the output format can't represent, with counts and positions, and write nothing.")
  var report = false
}
