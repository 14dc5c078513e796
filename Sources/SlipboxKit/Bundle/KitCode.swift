internal import SlipBase

/// Codes of errors and warnings that concern what was asked for, rather than a file's content
/// (family `SBXG`).
///
/// Errors carry them in `SlipError.code`, and diagnostics in `Diagnostic.code`:
///
/// ```swift
/// do {
///   let note = try bundle.note(named: "Spring check")
/// } catch {
///   switch error.code {
///   case KitCode.noSuchNote: show("No such note")
///   case KitCode.ambiguousTitle: choose(among: error.candidates)
///   default: show(error.message)
///   }
/// }
/// ```
///
/// A code is permanent: it keeps its meaning, and the code of a case that is gone is never
/// issued again. `texts` says what each means, which `slipconv explain` prints. `SBXG1xx`
/// are about requests, `SBXG5xx` about the configuration of validation and about repairs.
public enum KitCode {
  /// A bundle is to be synchronized with itself.
  public static let sameBundle = "SBXG178"
  /// Only one of two bundles was brought in step.
  public static let halfSynchronized = "SBXG179"
  /// No note, folder or keyword has the given name.
  public static let noSuchNote = "SBXG101"
  /// A title or the beginning of a UUID matches several notes.
  public static let ambiguousTitle = "SBXG102"
  /// There is nothing to import or identify at the given path.
  public static let noSuchInput = "SBXG103"
  /// Several inputs are to be imported, and no bundle is named.
  public static let noTarget = "SBXG104"
  /// A packed bundle is to be changed, or something that isn't a bundle directory is to be
  /// packed.
  public static let packedTarget = "SBXG105"
  /// The format of a file is unknown, or the requested one doesn't exist.
  public static let unknownFormat = "SBXG106"
  /// A feed contradicts itself, or names files that aren't there.
  public static let badFeed = "SBXG160"
  /// The format can be read but not written, or written but not read, or not in this
  /// combination.
  public static let oneWayFormat = "SBXG107"
  /// There is no bundle to work on. No longer issued; `ContainerCode.noBundle` is reported
  /// instead.
  public static let noSuchBundle = "SBXG108"
  /// A title, folder or keyword is empty or only white space.
  public static let emptyName = "SBXG109"
  /// A picture can't be decoded, for a reason without a code of its own.
  public static let unreadablePicture = "SBXG110"
  /// A body or other input can't be read, for a reason without a code of its own.
  public static let unreadableBody = "SBXG111"
  /// The bundle has an older schema version and must be migrated first.
  public static let oldVersion = "SBXG113"
  /// A file with the suffix of RTF does not begin as RTF does.
  public static let notRTF = "SBXG112"
  /// A document, a folder and a bundle can't be compared with each other.
  public static let notComparable = "SBXG130"
  /// A file to be merged is neither RTF nor a bundle.
  public static let notMergeable = "SBXG131"
  /// An edited text can't be taken back exactly.
  public static let lossyEdit = "SBXG132"
  /// The editor ended with an error.
  public static let editorFailed = "SBXG133"
  /// Another folder at the same place has the name.
  public static let nameTaken = "SBXG134"
  /// A name of a folder or keyword has a slash.
  public static let slashInName = "SBXG135"
  /// The text of a note in JSON is longer than the limit.
  public static let textTooLong = "SBXG138"
  /// A title, or the name of a folder, keyword or file, is longer than the limit.
  public static let nameTooLong = "SBXG139"
  /// No tombstone has the key.
  public static let noTombstone = "SBXG136"
  /// Two entries of a list would be imported into the same bundle.
  public static let bundleTaken = "SBXG120"
  /// The configuration of validation is not TOML.
  public static let configurationBroken = "SBXG501"
  /// The configuration is TOML, but has an unknown key or value.
  public static let configurationWrong = "SBXG502"
  /// An `[[validate.ignore]]` entry no longer ignores any finding.
  public static let unusedIgnore = "SBXG503"
  /// The baseline file doesn't exist.
  public static let baselineMissing = "SBXG504"
  /// The baseline file is damaged, or isn't a baseline.
  public static let baselineBroken = "SBXG505"
  /// The baseline has findings that no longer occur.
  public static let staleBaseline = "SBXG506"
  /// The manifest contradicts itself, so that only an unsafe repair can write a new one.
  public static let needsUnsafeRepair = "SBXG507"
  /// A repair would leave a file out that the manifest refers to.
  public static let cannotRepair = "SBXG508"
  /// A bundle was repaired, but validating it again failed.
  public static let uncheckedRepair = "SBXG509"
  /// An export would be inside a bundle, or contain the bundle that it reads.
  public static let insideBundle = "SBXG114"
  /// A picture that a page or Markdown file shows can't be read from its folder.
  public static let missingPicture = "SBXG116"
  /// The output is the input itself, or is inside an input folder.
  public static let outputIsInput = "SBXG115"
  /// A path of a list leaves the output folder by `..`.
  public static let outsidePath = "SBXG118"
  /// Two files of a batch would be converted to the same output.
  public static let outputTaken = "SBXG117"
  /// A predicate or sort key of a query can't be used.
  public static let badQuery = "SBXG119"
  /// A file that a change needs, such as a body that an undo brings back, is no longer there.
  public static let payloadGone = "SBXG151"
  /// The folder that is to be deleted isn't empty.
  public static let folderNotEmpty = "SBXG152"
  /// The bundle has no such folder.
  public static let noSuchFolder = "SBXG153"
  /// The bundle has no such keyword.
  public static let noSuchKeyword = "SBXG154"
  /// A transaction can't be taken back.
  public static let cannotUndo = "SBXG155"
  /// The history doesn't lead back to the state after a transaction.
  public static let noPast = "SBXG181"
  /// A passphrase is empty, has several lines or isn't text.
  public static let badPassphrase = "SBXG182"
  /// The title of a note that another is to follow begins with no number.
  public static let noNumber = "SBXG183"
  /// An edit contradicts itself, or a line of edits can't be read.
  public static let badEdit = "SBXG156"
  /// The note doesn't have what is to be removed: a link, a file.
  public static let notThere = "SBXG157"
  /// Work was cancelled before anything was changed.
  public static let cancelled = "SBXG158"
}

