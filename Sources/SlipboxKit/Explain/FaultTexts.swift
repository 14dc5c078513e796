internal import SlipRTF
internal import SlipFiles
internal import ImageCodec
internal import SlipBase
internal import SlipBatch
internal import SlipBundle
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Titles of the codes that don't belong to validation rules, by the work that reports them.
///
/// A code is `SBX`, a letter for its family, and three digits. It is permanent: its meaning
/// doesn't change, and it is never used again for something else, because scripts,
/// configurations and baselines name it.
///
/// Some layers describe their codes themselves, in tables such as `RTFFaultTable`; the titles
/// for all others are here. To add a code, add a constant to the enumeration of its layer and a
/// row to the family below. A test checks that each code in the sources has a row, and belongs
/// to one file.
///
/// Titles are sentences without a full stop. They describe the situation in general; the
/// message of an error describes the single case and may say what to do.
enum FaultTexts {
  /// All explanations: those of tables first, then family by family.
  static let rows: [Explanation] =
    RTFFaultTable.rows.map {
      Explanation(
        code: $0.code, severity: $0.severity, title: sentence($0.message), reportedBy: "reading RTF",
        remark: $0.isLoss ? ofLosses : nil)
    }
    + FormatFaultTable.rows.map {
      Explanation(code: $0.code, title: $0.title, reportedBy: $0.work)
    }
    + PictureFault.allCases.map {
      Explanation(code: $0.rawValue, title: sentence($0.message), reportedBy: "decoding pictures")
    }
    + family("the container", container) + family("the file system", files) + family("notes", notes)
    + family("reading and writing manifests", manifests)
    + family("import and export", exchange) + family("commands", commands)
    + family("migrations", migrations) + family("batch work", batch)

  /// The remark about codes that report content which a document can't represent, because such
  /// findings are easily taken for damage.
  private static let ofLosses = """
    The file is fine, but a Slipbox document doesn't support what it says here. So this is missing from the \
    plain-text mirror and from whatever is made of the note in another format. In a bundle nothing is lost: the body \
    still has it, and `slipconv export --original` restores the imported file. Such findings are printed only with \
    --verbose.
    """

  /// The explanations of codes that one kind of work reports. They have neither severity nor
  /// manual: most of them are errors that stop the work.
  private static func family(_ name: String, _ texts: [(code: String, title: String)]) -> [Explanation] {
    texts.map { Explanation(code: $0.code, title: $0.title, reportedBy: name) }
  }

  /// The message as a sentence. Messages of readers begin with a small letter, since they
  /// follow a file's name: `a.rtf:1:27: warning: half a surrogate pair …`.
  private static func sentence(_ message: String) -> String {
    message.prefix(1).uppercased() + message.dropFirst()
  }

  /// Codes about bundles as directories and ZIP files (`SBXC`): what can't be opened at all.
  /// What is wrong within a bundle that can be opened is a finding of validation.
  private static let container = [
    (ContainerFault.noBundle, "There is no bundle at this place"),
    (ContainerFault.severalBundles, "A directory holds more than one bundle"),
    (ContainerFault.badZip, "The file is not a ZIP file, or is damaged"),
    (ContainerFault.encrypted, "A ZIP entry is encrypted"),
    (ContainerFault.expandsTooFar, "A ZIP entry or a whole ZIP expands beyond its limit"),
    (ContainerFault.tooManyFiles, "There are more files than the limit"),
    (
      ContainerFault.mimetypeEntry,
      "The first ZIP entry is not `mimetype`, stored, with this format's media type"
    ),
    (ContainerFault.damagedEntry, "The data of a ZIP entry don't match its checksum or length"),
    (ContainerFault.unknownMethod, "A ZIP entry has an unsupported compression method"),
    (ContainerFault.overlappingEntries, "Entries of a ZIP file overlap"),
    (ContainerFault.unreadableDirectory, "A directory of the tree can't be read"),
    (ContainerFault.replacedMeanwhile, "A bundle was replaced by another version while it was read"),
    (ContainerFault.duplicatePath, "A ZIP file has the same name twice"),
    (ContainerFault.foreignFile, "A file doesn't belong to the format"),
  ]

