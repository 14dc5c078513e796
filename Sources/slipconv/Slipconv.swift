internal import SlipFiles
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

/// The root of the command line. `main` turns every outcome into one of the exit statuses of
/// `ExitStatus`.
///
/// Each subcommand is a file in `Commands/`. It parses its arguments, fills in a request of
/// `SlipboxKit`, and prints the result; it has no logic of its own. To add one:
///
/// - write a `ParsableCommand` in `Commands/`, with a help text that has an example;
/// - use `CommonOptions`, `JSONOption` and the other groups, so that options have the same
///   names and meanings everywhere;
/// - add it to `subcommands` below, and to the table in the README;
/// - write a session in `Fixtures/cli`, which the tests run and compare.
@main
struct Slipconv: ParsableCommand {
  /// Name, help and subcommands, in the groups and the order of the help.
  static let configuration = CommandConfiguration(
    commandName: "slipconv",
    abstract: "Keep years of rich-text notes in one portable bundle.",
    discussion: """
      A slip-box bundle (NAME.slipbox, or packed NAME.slippack) holds RTF bodies with exact plain-text \
      mirrors, attachments, thumbnails and one XML manifest.

      EXAMPLE
        slipconv import notes.rtf
        slipconv validate notes.slipbox

      EXIT STATUS
        0  done
        1  problems were found, or some items were left out
        2  wrong usage
        3  could not be done; nothing was changed
        4  internal error
      """,
    version: SlipboxTool.version,
    groupedSubcommands: [
      CommandGroup(
        name: "NOTES",
        subcommands: [
          NewCommand.self, TodayCommand.self, EditCommand.self, ShowCommand.self, SetCommand.self,
          DeleteCommand.self,
          AttachCommand.self, DetachCommand.self, RandomCommand.self,
        ]),
      CommandGroup(
        name: "FINDING",
        subcommands: [
          FindCommand.self, ListCommand.self, LinksCommand.self, ViewCommand.self, InfoCommand.self,
          IndexCommand.self,
        ]),
      CommandGroup(
        name: "ORDER",
        subcommands: [FolderCommand.self, KeywordCommand.self, LinkCommand.self, UnlinkCommand.self]),
      CommandGroup(
        name: "THE PAST",
        subcommands: [
          LogCommand.self, UndoCommand.self, RestoreCommand.self, DiffCommand.self, PruneCommand.self,
        ]),
      CommandGroup(
        name: "IN AND OUT",
        subcommands: [
          ImportCommand.self, ExportCommand.self, ConvertCommand.self, InspectCommand.self,
          IdentifyCommand.self,
          PackCommand.self, UnpackCommand.self,
        ]),
      CommandGroup(
        name: "SEVERAL SIDES",
        subcommands: [
          SyncCommand.self, FeedCommand.self, MergeCommand.self, ResolveCommand.self, RefreshCommand.self,
        ]),
      CommandGroup(
        name: "UPKEEP",
        subcommands: [
          ValidateCommand.self, ExplainCommand.self, RulesCommand.self, MigrateCommand.self,
          SchemaCommand.self,
          JournalCommand.self,
        ]),
      CommandGroup(
        name: "FOR PROGRAMS", subcommands: [ApplyCommand.self, QueryCommand.self, WatchCommand.self]),
    ])

  /// Runs the program. It never returns.
  ///
  /// Signals are handled from the very first, because other threads inherit the mask of blocked
  /// signals.
  static func main() {
    StopSignal.listen()
    ExitStatus.of {
      defer { StopSignal.waitIfEnding() }
      try expectArguments()
      try expectUnicode()
      try run(arguments: GitArguments.separated(Array(CommandLine.arguments.dropFirst())))
    }.leave()
  }

  /// Throws where the arguments can't be had: Swift reads them in `/proc` on Linux, which bare root directories may lack. Without
  /// them every command would print the help and end as if it had been done.
  private static func expectArguments() throws(SlipError) {
    guard CommandLine.argc == 0 else { return }
    throw SlipError(.cannotDo, "The arguments can't be read, because /proc isn't mounted here.")
  }

  /// Throws for an argument that isn't UTF-8, because as a Swift string it would name another
  /// file, or none.
  private static func expectUnicode() throws {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let bytes = UnsafeBufferPointer(
        start: UnsafeRawPointer(argument).assumingMemoryBound(to: UInt8.self), count: strlen(argument))
      guard String(validating: bytes, as: UTF8.self) == nil else { continue }
      throw SlipError(
        .usage, code: FileCode.nameNotUnicode,
        "This argument is not UTF-8; name its folder instead, or rename the file: \(PrintableText.ofBytes(bytes))"
      )
    }
  }

  /// Parses the arguments. Where they can't be used and an option is mistyped, that is the error.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      // Of an unknown option alone the parser says more, since it knows the usage of the command.
      let isMistake = exitCode(for: error) == .validationFailure
      if !isMistake || message(for: error).contains("Unknown option") { throw error }
      throw ArgumentTypo.unknownOption(in: arguments) ?? error
    }
  }

  /// Parses the arguments and runs the subcommand.
  private static func run(arguments: [String]) throws {
    try ArgumentTypo.expectNone(in: arguments)
    try NoteChoice.run(try ImpliedBox.completed(arguments), parsed)
    if let error = Terminal.lostRemark.withLock({ $0 }) { throw JSONOutput.unwritten(error) }
    if Terminal.hasUnfinishedChange.load(ordering: .relaxed) { throw ExitStatus.problemsFound }
  }
}
