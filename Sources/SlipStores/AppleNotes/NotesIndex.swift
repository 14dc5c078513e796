internal import SlipBase
internal import SlipIndex

/// What an Apple Notes store has besides notes: accounts, tags, attachments and media.
final class NotesIndex: Sendable {
  /// An attachment, or words in a text that stand for something.
  struct Attachment: Sendable {
    /// The key.
    var key: Int64
    /// The id by which texts refer to it.
    var id: String
    /// Its uniform type identifier.
    var type: String
    /// The key of its note; nil where it has none.
    var note: Int64?
    /// The key of its file; nil for none.
    var media: Int64?
    /// The title, or a file's name.
    var title: String?
    /// A web address.
    var url: String?
    /// The words in the text.
    var text: String?
    /// What the words stand for.
    var token: String?
    /// The folder of a drawing, and of a scan.
    var imageGeneration, pdfGeneration: String?
    /// What is written on it, by hand and in print.
    var handwriting, print: String?
  }

  /// A file.
  struct Media: Sendable {
    /// The id, which is its folder's name.
    var id: String
    /// The name.
    var name: String
    /// The folder within; nil in older stores.
    var generation: String?
  }

  /// The ids and names of accounts by key.
  let accounts: [Int64: (id: String, name: String)]
  /// The names of tags by what stands for them, in upper case.
  let tags: [String: String]
  /// All attachments by id, in upper case.
  let attachments: [String: Attachment]
  /// The ids of attachments with data of their own, by note: tables and scans.
  let composed: [Int64: [String]]
  /// All files by key.
  let media: [Int64: Media]

  /// The type of tables.
  static let table = "com.apple.notes.table"
  /// The type of scans of several pages.
  static let gallery = "com.apple.notes.gallery"

  /// Reads everything.
  init(_ rows: NotesRows, _ database: Database) throws(SlipError) {
    var accounts: [Int64: (id: String, name: String)] = [:]
    var tags: [String: String] = [:]
    var attachments: [String: Attachment] = [:]
    var composed: [Int64: [String]] = [:]
    var media: [Int64: Media] = [:]
    try rows.forEach(["ICAccount"], database) { row in
      guard !row.isTrue("MARKEDFORDELETION") else { return }
      accounts[row.key] = (row.text("IDENTIFIER") ?? "", row.text("NAME") ?? "Account")
    }
    try rows.forEach(["ICHashtag"], database) { row in
      guard let name = row.text("DISPLAYTEXT") else { return }
      tags[(row.text("STANDARDIZEDCONTENT") ?? name).uppercased()] = name
    }
    try rows.forEach(["ICMedia"], database) { row in
      guard let id = row.text("IDENTIFIER"), let name = row.text("FILENAME") else { return }
      media[row.key] = Media(id: id, name: name, generation: row.text("GENERATION"))
    }
    try rows.forEach(["ICAttachment", "ICInlineAttachment"], database) { row in
      guard let id = row.text("IDENTIFIER"), !row.isTrue("MARKEDFORDELETION") else { return }
      let attachment = NotesIndex.attachment(row, id)
      attachments[id.uppercased()] = attachment
      if let note = attachment.note, [NotesIndex.table, NotesIndex.gallery].contains(attachment.type) {
        composed[note, default: []].append(id.uppercased())
      }
    }
    (self.accounts, self.tags, self.attachments) = (accounts, tags, attachments)
    (self.composed, self.media) = (composed, media)
  }

  /// The attachment in a row.
  private static func attachment(_ row: NotesRows.Row, _ id: String) -> Attachment {
    Attachment(
      key: row.key, id: id, type: row.text("TYPEUTI") ?? "", note: row.integer("NOTE"),
      media: row.integer("MEDIA"),
      title: row.text("USERTITLE") ?? row.text("TITLE"), url: row.text("URLSTRING"),
      text: row.text("ALTTEXT"),
      token: row.text("TOKENCONTENTIDENTIFIER"), imageGeneration: row.text("FALLBACKIMAGEGENERATION"),
      pdfGeneration: row.text("FALLBACKPDFGENERATION"), handwriting: row.text("HANDWRITINGSUMMARY"),
      print: row.text("OCRSUMMARY"))
  }
}
