internal import SlipBundle

/// The name and version of the program, as history entries, reports and `--version` show them.
public enum SlipboxTool {
  /// The version of the program (Semantic Versioning).
  public static let version = "0.1.0"
  /// The name and version in one, such as `slipconv 0.1.0`.
  public static let name = "slipconv \(version)"
  /// The schema version that this program writes; older ones are read by `slipconv migrate`
  /// only.
  public static let schemaVersion = VersionTable.current
}
