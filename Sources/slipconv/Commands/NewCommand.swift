import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv new`: creates a note from a file, standard input or nothing.
///
///     $ slipconv new my.slipbox --title Swarm --folder Hives
///     Created Swarm.
struct NewCommand: NamesNotes {
  /// The name `new` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a note: in your editor, from a file or from piped text.",
    discussion: """
      The file may have any format that `slipconv convert` reads. Pictures beside a page or Markdown file come with it. \
      Without --title, the first heading or line becomes the title. \
      A bundle that isn't there is made, if its name ends in .slipbox. Without a file, piped text is taken; at a terminal, \
      your editor opens ($VISUAL, else $EDITOR, else vi).

      TEMPLATES
        --template takes text, keywords and properties of a note in the folder Templates, of any other note, or the text of \
      a file. {{title}}, {{date}}, {{time}} and {{counter}} (one more than the folder has notes) are filled in.

      EXAMPLE
        slipconv new my.slipbox swarm.md --folder Hives --keyword bees
        slipconv new ideas.slipbox --title "First idea"
        echo 'Prime swarm, 4 m up' | slipconv new --title Swarm --link-to weights --attach swarm.jpg
        slipconv new --template Visit --title 'Visit {{date}}'
        slipconv new --after 1a2 --title 'Drones'
        slipconv new --journal
      """)

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument

  /// The file; `-` is standard input.
  @Argument(help: "The file with the text; - is standard input; none: piped text, or your editor.")
  var file: String?

  /// The title.
  @Option(parsing: .unconditional, help: "The title.")
  var title: String?

  /// The folder.
  @Option(
    help: "Put the note into this folder; missing folders are created.", completion: NameCompletion.folders)
  var folder: String?

  /// Keywords.
  @Option(
    name: .customLong("keyword"), help: "Add this keyword, such as bees/queens; may be repeated.",
    completion: NameCompletion.keywords)
  var keywords: [String] = []

  /// What the note begins as.
  @Option(
    help: ArgumentHelp("Begin with this note of the box, or with this file.", valueName: "name"),
    completion: NameCompletion.notes)
  var template: String?

  /// The status.
  @Option(help: "Set the status: draft, review or archived.")
  var status: Note.Status?

  /// Properties.
  @Option(
    name: .customLong("property"),
    help: ArgumentHelp(
      "Set a property, such as author=Ada or due:date=2026-01-31; may be repeated.",
      valueName: "name[:kind]=value"), completion: NameCompletion.properties, transform: Property.argument)
  var properties: [Property] = []

  /// Whether the note is a favorite.
  @Flag(help: "Mark the note as a favorite.")
  var favorite = false

  /// Notes that it links to.
  @Option(
    name: .customLong("link-to"),
    help: ArgumentHelp("Link to this note; may be repeated.", valueName: "note"),
    completion: NameCompletion.notes)
  var targets: [String] = []

  /// The note that it follows.
  @Option(
    help: ArgumentHelp(
      "Begin the title with the next free number after that of this note: 1a2 after 1a (Folgezettel).",
      valueName: "note"),
    completion: NameCompletion.notes)
  var after: String?

  /// Files.
  @Option(
    name: .customLong("attach"), help: ArgumentHelp("Attach this file; may be repeated.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  /// Whether the text goes to the note of today.
  @Flag(help: "Write into the note of today, as `slipconv today` does.")
  var journal = false

  /// The format of the file.
  @Option(help: "The format of the file; by default by its content and suffix.")
  var from: String?

  /// The encoding of the file.
  @OptionGroup var encoding: EncodingOption

  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Checks what can't be used together.
  func validate() throws {
    guard journal else { return }
    if title != nil || template != nil || after != nil {
      throw ValidationError("--journal has its own title and text.")
    }
  }

  /// Whether the user writes the text in an editor.
  private var opensEditor: Bool {
    file == nil && Terminal.standardInput.isTerminal && Terminal.standardOutput.isTerminal
      && !options.json.json
  }

  /// Finds the notes that are named, reads the text before the bundle is locked, then creates the note in one transaction.
  ///
  /// - Throws: `SlipError` where the file can't be read or the bundle can't be edited; nothing is saved then.
  func run() throws {
    if journal {
      let day = DayNote(bundle: bundle, folder: folder, options: options)
      if opensEditor { return try day.edit() }
      return try day.add(try pipedText() ?? "", isSaid: true)
    }
    let isNew = try bundle.isNew()
    let namesNotes = template != nil || after != nil || !targets.isEmpty
    let known = namesNotes && !isNew ? try OpenBundle(bundle.bundle) : nil
    for name in targets { _ = try known?.note(named: name) }
    var draft = NoteDraft(title: title, folder: folder)
    if let template {
      draft = try NoteTemplate(named: template, in: known).draft(
        title: title, folder: folder, time: options.date ?? EditOptions.now, zone: .local)
    }
    draft.keywords += keywords.filter { !draft.keywords.contains($0) }
    (draft.status, draft.isFavorite) = (status, favorite)
    if let after {
      let opened = try known ?? OpenBundle(bundle.bundle)
      draft.follows = try opened.note(named: after).id
    }
    let names = Set(properties.map(\.name))
    draft.properties = draft.properties.filter { !names.contains($0.name) } + properties
    if opensEditor {
      return try NoteEditor.write(draft.body) { body, diagnostics in
        options.common.print(diagnostics)
        if body.isEmpty, title == nil { return options.common.say("Nothing was written.") }
        draft.body = body
        try create(draft, isNew: isNew)
      }
    }
    var added = ""
    if template != nil, file == nil {
      added = try pipedText() ?? ""
    } else if let file = file ?? (Terminal.standardInput.isPiped ? "-" : nil) {
      let text = try NoteDraft.Body.file(at: file, from: from, encoding: encoding.encoding?.encoding)
      draft.body = text.body
      options.common.print(text.diagnostics)
    }
    if file == nil, title == nil, draft.body.isEmpty, added.isEmpty {
      throw ValidationError("Name a file, or give the note a --title.")
    }
    try create(draft, isNew: isNew, adding: added)
  }

  /// Creates the note.
  ///
  /// - Parameter added: What follows its text.
  private func create(_ draft: NoteDraft, isNew: Bool, adding added: String = "") throws {
    try options.run(
      bundle.bundle, createsBundle: isNew, notes: [],
      done: { (id: Note.ID, result) in
        let title = result.changes.first { $0.id == id.description }?.name ?? ""
        return "Created \(title) (\(id))."
      },
      edits: { session throws(SlipError) in
        let id = try session.create(draft)
        if !added.isEmpty { try session.append(added, to: id) }
        for target in targets { try session.link(id, to: try session.note(named: target).id) }
        for file in files { try session.attach(fileAt: file, to: id) }
        return id
      })
  }

  /// The text that is piped in; nil where none is.
  private func pipedText() throws -> String? {
    Terminal.standardInput.isPiped ? try DayNote.pipedText() : nil
  }
}
