import ArgumentParser
import SlipSync
import SlipboxKit

/// `slipconv refresh`: adopts bodies that were edited in the bundle (`Refresh`, as `import` does, too), and merges copies of another
/// machine (`ConflictMerge`).
///
///     $ slipconv refresh my.slipbox
///     Adopted Spring check.
struct RefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Take in what other programs did in a bundle.",
    discussion: """
      Bodies that were edited with a word processor are adopted: embedded pictures are extracted again; mirrors, links, \
      digests and modification dates are updated. The imported originals stay available.

      Copies of what another machine had, as Dropbox, Syncthing, iCloud Drive and the like leave them where two machines \
      changed the bundle, are merged as `sync` does, and removed when all of it is in the bundle.

      In a work tree of Git, a manifest with the marks of a merge is made anew from what Git has of both sides, and files \
      that the merge took away come back. `git add` then says that the merge is done.

      EXAMPLE
        slipconv refresh my.slipbox
      """)

  /// The result as JSON, `{ "adopted" : [ "Spring check" ], "diagnostics" : [ ] }`. The names
  /// of the properties are the keys.
  private struct Result: Encodable {
    /// Titles of the adopted notes.
    var adopted: [String]
    /// The files that came back from Git.
    var restored: [String]
    /// The notes that copies of another machine changed.
    var merged: [BoxSyncOutcome.NoteChange]
    /// What both machines had changed.
    var conflicts: [MergeRequest.Outcome.Conflict]
    /// The copies that were removed.
    var removed: [String]
    /// Findings about the edited bodies.
    var diagnostics: [DiagnosticRecord]
  }

  /// The bundle to refresh.
  @OptionGroup var bundle: BundleArgument
  /// When it is done, instead of now.
  @Option(
    help: "When this is done, for the history (RFC 3339), instead of $SOURCE_DATE_EPOCH or now.",
    transform: Timestamp.argument)
  var date: Timestamp?
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Adopts edited bodies. If a body can't be read, the exit status is 1, and the others are
  /// adopted all the same.
  func run() throws {
    let git = try GitMerge.run(bundle.bundle)
    let copies = try ConflictMerge.run(bundle.bundle)
    let outcome = try Refresh.run(bundle.bundle, date: date ?? EditOptions.now)
    let diagnostics = git.diagnostics + copies.diagnostics + outcome.diagnostics
    let (notes, conflicts) = (git.notes + copies.notes, git.conflicts + copies.conflicts)
    let isDone = !outcome.titles.isEmpty || !copies.removed.isEmpty || outcome.adoptedParts || git.isChanged
    if json.json {
      try JSONOutput.print(
        Result(
          adopted: outcome.titles, restored: git.restored, merged: notes, conflicts: conflicts,
          removed: copies.removed, diagnostics: diagnostics.map(DiagnosticRecord.init)),
        isDone: isDone)
    } else {
      common.print(diagnostics)
      if git.hasMerged { common.say("Merged both sides of the manifest.") }
      for note in notes {
        let fields = note.fields.isEmpty ? "" : " (\(note.fields.joined(separator: ", ")))"
        common.say("Merged \(note.title): \(note.change.rawValue)\(fields).")
      }
      for conflict in conflicts {
        let sides = git.hasMerged ? "sides" : "machines"
        common.say(
          "Both \(sides) changed \(conflict.name ?? "a file"): \(conflict.kind). Tracked changes show it.")
      }
      if !copies.removed.isEmpty {
        common.say("Removed \(counted(copies.removed.count, "conflict copy", plural: "conflict copies")).")
      }
      if !git.restored.isEmpty { common.say("Brought back \(counted(git.restored.count, "file")) from Git.") }
      if outcome.adoptedParts { common.say("Took over parts of the manifest.") }
      for title in outcome.titles { common.say("Adopted \(title).") }
      if !isDone { common.say("No body was edited.") }
    }
    if !conflicts.isEmpty { throw ExitStatus.problemsFound }
    if diagnostics.contains(where: { $0.severity == .error }) { throw ExitStatus.problemsFound }
  }
}
