public import ArgumentParser
import SlipBase
import SlipNotes
public import SlipboxKit

/// `slipconv folder`: lists, creates, renames, moves and deletes folders.
struct FolderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folder", abstract: "List, create, rename, move or delete folders.",
    subcommands: [
      ListFolders.self, AddFolder.self, RenameFolder.self, MoveFolder.self, DeleteFolder.self,
    ], defaultSubcommand: ListFolders.self)

  /// `slipconv folder list`.
  struct ListFolders: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List folders with their numbers of notes.",
      discussion: "EXAMPLE\n  slipconv folder list my.slipbox")
    @OptionGroup var bundle: BundleArgument
    @OptionGroup var json: JSONOption
    @OptionGroup var common: CommonOptions

    func run() throws {
      let rows = try OpenBundle(bundle.bundle).folderRows()
      if json.json { return try JSONOutput.print(rows) }
      for row in rows { common.say("\(row.path)/  \(row.notes.of("note"))") }
    }
  }

  /// `slipconv folder add`.
  struct AddFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Create folders.",
      discussion: "EXAMPLE\n  slipconv folder add my.slipbox Work/Ideas Work/Done")
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "Paths of folders; those above them are created, too.") var paths: [String]
    @OptionGroup var options: EditOptions

    func run() throws {
      try options.run(
        bundle.bundle,
        done: { (_: Void, result) in "Created \(result.count("folder", "inserted").of("folder"))." },
        edits: { session throws(SlipError) in for path in paths { _ = try session.addFolder(path) } })
    }
  }

  /// `slipconv folder rename`.
  struct RenameFolder: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Rename a folder.",
      discussion: "EXAMPLE\n  slipconv folder rename my.slipbox Work/Ideas Plans")
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the folder.") var path: String
    @Argument(help: "The new name.") var name: String
    @OptionGroup var options: EditOptions

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
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Move a folder into another one.",
      discussion:
        "EXAMPLE\n  slipconv folder move my.slipbox Ideas --into Work\n  slipconv folder move my.slipbox Work/Ideas --top"
    )
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the folder.") var path: String
    @Option(help: "The folder to move it into.") var into: String?
    @Flag(help: "Move it to the top.") var top = false
    @OptionGroup var options: EditOptions

    func validate() throws {
      if (into == nil) != top { throw ValidationError("Give either --into or --top.") }
    }

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
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a folder.",
      discussion: """
        A folder that isn't empty is refused. --recursive deletes what is in it, too; --notes move-up moves it to the parent.

        EXAMPLE
          slipconv folder delete my.slipbox Work/Done --recursive
        """)
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the folder.") var path: String
    @Flag(help: "Delete the folders and notes in it, too.") var recursive = false
    @Option(help: ArgumentHelp("move-up: move what is in it to its parent.", valueName: "rule"))
    var notes: EditSession.FolderContents?
    @OptionGroup var options: EditOptions

    func validate() throws {
      if recursive && notes != nil {
        throw ValidationError("--recursive and --notes can't be used together.")
      }
    }

    func run() throws {
      let rule = recursive ? .delete : notes ?? .refuse
      try options.run(
        bundle.bundle,
        done: { (_: [Note.ID], result) in
          "Deleted \(result.count("folder", "deleted").of("folder")) and \(result.count("note", "deleted").of("note"))."
        },
        edits: { session throws(SlipError) in
          try session.delete(folder: try session.folder(named: path).id, notes: rule)
        })
    }
  }
}

extension EditSession.FolderContents: ExpressibleByArgument {}
