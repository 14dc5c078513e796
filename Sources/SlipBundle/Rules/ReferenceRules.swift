/// Rules about entities and what refers to them.
///
/// `ManifestIndexer` finds all of these while it reads the manifest. Those that have to wait for the end have
/// files of their own.
extension ValidationRule {
  /// Two entities of one kind have the same id, key or digest.
  ///
  /// `ManifestIndexer` reports the second one; the message says which kind it is.
  public static let duplicateID = ValidationRule(
    code: "SBXI001", name: "DuplicateID", family: .references, severity: .error,
    title: "An id is used twice",
    repair: .unsafe("the first one stays"),
    manual: RuleManual(
      finds: "Two folders, keywords, notes, attachments or sources have the same id or key.",
      matters: "A reference to it is ambiguous, and saving would drop one of the two.",
      bad: #"<folder id="0b2a…" name="Work"/> and <folder id="0b2a…" name="Other"/>"#,
      good: #"<folder id="0b2a…" name="Work"/> and <folder id="77c1…" name="Other"/>"#,
      fix: "Give one of them a new id, and correct the references to it."))

  /// A note refers to a keyword that isn't in the manifest.
  ///
  /// Keywords come before notes in a manifest, so it is found while the manifest is read.
  public static let danglingKeyword = ValidationRule(
    code: "SBXI003", name: "DanglingKeyword", family: .references, severity: .error,
    title: "A referenced keyword does not exist",
    repair: .unsafe("the reference is removed"),
    manual: RuleManual(
      finds: "A `keyword` element of a note names an id that no keyword has.",
      matters: "The note has lost a keyword.",
      bad: #"<keyword ref="0b2a…"/> without <keyword id="0b2a…" …/>"#,
      good: #"<keyword id="0b2a…" name="idea" …/> … <keyword ref="0b2a…"/>"#,
      fix: "Restore the keyword, or remove the reference."))

  /// A note, or data extracted from a source, refers to an attachment that isn't in the manifest.
  ///
  /// For a source, the message says so.
  public static let danglingAttachment = ValidationRule(
    code: "SBXI004", name: "DanglingAttachment", family: .references, severity: .error,
    title: "A referenced attachment does not exist",
    repair: .unsafe("a note's reference is removed; what was extracted from a source stays"),
    manual: RuleManual(
      finds: """
        An `attachment` element of a note, or a `lifted` element of a source, names a digest that no attachment has.
        """,
      matters: """
        The note has lost a picture or file. An original can't be restored without what was extracted from it.
        """,
      bad: #"<attachment ref="9f86…" name="x"/> without <attachment sha256="9f86…" …/>"#,
      good: """
        <attachment sha256="9f86…" type="image/png" extension="png"/> … <attachment ref="9f86…" name="a.png"/>
        """,
      fix: "Restore the attachment and its blob, or remove the reference."))

  /// A note names a source that isn't in the manifest.
  ///
  /// Sources come before notes in a manifest, so it is found while the manifest is read.
  public static let danglingSource = ValidationRule(
    code: "SBXI005", name: "DanglingSource", family: .references, severity: .error,
    title: "A referenced source does not exist",
    repair: .unsafe("the reference is removed"),
    manual: RuleManual(
      finds: "A note's `source` names a key that no source has.",
      matters: """
        The file that the note came from can't be restored, and importing it again makes a second note.
        """,
      bad: #"<note … source="x" …/> without <source key="x" …/>"#,
      good: #"<source key="x" …/> and <note … source="x" …/>"#,
      fix: "Restore the source, or remove the attribute."))

  /// A note refers to the same keyword, or links to the same note, more than once.
  ///
  /// The message says which of the two. The second and later ones are reported, each at its own place.
  public static let repeatedReference = ValidationRule(
    code: "SBXI010", name: "RepeatedReference", family: .references, severity: .warning,
    title: "A note has a keyword or link twice",
    repair: .safe("the second one is removed"),
    manual: RuleManual(
      finds: "Two `keyword` elements, or two `link` elements, of one note have the same target.",
      matters: "The second one means nothing, and is lost when the bundle is saved.",
      bad: #"<keyword ref="77c1…"/> <keyword ref="77c1…"/>"#,
      good: #"<keyword ref="77c1…"/>"#,
      fix: "Run `slipconv validate --fix`, or remove the second one."))

  /// A note has a link to itself.
  ///
  /// Such a link isn't checked further: its target exists.
  public static let linkToItself = ValidationRule(
    code: "SBXL002", name: "LinkToItself", family: .links, severity: .warning,
    title: "A note links to itself",
    repair: .unsafe("the link is removed"),
    manual: RuleManual(
      finds: "A `link` element names the note that contains it.",
      matters: "It says nothing, and shows up as a backlink.",
      bad: #"<note id="0b2a…" title="…"><link to="0b2a…"/></note>"#,
      good: #"<note id="0b2a…"/>"#,
      fix: "Remove it, unless it is intended."))

  /// Two keywords have the same name after NFC and case folding: `Größe` and `GRÖSSE`.
  ///
  /// In version 2 this is allowed, as the migration to version 3 merges such keywords.
  public static let duplicateKeywordName = ValidationRule(
    code: "SBXK001", name: "DuplicateKeywordName", family: .keywords, severity: .error,
    title: "Two keywords have the same name",
    repair: .unsafe("all notes refer to the first one, and the other is removed"),
    manual: RuleManual(
      finds: "The names of two keywords are equal under Unicode normalisation (NFC) and case folding.",
      matters: "Keywords are found by name: only one of the two would be found.",
      bad: #"<keyword id="0b2a…" name="Größe" …/> and <keyword id="77c1…" name="GRÖSSE" …/>"#,
      good: #"<keyword id="0b2a…" name="Größe" …/>"#,
      fix: "Let all notes refer to one of them, and remove the other."))
}
