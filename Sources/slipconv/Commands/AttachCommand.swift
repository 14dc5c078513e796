import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv attach`: adds files to a note, at the end of its body.
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Add files to a note, shown at the end of its body.",
    discussion: "EXAMPLE\n  slipconv attach my.slipbox Swarm swarm.jpg report.pdf")

  @OptionGroup var bundle: BundleArgument
  @Argument(help: "The note.") var note: String
  @Argument(help: "The files.") var files: [String]
  @Option(help: "What the file is; for one file.") var description: String?
  @OptionGroup var options: EditOptions

  func run() throws {
    try options.run(
      bundle.bundle, done: { (_: Void, _) in "Attached \(files.count.of("file")) to \(note)." },
      edits: { session throws(SlipError) in
        let id = try session.note(named: note).id
        for file in files { try session.attach(fileAt: file, description: description, to: id) }
      })
  }
}

/// `slipconv detach`: takes files from a note that its body doesn't show.
struct DetachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detach", abstract: "Take files from a note that its body doesn't show.",
    discussion: "EXAMPLE\n  slipconv detach my.slipbox Swarm report.pdf")

  @OptionGroup var bundle: BundleArgument
  @Argument(help: "The note.") var note: String
  @Argument(help: "The names of the files in the note.") var names: [String]
  @OptionGroup var options: EditOptions

  func run() throws {
    try options.run(
      bundle.bundle, done: { (_: Void, _) in "Detached \(names.count.of("file")) from \(note)." },
      edits: { session throws(SlipError) in
        let id = try session.note(named: note).id
        for name in names { try session.detach(name, from: id) }
      })
  }
}
