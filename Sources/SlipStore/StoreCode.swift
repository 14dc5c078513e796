public import SlipBase

/// The codes of errors of SQLite files.
public enum StoreCode {
  /// SQLite can't open, read or write a file.
  public static let failed = "SBXG140"
  /// A file is no index of this program, or of another version.
  public static let notOurs = "SBXG141"
  /// A file is no SQLite file, or no store of a program that can be read.
  public static let notStore = "SBXG142"
  /// A model can't be read, or isn't that of the store.
  public static let badModel = "SBXG143"
  /// A store has no copy of its model.
  public static let noModel = "SBXG144"
  /// A store has no facts about itself.
  public static let noMetadata = "SBXG145"
  /// A store was read without a file with its last changes.
  public static let withoutLog = "SBXG146"
  /// A mapping is not complete, or has a value that its key can't have.
  public static let badMapping = "SBXG147"
  /// A mapping names something that the store lacks.
  public static let unknownName = "SBXG148"
  /// Nothing in a store looks like notes, or several things do.
  public static let noGuess = "SBXG149"
  /// A body can't be read.
  public static let bodyNotRead = "SBXG170"
  /// The file of a value is missing.
  public static let externalMissing = "SBXG171"
  /// A file beside a store belongs to no value.
  public static let externalOrphan = "SBXG172"
  /// A value that may lie in a file begins with an unknown tag.
  public static let unknownTag = "SBXG173"
  /// A relationship leads to an object that the store lacks.
  public static let danglingKey = "SBXI171"
  /// Several objects of a store have the same id.
  public static let repeatedID = "SBXI172"
  /// Folders of a store contain each other.
  public static let circle = "SBXI173"
  /// A date is out of range.
  public static let impossibleDate = "SBXD171"
  /// The status of a note is unknown.
  public static let unknownStatus = "SBXG174"
  /// Something of a store does not come into the slip-box.
  public static let leftOut = "SBXG175"
  /// An SQLite file of another program is beyond a limit: tables, rows, bytes of a value, or work.
  public static let tooMuch = "SBXG177"
  /// An attribute of a text is not kept.
  public static let attributeLost = "SBXG176"
}

extension StoreCode {
  /// What each code means, in one line, as `slipconv explain` shows it.
  public static let texts = [
    CodeText(failed, "An SQLite file can't be opened, read or written"),
    CodeText(notOurs, "An SQLite file is not what this command reads or replaces"),
    CodeText(notStore, "A file is no store of a note application that can be read"),
    CodeText(badModel, "A model can't be read, or isn't that of the store"),
    CodeText(noModel, "A store has no copy of its model, so that names come from its columns"),
    CodeText(noMetadata, "A store has no facts about itself"),
    CodeText(withoutLog, "A store was read without the file that may have its last changes"),
    CodeText(badMapping, "A mapping is not complete, or has a value that its key can't have"),
    CodeText(unknownName, "A mapping names something that the store lacks"),
    CodeText(noGuess, "Nothing in a store is surely notes, so a mapping is needed"),
    CodeText(bodyNotRead, "The body of a note can't be read"),
    CodeText(externalMissing, "The file of a value in a store is missing"),
    CodeText(externalOrphan, "A file beside a store belongs to no value"),
    CodeText(unknownTag, "A value that may lie in a file of its own begins with an unknown tag"),
    CodeText(danglingKey, "A relationship leads to an object that the store lacks"),
    CodeText(repeatedID, "Several objects of a store have the same id"),
    CodeText(circle, "Folders of a store contain each other"),
    CodeText(impossibleDate, "A date in a store is outside the years 1 to 9999"),
    CodeText(unknownStatus, "The status of a note is unknown, so the note is a draft"),
    CodeText(leftOut, "Something of a store does not come into the slip-box"),
    CodeText(
      tooMuch, "An SQLite file of another program has more tables, rows, bytes or work than the limits"),
    CodeText(attributeLost, "An attribute of a text is not kept"),
  ]
}
