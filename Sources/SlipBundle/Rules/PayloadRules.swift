/// Rules about what the manifest lists and what is in the tree.
///
/// `TreeCheck` and `PayloadCheck` compare the two; `ManifestIndexer` checks the listing by itself.
extension ValidationRule {
  /// There is no `manifest.sha256`, so an edited manifest can't be recognised.
  ///
  /// `ManifestEdited.check` reports it.
  public static let manifestDigestMissing = ValidationRule(
    code: "SBXF002", name: "ManifestDigestMissing", family: .payload, severity: .warning,
    title: "The manifest's digest is missing",
    repair: .safe("it is made from the manifest as it is"),
    manual: RuleManual(
      finds: "There is no file `manifest.sha256`.",
      matters: "Nobody can tell whether the manifest is still what was saved.",
      bad: "manifest.xml without manifest.sha256",
      good: """
        Notes.slipbox/manifest.sha256
        Notes.slipbox/manifest.xml
        """,
      fix: "Run `sha256sum manifest.xml > manifest.sha256` in the bundle."))

  /// The manifest lists a file that isn't in the tree.
  ///
  /// Only mirrors and thumbnails can be made again; for others there is no repair.
  public static let missingFile = ValidationRule(
    code: "SBXF003", name: "MissingFile", family: .payload, severity: .error,
    title: "A listed file is missing",
    repair: .safe("a derived file (mirror, thumbnail) is made again"),
    manual: RuleManual(
      finds: "The manifest lists a payload file that is not in the tree.",
      matters: "A body, an attachment or an original is lost.",
      bad: #"<note id="0b2a…" …/> without notes/0b/0b2a….rtf"#,
      good: "notes/0b/0b2a….rtf",
      fix: "Restore it from a backup or from version control."))

  /// The tree has a file that the manifest doesn't list.
  ///
  /// Names that `BundleLayout.isIgnored` leaves out (`.DS_Store`, `.git…`, lock files) aren't seen here.
  /// `BundleStage` uses the same code for files that a command leaves where they are.
  public static let unlistedFile = ValidationRule(
    code: "SBXF004", name: "UnlistedFile", family: .payload, severity: .error,
    title: "A file is not listed",
    repair: .unsafe(
      "a body becomes a note of its own; a mirror or thumbnail that belongs to nothing is deleted"),
    manual: RuleManual(
      finds: """
        There is a file in the tree that the manifest does not list. `.DS_Store`, names that begin with `._` or `.git`, and the lock files of word processors (`.~lock.NAME#`, `~$NAME`) are ignored.
        """,
      matters: """
        It belongs to no note, and no export contains it. It may be the newer version of a note that a merge left out of the manifest, so it stays where it is, whatever slipconv changes in the bundle.
        """,
      bad: "notes/00/copy.rtf",
      good: #"notes/0b/0b2a….rtf and <note id="0b2a…" …/>"#,
      fix: "Move it out of the bundle. If it is a note, import it."))

  /// A file has another length than the manifest lists; the message gives both.
  ///
  /// For bodies it is `bodyEdited` instead. Found by the walk over the tree, without reading the file.
  public static let wrongLength = ValidationRule(
    code: "SBXF005", name: "WrongLength", family: .payload, severity: .error,
    title: "A file's length is not the listed one",
    repair: .safe("a derived file (mirror, thumbnail) is made again"),
    manual: RuleManual(
      finds: "A payload file's length in bytes is not the one in the manifest.",
      matters: "The file was changed, truncated or replaced after the bundle was saved.",
      bad: #"<note id="0b2a…" … mirror-length="5" …/> and notes/0b/0b2a….txt: 14 bytes"#,
      good: #"<note id="0b2a…" … mirror-length="14" …/> and notes/0b/0b2a….txt: 14 bytes"#,
      fix: "Restore the file from a backup. For bodies that were edited, see `BodyEdited`."))

  /// A file has the listed length but another SHA-256.
  ///
  /// For bodies it is `bodyEdited` instead.
  public static let wrongDigest = ValidationRule(
    code: "SBXF006", name: "WrongDigest", family: .payload, severity: .error,
    title: "A file's content is not the listed one",
    repair: .safe("a derived file (mirror, thumbnail) is made again"),
    manual: RuleManual(
      finds: "A payload file has the length that the manifest lists, but another SHA-256.",
      matters: "The file was changed or damaged after the bundle was saved.",
      bad: #"<note id="0b2a…" … mirror-length="5" mirror-sha256="9f86…"/> and notes/0b/0b2a….txt: Plane"#,
      good: #"<note id="0b2a…" … mirror-length="5" mirror-sha256="9f86…"/> and notes/0b/0b2a….txt: Plain"#,
      fix: "Restore the file from a backup."))

