/// Codes of what can go wrong with a migration.
public enum MigrationCode {
  /// The wanted version can't hold all that the bundle has.
  public static let wouldLose = "SBXV101"
  /// There is no such version.
  public static let noSuchVersion = "SBXV102"
  /// The bundle has errors; they must be mended first.
  public static let brokenSource = "SBXV103"
  /// A stage's result breaks an invariant; nothing was changed.
  public static let brokenResult = "SBXV104"
  /// Not enough free space.
  public static let noSpace = "SBXV105"
  /// The place of the result is taken.
  public static let targetTaken = "SBXV106"
  /// Keywords that differ in case only became one.
  public static let keywordsMerged = "SBXV107"
}
