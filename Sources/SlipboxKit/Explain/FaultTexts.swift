internal import SlipSite
internal import SlipOffice
internal import SlipRTF
internal import SlipFiles
internal import ImageCodec
internal import SlipBase
internal import SlipBatch
internal import SlipBundle
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipIndex
internal import SlipStores

/// Titles and advice of the codes that don't belong to validation rules, by the work that reports
/// them.
///
/// A code is `SBX`, a letter for its family, and three digits. It is permanent: its meaning
/// doesn't change, and it is never used again for something else, because scripts,
/// configurations and baselines name it.
///
/// The tables are those of the layers. To add a code, add a constant to the enumeration of its
/// layer and a row to the table beside it: `texts`, or one such as `RTFFaultTable`. Tests check
/// that each code in the sources has a row, belongs to one file, and has advice.
///
/// Titles are sentences without a full stop. They describe the situation in general; the
/// message of an error describes the single case. Advice says truthfully what stays and what a
/// user can do: an option, a command, another program's setting; or why nothing needs to be
/// done.
enum FaultTexts {
  /// All explanations: those of tables first, then family by family.
  static let rows: [Explanation] = described + families

  /// The explanations of layers that describe their codes themselves.
  private static let described: [Explanation] =
    RTFFaultTable.rows.map {
      Explanation(
        code: $0.code, severity: $0.severity, title: sentence($0.message), reportedBy: "reading RTF",
        advice: $0.advice, remark: $0.isLoss ? ofLosses : nil)
    }
    + FormatFaultTable.rows.map {
      Explanation(code: $0.code, title: $0.title, reportedBy: $0.work, advice: $0.advice)
    }
    + OfficeCode.texts.map {
      Explanation(code: $0.code, title: $0.title, reportedBy: "reading Word documents", advice: $0.advice)
    }
    + PictureFault.allCases.map {
      Explanation(
        code: $0.rawValue, title: sentence($0.message), reportedBy: "decoding pictures", advice: $0.advice)
    }

  /// The explanations of all other codes.
  private static let families: [Explanation] =
    family("the container", ContainerCode.texts) + family("the file system", FileCode.texts)
    + family("notes", NotesCode.texts) + family("SQLite files", DatabaseCode.texts)
    + family("SQLite files", StoreCode.texts)
    + family("reading and writing manifests", ManifestCode.texts)
    + family("import and export", ExchangeCode.texts) + family("sites", SiteCode.texts)
    + family("commands", KitCode.texts)
    + family("JSON", JSONCode.texts) + family("requests", HTTPCode.texts)
    + family("migrations", MigrationCode.texts) + family("batch work", BatchCode.texts + KitCode.batchTexts)

  /// The remark about codes that report content which a document can't represent, because such
  /// findings are easily taken for damage.
  private static let ofLosses = """
    The file is fine, but a Slipbox document doesn't support what it says here. So this is missing from the \
    plain-text mirror and from whatever is made of the note in another format. In a bundle nothing is lost: the body \
    still has it, and `slipconv export --original` restores the imported file. Such findings are printed only with \
    --verbose.
    """

  /// The explanations of codes that one kind of work reports. They have neither severity nor
  /// manual: most of them are errors that stop the work.
  private static func family(_ name: String, _ texts: [CodeText]) -> [Explanation] {
    texts.map { Explanation(code: $0.code, title: $0.title, reportedBy: name, advice: $0.advice) }
  }

  /// The message as a sentence. Messages of readers begin with a small letter, since they
  /// follow a file's name: `a.rtf:1:27: warning: half a surrogate pair …`.
  private static func sentence(_ message: String) -> String {
    message.prefix(1).uppercased() + message.dropFirst()
  }
}
