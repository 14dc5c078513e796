internal import SlipBase

/// Rules about the files that make a directory or ZIP file a bundle.
///
/// `Validator`, `TreeCheck` and `PackCheck` report them.
extension ValidationRule {
  /// `manifest.xml` is missing, so nothing else can be checked.
  ///
  /// `Validator.run` reports it and stops: the report holds this finding alone.
  public static let manifestMissing = ValidationRule(
    code: "SBXC101", name: "ManifestMissing", family: .container, severity: .error,
    title: "The manifest is missing",
    manual: RuleManual(
      finds: "There is no `manifest.xml` in the bundle.",
      matters: """
        Only the manifest says which file belongs to which note, and only it has titles, folders, keywords and links.
        """,
      bad: "notes/0b/0b2a….rtf without manifest.xml",
      good: """
        Notes.slipbox/manifest.xml
        Notes.slipbox/notes/…
        """,
      fix: "Restore `manifest.xml` from a backup or from version control."))

  /// The tree has no file `mimetype`.
  ///
  /// `TreeCheck` reports it at the end of its walk.
  public static let mimetypeMissing = ValidationRule(
    code: "SBXC102", name: "MimetypeMissing", family: .container, severity: .error,
    title: "The file `mimetype` is missing",
    repair: .safe("the file is written"),
    manual: RuleManual(
      finds: "There is no file `mimetype` at the top of the bundle.",
      matters: """
        `file`, mail programs and servers recognise a bundle by it. In a packed bundle it is the first entry.
        """,
      bad: "manifest.xml without mimetype",
      good: """
        Notes.slipbox/mimetype
        Notes.slipbox/manifest.xml
        """,
      fix: """
        Write `application/vnd.slipbox` without a line end into `mimetype`, or let any command of slipconv save the bundle.
        """))

  /// The first entry of a pack isn't `mimetype`, stored uncompressed at the beginning of the file.
  ///
  /// EPUB and OpenDocument packages have the same rule: programs such as `file` recognise a format by the
  /// first bytes.
  public static let packOrder = ValidationRule(
    code: "SBXC104", name: "PackOrder", family: .container, severity: .warning,
    title: "A pack does not begin with `mimetype`",
    repair: .safe("the bundle is packed again"),
    manual: RuleManual(
      finds: """
        The first entry of a packed bundle is not `mimetype`, stored without compression and without an extra field at the beginning of the file.
        """,
      matters: "Programs and servers recognise the format by its first bytes.",
      bad: "zip -r Notes.slippack .",
      good: "slipconv pack Notes.slipbox",
      fix: "Run `slipconv validate --fix`, or `slipconv unpack` and `slipconv pack`."))

  /// A pack has bytes that no entry accounts for: before, between or behind entries, or in comments.
  ///
  /// The message gives their number.
  public static let packSlack = ValidationRule(
    code: "SBXC105", name: "PackSlack", family: .container, severity: .warning,
    title: "A pack has bytes that belong to no file",
    repair: .safe("the bundle is packed again"),
    manual: RuleManual(
      finds: """
        There are bytes before, between or after the entries of a packed bundle, or the file or an entry has a comment.
        """,
      matters: """
        They can hide something: another program may see other content. The same bundle should always give the same bytes.
        """,
      bad: "cat Notes.slippack more > Both.slippack",
      good: "slipconv pack Notes.slipbox",
      fix: "Run `slipconv validate --fix`, or `slipconv unpack` and `slipconv pack`."))

  /// Entries of a pack have data descriptors (APPNOTE 4.3.9): their lengths follow their data.
  ///
  /// The message gives the number of such entries.
  public static let packDescriptors = ValidationRule(
    code: "SBXC106", name: "PackDescriptors", family: .container, severity: .warning,
    title: "A pack has entries whose lengths follow their data",
    repair: .safe("the bundle is packed again"),
    manual: RuleManual(
      finds: """
        Entries of a packed bundle have data descriptors, like ZIP files that were written as a stream.
        """,
      matters: "Programs that read the pack from its beginning can't tell where a stored file ends.",
      bad: "zip -r - . | cat > Notes.slippack",
      good: "slipconv pack Notes.slipbox",
      fix: "Run `slipconv validate --fix`, or `slipconv unpack` and `slipconv pack`."))
}

/// Checks how a pack's ZIP file is laid out.
enum PackCheck {
  /// Reports findings about the layout; nothing for other containers.
  ///
  /// - Throws: `SlipError` with code `ContainerCode.overlappingEntries` where entries share bytes, which no
  ///   honest program writes.
  static func run(_ storage: some BundleStorage, _ findings: inout FindingList) throws(SlipError) {
    guard let storage = storage as? ZipStorage, let layout = try storage.layout() else { return }
    guard !layout.overlaps else {
      throw SlipError(
        .badInput, code: ContainerCode.overlappingEntries, "Entries of the ZIP file overlap.",
        at: SourceLocation(file: storage.displayPath))
    }
    if layout.firstStored != BundleLayout.mimetypePath { findings.report(.packOrder, file: "") }
    if layout.slack > 0 { findings.report(.packSlack, "\(layout.slack) bytes", file: "") }
    if layout.descriptors > 0 {
      findings.report(.packDescriptors, "\(layout.descriptors) entries", file: "")
    }
  }
}
