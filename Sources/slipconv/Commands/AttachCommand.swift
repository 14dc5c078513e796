import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv attach`: adds files to a note, at the end of its body.
struct AttachCommand: ParsableCommand {
  /// The name `attach` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Add files to a note, shown at the end of its body.",
    discussion: "EXAMPLE\n  slipconv attach my.slipbox Swarm swarm.jpg report.pdf")

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The note that gets the files: title, folder/title, UUID or 4 or more digits of its beginning.
  @Argument(help: "The note.") var note: String
  /// Paths of one or more files. The last part of a path becomes the file's name in the note.
  @Argument(help: "The files.") var files: [String]
  /// Text that describes the file. With several files, all get the same.
  @Option(help: "What the file is; for one file.") var description: String?
  /// Whether files take the places of the note's files of the same names.
  @Flag(help: "Replace the note's file of the same name, also where its body shows it.") var replace = false
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Adds the files in the given order: PNG and JPEG as pictures, others as links.
  ///
  /// - Throws: `SlipError` for an unknown note or a file that can't be read; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle, done: { (_: Void, _) in "Attached \(files.count.of("file")) to \(note)." },
      edits: { session throws(SlipError) in
        let id = try session.note(named: note).id
        for file in files {
          try session.attach(fileAt: file, description: description, to: id, replaces: replace)
        }
      })
  }
}

/// `slipconv detach`: takes files from a note that its body doesn't show.
struct DetachCommand: ParsableCommand {
  /// The name `detach` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "detach", abstract: "Take files from a note that its body doesn't show.",
    discussion: "EXAMPLE\n  slipconv detach my.slipbox Swarm report.pdf")

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The note that loses the files: title, folder/title, UUID or 4 or more digits of its beginning.
  @Argument(help: "The note.") var note: String
  /// Names of attachments as the note has them, without folders.
  @Argument(help: "The names of the files in the note.") var names: [String]
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Takes the files from the note in one transaction; their bytes go with their last use.
  ///
  /// - Throws: `SlipError` where the note has no such file, or its body shows it; nothing is saved then.
  func run() throws {
    try options.run(
      bundle.bundle, done: { (_: Void, _) in "Detached \(names.count.of("file")) from \(note)." },
      edits: { session throws(SlipError) in
        let id = try session.note(named: note).id
        for name in names { try session.detach(name, from: id) }
      })
  }
}
