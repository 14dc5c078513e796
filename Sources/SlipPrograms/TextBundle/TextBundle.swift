internal import SlipBase
internal import SlipDocument
public import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import ZipContainer

extension SourceKind {
  /// TextBundle and TextPack, and archives of several.
  static let textbundle = SourceKind(
    name: "textbundle", title: "TextBundle and TextPack", suffixes: ["textpack", "zip"],
    folderSuffixes: ["textbundle"], hasOwnFolder: false,
    isOneNote: { tree in
      (tree.form == .folder || tree.name.suffixName == "textpack") && TextBundleSource.infos(tree).count == 1
    },
    recognizes: { TextBundleSource.recognizes($0, isBear: false) },
    open: { tree, context throws(SlipError) in try TextBundleSource(tree, isBear: false, context) })

  /// Backups of Bear.
  static let bear = SourceKind(
    name: "bear", title: "Bear backup", suffixes: ["bear2bk", "bear", "bearnote", "zip"],
    folderSuffixes: ["bear", "bearnote"], hasOwnFolder: false,
    isOneNote: { tree in
      TextBundleSource.notes.contains(tree.name.suffixName) && TextBundleSource.infos(tree).count == 1
    },
    recognizes: { TextBundleSource.recognizes($0, isBear: true) },
    open: { tree, context throws(SlipError) in try TextBundleSource(tree, isBear: true, context) })
}

extension ContainerTarget {
  /// A backup of Bear, which Bear restores with dates, tags and links.
  ///
  /// Facts that Bear has no field for stand in `info.json` under a key of this program. Bear ignores
  /// them; this program's importer reads them back.
  public static let bear = ContainerTarget(
    name: "bear", title: "Bear: a backup (.bear2bk) to be restored there", form: .zip, suffix: "bear2bk",
    kind: .markdown, dialect: .bear, textFates: [.callout: .kept],
    fates: [
      .status: .becomes("archived, or facts that Bear ignores", isReadBack: true),
      .favorite: .becomes("a pinned note", isReadBack: true),
      .fractions: .becomes("facts that Bear ignores", isReadBack: true),
      .folder: .becomes("facts that Bear ignores", isReadBack: true),
      .keywordSpelling: .becomes("tags in the text", isReadBack: true),
      .keywordColors: .lost,
      .properties: .becomes("facts that Bear ignores", isReadBack: true),
      .manualLinks: .becomes("facts that Bear ignores", isReadBack: true),
      .attachmentFacts: .becomes("the descriptions of pictures", isReadBack: false),
      .savedSearch: .lost,
      .order: .lost,
    ],
    plan: { box throws(SlipError) in BearExport(box).files() })
}

extension ContainerTarget {
  /// Text bundles: a folder with Markdown and its files for each note.
  public static let textbundle = ContainerTarget(
    name: "textbundle", title: "TextBundle: a folder with Markdown and files for each note", form: .folder,
    kind: .markdown, fates: bundleFates,
    plan: { box throws(SlipError) in TextBundleExport(box, isPacked: false).files() })
  /// Text bundles as archives.
  public static let textpack = ContainerTarget(
    name: "textpack", title: "TextPack: the same as an archive for each note", form: .folder, kind: .markdown,
    fates: bundleFates, plan: { box throws(SlipError) in TextBundleExport(box, isPacked: true).files() })

  /// What becomes of facts in a format that has a place for those of each program.
  private static let bundleFates: [BoxFeature: BoxFeature.Fate] = {
    let facts = BoxFeature.Fate.becomes("facts in info.json that other programs ignore", isReadBack: true)
    return [
      .status: facts, .favorite: facts, .dates: facts, .fractions: facts, .nestedKeywords: facts,
      .keywordSpelling: facts, .properties: facts, .manualLinks: facts, .keywordColors: .lost,
      .attachmentFacts: .becomes("the descriptions of pictures", isReadBack: false),
      .savedSearch: .lost,
      .order: .lost,
    ]
  }()
}