  /// Codes about files and directories (`FileFault`): refusals of the system, and files that
  /// must not be replaced.
  private static let files = [
    (FileFault.systemCall, "The system refused a call; the message says why"),
    (FileFault.missing, "There is no such file or directory"),
    (FileFault.notRegularFile, "A directory or device was found where a regular file is expected"),
    (FileFault.tooLarge, "A file is larger than the limit"),
    (FileFault.locked, "Another process writes to the same target"),
    (FileFault.exists, "The target exists and may not be replaced"),
    (FileFault.cannotExchange, "The file system can't exchange two directories in one step"),
    (FileFault.changedMeanwhile, "Another program changed something while a new version was written"),
    (FileFault.writtenTwice, "The same path was written twice with different contents"),
    (FileFault.tooDeep, "Directories are nested deeper than the limit"),
    (FileFault.nameNotUnicode, "A name is not UTF-8"),
    (FileFault.readOnly, "The permissions of the target forbid changes"),
    (FileFault.inTheWay, "A file of another program is in the way"),
    (FileFault.cannotLock, "The file system doesn't support locks"),
    (FileFault.permissionDenied, "The user lacks the permission for this file or directory"),
  ]

  /// Codes about notes and their relationships (`NotesCode`): edits that would break the
  /// slip-box.
  private static let notes = [
    (NotesCode.unknownEntity, "Something refers to an entity that does not exist"),
    (NotesCode.duplicateID, "An id occurs twice"),
    (NotesCode.folderCycle, "A folder would contain itself"),
    (NotesCode.identityChanged, "An edit would change an identity"),
    (NotesCode.changedMeanwhile, "What an edit begins with was changed meanwhile"),
    (NotesCode.stillReferredTo, "Something still refers to what an edit deletes"),
    (NotesCode.keywordNameTaken, "A keyword of this name exists already"),
    (NotesCode.keywordInUse, "A keyword is still in use"),
  ]

  /// Codes about manifests (`ManifestCode`) that can't be read or written.
  private static let manifests = [
    (
      ManifestCode.unexpected,
      "The manifest has an element, attribute or value that this version doesn't define"
    ),
    (ManifestCode.unwritable, "A value can't be written to a manifest, such as a date before the year 1"),
    (ManifestCode.unsound, "The manifest contradicts itself; `slipconv validate` shows where"),
    (ManifestCode.unlistedPayload, "The manifest lists no payload file for a note, attachment or source"),
  ]

  /// Codes about import and export (`ExchangeCode`), errors as well as findings about single
  /// files.
  private static let exchange = [
    (ExchangeCode.wouldPruneMuch, "A large part of a source's notes would be deleted"),
    (ExchangeCode.inputIsBundle, "There is a bundle among the files to import"),
    (ExchangeCode.notRTF, "The file doesn't begin as RTF does"),
    (ExchangeCode.badSourceName, "A source name is empty, or has a slash or a control character"),
    (ExchangeCode.unknownFormat, "There is no importer or export target of this name"),
    (
      ExchangeCode.payloadChanged,
      "The payload that an export needs has a different digest than the manifest lists"
    ),
    (ExchangeCode.originalChanged, "A restored original has a different digest than the imported file"),
    (ExchangeCode.cannotRebuild, "What was imported is malformed"),
    (
      ExchangeCode.impossibleDate,
      "A date in a file's information is impossible; the file's own time is used"
    ),
    (
      ExchangeCode.impossibleFileTime,
      "The time of an imported file is outside the years 1 to 9999; it is left out"
    ),
    (
      ExchangeCode.impossiblePictureSize,
      "An imported picture's header claims a side of more pixels than any picture has; the size is left out"
    ),
    (ExchangeCode.linkTargetMissing, "A link leads to a note that doesn't exist"),
    (ExchangeCode.linkAmbiguous, "A link matches several notes"),
    (ExchangeCode.linkToOtherFile, "A link leads to a local file that is not a note"),
  ]

