internal import SlipBase
internal import SlipFormats

/// Codes of the errors and diagnostics of this module.
public enum ExchangeCode {
  /// The file doesn't begin as RTF does.
  public static let notRTF = "SBXG201"
  /// A source name is empty, or has a slash or a control character.
  public static let badSourceName = "SBXG202"
  /// An importer or target of that name doesn't exist.
  public static let unknownFormat = "SBXG203"
  /// The payload that an export needs has another digest than the manifest says.
  public static let payloadChanged = "SBXG204"
  /// A rebuilt original has another digest or length than the imported file had.
  public static let originalChanged = OriginalFile.differs
  /// What was imported, or is kept of it, has the wrong form for a slip-box.
  public static let cannotRebuild = OriginalFile.malformedPackage
  /// A file is exported under another name than it was imported.
  public static let nameChanged = OutgoingName.code
  /// A bundle was given as notes to import.
  public static let inputIsBundle = "SBXG207"
  /// A large part of a source's notes would be deleted.
  public static let wouldPruneMuch = "SBXG208"
  /// A date in a file's information is impossible; the file's own time was taken.
  public static let impossibleDate = "SBXD201"
  /// The time of a file lies outside the years 1 to 9999; it was left out.
  public static let impossibleFileTime = "SBXD202"
  /// A picture's header claims a side that no picture has; its size was left out.
  public static let impossiblePictureSize = "SBXP301"
  /// A link leads to a note that isn't there.
  public static let linkTargetMissing = "SBXL201"
  /// A link fits several notes.
  public static let linkAmbiguous = "SBXL202"
  /// A link leads to a local file that is no note.
  public static let linkToOtherFile = "SBXL203"
}
