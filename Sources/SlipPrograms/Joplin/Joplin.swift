internal import SlipBase
internal import SlipDocument
public import SlipExchange
internal import SlipFormats
internal import SlipNotes

extension SourceKind {
  /// Exports of Joplin: a JEX archive, or a folder with the same files.
  static let joplin = SourceKind(
    name: "joplin", title: "Joplin export", suffixes: ["jex", "tar", "zip"],
    marks: [".resource", "resources"],
    parts: ["markdown"],
    hasOwnFolder: false,
    recognizes: { tree in
      guard tree.form != .file else { return nil }
      return JoplinSource.items(tree).contains { JoplinItem.isItem($0, tree) } ? .certain : nil
    },
    open: { tree, context throws(SlipError) in try JoplinSource(tree, context) })
}

/// The names of properties that say of a note that it is a task of Joplin.
enum JoplinTask {
  /// Whether the note is a task.
  static let isTask = "joplin:is_todo"
  /// Whether the task is done, where nothing says when.
  static let isCompleted = "joplin:is_completed"
}

extension ContainerTarget {
  /// An export of Joplin, which Joplin imports with notebooks, tags, files and links.
  ///
  /// What Joplin has no field for goes into its field `application_data`, which Joplin keeps and hands
  /// on unread. This program's importer reads it back.
  public static let joplin = ContainerTarget(
    name: "joplin", title: "Joplin: an archive (.jex) with notebooks, tags and files", form: .tar,
    suffix: "jex",
    kind: .markdown, dialect: .joplin,
    fates: [
      .status: .becomes("application data, of which Joplin shows nothing", isReadBack: true),
      .favorite: .becomes("application data, of which Joplin shows nothing", isReadBack: true),
      .fractions: .becomes("milliseconds, and application data", isReadBack: true),
      .nestedKeywords: .becomes("tags such as bees/queens", isReadBack: true),
      .keywordSpelling: .becomes("tags in lower case", isReadBack: true),
      .keywordColors: .lost,
      .properties: .becomes("fields of Joplin where it has them, and application data", isReadBack: true),
      .manualLinks: .becomes("application data", isReadBack: true),
      .attachmentFacts: .becomes("the descriptions of pictures", isReadBack: false),
      .savedSearch: .lost,
      .order: .lost,
    ],
    plan: { box throws(SlipError) in JoplinExport(box).files() })
}
