public import SlipBase

/// The manifest is of a schema version that is not known.
public enum VersionUnknown: ValidationRule {
  public static let code = VersionTable.unknown
  public static let severity = Diagnostic.Severity.error
  public static let title = "The manifest is of a schema version that is not known"
  public static let manual = RuleManual(
    finds: """
      The attribute `version` names a version that this program does not know, most likely a newer one.
      """,
    matters: """
      Reading it by older rules would lose what is new.
      """,
    bad: """
      <slipbox xmlns="urn:slipbox:manifest" version="99">
      """,
    good: """
      <slipbox xmlns="urn:slipbox:manifest" version="5">
      """,
    fix: """
      Use a newer program.
      """)
}

extension VersionUnknown {
  /// Whether the manifest can be read by the rules of the current version. Reports why not.
  static func check(_ manifest: UnsafeRawBufferPointer, _ findings: inout FindingList) -> Bool {
    do throws(SlipError) {
      try VersionTable.require(VersionTable.current, of: manifest, file: nil)
      return true
    } catch {
      // Faults of form are found again, with their place, by the whole reading.
      guard let rule = RuleTable.versionRule(error.code) else { return true }
      findings.report(rule, at: .offset(0))
      return false
    }
  }
}
