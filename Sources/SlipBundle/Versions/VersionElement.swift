/// The elements of schema versions 1 to 4.
///
/// Which of them a version has, and with which attributes, its `VersionForm` says. Names and nesting never
/// changed from version to version; what changed are attributes, and content that became files.
enum VersionElement: UInt8, CaseIterable {
  case slipbox
  case history, event
  case folders, folder
  case keywords, keyword
  case attachments, attachment
  case notes, note, noteKeyword, link, reference
  /// Content that later versions have as files: the text of version 1, the RTF, mirror and picture of
  /// versions 2 and 3.
  case text, formattedBodyText, bodyText, image
  case files, file

  /// The name in XML. Two elements have the same as others elsewhere: a note's references to keywords and
  /// attachments.
  var name: StaticString {
    switch self {
    case .slipbox: "slipbox"
    case .history: "history"
    case .event: "event"
    case .folders: "folders"
    case .folder: "folder"
    case .keywords: "keywords"
    case .keyword, .noteKeyword: "keyword"
    case .attachments: "attachments"
    case .attachment, .reference: "attachment"
    case .notes: "notes"
    case .note: "note"
    case .link: "link"
    case .text: "text"
    case .formattedBodyText: "formattedBodyText"
    case .bodyText: "bodyText"
    case .image: "image"
    case .files: "files"
    case .file: "file"
    }
  }

  /// The element that contains it.
  ///
  /// An element has the same parent in all versions that have it.
  var parent: VersionElement? {
    switch self {
    case .slipbox: nil
    case .history, .folders, .keywords, .attachments, .notes, .files: .slipbox
    case .event: .history
    case .folder: .folders
    case .keyword: .keywords
    case .attachment: .attachments
    case .note: .notes
    case .noteKeyword, .link, .reference, .text, .formattedBodyText, .bodyText, .image: .note
    case .file: .files
    }
  }

  /// Whether its content is text. White space in such content counts; elsewhere it is ignored.
  var containsText: Bool {
    switch self {
    case .text, .formattedBodyText, .bodyText, .image: true
    default: false
    }
  }

  /// The same element in the current version; nil for content that is a file there.
  ///
  /// `OldVersionCheck` and `LightweightStage` use it to treat old elements as new ones.
  var current: ManifestElement? {
    switch self {
    case .slipbox: .slipbox
    case .history: .history
    case .event: .event
    case .folders: .folders
    case .folder: .folder
    case .keywords: .keywords
    case .keyword: .keyword
    case .attachments: .attachments
    case .attachment: .attachment
    case .notes: .notes
    case .note: .note
    case .noteKeyword: .noteKeyword
    case .link: .link
    case .reference: .reference
    case .files: .files
    case .file: .file
    case .text, .formattedBodyText, .bodyText, .image: nil
    }
  }
}
