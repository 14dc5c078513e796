internal import AppleArchives
package import SlipBase
package import SlipDocument
internal import ZipContainer

/// A note of Apple Notes, before its text is read.
package struct AppleNote: Sendable {
  /// The id.
  package let id: String
  /// The title; nil for an empty note.
  package let title: String?
  /// When it was created; nil when unknown.
  package let created: Timestamp?
  /// When it was last changed; nil when unknown.
  package let modified: Timestamp?
  /// The folders that it is in, from the top.
  package let folder: [StoreFolder]
  /// The name of its account; nil when unknown.
  package let account: String?
  /// Whether it is pinned.
  package let isPinned: Bool
  /// Whether it is in the trash.
  package let isTrashed: Bool
  /// Whether it is locked, so that its text is encrypted.
  package let isLocked: Bool
  /// What its author noted about the password; nil for nothing.
  package let hint: String?
  /// The packed text; nil where it was not downloaded.
  let data: [UInt8]?
  /// The packed data of tables and scans, by the id of the attachment in upper case.
  let composed: [String: [UInt8]]
  /// The folder of the account's files.
  let accountFolder: String?
  /// What the store has besides notes.
  let index: NotesIndex
  /// The files beside the store.
  let media: NotesMedia

  /// How many bytes it has, about.
  package var length: Int { (data?.count ?? 0) * 4 + composed.values.reduce(0) { $0 + $1.count } }

  /// The content of a note.
  package struct Content: Sendable {
    /// The text.
    package var document = Document()
    /// The names of its tags, in the order of the text.
    package var tags: [String] = []
    /// What is written on drawings, and in scans.
    package var handwriting: [String] = [], print: [String] = []
    /// What of the text can't be known, in words: it wasn't downloaded, or can't be read.
    package var cuts: [String] = []
    /// How many files and tables the text shows that aren't there.
    package var missing = 0
  }

  /// How many bytes a text or a table may have when it is unpacked.
  private static let largest = 64 << 20

  /// Reads the text.
  ///
  /// - Parameter target: Gives the address of the note with an id; nil for an unknown one.
  ///
  /// A locked note has an empty content. What can't be read is said in the content; nothing is thrown.
  package func content(target: (String) -> String?) -> Content {
    var content = Content()
    guard !isLocked else { return content }
    guard let data else {
      content.cuts.append("The text of the note was not downloaded.")
      return content
    }
    guard let unpacked = AppleNote.unpacked(data), let text = NotesText(body: unpacked) else {
      content.cuts.append("The text of the note can't be read.")
      return content
    }
    if text.isDamaged {
      content.cuts.append("A part of the text of the note can't be read.")
    }
    var objects: [String: NotesObject] = [:]
    for run in text.runs { take(run.attachment, &objects, &content) }
    // Objects in cells of tables; tables don't nest.
    for case .table(let rows, _) in objects.values {
      for run in rows.joined().flatMap(\.text.runs) {
        take(run.attachment, &objects, &content, isInTable: true)
      }
    }
    content.document = withoutActuallyEscaping(target) { target in
      var builder = NotesDocument(objects: objects) { AppleNote.address($0, target) }
      let document = builder.build(text)
      content.missing = builder.missing
      return document
    }
    return content
  }

  /// Unpacked bytes; nil for damaged ones.
  private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
    guard let result = Inflation.unpack(bytes, .gzip, limit: largest), result.isComplete else { return nil }
    return result.bytes
  }

  /// The address that a link to a note becomes; nil for other links and unknown notes.
  ///
  /// Links are known by their scheme, which is that of Notes on the Mac or on iOS, and contain the id behind
  /// `note/` or `identifier=`.
  private static func address(_ link: String, _ target: (String) -> String?) -> String? {
    let lower = link.lowercased()
    guard let scheme = lower.split(separator: ":").first,
      ["applenotes", "notes", "mobilenotes"].contains(scheme)
    else {
      return nil
    }
    for mark in ["note/", "identifier="] {
      guard let place = lower.firstRange(of: mark) else { continue }
      let id = lower[place.upperBound...].prefix { $0.isHexDigit || $0 == "-" }
      if UniqueID(id) != nil, let address = target(id.uppercased()) { return address }
    }
    return nil
  }
}

/// What stands in the text.
extension AppleNote {
  /// Types of drawings, which have a picture to fall back on.
  private static let drawings: Set<String> = [
    "com.apple.paper", "com.apple.drawing.2", "com.apple.drawing", "com.apple.notes.sketch",
  ]
  /// Types of scans, which have a document to fall back on.
  private static let scans: Set<String> = ["com.apple.paper.doc.scan", "com.apple.paper.doc.pdf"]
  /// What the types of words begin with that stand for something.
  private static let inline = "com.apple.notes.inlinetextattachment."

