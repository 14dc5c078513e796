public import SlipBase
internal import SlipFormats

/// The codes of the errors and diagnostics that imports and exports report.
///
/// The letter behind `SBX` is the area: G for everything general, D for dates, P for
/// pictures, L for links. Codes are permanent. A code that is no longer issued is never used for
/// something else.
public enum ExchangeCode {
  /// The file's content is not RTF.
  public static let notRTF = "SBXG201"
  /// A source name is empty, or contains a slash or a control character.
  public static let badSourceName = "SBXG202"
  /// There is no importer or export target of this name.
  public static let unknownFormat = "SBXG203"
  /// The digest of payload that an export needs differs from the manifest.
  public static let payloadChanged = "SBXG204"
  /// The digest or length of a restored original differs from the imported file.
  public static let originalChanged = OriginalFile.differs
  /// What was imported, or is kept of it, doesn't have the form that restoring it requires.
  public static let cannotRebuild = OriginalFile.malformedPackage
  /// A file is exported under another name than it was imported.
  public static let nameChanged = OutgoingName.code
  /// The input of an import is a slip-box bundle rather than notes.
  public static let inputIsBundle = "SBXG207"
  /// An import would delete a large part of a source's notes.
  public static let wouldPruneMuch = "SBXG208"
  /// Several notes of a container have the same id.
  public static let repeatedItem = "SBXI015"
  /// A part of a container can't be read.
  public static let partNotRead = "SBXG248"
  /// Names in an archive aren't UTF-8.
  public static let namesDecoded = "SBXG249"
  /// A title is longer than the limit and was cut.
  public static let titleCut = "SBXG250"
  /// Which column of a table is what was guessed by their names.
  public static let columnsGuessed = "SBXG251"
  /// A mapping names a field or column that doesn't exist.
  public static let unknownColumn = "SBXG252"
  /// A container isn't what its kind demands.
  public static let badContainer = "SBXG240"
  /// A container or note is encrypted.
  public static let encryptedPart = "SBXG241"
  /// A piece of a container is damaged.
  public static let pieceDamaged = "SBXG242"
  /// There are several of something of which one counts.
  public static let severalOfOne = "SBXG243"
  /// Something in a container has no counterpart in a slip-box.
  public static let featureDropped = "SBXG244"
  /// A file that a note shows is missing.
  public static let fileMissing = "SBXP303"
  /// A date in a file's information is impossible; the file's modification time is used instead.
  public static let impossibleDate = "SBXD201"
  /// The time of a file is outside the years 1 to 9999; the note gets none.
  public static let impossibleFileTime = "SBXD202"
  /// The header of a picture claims a size that no picture has; the attachment gets none.
  public static let impossiblePictureSize = "SBXP301"
  /// No note matches a link.
  public static let linkTargetMissing = "SBXL201"
  /// Several notes match a link.
  public static let linkAmbiguous = "SBXL202"
  /// A link leads to a local file that is not a note.
  public static let linkToOtherFile = "SBXL203"
}

