import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv keyword`: lists, creates, renames, moves, merges, colours and deletes keywords.
struct KeywordCommand: ParsableCommand {
  /// The name `keyword` and its subcommands; without one of them keywords are listed.
  static let configuration = CommandConfiguration(
    commandName: "keyword", abstract: "List, create, rename, move, merge, colour or delete keywords.",
    subcommands: [
      ListKeywords.self, AddKeyword.self, RenameKeyword.self, MoveKeyword.self, MergeKeyword.self,
      ColorKeyword.self, DeleteKeyword.self,
    ], defaultSubcommand: ListKeywords.self)

  /// `slipconv keyword list`.
  struct ListKeywords: ParsableCommand {
    /// The name `list` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List keywords with their colours and numbers of notes.",
      discussion: "EXAMPLE\n  slipconv keyword list my.slipbox")
    /// The bundle that is read: a `.slipbox` folder or any path inside it, or a `.slippack` file.
    @OptionGroup var bundle: BundleArgument
    /// Prints the rows as a JSON array instead of lines of text.
    @OptionGroup var json: JSONOption
    /// Whether remarks, warnings or more than these are printed.
    @OptionGroup var common: CommonOptions

    /// Prints each keyword with its colour and the number of notes that have it.
    func run() throws {
      let rows = try OpenBundle(bundle.bundle).keywordRows()
      if json.json { return try JSONOutput.print(rows) }
      let lines = TextTable.aligned(rows.map { [$0.path, $0.color, $0.notes.of("note")] })
      let style = MatchStyle(terminal: .standardOutput)
      for (row, line) in zip(rows, lines) where !common.quiet {
        // The line is safe for a terminal, and its colour isn't: that is put around it.
        Terminal.standardOutput.writeRemark(style.colored(line, row.color) + "\n")
      }
    }
  }

  /// `slipconv keyword add`.
  struct AddKeyword: ParsableCommand {
    /// The name `add` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Create keywords.",
      discussion: "EXAMPLE\n  slipconv keyword add my.slipbox bees/queens --color '#ffcc00'")
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Names from the top with slashes between them, such as `bees/queens`.
    @Argument(help: "Paths of keywords; those above them are created, too.") var paths: [String]
    /// The colour of the last keyword of each path, even if that exists already; nil leaves it.
    @Option(
      help: "The colour: #rrggbb, #rrggbbaa, r,g,b from 0 to 1, or a name.", transform: Keyword.Color.argument
    )
    var color: Keyword.Color?
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Creates what is missing of all paths, and colours the keywords, in one transaction.
    ///
    /// - Throws: `SlipError` for an empty path or one of too many keywords; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle,
        done: { (_: Void, result) in "Created \(result.count("keyword", "inserted").of("keyword"))." },
        edits: { session throws(SlipError) in
          for path in paths {
            let id = try session.addKeyword(path)
            if let color {
              try session.edit { (box) throws(SlipError) in try box.update(keyword: id) { $0.color = color } }
            }
          }
        })
    }
  }

  /// `slipconv keyword rename`.
  struct RenameKeyword: ParsableCommand {
    /// The name `rename` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Rename a keyword.",
      discussion: "EXAMPLE\n  slipconv keyword rename my.slipbox bees/quens queens")
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Names from the top such as `bees/queens`, or a UUID.
    @Argument(help: "The path of the keyword.", completion: NameCompletion.keywords) var path: String
    /// What the last part of the path becomes.
    @Argument(help: "The new name.") var name: String
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Checks that the name can be seen.
    func validate() throws {
      if name.allSatisfy(\.isWhitespace) { throw ValidationError("The name needs at least one character.") }
    }

    /// Renames the keyword; notes that have it keep it.
    ///
    /// - Throws: `SlipError` for an unknown keyword; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle, done: { (_: Void, _) in "Renamed \(path)." },
        edits: { session throws(SlipError) in
          try session.rename(keyword: try session.keyword(named: path).id, to: name)
        })
    }
  }

  /// `slipconv keyword move`.
  struct MoveKeyword: ParsableCommand {
    /// The name `move` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Move a keyword below another one.",
      discussion:
        "EXAMPLE\n  slipconv keyword move my.slipbox queens --into bees\n  slipconv keyword move my.slipbox bees/queens --top"
    )
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Names from the top such as `bees/queens`, or a UUID.
    @Argument(help: "The path of the keyword.", completion: NameCompletion.keywords) var path: String
    /// The path or UUID of the new parent, which must exist; nil only with `--top`.
    @Option(help: "The keyword to move it below.", completion: NameCompletion.keywords) var into: String?
    /// Whether the keyword leaves its parent and gets none.
    @Flag(help: "Move it to the top.") var top = false
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Checks that there is one place to move to.
    func validate() throws {
      if (into == nil) != top { throw ValidationError("Give either --into or --top.") }
    }

    /// Gives the keyword its new parent, in one transaction.
    ///
    /// - Throws: `SlipError` where a keyword is unknown or can't be moved there; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle, done: { (_: Void, _) in "Moved \(path)." },
        edits: { session throws(SlipError) in
          let parent = try into.map { name throws(SlipError) in try session.keyword(named: name).id }
          let id = try session.keyword(named: path).id
          try session.move(keyword: id, below: parent)
        })
    }
  }

  /// `slipconv keyword merge`.
  struct MergeKeyword: ParsableCommand {
    /// The name `merge` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Give the notes of one keyword to another, and delete it.",
      discussion: "EXAMPLE\n  slipconv keyword merge my.slipbox bee --into bees")
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Names from the top such as `bees/queens`, or a UUID.
    @Argument(help: "The path of the keyword that goes.", completion: NameCompletion.keywords) var path:
      String
    /// The path or UUID of the keyword that gets the notes and children of the other.
    @Option(help: "The keyword that stays.", completion: NameCompletion.keywords) var into: String
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Merges the keywords, and says how many notes changed. Merging one with itself changes nothing.
    ///
    /// - Throws: `SlipError` for unknown keywords, or one below the other; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle,
        done: { (_: Void, result) in "Merged \(path): \(result.count("note", "updated").of("note")) changed."
        },
        edits: { session throws(SlipError) in
          try session.merge(
            keyword: try session.keyword(named: path).id, into: try session.keyword(named: into).id)
        })
    }
  }

  /// `slipconv keyword color`.
  struct ColorKeyword: ParsableCommand {
    /// The name `color` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "color", abstract: "Change the colour of a keyword.",
      discussion:
        "EXAMPLE\n  slipconv keyword color my.slipbox bees '#ffcc00'\n  slipconv keyword color my.slipbox bees orange"
    )
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Names from the top such as `bees/queens`, or a UUID.
    @Argument(help: "The path of the keyword.", completion: NameCompletion.keywords) var path: String
    /// The new colour; the opacity is 1 where the text has none.
    @Argument(
      help: "The colour: #rrggbb, #rrggbbaa, r,g,b from 0 to 1, or a name.", transform: Keyword.Color.argument
    )
    var color: Keyword.Color
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Colours the keyword, in one transaction.
    ///
    /// - Throws: `SlipError` for an unknown keyword; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle, done: { (_: Void, _) in "Changed \(path)." },
        edits: { session throws(SlipError) in
          let id = try session.keyword(named: path).id
          try session.edit { (box) throws(SlipError) in try box.update(keyword: id) { $0.color = color } }
        })
    }
  }

  /// `slipconv keyword delete`.
  struct DeleteKeyword: ParsableCommand {
    /// The name `delete` and the help that the parser of arguments prints for it.
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a keyword; those below it move up.",
      discussion: "EXAMPLE\n  slipconv keyword delete my.slipbox bees/old --force")
    /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
    @OptionGroup var bundle: BundleArgument
    /// Names from the top such as `bees/queens`, or a UUID.
    @Argument(help: "The path of the keyword.", completion: NameCompletion.keywords) var path: String
    /// Whether a keyword that notes have is deleted; they lose it then.
    @Flag(help: "Take it from the notes that have it.") var force = false
    /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
    @OptionGroup var options: EditOptions

    /// Deletes the keyword, and says how many notes lost it.
    ///
    /// - Throws: `SlipError` for an unknown keyword, or one in use without `--force`; nothing is saved then.
    func run() throws {
      try options.run(
        bundle.bundle,
        done: { (_: Void, result) in
          let notes = result.count("note", "updated")
          return "Deleted \(path)" + (notes == 0 ? "." : ", and took it from \(notes.of("note")).")
        },
        edits: { session throws(SlipError) in
          try session.delete(keyword: try session.keyword(named: path).id, force: force)
        })
    }
  }
}

extension Keyword.Color {
  /// Parses the value of an option.
  ///
  /// - Throws: `ValidationError` that shows the forms of colours.
  static func argument(_ text: String) throws -> Keyword.Color {
    if let color = Keyword.Color(text) { return color }
    throw ValidationError("A colour is written like #ffcc00, #ffcc0080, 1,0.8,0 or orange.")
  }
}
