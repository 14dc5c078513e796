/// Codes of the errors that this module throws.
public enum NotesCode {
  /// A relationship names an entity that the box lacks.
  public static let unknownEntity = "SBXI101"
  /// An id is taken.
  public static let duplicateID = "SBXI102"
  /// A folder would lie within itself.
  public static let folderCycle = "SBXI103"
  /// An entity's id would change.
  public static let identityChanged = "SBXI104"
  /// Changes begin with another value than the box has.
  public static let changedMeanwhile = "SBXI105"
  /// Changes delete what something else still refers to.
  public static let stillReferredTo = "SBXI106"
  /// Two keywords would have names that are the same under NFC and case folding.
  public static let keywordNameTaken = "SBXK101"
  /// A keyword that notes still have can't be deleted.
  public static let keywordInUse = "SBXK102"
}