extension ExchangeCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      wouldPruneMuch, "A large part of a source's notes would be deleted",
      advice: """
        Nothing was changed. If you gave the right source, --dry-run lists these notes, and --prune-all \
        deletes them.
        """),
    CodeText(
      inputIsBundle, "There is a bundle among the files to import",
      advice: "Export the notes of the bundle with `slipconv export`, and import what that wrote."),
    CodeText(
      notRTF, "The file doesn't begin as RTF does",
      advice: """
        Save a document of a word processor as RTF there; give a plain text the suffix .txt. Then import it \
        again.
        """),
    CodeText(
      badSourceName, "A source name is empty, or has a slash or a control character",
      advice: """
        Give --source-name a name without slashes and control characters, such as that of the folder.
        """),
    CodeText(
      unknownFormat, "There is no importer or export target of this name",
      advice: """
        Use a format that `slipconv export --help` lists, or import a kind of file that \
        `slipconv import --help` lists.
        """),
    CodeText(
      payloadChanged, "The payload that an export needs has a different digest than the manifest lists",
      advice: """
        `slipconv refresh` adopts notes that another program has edited. `slipconv validate` shows all other \
        differences.
        """),
    CodeText(
      originalChanged, "A restored original has a different digest than the imported file",
      advice: """
        The other files are written. Take this one from where it was imported, or take the bundle from a \
        backup; `slipconv validate` shows what changed in it.
        """),
    CodeText(
      cannotRebuild, "What was imported is malformed",
      advice: """
        Import the file again from its source, or take the bundle from a backup. Notes made of it can still \
        be exported with --to.
        """),
    CodeText(
      columnsGuessed, "Which column of a table is what was guessed by their names",
      advice:
        "If a column was taken for the wrong thing, give the mapping that the message shows, corrected, with --map."
    ),
    CodeText(
      unknownColumn, "A mapping names a field or column that doesn't exist",
      advice:
        "Use the names in the first line of the table, or the keys of the objects, and the fields that the message lists."
    ),
    CodeText(
      badContainer, "A container isn't what its kind demands",
      advice: """
        Save or export the notes anew in their program, complete and uncompressed. `slipconv inspect` shows \
        what can be read of a file.
        """),
    CodeText(
      encryptedPart, "A container, or a note in it, is encrypted",
      advice: """
        Remove the password in the program of the notes, or export them unencrypted, and import again. Until \
        then their texts stay encrypted.
        """),
    CodeText(
      pieceDamaged, "A piece of a container is damaged; it was left out or repaired",
      advice: """
        What could be read is there, and nothing of a damaged source is deleted by --prune. If you miss \
        something, export the notes anew from their program.
        """),
    CodeText(
      severalOfOne, "A container has several of something of which one counts",
      advice: "If the wrong one was read, move the others away and import again."),
    CodeText(
      featureDropped, "Something in a container has no counterpart in a slip-box",
      advice: """
        Nothing needs to be done unless you miss it. The imported file still has it: \
        `slipconv export --original` writes that.
        """),
    CodeText(
      fileMissing, "A file that a note shows is missing",
      advice: "The rest of the note is there. Put the file back in its place, and import again."),
    CodeText(
      repeatedItem, "Several notes of a container have the same id",
      advice: """
        All notes were imported, and the later ones have a number in their id. Delete copies that you don't \
        want with `slipconv delete`.
        """),
    CodeText(
      partNotRead, "A part of a container can't be read",
      advice: """
        All else was imported. Make the part readable, such as by a copy in the place of a symbolic link, \
        and import again.
        """),
    CodeText(
      namesDecoded, "Names in an archive aren't UTF-8; they were read in the code page that fits",
      advice: """
        Nothing needs to be done if the names look right. Else unpack the archive with a program in which \
        you can choose the encoding, and import the folder.
        """),
    CodeText(
      titleCut, "The title of an imported note is longer than the limit; it was cut",
      advice: "The note's text is complete. Give it a shorter title with `slipconv set --title`."),
    CodeText(
      impossibleDate, "A date in a file's information is impossible; the file's own time is used",
      advice: """
        The note has the time of its file, or no date. `slipconv set --created` gives it the right one.
        """),
    CodeText(
      impossibleFileTime, "The time of an imported file is outside the years 1 to 9999; it is left out",
      advice: "The note was imported without a date. `slipconv set --created` gives it one."),
    CodeText(
      impossiblePictureSize,
      "An imported picture's header claims a side of more pixels than any picture has; the size is left out",
      advice: """
        The picture is kept as it is. Save it anew in a picture program, and replace it with \
        `slipconv attach --replace`.
        """),
    CodeText(
      linkTargetMissing, "A link leads to a note that doesn't exist",
      advice: """
        Import what the link leads to, best together with this note. Or correct the link with \
        `slipconv edit`.
        """),
    CodeText(
      linkAmbiguous, "A link matches several notes",
      advice: """
        The link leads to none of them. Give the notes different titles with `slipconv set --title`, or link \
        to the right one with `slipconv link`.
        """),
    CodeText(
      linkToOtherFile, "A link leads to a local file that is not a note",
      advice: """
        Nothing needs to be done: the link stays in the text. If the file belongs to the note, add it with \
        `slipconv attach`.
        """),
  ]
}