  /// The length or SHA-256 of a note's body isn't the listed one.
  ///
  /// A rule of its own, apart from `wrongLength` and `wrongDigest`, because editing a body is welcome: see
  /// `BodyEdited.hint`.
  public static let bodyEdited = ValidationRule(
    code: "SBXF007", name: "BodyEdited", family: .payload, severity: .error,
    title: "A note's body was edited elsewhere",
    manual: RuleManual(
      finds: "The length or SHA-256 of a note's RTF body is not the one in the manifest.",
      matters: """
        Most likely somebody edited the note with a word processor, which is welcome. Mirror, links, digests and date don't match the new text yet.
        """,
      bad: """
        <note id="0b2a…" … body-length="13" …/> and notes/0b/0b2a….rtf: {\\rtf1 Plane}
        """,
      good: "the same after `slipconv refresh`",
      fix: "Run `slipconv refresh`, which adopts the edit. If nobody edited it, restore it from a backup."))

  /// The manifest lists a file whose path belongs to no note, attachment or source. From version 7 on, it has the
  /// length of a file that the entity doesn't have.
  ///
  /// Before that, the same goes for a blob or thumbnail with another extension than its attachment declares.
  public static let fileWithoutOwner = ValidationRule(
    code: "SBXF009", name: "FileWithoutOwner", family: .payload, severity: .error,
    title: "A listed file belongs to nothing",
    manual: RuleManual(
      finds: """
        A source without `kept` has a `kept-length`, or an attachment without `thumbnail` has facts about one. Before version 7: a `file` element's path names a note, attachment or source that the manifest does not have, or has another extension than the attachment.
        """,
      matters: "Nothing leads to the file, and saving drops it.",
      bad: #"<source … sha256="9f86…" length="8" kept-length="8"/>"#,
      good: #"<source … sha256="9f86…" length="8"/>"#,
      fix: "Remove the attributes, or the `file` element and its file."))

  /// An imported file can't be put together from what the bundle retains of it.
  ///
  /// `SourceCheck` restores it by the code that `export --original` uses. Where the file is retained whole,
  /// comparing lengths is enough.
  public static let sourceNotRestorable = ValidationRule(
    code: "SBXF010", name: "SourceNotRestorable", family: .payload, severity: .error,
    title: "An imported original can't be restored",
    manual: RuleManual(
      finds: """
        Putting the extracted data back into what is retained of an imported file does not give the file's length and digest. Or the file was a package, and the result is not the stream of a package. `slipconv export --original` uses the same code.
        """,
      matters: """
        `slipconv export --original` promises every imported file byte for byte. It can't restore this one.
        """,
      bad: #"<lifted … encoding="HEX"…/>"#,
      good: #"<lifted … encoding="hex"…/>"#,
      fix: "Restore the manifest from a backup, or import the file again."))

  /// A listed file is there but can't be opened or read to its end.
  ///
  /// The reason (permissions, a damaged disk or ZIP entry) isn't in the message.
  public static let unreadableFile = ValidationRule(
    code: "SBXF012", name: "UnreadableFile", family: .payload, severity: .error,
    title: "A listed file can't be read",
    manual: RuleManual(
      finds: "Opening or reading a listed file fails: permissions, a damaged disk, a damaged ZIP entry.",
      matters: "Its content can't be checked, and may be lost.",
      bad: "a file without read permission",
      good: "a file that the user may read",
      fix: "Check the file's permissions and the disk."))

  /// A blob or retained file is listed with another digest than the one that its path names.
  ///
  /// Thumbnails aren't checked: their paths name the digest of the picture.
  public static let fileNameNotDigest = ValidationRule(
    code: "SBXF014", name: "FileNameNotDigest", family: .payload, severity: .error,
    title: "A file isn't named by its digest",
    manual: RuleManual(
      finds: """
        The manifest lists a blob, or what is retained of an imported file, with another digest than the one in its path.
        """,
      matters: """
        Notes and sources refer to such files by their digest. This is not the file that they refer to.
        """,
      bad: """
        <file path="sources/9f/9f86….text" … sha256="e14d0d1f7095cdd3121e5f69073823764a77dd8bc4653dab30929d05bf4cebc8" …/>
        """,
      good: #"<file path="sources/9f/9f86….text" … sha256="9f86…" …/>"#,
      fix: "Restore the file from a backup, and list it with the digest in its path."))
}

/// Where `ValidationRule.bodyEdited` is reported, this is the hint.
enum BodyEdited {
  /// Names the command that makes mirror, links and digests fit the edited body.
  static let hint = "`slipconv refresh` adopts edited bodies"
}
