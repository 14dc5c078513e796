import ArgumentParser
import SlipBase
import SlipboxKit
internal import SlipFiles

/// Flags of every command.
struct CommonOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print informational findings.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose can't be used together.") }
  }

  /// The least severity that is printed.
  var floor: Diagnostic.Severity { quiet ? .error : verbose ? .info : .warning }

  /// Diagnostics go to standard error, so that standard output stays the result.
  func print(_ diagnostics: [Diagnostic]) {
    DiagnosticPrinter(terminal: .standardError, floor: floor).print(diagnostics)
  }

  /// A remark that `--quiet` leaves out.
  func say(_ text: String) {
    if !quiet { Terminal.standardOutput.write(PlainLine.text(text) + "\n") }
  }
}

struct JSONOption: ParsableArguments {
  @Flag(name: .long, help: "Print the result as JSON.")
  var json = false
}

/// The bundle a command works on.
struct BundleArgument: ParsableArguments {
  @Argument(
    help: """
      The bundle: a .slipbox folder or any path inside it, a folder that contains one bundle, or a .slippack file.
      """,
    completion: .file())
  var bundle: String
}

/// Whether a file that is there may be replaced.
struct ForceOption: ParsableArguments {
  @Flag(help: "Replace an existing file.")
  var force = false

  var existing: AtomicFile.Existing { force ? .replace : .refuse }
}

struct ReportOption: ParsableArguments {
  @Flag(
    help: "List what the output format can't represent, with counts and positions, and write nothing.")
  var report = false
}
