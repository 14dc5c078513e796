internal import XMLSyntax

/// Rules about the form of `manifest.xml`.
///
/// The parser and the schema find these faults, and `Validator`, `SchemaCheck` and `ManifestIndexer` report
/// them. Four have codes of the XML reader, so that an error and a finding about the same fault have the same
/// code.
extension ValidationRule {
  /// The manifest isn't well-formed (XML 1.0, Namespaces in XML 1.0).
  ///
  /// Also the rule of any fault of form whose code no other rule has: see `RuleTable.rule(_:)`.
  public static let notWellFormed = ValidationRule(
    code: XMLCode.notWellFormed, name: "NotWellFormed", family: .manifest, severity: .error,
    title: "The manifest is not well-formed XML",
    manual: RuleManual(
      finds: "The manifest breaks a rule of XML 1.0 or of Namespaces in XML.",
      matters: "No program can read it beyond that place, and what follows is unknown.",
      bad: #"<note id="…" title="A & B" …/>"#,
      good: #"<note id="…" title="A &amp; B" …/>"#,
      fix: "Correct the reported place, or restore the manifest from a backup."))

  /// The manifest has a document type declaration.
  ///
  /// The parser stops at `<!DOCTYPE`, before any entity is declared or expanded.
  public static let doctypePresent = ValidationRule(
    code: XMLCode.doctype, name: "DoctypePresent", family: .manifest, severity: .error,
    title: "The manifest has a DOCTYPE",
    manual: RuleManual(
      finds: "There is a document type declaration.",
      matters: """
        A DOCTYPE can declare entities that expand without limit or fetch files. A manifest needs none, so a manifest with one is not read.
        """,
      bad: #"<!DOCTYPE slipbox [<!ENTITY a "…">]>"#,
      good: """
        <?xml version="1.0" encoding="UTF-8"?>
        <slipbox xmlns="urn:slipbox:manifest" version="5">
        """,
      fix: "Remove the DOCTYPE, and find out who added it."))

  /// The manifest isn't UTF-8, or declares another encoding than UTF-8.
  ///
  /// `encoding="utf-8"` is UTF-8: case doesn't matter.
  public static let encodingNotUTF8 = ValidationRule(
    code: XMLCode.encoding, name: "EncodingNotUTF8", family: .manifest, severity: .error,
    title: "The manifest is not in UTF-8",
    manual: RuleManual(
      finds: """
        The manifest is in UTF-16 or UTF-32, declares another encoding, or has bytes that are not well-formed UTF-8, including NUL.
        """,
      matters: "One encoding leaves no doubt about what a name is.",
      bad: #"<?xml version="1.0" encoding="ISO-8859-1"?>"#,
      good: #"<?xml version="1.0" encoding="UTF-8"?>"#,
      fix: "Convert the file to UTF-8 and correct its first line."))

  /// The manifest exceeds one of the `Limits` for XML: length, depth, attributes, length of a value, foreign elements.
  ///
  /// A manifest that is too long as a whole is not read, and the report holds this finding alone.
  public static let limitExceeded = ValidationRule(
    code: XMLCode.limit, name: "LimitExceeded", family: .manifest, severity: .error,
    title: "The manifest exceeds a limit",
    manual: RuleManual(
      finds: """
        More elements are open at once, an element has more attributes, or a value is longer than the reader allows.
        """,
      matters: """
        The limits are far beyond real manifests. A manifest that exceeds them is probably made to use up memory or time.
        """,
      bad: "a title of 20 MB",
      good: "a title of a line",
      fix: "Look at the reported place."))

  /// The manifest breaks its schema, or has what the schema allows and no reader accepts.
  ///
  /// The message gives the path of the element and what was expected. After `Limits.schemaFaults` findings the
  /// rest is summed up in one.
  public static let schemaViolation = ValidationRule(
    code: XMLCode.schema, name: "SchemaViolation", family: .manifest, severity: .error,
    title: "The manifest breaks its schema",
    manual: RuleManual(
      finds: """
        An element or attribute is missing, unknown, in the wrong place, or has a value of the wrong form. The message says what was expected.
        """,
      matters: """
        Other programs rely on the schema (`Schemas/slipbox-8.xsd`). References and payload are checked only in a manifest that follows it.
        """,
      bad: #"<folder id="0b2a…" name="Work" order="first"/>"#,
      good: #"<folder id="0b2a…" name="Work" order="1"/>"#,
      fix: "Correct the value. `Schemas/README.md` says which values are allowed."))

  /// A `file` element doesn't come after the one before it, by the bytes of their paths.
  ///
  /// Where it is reported, payload isn't checked: tree and manifest can only be compared in order.
  public static let filesOutOfOrder = ValidationRule(
    code: "SBXX006", name: "FilesOutOfOrder", family: .manifest, severity: .error,
    title: "The listed files are not in order",
    repair: .safe("they are sorted, unless a path is listed twice"),
    manual: RuleManual(
      finds: """
        A `file` element's path does not come after the one before it, compared as bytes. A path that is listed twice is found, too.
        """,
      matters: """
        The order lets programs compare the list with the tree in one pass, and the same box always gives the same bytes.
        """,
      bad: #"<file path="history/…"/><file path="attachments/…"/>"#,
      good: #"<file path="attachments/…"/><file path="history/…"/>"#,
      fix: "Sort the `file` elements by path, compared as bytes, and remove duplicates."))
}
