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
  /// What each code means, in one line, as `slipconv explain` shows it.
  public static let texts = [
    CodeText(wouldPruneMuch, "A large part of a source's notes would be deleted"),
    CodeText(inputIsBundle, "There is a bundle among the files to import"),
    CodeText(notRTF, "The file doesn't begin as RTF does"),
    CodeText(badSourceName, "A source name is empty, or has a slash or a control character"),
    CodeText(unknownFormat, "There is no importer or export target of this name"),
    CodeText(
      payloadChanged, "The payload that an export needs has a different digest than the manifest lists"),
    CodeText(originalChanged, "A restored original has a different digest than the imported file"),
    CodeText(cannotRebuild, "What was imported is malformed"),
    CodeText(badContainer, "A container isn't what its kind demands"),
    CodeText(encryptedPart, "A container, or a note in it, is encrypted"),
    CodeText(pieceDamaged, "A piece of a container is damaged; it was left out or repaired"),
    CodeText(severalOfOne, "A container has several of something of which one counts"),
    CodeText(featureDropped, "Something in a container has no counterpart in a slip-box"),
    CodeText(fileMissing, "A file that a note shows is missing"),
    CodeText(repeatedItem, "Several notes of a container have the same id"),
    CodeText(partNotRead, "A part of a container can't be read"),
    CodeText(namesDecoded, "Names in an archive aren't UTF-8; they were read in the code page that fits"),
    CodeText(titleCut, "The title of an imported note is longer than the limit; it was cut"),
    CodeText(impossibleDate, "A date in a file's information is impossible; the file's own time is used"),
    CodeText(
      impossibleFileTime, "The time of an imported file is outside the years 1 to 9999; it is left out"),
    CodeText(
      impossiblePictureSize,
      "An imported picture's header claims a side of more pixels than any picture has; the size is left out"),
    CodeText(linkTargetMissing, "A link leads to a note that doesn't exist"),
    CodeText(linkAmbiguous, "A link matches several notes"),
    CodeText(linkToOtherFile, "A link leads to a local file that is not a note"),
  ]
}
