public import SlipBase

/// The codes of errors and reports of other programs' stores.
public enum StoreCode {
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
  /// An attribute of a text is not kept.
  public static let attributeLost = "SBXG176"
}

extension StoreCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      notStore, "A file is no store of a note application that can be read",
      advice: """
        Name a single store, and copy it anew while its program is closed, with all files beside it. An \
        encrypted store can't be read.
        """),
    CodeText(
      badModel, "A model can't be read, or isn't that of the store",
      advice: """
        Give --model the model of the application that wrote the store, in the same version. Without \
        --model, the names come from the store itself.
        """),
    CodeText(
      noModel, "A store has no copy of its model, so that names come from its columns",
      advice: """
        Nothing needs to be done if the names look right. Else give the application's model with --model.
        """),
    CodeText(
      noMetadata, "A store has no facts about itself",
      advice: "Nothing needs to be done: notes and texts are read without these facts."),
    CodeText(
      withoutLog, "A store was read without the file that may have its last changes",
      advice: """
        If there is a file whose name ends in `-wal`, copy it beside the store and import again, because it \
        has the last changes.
        """),
    CodeText(
      badMapping, "A mapping is not complete, or has a value that its key can't have",
      advice: """
        Correct the line of the mapping that the message names. `slipconv inspect` prints a complete one.
        """),
    CodeText(
      unknownName, "A mapping names something that the store lacks",
      advice: """
        Correct the name in the mapping: the message lists the nearest names that the store has. \
        `slipconv inspect` prints a mapping that fits.
        """),
    CodeText(
      noGuess, "Nothing in a store is surely notes, so a mapping is needed",
      advice: "Save the mapping that `slipconv inspect` prints, correct it, and import with --mapping."),
    CodeText(
      bodyNotRead, "The body of a note can't be read",
      advice: """
        What can't be read stays in the kept file of the body or store. Open the note in its own program, \
        save it there in another form, and import that.
        """),
    CodeText(
      externalMissing, "The file of a value in a store is missing",
      advice: "Copy the hidden folder of the store, such as `.Notes_SUPPORT`, beside it, and import again."),
    CodeText(
      externalOrphan, "A file beside a store belongs to no value",
      advice: "Nothing needs to be done: no note of the store has the file."),
    CodeText(
      unknownTag, "A value that may lie in a file of its own begins with an unknown tag",
      advice: """
        The value is kept as a file of the note. If you miss a text or picture, save it in the program that \
        the store belongs to, and import that.
        """),
    CodeText(
      danglingKey, "A relationship leads to an object that the store lacks",
      advice: """
        The rest of the note was imported. If its program still shows what is missing, copy the store anew \
        with all its files, and import again.
        """),
    CodeText(
      repeatedID, "Several objects of a store have the same id",
      advice: """
        All notes were imported, and the later ones got ids of their own. Delete copies that you don't want \
        with `slipconv delete`.
        """),
    CodeText(
      circle, "Folders of a store contain each other",
      advice: """
        Everything in them was imported. Put folders where they belong with `slipconv folder move`, and \
        keywords with `slipconv keyword move`.
        """),
    CodeText(
      impossibleDate, "A date in a store is outside the years 1 to 9999",
      advice: """
        The rest was imported without this date. `slipconv set --created` gives a note the right one.
        """),
    CodeText(
      unknownStatus, "The status of a note is unknown, so the note is a draft",
      advice: """
        Set the status with `slipconv set --status`. Or name the program's values under `status_values` in a \
        mapping, and import again with --mapping.
        """),
    CodeText(
      leftOut, "Something of a store does not come into the slip-box",
      advice: """
        If you miss it, add it to the mapping that `slipconv inspect` prints, and import with --mapping. A \
        note that was not downloaded must be opened in its program first.
        """),
    CodeText(
      attributeLost, "An attribute of a text is not kept",
      advice: "Nothing needs to be done: the text is complete, and only this part of its looks is missing."),
  ]
}
