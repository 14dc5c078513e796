import ArgumentParser
import SlipBase
import SlipboxKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// The exit status of the program. Commands throw one to end with it, after they have printed
/// what there is to say.
///
/// The statuses are an interface: scripts and CI depend on them, and the README and the help of
/// the commands list them. The difference between 1 and 3 matters most: after 3 nothing was
/// changed, after 1 the work was done.
///
/// An error of the library becomes 2 if it is of kind `usage`, else 3. Only batch work that is
/// interrupted ends with 128 and the number of the signal.
enum ExitStatus: Int32, Error {
  /// Everything was done, and nothing was found.
  case done = 0
  /// The work was done, but there are problems to look at: findings, skipped files, losses.
  case problemsFound = 1
  /// The command line is wrong, or what it asks for can't be meant.
  case wrongUsage = 2
  /// The work could not be done, and nothing was changed.
  case couldNotBeDone = 3
  /// An error that isn't anybody's fault but the program's.
  case internalError = 4
  /// Ended by SIGINT; shells count 128 and the number of the signal.
  case interrupted = 130
  /// Ended by SIGTERM.
  case terminated = 143
  /// Ended by SIGHUP, which is sent when the terminal is closed.
  case hungUp = 129

  /// Runs `work`, prints an error to standard error, and returns the status.
  static func of(_ work: () throws -> Void) -> ExitStatus {
    do {
      try work()
      return .done
    } catch let status as ExitStatus {
      return status
    } catch let error as SlipError {
      return of(error)
    } catch {
      return of(parserError: error)
    }
  }

  /// Prints an error with its code to standard error, and returns the status for its kind. An
  /// error about an ambiguous name is followed by the candidates.
  static func of(_ error: SlipError) -> ExitStatus {
    Terminal.standardError.write(
      "slipconv: error: \(PlainLine.text("\(error)"))\(error.code.map { " [\($0)]" } ?? "")\n"
        + error.candidates.map { "  \(PlainLine.text($0))\n" }.joined())
    // Where no box was found, the error is that the first argument isn't one.
    if let hint = ImpliedBox.hint.withLock({ $0 }) { Terminal.standardError.write("  \(hint)\n") }
    return error.kind == .usage ? .wrongUsage : .couldNotBeDone
  }

  // The parser also throws for --help and --version, and only it can tell these from errors.
  /// Prints what the parser of arguments has thrown, such as the help for `--help`.
  private static func of(parserError error: any Error) -> ExitStatus {
    switch Slipconv.exitCode(for: error) {
    case .success:
      let message = Slipconv.fullMessage(for: error)
      Terminal.standardOutput.write(message.hasSuffix("\n") ? message : message + "\n")
      return .done
    case .validationFailure:
      Terminal.standardError.write(UsageMessage.text(of: error) + "\n")
      return .wrongUsage
    default:
      Terminal.standardError.write("slipconv: internal error: \(error)\n")
      return .internalError
    }
  }

  /// Ends the process with this status.
  func leave() -> Never { exit(rawValue) }
}
