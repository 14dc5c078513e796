internal import SlipBase
internal import SlipDocument
public import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes

extension SourceKind {
  /// Notebooks that Evernote exported.
  static let enex = SourceKind(
    name: "enex", title: "Evernote export", suffixes: ["enex", "notes", "xml", "zip"], hasOwnFolder: false,
    recognizes: { tree in
      let files = EnexSource.files(tree)
      let content = tree.files.count { !$0.isClutter }
      guard tree.form != .folder, !files.isEmpty, files.count * 2 > content else { return nil }
      let isOne = tree.soundBytes(at: files[0])?.withBytes { EnexSource.isEnex($0) } ?? false
      return isOne ? .certain : nil
    },
    open: { tree, _ throws(SlipError) in try EnexSource(tree) })
}

extension ContainerTarget {
  /// Notebooks for Evernote, and for the many programs that import its exports.
  ///
  /// The form is that of `evernote-export3.dtd`. What it has no element for goes into
  /// `<application-data>`, which Evernote keeps for programs.
  public static let enex = ContainerTarget(
    name: "enex", title: "Evernote: a notebook (.enex) for each folder", form: .folder, kind: .html,
    textFates: [
      .annotation: .simplified("text at the end"), .footnote: .simplified("text at the end"),
      .endnote: .simplified("text at the end"), .noteCredit: .simplified("text"),
      .noteMark: .simplified("text"),
      .textBox: .simplified("paragraphs"), .deepHeading: .simplified("level 6"), .bookmark: .lost,
      .callout: .lost,
      .borderless: .lost,
      .pageBreak: .lost, .sectionBreak: .lost, .metafile: .kept,
    ],
    fates: [
      .status: .becomes("application data", isReadBack: true),
      .favorite: .becomes("application data", isReadBack: true),
      .fractions: .becomes("application data", isReadBack: true),
      .folder: .becomes("the name of the file, with all folders from the top", isReadBack: true),
      .nestedKeywords: .becomes("tags such as bees/queens", isReadBack: true),
      .keywordColors: .lost,
      .properties: .becomes(
        "note attributes where Evernote has them, else application data", isReadBack: true),
      .manualLinks: .becomes("application data", isReadBack: true),
      .attachmentFacts: .lost,
      .savedSearch: .lost,
    ],
    plan: { box throws(SlipError) in EnexExport(box).files() })
}
