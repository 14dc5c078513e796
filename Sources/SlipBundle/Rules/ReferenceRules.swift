internal import SlipBase

// Rules about entities and what refers to them; `ManifestIndexer` finds all of these while it reads the manifest.

extension ValidationRule {
  /// Two entities of one kind have the same id, key or digest.
  ///
  /// `ManifestIndexer` reports the second one; the message says which kind it is.
  public static let duplicateID = ValidationRule(
    code: "SBXI001", name: "DuplicateID", family: .references, severity: .error,
    title: "An id is given twice",
    repair: .unsafe("the first one is kept"),
    manual: RuleManual(
      finds: "Two folders, keywords, notes, attachments or sources have the same id or key.",
      matters: "A reference to it is ambiguous, and saving would drop one of the two.",
      bad: #"<folder id="0b2a…" name="Work"/> and <folder id="0b2a…" name="Other"/>"#,
      good: #"<folder id="0b2a…" name="Work"/> and <folder id="77c1…" name="Other"/>"#,
      fix: "Give one of them a new id, and correct the references that mean it."))

  /// A note refers to a keyword that isn't in the manifest.
  ///
  /// Keywords come before notes in a manifest, so it is found while the manifest is read.
  public static let danglingKeyword = ValidationRule(
    code: "SBXI003", name: "DanglingKeyword", family: .references, severity: .error,
    title: "A keyword that is referred to does not exist",
    repair: .unsafe("the reference is taken out"),
    manual: RuleManual(
      finds: "A `keyword` element of a note names an id that no keyword has.",
      matters: "The note has lost a keyword.",
      bad: #"<keyword ref="0b2a…"/> without <keyword id="0b2a…" …/>"#,
      good: #"<keyword id="0b2a…" name="idea" …/> … <keyword ref="0b2a…"/>"#,
      fix: "Put the keyword back, or take the reference out."))

  /// A note, or data extracted from a source, refers to an attachment that isn't in the manifest.
  ///
  /// For a source, the message says so.
  public static let danglingAttachment = ValidationRule(
    code: "SBXI004", name: "DanglingAttachment", family: .references, severity: .error,
    title: "An attachment that is referred to does not exist",
    repair: .unsafe("a note's reference is taken out; what was lifted from a source stays"),
    manual: RuleManual(
      finds: """
        An `attachment` element of a note, or a `lifted` element of a source, names a digest that no attachment has.
        """,
      matters: """
        The note has lost a picture or file; an original can't be given back without what was lifted out of it.
        """,
      bad: #"<attachment ref="9f86…" name="x"/> without <attachment sha256="9f86…" …/>"#,
      good: """
        <attachment sha256="9f86…" type="image/png" extension="png"/> … <attachment ref="9f86…" name="a.png"/>
        """,
      fix: "Put the attachment and its blob back, or take the reference out."))

  /// A note names a source that isn't in the manifest.
  ///
  /// Sources come before notes in a manifest, so it is found while the manifest is read.
  public static let danglingSource = ValidationRule(
    code: "SBXI005", name: "DanglingSource", family: .references, severity: .error,
    title: "A source that is referred to does not exist",
    repair: .unsafe("the reference is taken out"),
    manual: RuleManual(
      finds: "A note's `source` names a key that no source has.",
      matters: """
        The file that the note came from can't be given back, and importing again makes a second note.
        """,
      bad: #"<note … source="x"/> without <source key="x" …/>"#,
      good: #"<source key="x" …/> and <note … source="x"/>"#,
      fix: "Put the source back, or take the attribute out."))

  /// A note refers to the same keyword, or links to the same note, more than once.
  ///
  /// The message says which of the two. The second and later ones are reported, each at its own place.
  public static let repeatedReference = ValidationRule(
    code: "SBXI010", name: "RepeatedReference", family: .references, severity: .warning,
    title: "A note has a keyword or link twice",
    repair: .safe("the second one is left out"),
    manual: RuleManual(
      finds: "Two `keyword` elements, or two `link` elements, of one note lead to the same thing.",
      matters: "It means nothing, and is lost when the bundle is saved.",
      bad: #"<keyword ref="77c1…"/> <keyword ref="77c1…"/>"#,
      good: #"<keyword ref="77c1…"/>"#,
      fix: "Run `slipconv validate --fix`, or take the second one out."))

  /// A note has a link to itself.
  ///
  /// Such a link isn't checked further: its target exists.
  public static let linkToItself = ValidationRule(
    code: "SBXL002", name: "LinkToItself", family: .links, severity: .warning,
    title: "A note links to itself",
    repair: .unsafe("the link is taken out"),
    manual: RuleManual(
      finds: "A `link` element names the note that it stands in.",
      matters: "It says nothing, and shows up as a back-link.",
      bad: #"<note id="0b2a…" title="…"><link to="0b2a…"/></note>"#,
      good: #"<note id="0b2a…"/>"#,
      fix: "Take it out, unless it is meant."))

  /// Two keywords have the same name after NFC and case folding: `Größe` and `GRÖSSE`.
  ///
  /// In version 2 this is allowed, as the migration to version 3 merges such keywords.
  public static let duplicateKeywordName = ValidationRule(
    code: "SBXK001", name: "DuplicateKeywordName", family: .keywords, severity: .error,
    title: "Two keywords have the same name",
    repair: .unsafe("all notes refer to the first, the other is taken out"),
    manual: RuleManual(
      finds: "The names of two keywords are equal under Unicode normalisation (NFC) and case folding.",
      matters: "Keywords are found by name; of the two only one would be found.",
      bad: #"<keyword id="0b2a…" name="Größe" …/> and <keyword id="77c1…" name="GRÖSSE" …/>"#,
      good: #"<keyword id="0b2a…" name="Größe" …/>"#,
      fix: "Let all notes refer to one of them and take the other out."))
}
