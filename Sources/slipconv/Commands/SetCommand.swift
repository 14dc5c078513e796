import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv set`: changes of one note's facts. `NoteEdit` makes them in one atomic change.
///
///     $ slipconv set my.slipbox Weights --status review --keyword physics --folder Work/Ideas
///     Changed Weights.
struct SetCommand: NamesNotes {
  /// The name `set` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change status, title, keywords, folder, order, dates or properties of notes.",
    discussion: """
      EXAMPLE
        slipconv set my.slipbox "Spring check" --status review --keyword physics --folder Work/Ideas
        slipconv set my.slipbox --where 'ANY keywords.name = "bees"' --status archived
      """)

  /// The bundle with the note.
  @OptionGroup var bundle: BundleArgument

  /// The notes.
  @OptionGroup var notes: NotesArgument

  /// The new status.
  @Option(help: "Set the status: draft, review or archived.")
  var status: Note.Status?

  /// The new title.
  @Option(help: "Set the title.")
  var title: String?

  /// Keywords to add; missing ones are created.
  @Option(
    name: .customLong("keyword"), help: "Add this keyword; may be repeated.",
    completion: NameCompletion.keywords)
  var keywords: [String] = []

  /// Keywords to remove; a keyword that no note has any longer is deleted.
  @Option(
    name: .customLong("remove-keyword"), help: "Remove this keyword; may be repeated.",
    completion: NameCompletion.keywords)
  var removedKeywords: [String] = []

  /// The path of the new folder, such as `Work/Ideas`; missing folders are created. The note
  /// becomes the last one in it.
  @Option(
    help: "Move the note into this folder; missing folders are created.", completion: NameCompletion.folders)
  var folder: String?

  /// Whether to move the note out of all folders.
  @Flag(name: .customLong("no-folder"), help: "Move the note out of all folders.")
  var noFolder = false

  /// Whether the note is a favorite: `--favorite` or `--no-favorite`; nil: unchanged.
  @Flag(inversion: .prefixedNo, help: "Mark the note as a favorite, or unmark it.")
  var favorite: Bool?

  /// Whether the notes come first in their folder.
  @Flag(help: "Put the notes first in their folder.")
  var first = false

  /// Whether the notes come last in their folder.
  @Flag(help: "Put the notes last in their folder.")
  var last = false

  /// The note before which they come.
  @Option(help: ArgumentHelp("Put the notes before this one, in its folder.", valueName: "note"))
  var before: String?

  /// The note behind which they come.
  @Option(help: ArgumentHelp("Put the notes behind this one, in its folder.", valueName: "note"))
  var after: String?

  /// When the notes were created.
  @Option(
    help: "Set when the note was created: 2026-01-31 or 2026-01-31T12:00:00Z.", transform: Timestamp.argument)
  var created: Timestamp?

  /// Properties to set.
  @Option(
    name: .customLong("property"),
    help: ArgumentHelp(
      "Set a property, such as author=Ada or due:date=2026-01-31; may be repeated.",
      valueName: "name[:kind]=value"), transform: Property.argument)
  var properties: [Property] = []

  /// Properties to remove.
  @Option(name: .customLong("remove-property"), help: "Remove this property; may be repeated.")
  var removedProperties: [String] = []

  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: ExactNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Checks that something is to be changed.
  func validate() throws {
    if folder != nil && noFolder { throw ValidationError("--folder and --no-folder can't be used together.") }
    let asksNothing =
      status == nil && title == nil && keywords.isEmpty && removedKeywords.isEmpty && folder == nil
      && !noFolder && favorite == nil && !first && !last && before == nil && after == nil && created == nil
      && properties.isEmpty && removedProperties.isEmpty
    if [first, last, before != nil, after != nil].count(where: { $0 }) > 1 {
      throw ValidationError("Of --first, --last, --before and --after, only one can be given.")
    }
    if asksNothing { throw ValidationError("Name what to change, such as --status review.") }
  }

  /// Changes the note. If it already is as wanted, nothing is written.
  /// All notes are changed in one transaction, each in the same way.
  ///
  /// - Throws: `SlipError` where the bundle can't be edited; nothing is saved then.
  func run() throws {
    var edit = NoteEdit()
    edit.title = title
    edit.status = status
    edit.isFavorite = favorite
    edit.placement = noFolder ? .top : folder.map { .folder($0) }
    edit.addedKeywords = keywords
    edit.removedKeywords = removedKeywords
    edit.position =
      first ? .first : last ? .last : before.map { .before($0) } ?? after.map { .after($0) }
    edit.created = created
    (edit.properties, edit.removedProperties) = (properties, removedProperties)
    let ready = edit
    let known = ready.changesOnlyFacts ? try notes.ids(in: bundle.bundle) : nil
    try options.run(
      bundle.bundle, notes: known,
      done: { (asked: Set<String>, result) in
        let notes = result.changes.filter { $0.entity == "note" }
        let changed = notes.filter { asked.contains($0.id) }
        let linking = notes.count - changed.count
        let what = changed.count == 1 ? changed[0].name : changed.count.of("note")
        return "Changed \(what)" + (linking > 0 ? ", and links in \(linking.of("other note"))." : ".")
      },
      edits: { session throws(SlipError) in
        let ids = try notes.notes(in: session, known: known)
        try ready.apply(to: ids, in: &session)
        return Set(ids.map(\.description))
      })
  }
}

extension Property.Kind {
  /// What a value must be, with an example.
  fileprivate var form: String {
    switch self {
    case .text: "text"
    case .number: "a number such as 4.5"
    case .date: "a date such as 2026-01-31 or 2026-01-31T12:00:00Z"
    case .boolean: "true or false"
    case .uri: "an address"
    }
  }
}

extension Property {
  /// Parses the value of an option: `name=value`, or `name:kind=value` with one of the kinds.
  /// A colon whose right side is no kind belongs to the name.
  ///
  /// - Throws: `ValidationError` where there is no `=` or nothing before it.
  static func argument(_ text: String) throws -> Property {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw ValidationError("A property is written like author=Ada.")
    }
    let (name, value) = (text[..<equals], String(text[text.index(after: equals)...]))
    if let colon = name.lastIndex(of: ":"),
      let kind = Property.Kind(rawValue: String(name[name.index(after: colon)...]))
    {
      guard let property = Property(typed: String(name[..<colon]), kind, value) else {
        throw ValidationError(
          "The value of \(PrintableText.of(String(name[..<colon]))) must be \(kind.form): \(PrintableText.of(value))."
        )
      }
      return property
    }
    return Property(String(name), .text, value)
  }
}
