internal import SlipBundle
internal import SlipBase

/// The name and version of the program, as history entries, reports and `--version` show them.
public enum Tool {
  /// The version of the program (Semantic Versioning).
  public static let version = "0.1.0"
  /// The name and version in one, such as `slipconv 0.1.0`.
  public static let name = "slipconv \(version)"
  /// The schema version that this program writes; older ones are read by `slipconv migrate`
  /// only.
  public static let schemaVersion = VersionTable.current
}

/// Codes of errors and warnings that concern what was asked for, rather than a file's content
/// (family `SBXG`).
///
/// A code is permanent: it keeps its meaning, and the code of a case that is gone is never
/// issued again. `FaultTexts` has a title for each, which `slipconv explain` prints. `SBXG1xx`
/// are about requests, `SBXG5xx` about the configuration of validation and about repairs.
enum KitCode {
  /// No note, folder or keyword has the given name.
  static let noSuchNote = "SBXG101"
  /// A title or the beginning of a UUID matches several notes.
  static let ambiguousTitle = "SBXG102"
  /// There is nothing to import or identify at the given path.
  static let noSuchInput = "SBXG103"
  /// Several inputs are to be imported, and no bundle is named.
  static let noTarget = "SBXG104"
  /// A packed bundle is to be changed, or something that isn't a bundle directory is to be
  /// packed.
  static let packedTarget = "SBXG105"
  /// The format of a file is unknown, or the requested one doesn't exist.
  static let unknownFormat = "SBXG106"
  /// A feed contradicts itself, or names files that aren't there.
  static let badFeed = "SBXG160"
  /// The format can be read but not written, or written but not read, or not in this
  /// combination.
  static let oneWayFormat = "SBXG107"
  /// There is no bundle to work on. No longer issued; `ContainerCode.noBundle` is reported
  /// instead.
  static let noSuchBundle = "SBXG108"
  /// A title, folder or keyword is empty or only white space.
  static let emptyName = "SBXG109"
  /// A picture can't be decoded, for a reason without a code of its own.
  static let unreadablePicture = "SBXG110"
  /// A body or other input can't be read, for a reason without a code of its own.
  static let unreadableBody = "SBXG111"
  /// The bundle has an older schema version and must be migrated first.
  static let oldVersion = "SBXG113"
  /// A file with the suffix of RTF does not begin as RTF does.
  static let notRTF = "SBXG112"
  /// A document, a folder and a bundle can't be compared with each other.
  static let notComparable = "SBXG130"
  /// A file to be merged is neither RTF nor a bundle.
  static let notMergeable = "SBXG131"
  /// An edited text can't be taken back exactly.
  static let lossyEdit = "SBXG132"
  /// The editor ended with an error.
  static let editorFailed = "SBXG133"
  /// Another folder at the same place has the name.
  static let nameTaken = "SBXG134"
  /// A name of a folder or keyword has a slash.
  static let slashInName = "SBXG135"
  /// The text of a note in JSON is longer than the limit.
  static let textTooLong = "SBXG138"
  /// A title, or the name of a folder, keyword or file, is longer than the limit.
  static let nameTooLong = "SBXG139"
  /// No tombstone has the key.
  static let noTombstone = "SBXG136"
  /// Two entries of a list would be imported into the same bundle.
  static let bundleTaken = "SBXG120"
  /// The configuration of validation is not TOML.
  static let configurationBroken = "SBXG501"
  /// The configuration is TOML, but has an unknown key or value.
  static let configurationWrong = "SBXG502"
  /// An `[[validate.ignore]]` entry no longer ignores any finding.
  static let unusedIgnore = "SBXG503"
  /// The baseline file doesn't exist.
  static let baselineMissing = "SBXG504"
  /// The baseline file is damaged, or isn't a baseline.
  static let baselineBroken = "SBXG505"
  /// The baseline has findings that no longer occur.
  static let staleBaseline = "SBXG506"
  /// The manifest contradicts itself, so that only an unsafe repair can write a new one.
  static let needsUnsafeRepair = "SBXG507"
  /// A repair would leave a file out that the manifest refers to.
  static let cannotRepair = "SBXG508"
  /// A bundle was repaired, but validating it again failed.
  static let uncheckedRepair = "SBXG509"
  /// An export would be inside a bundle, or contain the bundle that it reads.
  static let insideBundle = "SBXG114"
  /// A picture that a page or Markdown file shows can't be read from its folder.
  static let missingPicture = "SBXG116"
  /// The output is the input itself, or is inside an input folder.
  static let outputIsInput = "SBXG115"
  /// A path of a list leaves the output folder by `..`.
  static let outsidePath = "SBXG118"
  /// Two files of a batch would be converted to the same output.
  static let outputTaken = "SBXG117"
  /// A predicate or sort key of a query can't be used.
  static let badQuery = "SBXG119"
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
  /// An edit contradicts itself, or a line of edits can't be read.
  public static let badEdit = "SBXG156"
  /// The note doesn't have what is to be removed: a link, a file.
  public static let notThere = "SBXG157"
  /// Work was cancelled before anything was changed.
  static let cancelled = "SBXG158"
}

