/// Rules about the schema version that a bundle declares.
///
/// `VersionUnknown.check` reports them. Their codes are those of `VersionTable`, whose errors stop other
/// commands.
extension ValidationRule {
  /// The root element declares no schema version.
  ///
  /// Checks end here, as nothing says what the rest means.
  public static let versionUndeclared = ValidationRule(
    code: VersionTable.undeclared, name: "VersionUndeclared", family: .version, severity: .error,
    title: "The manifest declares no schema version",
    manual: RuleManual(
      finds: """
        The root element isn't `slipbox` in the namespace `urn:slipbox:manifest`, or its attribute `version` is missing or not a number.
        """,
      matters: "Without a version, nobody knows by which rules to read the manifest.",
      bad: #"<slipbox xmlns="urn:slipbox:manifest">"#,
      good: #"<slipbox xmlns="urn:slipbox:manifest" version="5">"#,
      fix: "Add the version, if you know which one it is."))

  /// The bundle has an older schema version that this program knows.
  ///
  /// It is checked by its own schema. The finding is information: it doesn't make the bundle invalid.
  public static let versionOlder = ValidationRule(
    code: VersionTable.other, name: "VersionOlder", family: .version, severity: .info,
    title: "The bundle has an older schema version",
    manual: RuleManual(
      finds: "The attribute `version` names a version that this program knows, but not the current one.",
      matters: """
        The bundle is checked by its own version's schema, and may be perfectly valid. Commands that change a bundle read only the current version; the others also read version 7.
        """,
      bad: #"<slipbox xmlns="urn:slipbox:manifest" version="4">"#,
      good: #"<slipbox xmlns="urn:slipbox:manifest" version="5">"#,
      fix: "Run `slipconv migrate`."))

  /// The declared version is not that of the content or of the container.
  ///
  /// Versions 1 to 3 are one XML file, later ones a directory or pack.
  public static let versionContradicted = ValidationRule(
    code: VersionTable.contradicted, name: "VersionContradicted", family: .version, severity: .error,
    title: "The declared schema version isn't the one that the bundle has",
    manual: RuleManual(
      finds: """
        The attribute `version` names one version, and the elements below it, or the container, are those of another.
        """,
      matters: "Read by the wrong version's rules, a bundle would lose what that version doesn't know.",
      bad: #"<slipbox xmlns="urn:slipbox:manifest" version="3">"#,
      good: #"<slipbox xmlns="urn:slipbox:manifest" version="5">"#,
      fix: "Correct the version, or restore the bundle from a backup."))
}
