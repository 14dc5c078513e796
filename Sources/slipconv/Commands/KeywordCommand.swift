import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv keyword`: lists, creates, renames, moves, merges, colours and deletes keywords.
struct KeywordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keyword", abstract: "List, create, rename, move, merge, colour or delete keywords.",
    subcommands: [
      ListKeywords.self, AddKeyword.self, RenameKeyword.self, MoveKeyword.self, MergeKeyword.self,
      ColorKeyword.self, DeleteKeyword.self,
    ], defaultSubcommand: ListKeywords.self)

  /// `slipconv keyword list`.
  struct ListKeywords: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List keywords with their colours and numbers of notes.",
      discussion: "EXAMPLE\n  slipconv keyword list my.slipbox")
    @OptionGroup var bundle: BundleArgument
    @OptionGroup var json: JSONOption
    @OptionGroup var common: CommonOptions

    func run() throws {
      let rows = try OpenBundle(bundle.bundle).keywordRows()
      if json.json { return try JSONOutput.print(rows) }
      for row in rows { common.say("\(row.path)  \(row.color)  \(row.notes.of("note"))") }
    }
  }

  /// `slipconv keyword add`.
  struct AddKeyword: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Create keywords.",
      discussion: "EXAMPLE\n  slipconv keyword add my.slipbox bees/queens --color '#ffcc00'")
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "Paths of keywords; those above them are created, too.") var paths: [String]
    @Option(
      help: "The colour: #rrggbb, #rrggbbaa, r,g,b from 0 to 1, or a name.", transform: Keyword.Color.argument
    )
    var color: Keyword.Color?
    @OptionGroup var options: EditOptions

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
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Rename a keyword.",
      discussion: "EXAMPLE\n  slipconv keyword rename my.slipbox bees/quens queens")
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the keyword.") var path: String
    @Argument(help: "The new name.") var name: String
    @OptionGroup var options: EditOptions

    func validate() throws {
      if name.allSatisfy(\.isWhitespace) { throw ValidationError("The name needs at least one character.") }
    }

    func run() throws {
      try options.run(
        bundle.bundle, done: { (_: Void, _) in "Renamed \(path)." },
        edits: { session throws(SlipError) in
          let id = try session.keyword(named: path).id
          try session.edit { (box) throws(SlipError) in try box.update(keyword: id) { $0.name = name } }
        })
    }
  }

  /// `slipconv keyword move`.
  struct MoveKeyword: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Move a keyword below another one.",
      discussion:
        "EXAMPLE\n  slipconv keyword move my.slipbox queens --into bees\n  slipconv keyword move my.slipbox bees/queens --top"
    )
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the keyword.") var path: String
    @Option(help: "The keyword to move it below.") var into: String?
    @Flag(help: "Move it to the top.") var top = false
    @OptionGroup var options: EditOptions

    func validate() throws {
      if (into == nil) != top { throw ValidationError("Give either --into or --top.") }
    }

    func run() throws {
      try options.run(
        bundle.bundle, done: { (_: Void, _) in "Moved \(path)." },
        edits: { session throws(SlipError) in
          let parent = try into.map { name throws(SlipError) in try session.keyword(named: name).id }
          let id = try session.keyword(named: path).id
          try session.edit { (box) throws(SlipError) in try box.update(keyword: id) { $0.parent = parent } }
        })
    }
  }

  /// `slipconv keyword merge`.
  struct MergeKeyword: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Give the notes of one keyword to another, and delete it.",
      discussion: "EXAMPLE\n  slipconv keyword merge my.slipbox bee --into bees")
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the keyword that goes.") var path: String
    @Option(help: "The keyword that stays.") var into: String
    @OptionGroup var options: EditOptions

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
    static let configuration = CommandConfiguration(
      commandName: "color", abstract: "Change the colour of a keyword.",
      discussion:
        "EXAMPLE\n  slipconv keyword color my.slipbox bees '#ffcc00'\n  slipconv keyword color my.slipbox bees orange"
    )
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the keyword.") var path: String
    @Argument(
      help: "The colour: #rrggbb, #rrggbbaa, r,g,b from 0 to 1, or a name.", transform: Keyword.Color.argument
    )
    var color: Keyword.Color
    @OptionGroup var options: EditOptions

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
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a keyword; those below it move up.",
      discussion: "EXAMPLE\n  slipconv keyword delete my.slipbox bees/old --force")
    @OptionGroup var bundle: BundleArgument
    @Argument(help: "The path of the keyword.") var path: String
    @Flag(help: "Take it from the notes that have it.") var force = false
    @OptionGroup var options: EditOptions

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
  static func argument(_ text: String) throws -> Keyword.Color {
    if let color = Keyword.Color(text) { return color }
    throw ValidationError("A colour is written like #ffcc00, #ffcc0080, 1,0.8,0 or orange.")
  }
}
