public import SlipBase

/// The codes of the errors that `SlipBox` throws.
public enum NotesCode {
  /// A relationship names an entity that the box doesn't have.
  public static let unknownEntity = "SBXI101"
  /// An entity with this id exists already.
  public static let duplicateID = "SBXI102"
  /// A folder would contain itself.
  public static let folderCycle = "SBXI103"
  /// An update would change the id of an entity.
  public static let identityChanged = "SBXI104"
  /// Changes begin with another value than the box has.
  public static let changedMeanwhile = "SBXI105"
  /// Changes delete what something else still refers to.
  public static let stillReferredTo = "SBXI106"
  /// Two keywords side by side would have names that are the same under NFC and case folding.
  public static let keywordNameTaken = "SBXK101"
  /// The keyword to delete is still in use.
  public static let keywordInUse = "SBXK102"
  /// A keyword would lie below itself.
  public static let keywordCycle = "SBXK103"
}

extension SlipError {
  /// The box has no such entity. The message doesn't name a source, because its key is the user's
  /// own text.
  static func unknown(_ entity: EntityID) -> SlipError {
    SlipError(
      .badInput, code: NotesCode.unknownEntity, "There is no such \(entity.kind).", at: entity.location)
  }

  /// The box has an entity with this id already.
  static func duplicate(_ entity: EntityID) -> SlipError {
    SlipError(
      .badInput, code: NotesCode.duplicateID, "Another \(entity.kind) has this id already.",
      at: entity.location)
  }

  /// An update tried to change the id of an entity.
  static func identityChanged(_ entity: EntityID) -> SlipError {
    SlipError(
      .usage, code: NotesCode.identityChanged, "The id of this \(entity.kind) can't change.",
      at: entity.location)
  }
}

extension NotesCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      unknownEntity, "Something refers to an entity that does not exist",
      advice: """
        Nothing was changed. Name what the bundle has: see `slipconv list`, `slipconv folder list` and \
        `slipconv keyword list`.
        """),
    CodeText(
      duplicateID, "An id occurs twice",
      advice: "Nothing was changed. Give each note, folder and keyword an id of its own."),
    CodeText(
      folderCycle, "A folder would contain itself",
      advice: """
        Nothing was changed. Choose a folder that doesn't lie in this one, or move it to the top with \
        `slipconv folder move --top`.
        """),
    CodeText(
      identityChanged, "An edit would change an identity",
      advice: "Nothing was changed. To give something another id, a program deletes it and inserts it anew."),
    CodeText(
      changedMeanwhile, "What an edit begins with was changed meanwhile",
      advice: "Nothing was changed. Repeat the edit with the bundle as it is now."),
    CodeText(
      stillReferredTo, "Something still refers to what an edit deletes",
      advice: """
        Nothing was changed. First take back the later transactions that refer to it; \
        `slipconv log --changes` shows them.
        """),
    CodeText(
      keywordNameTaken, "A keyword of this name exists already",
      advice: """
        Nothing was changed. Choose another name, or make the two keywords one with \
        `slipconv keyword merge`.
        """),
    CodeText(
      keywordInUse, "A keyword is still in use",
      advice: """
        Nothing was changed. `slipconv keyword delete --force` takes the keyword from the notes that have \
        it.
        """),
    CodeText(
      keywordCycle, "A keyword would lie below itself",
      advice: """
        Nothing was changed. Choose a keyword that doesn't lie below this one, or move it to the top with \
        `slipconv keyword move --top`.
        """),
  ]
}
