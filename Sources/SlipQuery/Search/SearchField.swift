internal import SlipBase

/// A field of the search language: its names, and what kind of values it takes.
public enum SearchField: Sendable, Hashable, CaseIterable {
  /// `title:` words of the title.
  case title
  /// `text:` words of the text.
  case text
  /// `folder:` a folder and all below.
  case folder
  /// `keyword:` a keyword.
  case keyword
  /// `status:` draft, review or archived.
  case status
  /// `is:` a property of the note.
  case isProperty
  /// `has:` something that the note has.
  case hasPart
  /// `links-to:` a note that is linked to.
  case linksTo
  /// `linked-from:` a note that links here.
  case linkedFrom
  /// `created:` a period.
  case created
  /// `modified:` a period.
  case modified
  /// `words:` the number of words.
  case wordCount
  /// `attachments:` the number of attachments.
  case attachmentCount
  /// `links:` the number of links.
  case linkCount
  /// `backlinks:` the number of back-links.
  case backlinkCount
  /// `keywords:` the number of keywords.
  case keywordCount
  /// `file:` the name of an attachment.
  case file
  /// `type:` the media type of an attachment.
  case type
  /// `uuid:` the beginning of the note's UUID.
  case uuid
  /// `saved:` the search that a folder keeps.
  case saved
  /// `task:` open or done tasks.
  case task

  /// One field with what is known about it.
  struct Row: Sendable {
    /// The field.
    var field: SearchField
    /// Its names, the first being the one for help.
    var names: [String]
    /// The words that it takes, where these are a closed set.
    var values: [String] = []
    /// What it is for, for help.
    var help: String
  }

  /// All fields.
  static let rows: [Row] = [
    Row(field: .title, names: ["title"], help: "words of the title; := the whole title"),
    Row(field: .text, names: ["text", "body"], help: "words of the text"),
    Row(field: .folder, names: ["folder"], help: "a folder and all below; := just that folder; none"),
    Row(
      field: .keyword, names: ["keyword", "tag"],
      help: "a name or path and all below, or begin*; := just that keyword; none; #name is short for it"),
    Row(field: .status, names: ["status"], values: ["draft", "review", "archived"], help: "the status"),
    Row(
      field: .isProperty, names: ["is"],
      values: [
        "favorite", "draft", "review", "archived", "orphan", "dead-end", "untitled", "empty", "conflict",
        "task", "broken",
      ],
      help:
        "orphan: nothing links to it; dead-end: it links to nothing; broken: it has links that lead to no note; conflict: open changes of a merge"
    ),
    Row(
      field: .hasPart, names: ["has"],
      values: ["attachment", "image", "pdf", "keyword", "link", "backlink", "folder", "date", "task"],
      help: "what the note has"),
    Row(field: .linksTo, names: ["links-to"], help: "a title, or the beginning of a UUID"),
    Row(field: .linkedFrom, names: ["linked-from"], help: "a title, or the beginning of a UUID"),
    Row(
      field: .created, names: ["created"], help: "2024, 2024-03, 2024-01..2024-03, >=2024, today, -7d; none"),
    Row(field: .modified, names: ["modified"], help: "as created"),
    Row(field: .wordCount, names: ["words"], help: "a number, >500, 10..20"),
    Row(field: .attachmentCount, names: ["attachments"], help: "a number"),
    Row(field: .linkCount, names: ["links"], help: "a number"),
    Row(field: .backlinkCount, names: ["backlinks"], help: "a number"),
    Row(field: .keywordCount, names: ["keywords"], help: "a number"),
    Row(field: .file, names: ["file"], help: "the name of an attachment, or a part of it; photo*.png"),
    Row(field: .type, names: ["type"], help: "a media type, such as image/png or image/*"),
    Row(field: .uuid, names: ["uuid"], help: "the beginning of the UUID"),
    Row(
      field: .task, names: ["task"], values: ["open", "done", "any"],
      help: "lines with a check box that isn't checked, or is"),
    Row(field: .saved, names: ["saved"], help: "the path of a folder with a saved search"),
  ]

  /// The row of the field.
  var row: Row { SearchField.rows.first { $0.field == self } ?? SearchField.rows[0] }

  /// The name for messages.
  public var name: String { row.names[0] }

  /// The field of a name in any case; nil for an unknown one.
  static func named(_ name: String) -> SearchField? {
    let lower = name.lowercased()
    return rows.first { $0.names.contains(lower) }?.field
  }

  /// The field name nearest to a word that is none.
  static func nearest(to name: String) -> String? {
    Suggestion.nearest(to: name, among: rows.flatMap(\.names))
  }
}
