import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv attach`: adds files to a note, at the end of its body.
struct AttachCommand: NamesNotes {
  /// The name `attach` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Add files to a note, shown at the end of its body.",
    discussion: "EXAMPLE\n  slipconv attach my.slipbox Swarm swarm.jpg report.pdf")

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The note that gets the files: title, folder/title, UUID or 4 or more digits of its beginning.
  @Argument(help: "The note.", completion: NameCompletion.notes) var note: String
  /// Paths of one or more files. The last part of a path becomes the file's name in the note.
  @Argument(help: "The files.", completion: .file()) var files: [String]
  /// Text that describes the file. With several files, all get the same.
  @Option(help: "What the file is; for one file.") var description: String?
  /// Whether files take the places of the note's files of the same names.
  @Flag(help: "Replace the note's file of the same name, also where its body shows it.") var replace = false
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// What was attached.
  private struct Attached {
    /// The title of the note.
    var title: String
    /// The files that have another name in the note, as that was taken.
    var renamed: [(file: String, name: String)] = []
  }

  /// Asks at a terminal whether a file takes the place of the note's file of the same name; false where the note has none, or
  /// nobody can be asked.
  private func asksToReplace(
    _ file: String, in note: Note, _ session: borrowing EditSession
  ) -> Bool {
    guard let name = file.split(separator: "/").last.map(String.init),
      session.box.note(note.id)?.attachments.contains(where: { $0.name == name }) ?? false,
      Terminal.standardInput.isTerminal, Terminal.standardError.isTerminal
    else { return false }
    Terminal.standardError.write(
      "\(PlainLine.text(note.title)) has a file \(PlainLine.text(name)). Replace it? [y/N] ")
    return readLine()?.lowercased().hasPrefix("y") ?? false
  }

  /// Adds the files in the given order: PNG and JPEG as pictures, others as links.
  ///
  /// - Throws: `SlipError` for an unknown note or a file that can't be read; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle,
      done: { (found: Attached, _) in
        let renamed = found.renamed.map { "\($0.file) is called \($0.name) there" }.joined(separator: ", ")
        return "Attached \(files.count.of("file")) to \(found.title)."
          + (renamed.isEmpty ? "" : " \(renamed).")
      },
      edits: { session throws(SlipError) in
        let note = try session.note(named: note)
        var found = Attached(title: note.title)
        for file in files {
          let replaces = replace || asksToReplace(file, in: note, session)
          let name = try session.attach(
            fileAt: file, description: description, to: note.id, replaces: replaces)
          if let name, !file.hasSuffix(name) { found.renamed.append((file, name)) }
        }
        return found
      })
  }
}

/// `slipconv detach`: takes files from a note that its body doesn't show.
struct DetachCommand: NamesNotes {
  /// The name `detach` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "detach", abstract: "Take files from a note that its body doesn't show.",
    discussion: "EXAMPLE\n  slipconv detach my.slipbox Swarm report.pdf")

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The note that loses the files: title, folder/title, UUID or 4 or more digits of its beginning.
  @Argument(help: "The note.", completion: NameCompletion.notes) var note: String
  /// Names of attachments as the note has them, without folders.
  @Argument(help: "The names of the files in the note.") var names: [String]
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Takes the files from the note in one transaction; their bytes go with their last use.
  ///
  /// - Throws: `SlipError` where the note has no such file, or its body shows it; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle, done: { (title: String, _) in "Detached \(names.count.of("file")) from \(title)." },
      edits: { session throws(SlipError) in
        let found = try session.note(named: note)
        for name in names { try session.detach(name, from: found.id) }
        return found.title
      })
  }
}
