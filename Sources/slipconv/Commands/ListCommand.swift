public import ArgumentParser
public import SlipNotes
import SlipboxKit

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List notes as a table.",
    discussion: """
      EXAMPLE
        slipconv list my.slipbox --folder Work --status draft
      """)

  @OptionGroup var bundle: BundleArgument

  @Option(help: "List only notes in this folder and its subfolders, such as Work/Ideas.")
  var folder: String?

  @Option(help: "List only notes with this keyword.")
  var keyword: String?

  @Option(help: "List only notes with this status: draft, review or archived.")
  var status: Note.Status?

  @Flag(help: "List only favorites.")
  var favorites = false

  @OptionGroup var zone: ZoneOption
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  func run() throws {
    let bundle = try OpenBundle(bundle.bundle)
    var filter = NoteFilter()
    filter.folder = folder
    filter.keyword = keyword
    filter.status = status
    filter.favoritesOnly = favorites
    let notes = try filter.notes(of: bundle).map { NoteSummary($0, in: bundle.box) }
    if json.json { return try JSONOutput.print(notes) }
    if notes.isEmpty { return common.say("No notes.") }
    var table = TextTable(header: ["STATUS", "MODIFIED", "FOLDER", "TITLE", "KEYWORDS"])
    for note in notes {
      let modified = note.modified.map { zone.text($0, zoneIsUnknown: note.zoneIsUnknown) }
      table.append([
        note.status, String((modified ?? "-").prefix(10)), note.folder.joined(separator: "/"),
        (note.favorite ? "* " : "") + note.title, note.keywords.joined(separator: ", "),
      ])
    }
    let output = Terminal.standardOutput
    try output.writeResult(table.text(width: output.isTerminal ? output.width : nil))
  }
}

extension Note.Status: ExpressibleByArgument {}
