import ArgumentParser
import SlipBase
import SlipboxKit

/// `slipconv index`: makes, removes and describes the indexes of bundles (`IndexCache`).
struct IndexCommand: ParsableCommand {
  /// The name `index` with its subcommands `build`, `drop` and `status`.
  static let configuration = CommandConfiguration(
    commandName: "index", abstract: "Make searches fast: build, drop or describe a bundle's index.",
    discussion: """
      An index lies in $XDG_CACHE_HOME/slipconv, outside of the bundle. It changes no answer, only its time, and \
      is brought up to date when it is used after the bundle has changed.

      EXAMPLE
        slipconv index build my.slipbox
      """,
    subcommands: [Build.self, Drop.self, Status.self])

  /// The folder of indexes.
  ///
  /// - Throws: `ValidationError` where the environment doesn't name one.
  static func cache() throws -> IndexCache {
    guard let folder = IndexOption.folder else { throw ValidationError("Set XDG_CACHE_HOME or HOME.") }
    return IndexCache(directory: folder)
  }

  /// `slipconv index build`.
  struct Build: ParsableCommand {
    /// The name `build` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "build", abstract: "Write the index, or bring it up to date.",
      discussion: "EXAMPLE\n  slipconv index build my.slipbox")

    /// The bundle.
    @OptionGroup var bundle: BundleArgument

    /// Whether an index that is there is written anew.
    @Flag(help: "Write it anew, even if it is up to date.")
    var anew = false

    /// Prints the status after building as JSON, and no progress.
    @OptionGroup var json: JSONOption
    /// Whether remarks, warnings or more than these are printed.
    @OptionGroup var common: CommonOptions

    /// Shows progress while notes are read, then says how many are in the index.
    ///
    /// - Throws: `SlipError` where the bundle can't be read or the index can't be written.
    func run() throws {
      let bar = ProgressBar(quiet: common.quiet || json.json)
      defer { bar.finish() }
      let status = try IndexCommand.cache().build(bundle.bundle, anew: anew, progress: bar.progress)
      bar.finish()
      if json.json { return try JSONOutput.print(status, isDone: true) }
      common.say("Indexed \(counted(status.notes ?? 0, "note")) of \(status.bundle).")
    }
  }

  /// `slipconv index drop`.
  struct Drop: ParsableCommand {
    /// The name `drop` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Remove the index.",
      discussion: "EXAMPLE\n  slipconv index drop my.slipbox")

    /// The bundle, which may be gone already.
    @OptionGroup var bundle: BundleArgument
    /// Whether remarks, warnings or more than these are printed.
    @OptionGroup var common: CommonOptions

    /// Removes the index. A bundle without one is not an error.
    ///
    /// - Throws: `SlipError` where the index can't be looked for.
    func run() throws {
      let isDropped = try IndexCommand.cache().drop(bundle.bundle)
      common.say(isDropped ? "Removed the index of \(bundle.bundle)." : "\(bundle.bundle) has no index.")
    }
  }

  /// `slipconv index status`.
  struct Status: ParsableCommand {
    /// The name `status` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Say whether there is an index, and whether it is up to date.",
      discussion: "EXAMPLE\n  slipconv index status my.slipbox")

    /// The bundle.
    @OptionGroup var bundle: BundleArgument
    /// Prints state, number of notes and size as JSON.
    @OptionGroup var json: JSONOption
    /// Whether remarks, warnings or more than these are printed.
    @OptionGroup var common: CommonOptions

    /// Prints the state of the index and, where they are known, its number of notes and its size in bytes.
    ///
    /// - Throws: `SlipError` where there is no bundle.
    func run() throws {
      let status = try IndexCommand.cache().status(bundle.bundle)
      if json.json { return try JSONOutput.print(status) }
      var text = "\(status.bundle): \(status.state.rawValue)"
      if let notes = status.notes, let bytes = status.bytes {
        text += ", \(counted(notes, "note")), \(counted(bytes, "byte"))"
      }
      common.say(text)
    }
  }
}
