/// Codes of errors that end the reading or writing of a manifest. Findings of validation have theirs in `Rules`.
public enum ManifestCode {
  /// An element or attribute that this schema version doesn't have, a missing one, or a malformed value.
  public static let unexpected = "SBXX101"
  /// A value that a manifest can't hold.
  public static let unwritable = "SBXX102"
  /// Entities contradict each other: double ids, references to what isn't there.
  public static let unsound = "SBXI110"
  /// A note, attachment or source whose payload isn't listed.
  public static let unlistedPayload = "SBXI111"
}