extension KitCode {
  /// What each code means, in one line, as `slipconv explain` shows it.
  static let texts = [
    CodeText(noSuchNote, "No note has this title, folder/title or UUID"),
    CodeText(ambiguousTitle, "A title or the beginning of a UUID matches several notes"),
    CodeText(noSuchInput, "There is nothing to import at this place"),
    CodeText(noTarget, "The target bundle is not named"),
    CodeText(packedTarget, "A packed bundle can't be written to; unpack it first"),
    CodeText(unknownFormat, "The format is unknown, or is not named"),
    CodeText(oneWayFormat, "The format can be read but not written, or written but not read"),
    CodeText(noSuchBundle, "There is no bundle to work on"),
    CodeText(emptyName, "A name is empty"),
    CodeText(unreadablePicture, "A picture can't be read"),
    CodeText(unreadableBody, "A note's body can't be read"),
    CodeText(notRTF, "The file is not RTF"),
    CodeText(oldVersion, "The bundle has an older schema version; `slipconv migrate` upgrades it"),
    CodeText(notComparable, "A document, a folder and a bundle can't be compared with each other"),
    CodeText(lossyEdit, "An edited text can't be taken back exactly"),
    CodeText(editorFailed, "The editor ended with an error"),
    CodeText(nameTaken, "Another folder at the same place has the name"),
    CodeText(textTooLong, "The text of a note in JSON is longer than the limit"),
    CodeText(nameTooLong, "A title or name is longer than the limit"),
    CodeText(slashInName, "A name of a folder or keyword has a slash, which would make it a path"),
    CodeText(noTombstone, "No tombstone has the key"),
    CodeText(notMergeable, "Only RTF files and bundles can be merged"),
    CodeText(configurationBroken, "The configuration is not TOML"),
    CodeText(configurationWrong, "The configuration has an unknown key or value"),
    CodeText(unusedIgnore, "An entry of the configuration no longer ignores anything"),
    CodeText(baselineMissing, "The baseline doesn't exist"),
    CodeText(baselineBroken, "The file is not a baseline, or is damaged"),
    CodeText(staleBaseline, "Findings of the baseline no longer occur"),
    CodeText(uncheckedRepair, "A bundle was repaired, but could not be checked again"),
    CodeText(insideBundle, "An export would be inside a bundle, or contain the one that is exported"),
    CodeText(outputIsInput, "The output of a conversion is its input, or is inside it"),
    CodeText(
      missingPicture,
      "A picture that a page or a Markdown file shows can't be read from its folder; it remains a reference"),
    CodeText(outsidePath, "A path of a list leaves the output folder"),
    CodeText(payloadGone, "A file that a change needs is no longer there"),
    CodeText(folderNotEmpty, "The folder to delete isn't empty"),
    CodeText(noSuchFolder, "The bundle has no such folder"),
    CodeText(noSuchKeyword, "The bundle has no such keyword"),
    CodeText(cannotUndo, "A transaction can't be taken back"),
    CodeText(badEdit, "An edit contradicts itself, or can't be read"),
    CodeText(notThere, "The note doesn't have what is to be removed"),
    CodeText(cancelled, "The work was cancelled before anything was changed"),
    CodeText(badQuery, "A predicate or sort key can't be used; the message says where"),
    CodeText(badFeed, "A feed contradicts itself, or lacks what it names"),
    CodeText(outputTaken, "Two files of a batch have the same output name"),
    CodeText(cannotRepair, "A repair would leave a file behind that the manifest refers to"),
    CodeText(needsUnsafeRepair, "The manifest contradicts itself; only --fix-unsafe can rewrite it"),
  ]

  /// What the codes of batch work mean that a request reports.
  static let batchTexts = [
    CodeText(bundleTaken, "Two entries of a list have the same bundle name")
  ]
}