  /// Codes about what was asked for (`KitCode`).
  private static let commands = [
    (KitCode.noSuchNote, "No note has this title, folder/title or UUID"),
    (KitCode.ambiguousTitle, "A title or the beginning of a UUID matches several notes"),
    (KitCode.noSuchInput, "There is nothing to import at this place"),
    (KitCode.noTarget, "The target bundle is not named"),
    (KitCode.packedTarget, "A packed bundle can't be written to; unpack it first"),
    (KitCode.unknownFormat, "The format is unknown, or is not named"),
    (KitCode.oneWayFormat, "The format can be read but not written, or written but not read"),
    (KitCode.noSuchBundle, "There is no bundle to work on"),
    (KitCode.emptyName, "A name is empty"),
    (KitCode.unreadablePicture, "A picture can't be read"),
    (KitCode.unreadableBody, "A note's body can't be read"),
    (KitCode.notRTF, "The file is not RTF"),
    (KitCode.oldVersion, "The bundle has an older schema version; `slipconv migrate` upgrades it"),
    (KitCode.configurationBroken, "The configuration is not TOML"),
    (KitCode.configurationWrong, "The configuration has an unknown key or value"),
    (KitCode.unusedIgnore, "An entry of the configuration no longer ignores anything"),
    (KitCode.baselineMissing, "The baseline doesn't exist"),
    (KitCode.baselineBroken, "The file is not a baseline, or is damaged"),
    (KitCode.staleBaseline, "Findings of the baseline no longer occur"),
    (KitCode.uncheckedRepair, "A bundle was repaired, but could not be checked again"),
    (KitCode.insideBundle, "An export would be inside a bundle, or contain the one that is exported"),
    (KitCode.outputIsInput, "The output of a conversion is its input, or is inside it"),
    (
      KitCode.missingPicture,
      "A picture that a page or a Markdown file shows can't be read from its folder; it remains a reference"
    ),
    (KitCode.outsidePath, "A path of a list leaves the output folder"),
    (KitCode.outputTaken, "Two files of a batch have the same output name"),
    (KitCode.cannotRepair, "A repair would leave a file behind that the manifest refers to"),
    (KitCode.needsUnsafeRepair, "The manifest contradicts itself; only --fix-unsafe can rewrite it"),
  ]

  /// Codes about migrations (`MigrationCode`).
  private static let migrations = [
    (MigrationCode.wouldLose, "The target version can't represent everything in the bundle"),
    (MigrationCode.noSuchVersion, "There is no such schema version"),
    (MigrationCode.brokenSource, "The bundle has errors, which must be repaired before it is migrated"),
    (MigrationCode.brokenResult, "The result of a migration is invalid; nothing was changed"),
    (MigrationCode.noSpace, "There is not enough free space for the result"),
    (MigrationCode.targetTaken, "The path of a migration's result is taken"),
    (MigrationCode.keywordsMerged, "Keywords that differ only in case were merged"),
  ]

  /// Codes about work on many items (`BatchCode`).
  private static let batch = [
    (BatchCode.journalExists, "The journal exists, and `--resume` was not given"),
    (BatchCode.otherJob, "The journal was started by different work"),
    (BatchCode.notJournal, "The file is not a journal"),
    (BatchCode.damagedLine, "A line of a journal can't be read"),
    (BatchCode.badGlob, "A glob for paths is malformed"),
    (BatchCode.badEntry, "An entry of a list of paths can't be used"),
    (KitCode.bundleTaken, "Two entries of a list have the same bundle name"),
  ]
}
