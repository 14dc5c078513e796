/// The program's name and version, as history rows and reports give it.
public enum Tool {
  public static let version = "0.1.0"
  public static let name = "slipconv \(version)"
  /// The schema version that is written.
  public static let schemaVersion = 5
}
