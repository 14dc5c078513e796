import ArgumentParser
import SlipBase
import SlipboxKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the shell is told.
enum ExitStatus: Int32, Error {
  case done = 0
  case problemsFound = 1
  case wrongUsage = 2
  case couldNotBeDone = 3
  case internalError = 4
  /// By SIGINT, as shells count it.
  case interrupted = 130
  /// By SIGTERM.
  case terminated = 143
  /// By SIGHUP: the terminal is gone.
  case hungUp = 129

  /// Runs `work`, prints what went wrong on standard error, and says how it ended.
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

  /// Reports an error on standard error.
  static func of(_ error: SlipError) -> ExitStatus {
    Terminal.standardError.write(
      "slipconv: error: \(PlainLine.text("\(error)"))\(error.code.map { " [\($0)]" } ?? "")\n"
        + error.candidates.map { "  \(PlainLine.text($0))\n" }.joined())
    return error.kind == .usage ? .wrongUsage : .couldNotBeDone
  }

  // The parser throws for --help and --version, too; it alone knows which is which.
  private static func of(parserError error: any Error) -> ExitStatus {
    let message = Slipconv.fullMessage(for: error)
    switch Slipconv.exitCode(for: error) {
    case .success:
      Terminal.standardOutput.write(message.hasSuffix("\n") ? message : message + "\n")
      return .done
    case .validationFailure:
      Terminal.standardError.write(message + "\n")
      return .wrongUsage
    default:
      Terminal.standardError.write("slipconv: internal error: \(error)\n")
      return .internalError
    }
  }

  func leave() -> Never { exit(rawValue) }
}
