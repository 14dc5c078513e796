import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv merge`: three-way merge of RTF files and bundles.
///
/// Like `git merge-file`, it writes the result to OURS and exits with 1 where there are conflicts, so git can call it as
/// a merge driver.
struct MergeCommand: ParsableCommand {
  /// The name `merge` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge what became of an RTF file or a bundle on two sides.",
    discussion: """
      What one side alone changed is taken: paragraphs, table rows, words, formatting, facts. Words that both sides \
      changed become tracked changes of two authors; so no word of either side is lost. Where both changed a fact or \
      formatting to different values, a rule decides, and the conflict is reported.

      Without -o the result replaces OURS.

      EXAMPLE
        slipconv merge base.rtf ours.rtf theirs.rtf -o merged.rtf
        slipconv merge base.slipbox mine.slipbox yours.slipbox -o merged.slipbox
        git config merge.slipbox.driver "slipconv merge %O %A %B --quiet"

      EXIT STATUS
        0  merged
        1  merged, with conflicts
        2  wrong usage
        3  could not be done; nothing was changed
      """)

  /// What both sides were made of.
  @Argument(help: "What both sides were made of; /dev/null where there is nothing.", completion: .file())
  var base: String

  /// Our side.
  @Argument(help: "Our side, which the result replaces.", completion: .file())
  var ours: String

  /// Their side.
  @Argument(help: "Their side.", completion: .file())
  var theirs: String

  /// Where the result goes.
  @Option(
    name: [.short, .customLong("output")],
    help: "Write the result here instead; - is standard output, for files.", completion: .file())
  var output: String?

  /// Whether our facts and formatting count in conflicts.
  @Flag(name: .customLong("ours"), help: "In conflicts of facts and formatting take our side.")
  var takesOurs = false

  /// Whether theirs count.
  @Flag(name: .customLong("theirs"), help: "In conflicts of facts and formatting take their side.")
  var takesTheirs = false

  /// Whether the note that was modified last counts.
  @Flag(
    name: .customLong("newest"), help: "In such conflicts take the note that was modified last (default).")
  var takesNewest = false

  /// The author of our tracked changes.
  @Option(help: "Name this author of our tracked changes.")
  var ourName = "ours"

  /// The author of their tracked changes.
  @Option(help: "Name this author of their tracked changes.")
  var theirName = "theirs"

  /// Whether an existing output may be replaced.
  @OptionGroup var force: ForceOption
  /// Prints the conflicts as JSON.
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Checks that one rule is given at most, and that standard output isn't used twice.
  func validate() throws {
    if [takesOurs, takesTheirs, takesNewest].count(where: { $0 }) > 1 {
      throw ValidationError("--ours, --theirs and --newest can't be used together.")
    }
    if json.json, output == "-" { throw ValidationError("--json and -o - can't be used together.") }
  }

  /// Merges, writes the result, and prints a line for each conflict unless the result itself is printed.
  ///
  /// - Throws: `ExitStatus.problemsFound` where there are conflicts, after the result was written;
  ///   `SlipError` where nothing was written.
  func run() throws {
    var request = MergeRequest(base: base, ours: ours, theirs: theirs)
    request.output = output
    request.rule = takesOurs ? .ours : takesTheirs ? .theirs : .newest
    (request.ourName, request.theirName) = (ourName, theirName)
    request.cache = IndexOption.folder
    request.replaces = force.force
    let outcome = try request.run { try Terminal.standardOutput.writeResult($0) }
    common.print(outcome.findings)
    if json.json {
      try JSONOutput.print(outcome, isDone: true)
    } else if output != "-" {
      for conflict in outcome.conflicts {
        let name = conflict.name ?? conflict.entity
        common.say("conflict: \(name.map { "\u{201C}\($0)\u{201D}: " } ?? "")\(conflict.summary)")
      }
      ConflictAdvice.say(outcome.conflicts, common)
    }
    if !outcome.conflicts.isEmpty { throw ExitStatus.problemsFound }
  }
}
