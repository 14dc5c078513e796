import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

/// `slipconv delete`: deletes notes, and leaves tombstones for those that came from a source.
///
///     $ slipconv delete my.slipbox "Old list"
///     Deleted 1 note.
struct DeleteCommand: NamesNotes {
  /// The name `delete` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete notes.",
    discussion: """
      A note that was imported leaves a tombstone, so that no import brings it back; `slipconv restore` removes it. \
      Hyperlinks to a deleted note become plain text in other notes; --keep-links leaves them for an import to mend. \
      `slipconv undo` takes the deletion back.

      EXAMPLE
        slipconv delete my.slipbox "Old list"
        slipconv delete my.slipbox --where 'status = "archived" AND modified < "2015"' --dry-run
      """)

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument
  /// The notes to delete: named, or chosen by `--where` and `--find`.
  @OptionGroup var notes: NotesArgument
  /// Whether hyperlinks to the notes stay in the bodies of others.
  @Flag(help: "Leave hyperlinks to the notes in the texts of others.") var keepLinks = false
  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Deletes the notes in one transaction, and says how many others had linked to them.
  ///
  /// - Throws: `SlipError` where the bundle can't be edited; nothing is saved then.
  func run() throws {
    let known = try notes.ids(in: bundle.bundle)
    try options.run(
      bundle.bundle, notes: known,
      done: { (linking: Int, result) in
        let gone = result.changes.filter { $0.entity == "note" && $0.change == "deleted" }
        let text = "Deleted \(gone.count == 1 ? gone[0].name : gone.count.of("note"))."
        if linking == 0 { return text }
        let rest = keepLinks ? "; their hyperlinks stay." : "; their hyperlinks are plain text now."
        return text + " \(linking.of("note")) linked there" + rest
      },
      edits: { session throws(SlipError) in
        let ids = try notes.notes(in: session, known: known)
        return try session.delete(notes: ids, keepingLinks: keepLinks).count
      })
  }
}

/// `slipconv restore`: removes tombstones, so that the next import brings notes again.
struct RestoreCommand: NamesNotes {
  /// The name `restore` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make a note as it was before, or let imports bring deleted notes again.",
    discussion: """
      With --at a note becomes what it was then, which is an edit that `slipconv undo` takes back. Without it, the names are those of \
      imported files whose notes were deleted here; without a name they are listed.

      EXAMPLE
        slipconv restore spring --at yesterday
        slipconv restore my.slipbox
        slipconv restore my.slipbox Notes/old.rtf
      """)

  /// The bundle that is edited. It must be a folder: a packed one can't be edited in place.
  @OptionGroup var bundle: BundleArgument

  /// Keys of tombstones, or their ends.
  @Argument(
    help: "Keys of sources as the list shows them, or their last part, --all for all; with --at, a note.")
  var keys: [String] = []

  /// When the note was as it is to be.
  @Option(
    help: ArgumentHelp(
      "Make the note as it was then: after this transaction, or at a time such as 'last week'.",
      valueName: "when"))
  var at: PastPoint?

  /// Whether all are removed.
  @Flag(help: "Remove all tombstones.")
  var all = false

  /// How a note is chosen whose name means no note, or several.
  @OptionGroup var naming: NoteNaming
  /// Author and date of the transaction, `--dry-run`, `--json`, and how much is printed.
  @OptionGroup var options: EditOptions

  /// Checks what can't be used together.
  func validate() throws {
    if at != nil, keys.count != 1 || all { throw ValidationError("--at takes one note.") }
  }

  /// Makes a note as it was.
  private func restore(_ name: String, at point: PastPoint) throws {
    let opened = try OpenBundle(bundle.bundle)
    let found = try opened.changes(ofNote: name, since: point)
    let title = try opened.past(at: found.number).box.note(found.note)?.title ?? name
    try options.run(
      bundle.bundle, from: nil, known: opened,
      done: { (_: Void, _) in "Restored \(title) as it was after \(found.number)." },
      edits: { session throws(SlipError) in
        try session.undo(found.transactions, notes: [found.note.description])
      })
  }

  /// Lists tombstones as `key` or `key#item`, or removes those that are meant in one transaction.
  ///
  /// - Throws: `SlipError` where the bundle can't be read or edited, or no tombstone has a key; nothing is saved
  ///   then.
  func run() throws {
    if let at { return try restore(keys[0], at: at) }
    if keys.isEmpty && !all {
      let tombstones = try OpenBundle(bundle.bundle).box.origins.flatMap(\.tombstones)
      if options.json.json { return try JSONOutput.print(tombstones.map(Listed.init)) }
      for tombstone in tombstones {
        options.common.say(tombstone.key + (tombstone.item.map { "#" + $0 } ?? ""))
      }
      return
    }
    try options.run(
      bundle.bundle, done: { (count: Int, _) in "Removed \(count.of("tombstone"))." },
      edits: { session throws(SlipError) in
        all ? session.restore { _ in true }.count : try session.restore(named: keys).count
      })
  }
}

extension RestoreCommand {
  /// A tombstone as JSON.
  private struct Listed: Encodable {
    /// The source that a deleted note came from, and the item within it; nil for a whole file.
    var key: String
    var item: String?
    /// When the note was deleted, as RFC 3339; nil where that isn't known.
    var date: String?

    /// Describes a tombstone.
    init(_ tombstone: Tombstone) {
      (key, item, date) = (tombstone.key, tombstone.item, tombstone.date?.rfc3339)
    }
  }
}

extension Int {
  /// The number with a noun: `1 note`, `3 notes`.
  func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
