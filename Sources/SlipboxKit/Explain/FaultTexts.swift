internal import SlipRTF
internal import SlipFiles
internal import ImageCodec
internal import SlipBase
internal import SlipBatch
internal import SlipBundle
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Texts of codes that aren't rules of validation, by who reports them.
enum FaultTexts {
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

  private static let ofLosses = """
    The file is as it should be; what it says here has no place in a document of Slipbox's, and so neither in the \
    plain-text mirror nor in what is made of the note in another format. In a bundle nothing is lost by that: the \
    body has it, and `slipconv export --original` gives the imported file back. Such findings are printed with \
    --verbose only.
    """

  private static func family(_ name: String, _ texts: [(code: String, title: String)]) -> [Explanation] {
    texts.map { Explanation(code: $0.code, title: $0.title, reportedBy: name) }
  }

  private static func sentence(_ message: String) -> String {
    message.prefix(1).uppercased() + message.dropFirst()
  }

  private static let container = [
    (ContainerFault.noBundle, "There is no bundle at this place"),
    (ContainerFault.severalBundles, "A directory holds more than one bundle"),
    (ContainerFault.badZip, "This is not a ZIP file, or a damaged one"),
    (ContainerFault.encrypted, "A ZIP entry is encrypted"),
    (ContainerFault.expandsTooFar, "A ZIP entry or a whole ZIP expands beyond its limit"),
    (ContainerFault.tooManyFiles, "There are more files than the limit"),
    (
      ContainerFault.mimetypeEntry,
      "The first ZIP entry is not `mimetype`, stored, with this format's media type"
    ),
    (ContainerFault.damagedEntry, "Data of a ZIP entry don't fit its checksum or length"),
    (ContainerFault.unknownMethod, "A ZIP entry has a compression method that can't be read"),
    (ContainerFault.overlappingEntries, "Entries of a ZIP file overlap"),
    (ContainerFault.unreadableDirectory, "A directory of the tree can't be read"),
    (ContainerFault.replacedMeanwhile, "A bundle was replaced by another version while it was read"),
    (ContainerFault.duplicatePath, "A ZIP file has the same name twice"),
    (ContainerFault.foreignFile, "A file is none of this format's kinds"),
  ]

  private static let files = [
    (FileFault.systemCall, "The system refused a call; the message says why"),
    (FileFault.missing, "There is no such file or directory"),
    (FileFault.notRegularFile, "A directory, device or the like stands where a regular file is wanted"),
    (FileFault.tooLarge, "A file is larger than the limit"),
    (FileFault.locked, "Another process writes to the same target"),
    (FileFault.exists, "The target exists and may not be replaced"),
    (FileFault.cannotExchange, "The file system can't exchange two directories in one step"),
    (FileFault.changedMeanwhile, "Something was changed by somebody else while a new version was being made"),
    (FileFault.writtenTwice, "The same path was written twice with different contents"),
    (FileFault.tooDeep, "Directories are nested deeper than the limit"),
    (FileFault.nameNotUnicode, "A name is not UTF-8"),
    (FileFault.readOnly, "What is to be changed is read-only by its permissions"),
    (FileFault.inTheWay, "Something that isn't this program's lies where it is to write"),
    (FileFault.cannotLock, "The file system has no locks"),
    (FileFault.permissionDenied, "The user may not do this to the file or directory"),
  ]

  private static let notes = [
    (NotesCode.unknownEntity, "Something that is referred to does not exist"),
    (NotesCode.duplicateID, "An id is given twice"),
    (NotesCode.folderCycle, "A folder would lie within itself"),
    (NotesCode.identityChanged, "An edit would change an identity"),
    (NotesCode.changedMeanwhile, "What an edit begins with was changed meanwhile"),
    (NotesCode.stillReferredTo, "Something still refers to what an edit deletes"),
    (NotesCode.keywordNameTaken, "A keyword of this name exists already"),
    (NotesCode.keywordInUse, "A keyword is still in use"),
  ]

  private static let manifests = [
    (
      ManifestCode.unexpected,
      "The manifest has an element, attribute or value that this version doesn't have"
    ),
    (ManifestCode.unwritable, "A manifest can't hold a value, such as a date before the year 1"),
    (ManifestCode.unsound, "The manifest contradicts itself; `slipconv validate` shows where"),
    (ManifestCode.unlistedPayload, "The manifest lists no payload file for a note, attachment or source"),
  ]

