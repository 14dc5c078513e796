/// The permanent codes of faults that this module finds.
public enum XMLCode {
  /// The text breaks a rule of XML 1.0 or of Namespaces in XML 1.0.
  public static let notWellFormed = "SBXX001"
  /// There is a DOCTYPE. Entities and external subsets are never read.
  public static let doctype = "SBXX002"
  /// The text is not UTF-8, or says that it isn't.
  public static let encoding = "SBXX003"
  /// A limit on depth, attributes or value length is exceeded.
  public static let limit = "SBXX004"
  /// The document breaks its schema.
  public static let schema = "SBXX005"
}