  /// Finds what an id in the text stands for.
  ///
  /// - Parameters:
  ///   - id: The id in the text; nil, and one that the store lacks, stands for nothing.
  ///   - objects: What the ids stand for so far.
  ///   - content: What gets tags, handwriting and findings.
  ///   - isInTable: Whether the id stands in a cell, in which no tables are read.
  private func take(
    _ id: String?, _ objects: inout [String: NotesObject], _ content: inout Content, isInTable: Bool = false
  ) {
    guard let id, let found = index.attachments[id.uppercased()] else { return }
    if found.type == AppleNote.inline + "hashtag" { tag(found, &content) }
    guard objects[id] == nil else { return }
    if let text = found.handwriting { content.handwriting.append(text) }
    if let text = found.print { content.print.append(text) }
    objects[id] = isInTable && found.type == NotesIndex.table ? .missing : object(found)
  }

  /// Adds a tag.
  ///
  /// The name is spelt as the list of tags has it, and otherwise as the text has it, without `#`. Each tag
  /// counts once.
  private func tag(_ attachment: NotesIndex.Attachment, _ content: inout Content) {
    let text = attachment.text ?? ""
    let own = text.hasPrefix("#") ? String(text.dropFirst()) : text
    let name = index.tags[(attachment.token ?? own).uppercased()] ?? own
    if !name.isEmpty, !content.tags.contains(name) { content.tags.append(name) }
  }

  /// What an attachment is.
  ///
  /// An address without a title is its own text. An attachment whose file isn't there is `missing`.
  private func object(_ attachment: NotesIndex.Attachment) -> NotesObject {
    let type = attachment.type
    if type.hasPrefix(AppleNote.inline) {
      return .text(attachment.text ?? "", link: type == AppleNote.inline + "link" ? attachment.token : nil)
    }
    if type == "public.url" {
      let text = attachment.title ?? attachment.url ?? ""
      return text.isEmpty ? .missing : .text(text, link: attachment.url)
    }
    let data = composed[attachment.id.uppercased()].flatMap(AppleNote.unpacked)
    if type == NotesIndex.table {
      guard let table = data.flatMap(NotesTable.init) else { return .missing }
      return .table(rows: table.rows.map { $0.map(NotesCell.init) }, isRightToLeft: table.isRightToLeft)
    }
    let files = type == NotesIndex.gallery ? pages(data ?? []) : [file(attachment)].compactMap { $0 }
    return files.isEmpty ? .missing : .files(files)
  }

  /// The pages of a scan.
  ///
  /// - Parameter data: The unpacked data of the scan. Pages without a file are left out.
  private func pages(_ data: [UInt8]) -> [NotesFile] {
    NotesTable.pages(data).compactMap { index.attachments[$0.uppercased()].flatMap(file) }
  }

  /// The file of an attachment: the picture of a drawing, the document of a scan, or the file
  /// itself.
  ///
  /// Newer versions have folders for generations of a file. Those are tried first, then the older places.
  ///
  /// - Returns: The file; nil where it is not there or its name is unsafe.
  private func file(_ attachment: NotesIndex.Attachment) -> NotesFile? {
    let id = attachment.id
    if AppleNote.drawings.contains(attachment.type) {
      let folder = attachment.imageGeneration.map { "FallbackImages/\(id)/\($0)/FallbackImage" }
      let names = [folder, "FallbackImages/\(id)"].compactMap { $0 }
      let all = names.flatMap { name in ["png", "jpeg", "jpg"].map { "\(name).\($0)" } }
      if let file = media.first(all, account: accountFolder) { return file }
    }
    if AppleNote.scans.contains(attachment.type) {
      let folder = attachment.pdfGeneration.map { "FallbackPDFs/\(id)/\($0)/FallbackPDF.pdf" }
      let all = [folder, "FallbackPDFs/\(id).pdf"].compactMap { $0 }
      if let file = media.first(all, account: accountFolder) { return file }
    }
    guard let key = attachment.media, let own = index.media[key], let name = NotesMedia.safe(own.name) else {
      return nil
    }
    let folder = own.generation.map { "Media/\(own.id)/\($0)/\(name)" }
    return media.first([folder, "Media/\(own.id)/\(name)"].compactMap { $0 }, account: accountFolder)
  }
}
