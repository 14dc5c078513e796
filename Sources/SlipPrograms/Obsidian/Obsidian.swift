internal import SlipBase
internal import SlipDocument
public import SlipExchange
internal import SlipFormats
internal import SlipNotes

extension ContainerTarget {
  /// A vault of Obsidian: a folder of Markdown files, which every other program of Markdown reads as well.
  ///
  /// Facts of notes stand in front matter (YAML), so only colours of keywords are lost.
  public static let obsidian = ContainerTarget(
    name: "obsidian", title: "Obsidian vault: Markdown with front matter", form: .folder, kind: .markdown,
    dialect: .obsidian, textFates: [.pictureSize: .kept, .callout: .kept],
    fates: [
      .keywordColors: .lost,
      .keywordSpelling: .becomes("tags with - for other signs, and a list of the names", isReadBack: true),
      .attachmentFacts: .becomes("the descriptions of pictures", isReadBack: false),
      .savedSearch: .becomes("a note with links to what it finds", isReadBack: true),
      .order: .becomes("a property", isReadBack: false),
      .propertyNames: .becomes("names with obsidian: before them", isReadBack: false),
    ],
    fatesWithLess: [
      .basic: [.status: .lost, .order: .lost, .properties: .lost],
      .none: [
        .title: .becomes("the name of the file", isReadBack: false), .status: .lost,
        .dates: .becomes("the time of the file", isReadBack: false), .order: .lost, .keywords: .lost,
        .properties: .lost,
        .manualLinks: .lost, .unshownAttachments: .becomes("links at the end of the text", isReadBack: true),
        .savedSearch: .becomes("a note with links to what it finds", isReadBack: false),
      ],
    ],
    plan: { box throws(SlipError) in VaultExport(box).files() })
}