extension KitCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  static let texts: [CodeText] = [
    CodeText(
      sameBundle, "A bundle is to be synchronized with itself",
      advice: "Name two bundles, such as one on this computer and one on a disk that both computers see."),
    CodeText(
      halfSynchronized, "Only one of two bundles was brought in step",
      advice: "The message says why the other one couldn't be written. The same command completes the work."),
    CodeText(
      badPassphrase, "A passphrase is empty, or isn't one line of text",
      advice:
        "Write the passphrase into the first line of a file, in UTF-8. Six random words or more are safe."),
    CodeText(
      noNumber, "The title of a note begins with no number",
      advice: """
        `slipconv new --after` counts on from numbers such as 1a2 or 2.1.4. `slipconv set NOTE --title` gives a note one, and \
        `slipconv new --link-to` makes a note that follows another without numbers.
        """),
    CodeText(
      noSuchNote, "No note has this title, folder/title or UUID",
      advice: """
        `slipconv list` shows the titles of notes, and `slipconv find` searches their texts. A note's name \
        may also be folder/title, or the beginning of its UUID.
        """),
    CodeText(
      ambiguousTitle, "A title or the beginning of a UUID matches several notes",
      advice: "Name the note by its UUID or the beginning of it, as the message lists them."),
    CodeText(
      noSuchInput, "There is nothing to import at this place",
      advice: """
        Name a file or folder with notes. `slipconv import --help` lists what can be imported, and \
        `slipconv inspect` shows what a file holds.
        """),
    CodeText(
      noTarget, "The target bundle is not named",
      advice: "Name the bundle: a new one with --output, one that exists with --into."),
    CodeText(
      packedTarget, "A packed bundle can't be written to; unpack it first",
      advice: """
        Unpack it with `slipconv unpack`, work on the folder, and pack that again with `slipconv pack`.
        """),
    CodeText(
      unknownFormat, "The format is unknown, or is not named",
      advice: """
        Name the format of the input with --from, and that of the output with --to. Save documents of other \
        word processors as RTF first.
        """),
    CodeText(
      oneWayFormat, "The format can be read but not written, or written but not read",
      advice: """
        Choose another format with --to, or a folder as the output for several files. For the notes of a \
        bundle use `slipconv export`.
        """),
    CodeText(
      noSuchBundle, "There is no bundle to work on",
      advice: "Nothing needs to be done: the code is no longer issued, and SBXC001 takes its place."),
    CodeText(
      emptyName, "A name is empty",
      advice: "Give a name with at least one character that isn't a space."),
    CodeText(
      unreadablePicture, "A picture can't be read",
      advice: """
        The picture is kept as it is, without a thumbnail. Save it as PNG or JPEG if it should have one.
        """),
    CodeText(
      unreadableBody, "A note's body can't be read",
      advice: """
        Make the file that the message names readable, or take it from a backup. In a bundle, \
        `slipconv validate` shows what is wrong.
        """),
    CodeText(
      notRTF, "The file is not RTF",
      advice: """
        If the file is in another format that `slipconv convert` reads, name that with --from. Else save it \
        as RTF in its own program.
        """),
    CodeText(
      oldVersion, "The bundle has an older schema version; `slipconv migrate` upgrades it",
      advice: "Upgrade the bundle with `slipconv migrate`, which keeps the old one beside it."),
    CodeText(
      notComparable, "A document, a folder and a bundle can't be compared with each other",
      advice: """
        Name two of the same kind. To compare a bundle with files, write its notes to a folder with \
        `slipconv export` first.
        """),
    CodeText(
      lossyEdit, "An edited text can't be taken back exactly",
      advice: """
        Nothing was changed. Edit other places, choose another format with --as, or save both versions as \
        tracked changes with --allow-loss.
        """),
    CodeText(
      editorFailed, "The editor ended with an error",
      advice: """
        Nothing was changed. Name an editor in $VISUAL or $EDITOR that waits until you have closed the text.
        """),
    CodeText(
      nameTaken, "Another folder at the same place has the name",
      advice: """
        Nothing was changed. Choose another name, or move the notes to the other folder with \
        `slipconv set --folder`.
        """),
    CodeText(
      textTooLong, "The text of a note in JSON is longer than the limit",
      advice: """
        Nothing was changed. Divide the text among several notes, or import it as a file with \
        `slipconv import`.
        """),
    CodeText(
      nameTooLong, "A title or name is longer than the limit",
      advice: """
        Nothing was changed. Choose a title or name of at most 65,536 bytes, and put the rest into the text.
        """),
    CodeText(
      slashInName, "A name of a folder or keyword has a slash, which would make it a path",
      advice: """
        Leave the slash out. `slipconv folder move` and `slipconv keyword move` put something below another \
        folder or keyword.
        """),
    CodeText(
      noTombstone, "No tombstone has the key",
      advice: "`slipconv restore` lists the tombstones if you give no key. Copy the key from there."),
    CodeText(
      notMergeable, "Only RTF files and bundles can be merged",
      advice: """
        Name RTF files, bundles or their manifests. After a merge with Git, merge `manifest.xml` first, or \
        run `slipconv validate --fix`.
        """),
    CodeText(
      configurationBroken, "The configuration is not TOML",
      advice: "Correct the file at the place that the message names, or leave it out with --no-config."),
    CodeText(
      configurationWrong, "The configuration has an unknown key or value",
      advice: """
        Correct the key or value at the place that the message names. `slipconv rules` lists the names of \
        rules.
        """),
    CodeText(
      unusedIgnore, "An entry of the configuration no longer ignores anything",
      advice: "Remove the entry from the configuration. It might hide a fault that comes later."),
    CodeText(
      baselineMissing, "The baseline doesn't exist",
      advice: "Correct the path of --baseline, or make the file with --write-baseline."),
    CodeText(
      baselineBroken, "The file is not a baseline, or is damaged",
      advice: """
        Take the file from version control. Or make it anew with --write-baseline and --force, which accepts \
        all present findings.
        """),
    CodeText(
      staleBaseline, "Findings of the baseline no longer occur",
      advice: """
        Nothing is wrong, because these faults are gone. Take them out of the baseline with --write-baseline \
        and --force, so that they are reported if they come back.
        """),
    CodeText(
      uncheckedRepair, "A bundle was repaired, but could not be checked again",
      advice: """
        The repair is saved. Remove the cause that the message names, then run `slipconv validate` again.
        """),
    CodeText(
      insideBundle, "An export would be inside a bundle, or contain the one that is exported",
      advice: "Nothing was changed. Name a directory outside of the bundle with --output."),
    CodeText(
      outputIsInput, "The output of a conversion is its input, or is inside it",
      advice: "Nothing was changed. Name another output, outside of the input."),
    CodeText(
      missingPicture,
      "A picture that a page or a Markdown file shows can't be read from its folder; it remains a reference",
      advice: """
        Put the picture where the file refers to it, in the file's own folder or below that, and convert \
        again. Pictures elsewhere are never read.
        """),
    CodeText(
      outsidePath, "A path of a list leaves the output folder",
      advice: "Write the paths of the list without `..`, from a folder that contains all the files."),
    CodeText(
      payloadGone, "A file that a change needs is no longer there",
      advice: """
        Nothing was changed. Take the file from a backup of the bundle; if `slipconv prune` deleted it, the \
        edit can't be taken back.
        """),
    CodeText(
      folderNotEmpty, "The folder to delete isn't empty",
      advice: """
        Nothing was changed. `slipconv folder delete --recursive` deletes the contents, too; --notes move-up \
        keeps them in the folder above.
        """),
    CodeText(
      noSuchFolder, "The bundle has no such folder",
      advice: """
        `slipconv folder list` shows the paths of all folders. `slipconv folder add` makes one, also with a \
        saved search.
        """),
    CodeText(
      noSuchKeyword, "The bundle has no such keyword",
      advice: "`slipconv keyword list` shows all keywords. `slipconv keyword add` makes one."),
    CodeText(
      noPast, "The bundle can't be shown as it was at a transaction",
      advice: """
        Nothing was changed. `slipconv log` lists the transactions; repairs, migrations and the import that made \
        the bundle record no changes, so that nothing before them can be shown.
        """),
    CodeText(
      cannotUndo, "A transaction can't be taken back",
      advice: """
        Nothing was changed. If later transactions changed the same, take these back first; \
        `slipconv log --changes` shows them.
        """),
    CodeText(
      badEdit, "An edit contradicts itself, or can't be read",
      advice: """
        Correct what the message names; nothing was changed. `Schemas/edit.schema.json` describes the edits \
        of `slipconv apply`.
        """),
    CodeText(
      notThere, "The note doesn't have what is to be removed",
      advice: """
        `slipconv show` lists a note's files, and `slipconv links` its links. What the text itself shows \
        goes away when you edit the text.
        """),
    CodeText(
      cancelled, "The work was cancelled before anything was changed",
      advice: "Nothing was changed. Run the command again to do the work."),
    CodeText(
      badQuery, "A predicate or sort key can't be used; the message says where",
      advice: """
        Correct the predicate or key at the place that the message names. `Docs/Finding-notes.md` describes \
        what they may say.
        """),
    CodeText(
      badFeed, "A feed contradicts itself, or lacks what it names",
      advice: """
        Nothing was changed. Correct the feed where the message says, or ask its owner to; if only names \
        differ, map them with --mapping.
        """),
    CodeText(
      outputTaken, "Two files of a batch have the same output name",
      advice: """
        Rename one of the files, or convert their folders to different outputs. For a merge, name another \
        bundle with --output.
        """),
    CodeText(
      cannotRepair, "A repair needs a file that isn't there",
      advice: """
        Nothing was changed. Restore the file, or remove what refers to it; `slipconv validate` \
        shows the place.
        """),
    CodeText(
      needsUnsafeRepair, "The manifest contradicts itself; only --fix-unsafe can rewrite it",
      advice: """
        Nothing was changed. See what would change with --diff and --fix-unsafe together; then give \
        --fix-unsafe alone.
        """),
  ]

  /// What the codes of batch work mean that a request reports.
  static let batchTexts: [CodeText] = [
    CodeText(
      bundleTaken, "Two entries of a list have the same bundle name",
      advice: """
        The first entry has the bundle. Rename the other one, or import it to another directory with \
        --output.
        """)
  ]
}