  private static let exchange = [
    (ExchangeCode.wouldPruneMuch, "A large part of a source's notes would be deleted"),
    (ExchangeCode.inputIsBundle, "A bundle lies among the files to import"),
    (ExchangeCode.notRTF, "The file doesn't begin as RTF does"),
    (ExchangeCode.badSourceName, "A source name is empty, or has a slash or a control character"),
    (ExchangeCode.unknownFormat, "An importer or export target of that name doesn't exist"),
    (
      ExchangeCode.payloadChanged,
      "The payload that an export needs has another digest than the manifest says"
    ),
    (ExchangeCode.originalChanged, "A rebuilt original has another digest than the imported file had"),
    (ExchangeCode.cannotRebuild, "What was imported has the wrong form for a slip-box"),
    (
      ExchangeCode.impossibleDate,
      "A date in a file's information is impossible; the file's own time was taken"
    ),
    (
      ExchangeCode.impossibleFileTime,
      "The time of an imported file lies outside the years 1 to 9999; it is left out"
    ),
    (
      ExchangeCode.impossiblePictureSize,
      "An imported picture's header claims a side of more pixels than any picture has; the size is left out"
    ),
    (ExchangeCode.linkTargetMissing, "A link leads to a note that isn't there"),
    (ExchangeCode.linkAmbiguous, "A link fits several notes"),
    (ExchangeCode.linkToOtherFile, "A link leads to a local file that is no note"),
  ]

  private static let commands = [
    (KitCode.noSuchNote, "No note has this title, folder/title or UUID"),
    (KitCode.ambiguousTitle, "Several notes are meant by a title or the beginning of a UUID"),
    (KitCode.noSuchInput, "There is nothing to import at this place"),
    (KitCode.noTarget, "It isn't said which bundle is meant"),
    (KitCode.packedTarget, "A packed bundle can't be written to; unpack it first"),
    (KitCode.unknownFormat, "It isn't known which format is wanted"),
    (KitCode.oneWayFormat, "The format can be read but not written, or written but not read"),
    (KitCode.noSuchBundle, "There is no bundle to work on"),
    (KitCode.emptyName, "A name is empty"),
    (KitCode.unreadablePicture, "A picture can't be read"),
    (KitCode.unreadableBody, "A note's body can't be read"),
    (KitCode.notRTF, "The file is not RTF"),
    (KitCode.oldVersion, "The bundle is of an older schema version; `slipconv migrate` brings it up"),
    (KitCode.configurationBroken, "The configuration is not TOML"),
    (KitCode.configurationWrong, "The configuration has a key or value that isn't known"),
    (KitCode.unusedIgnore, "An entry of the configuration ignores nothing any more"),
    (KitCode.baselineMissing, "The baseline doesn't exist"),
    (KitCode.baselineBroken, "The baseline is damaged or something else"),
    (KitCode.staleBaseline, "Findings of the baseline are no more"),
    (KitCode.uncheckedRepair, "A bundle was repaired, but could not be checked again"),
    (KitCode.insideBundle, "An export would lie in a bundle, or hold the one that is exported"),
    (KitCode.outputIsInput, "A conversion's output is its own input, or lies in it"),
    (
      KitCode.missingPicture,
      "A picture that a page or a Markdown file shows can't be read from its folder; it stays a reference"
    ),
    (KitCode.outsidePath, "A path of a list leads out of the output folder"),
    (KitCode.outputTaken, "Two files of a batch would be converted to one"),
    (KitCode.cannotRepair, "A repair would leave something behind that the manifest means"),
    (KitCode.needsUnsafeRepair, "Only --fix-unsafe can write a manifest anew that contradicts itself"),
  ]

  private static let migrations = [
    (MigrationCode.wouldLose, "The wanted version can't hold all that the bundle has"),
    (MigrationCode.noSuchVersion, "There is no such schema version"),
    (MigrationCode.brokenSource, "The bundle has errors, which must be mended before it is migrated"),
    (MigrationCode.brokenResult, "The result of a migration is unsound; nothing was changed"),
    (MigrationCode.noSpace, "There is not enough free space for the result"),
    (MigrationCode.targetTaken, "The place of a migration's result is taken"),
    (MigrationCode.keywordsMerged, "Keywords that differ in case only became one"),
  ]

  private static let batch = [
    (BatchCode.journalExists, "A journal is there already, and `--resume` was not given"),
    (BatchCode.otherJob, "A journal was begun by other work than this"),
    (BatchCode.notJournal, "The file is no journal"),
    (BatchCode.damagedLine, "A line of a journal can't be read"),
    (BatchCode.badGlob, "A pattern for paths is badly formed"),
    (BatchCode.badEntry, "An entry of a list of paths can't be used"),
    (KitCode.bundleTaken, "Two entries of a list would go to the same bundle"),
  ]
}
