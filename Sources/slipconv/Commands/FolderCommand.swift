public import ArgumentParser
import SlipBase
import SlipNotes
import SlipQuery
public import SlipboxKit

/// `slipconv folder`: lists, creates, renames, moves and deletes folders.
struct FolderCommand: ParsableCommand {
  /// The name `folder` and its subcommands; without one of them folders are listed.
  static let configuration = CommandConfiguration(
    commandName: "folder", abstract: "List, create, rename, move or delete folders.",
    subcommands: [
      ListFolders.self, AddFolder.self, RenameFolder.self, MoveFolder.self, DeleteFolder.self,
    ], defaultSubcommand: ListFolders.self)

  /// `slipconv folder list`.
  struct ListFolders: ParsableCommand {
    /// The name `list` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List folders with their numbers of notes.",
      discussion: "EXAMPLE\n  slipconv folder list my.slipbox")
    /// The bundle that is read: a `.slipbox` folder or any path inside it, or a `.slippack` file.
    @OptionGroup var bundle: BundleArgument
    /// Prints the rows as a JSON array instead of lines of text.
    @OptionGroup var json: JSONOption
    /// Whether remarks, warnings or more than these are printed.
    @OptionGroup var common: CommonOptions

    /// Prints each folder with the number of notes directly in it, without those in its subfolders; or, where
    /// it has a saved search, with the number of notes that this finds.
    func run() throws {
      let rows = try OpenBundle(bundle.bundle).folderRows(clock: QueryClock(now: .systemClock, zone: .utc))
      if json.json { try JSONOutput.print(rows) }
      let lines = rows.map { row in
        let searches = [("search", row.search), ("where", row.predicate)].compactMap { name, text in
          text.map { "\(name): \($0)" }
        }
        let count = row.problem == nil ? row.notes.of("note") : "?"
        return [row.path + "/", count, searches.joined(separator: "  ")]
      }
      if !json.json { for line in TextTable.aligned(lines) { common.say(line) } }
      for row in rows {
        guard let problem = row.problem else { continue }
        Terminal.standardError.write(
          "slipconv: warning: The saved search of \(PlainLine.text(row.path)) can't be used: \(problem).\n")
      }
      if rows.contains(where: { $0.problem != nil }) { throw ExitStatus.problemsFound }
    }
  }

  /// `slipconv folder add`.
  struct AddFolder: ParsableCommand {
    /// The name `add` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Create folders, and save searches as folders.",
      discussion: """
        With --find or --where the folder keeps a search, and finds its notes anew each time: `slipconv folder list` \
        counts them, and `--saved` names it wherever notes are chosen.

        EXAMPLE
          slipconv folder add my.slipbox Work/Ideas Work/Done
          slipconv folder add my.slipbox "Smart/This week" --find "modified:-7d -status:archived"
          slipconv list my.slipbox --saved "Smart/This week"
        """)
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Names from the top with slashes between them; folders that exist are left as they are.
    @Argument(help: "Paths of folders; those above them are created, too.") var paths: [String]
    /// The words of a search that the folders keep.
    @Option(
      help: ArgumentHelp("Save this search as a folder: see `slipconv find --help`.", valueName: "words"))
    var find: String?
    /// The predicate that the folders keep.
    @Option(
      name: .customLong("where"),
      help: ArgumentHelp(
        "Save this predicate as a folder: see `slipconv list --help`.", valueName: "predicate"))
    var predicate: String?
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Creates what is missing of all paths in one transaction.
    ///
    /// - Throws: `SlipError` for an empty path or one of too many folders; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle, createsBundle: try bundle.isNew(),
        done: { (_: Void, result) in "Created \(result.count("folder", "inserted").of("folder"))." },
        edits: { session throws(SlipError) in
          for path in paths {
            if find == nil && predicate == nil {
              _ = try session.addFolder(path)
            } else {
              try session.save(SavedSearch(search: find, predicate: predicate), asFolder: path)
            }
          }
        })
    }
  }

  /// `slipconv folder rename`.
  struct RenameFolder: ParsableCommand {
    /// The name `rename` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Rename a folder.",
      discussion: "EXAMPLE\n  slipconv folder rename my.slipbox Work/Ideas Plans")
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Where the folder is now, such as `Work/Ideas`, or its UUID.
    @Argument(help: "The path of the folder.", completion: NameCompletion.folders) var path: String
    /// What the last part of the path becomes. Blanks at both ends are dropped.
    @Argument(help: "The new name.") var name: String
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Renames the folder; it stays where it is, and so do its notes.
    ///
    /// - Throws: `SlipError` for an unknown folder or an empty name; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle, done: { (_: Void, _) in "Renamed \(path)." },
        edits: { session throws(SlipError) in
          try session.rename(folder: try session.folder(named: path).id, to: name)
        })
    }
  }

  /// `slipconv folder move`.
  struct MoveFolder: ParsableCommand {
    /// The name `move` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Move a folder into another one.",
      discussion:
        "EXAMPLE\n  slipconv folder move my.slipbox Ideas --into Work\n  slipconv folder move my.slipbox Work/Ideas --top"
    )
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Where the folder is now, such as `Work/Ideas`, or its UUID.
    @Argument(help: "The path of the folder.", completion: NameCompletion.folders) var path: String
    /// The path or UUID of the new parent, which must exist; nil only with `--top`.
    @Option(help: "The folder to move it into.", completion: NameCompletion.folders) var into: String?
    /// Whether the folder leaves its parent and gets none.
    @Flag(help: "Move it to the top.") var top = false
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Checks that there is one place to move to.
    func validate() throws {
      if (into == nil) != top { throw ValidationError("Give either --into or --top.") }
    }

    /// Moves the folder with all that is in it; it comes last in its new place.
    ///
    /// - Throws: `SlipError` for unknown folders, or a folder moved into itself; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle, done: { (_: Void, _) in "Moved \(path)." },
        edits: { session throws(SlipError) in
          let parent = try into.map { name throws(SlipError) in try session.folder(named: name).id }
          try session.move(folder: try session.folder(named: path).id, into: parent)
        })
    }
  }

  /// `slipconv folder delete`.
  struct DeleteFolder: ParsableCommand {
    /// The name `delete` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a folder.",
      discussion: """
        A folder that isn't empty is refused. --recursive deletes what is in it, too; --notes move-up moves it to the parent.

        EXAMPLE
          slipconv folder delete my.slipbox Work/Done --recursive
        """)
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Where the folder is, such as `Work/Done`, or its UUID.
    @Argument(help: "The path of the folder.", completion: NameCompletion.folders) var path: String
    /// Whether everything below goes with the folder; the same as `--notes delete`.
    @Flag(help: "Delete the folders and notes in it, too.") var recursive = false
    /// What happens to notes and folders in it; nil refuses to delete a folder that isn't empty.
    @Option(help: ArgumentHelp("move-up: move what is in it to its parent.", valueName: "rule"))
    var notes: EditSession.FolderContents?
    /// Whether hyperlinks to deleted notes stay in the bodies of others.
    @Flag(help: "Leave hyperlinks to deleted notes in the texts of others.") var keepLinks = false
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Checks that only one rule is given for what is in the folder.
    func validate() throws {
      if recursive && notes != nil {
        throw ValidationError("--recursive and --notes can't be used together.")
      }
    }

    /// Deletes the folder in one transaction, and says how many folders and notes went.
    ///
    /// - Throws: `SlipError` for an unknown folder, or a non-empty one without a rule; nothing is saved.
    func run() throws {
      let rule = recursive ? .delete : notes ?? .refuse
      try options.run(
        bundle.bundle,
        done: { (_: [Note.ID], result) in
          "Deleted \(result.count("folder", "deleted").of("folder")) and \(result.count("note", "deleted").of("note"))."
        },
        edits: { session throws(SlipError) in
          try session.delete(
            folder: try session.folder(named: path).id, notes: rule, keepingLinks: keepLinks)
        })
    }
  }
}

/// The value of `folder delete --notes`: `refuse`, `delete` or `move-up`.
extension EditSession.FolderContents: ExpressibleByArgument {}
