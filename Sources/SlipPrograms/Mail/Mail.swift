internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes

extension SourceKind {
  /// Messages in files of their own.
  static let eml = SourceKind(
    name: "eml", title: "Mail: messages (.eml, .emlx, Maildir)", suffixes: MailSource.suffixes,
    parts: ["eml"],
    hasOwnFolder: false,
    recognizes: MailSource.recognizes,
    open: { tree, _ in MailSource(tree) })
}

extension SourceKind {
  /// Mailboxes: many messages in a file.
  static let mbox = SourceKind(
    name: "mbox", title: "Mail: mailboxes (mbox), as of Thunderbird, Apple Mail and Gmail",
    suffixes: ["mbox", "zip"],
    fileNames: ["mbox", "Inbox", "INBOX", "Sent", "Drafts", "Archives", "Trash"], parts: ["mbox"],
    hasOwnFolder: false, holdsManyInFiles: true,
    recognizes: MboxSource.recognizes,
    open: { tree, _ in MboxSource(tree) })
}
