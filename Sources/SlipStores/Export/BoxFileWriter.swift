package import SlipFiles
package import SlipBase
package import SlipNotes
package import SlipQuery
internal import SlipIndex

/// One file of a bundle, as an export lists it.
package struct ExportedFile: Sendable {
  /// The path in the bundle.
  package var path: String
  /// The media type.
  package var mediaType: String
  /// Length and digest.
  package var fact: FileFact

  /// Describes a file.
  package init(path: String, mediaType: String, fact: FileFact) {
    (self.path, self.mediaType, self.fact) = (path, mediaType, fact)
  }
}

/// Writes a slip-box as an SQLite file for other programs, in the form of
/// `Schemas/slipbox-export.sql`.
package struct BoxFileWriter {
  /// The new file.
  private let database: Database
  /// The facts.
  private let box: SlipBox
  /// The file, which has a hidden name until it is complete.
  private let file: AtomicFile

  /// The number in an export's header that tells it from other SQLite files. The form is in
  /// `user_version`.
  package static let application: Int64 = 1_397_508_464
  /// The number of the form.
  static let form: Int64 = 2

  /// Begins a file, which gets its name when it is complete.
  ///
  /// - Parameters:
  ///   - file: The file, which is still empty.
  ///   - box: The facts.
  /// - Throws: `SlipError` where the file can't be written.
  package init(_ file: AtomicFile, _ box: SlipBox) throws(SlipError) {
    (self.file, self.box) = (file, box)
    database = try Database(file.temporaryPath, .unknownToOthers, shown: file.path)
    try database.execute(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;")
    try database.execute(String(decoding: PackageResources.slipbox_export_sql, as: UTF8.self))
    try database.execute("BEGIN")
  }

  /// Completes the file, which is then to be committed.
  ///
  /// - Throws: `SlipError` where the file can't be written.
  package func finish() throws(SlipError) {
    try database.execute("INSERT INTO note_search(note_search) VALUES('rebuild')")
    try database.execute("COMMIT")
    try database.execute("ANALYZE")
  }

  /// Writes facts about the whole.
  ///
  /// - Parameters:
  ///   - manifest: The bytes of the bundle's manifest.
  ///   - tool: What writes the file, for those who read it.
  ///   - seal: The mark by which a later export knows the file.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func writeBundle(manifest: [UInt8], tool: String, seal: FileSeal) throws(SlipError) {
    let insert = try database.prepare("INSERT INTO bundle VALUES(?1, ?2)")
    for (name, value) in [("form", "\(BoxFileWriter.form)"), ("tool", tool), ("seal", seal.text)] {
      insert.bind(1, name)
      insert.bind(2, value)
      try insert.run()
    }
    insert.bind(1, "manifest")
    insert.bind(2, manifest)
    try insert.run()
  }

  /// Writes a file of the bundle.
  ///
  /// - Parameter content: Its bytes; nil leaves them out.
  package func write(_ file: ExportedFile, content: [UInt8]?) throws(SlipError) {
    let insert = try database.prepare("INSERT INTO file VALUES(?1, ?2, ?3, ?4, ?5)")
    insert.bind(1, file.path)
    insert.bind(2, file.mediaType)
    insert.bind(3, file.fact.length)
    insert.bind(4, file.fact.digest.hex)
    if let content { insert.bind(5, content) }
    try insert.run()
  }

  /// Writes folders, keywords, sources and attachments.
  ///
  /// - Parameters:
  ///   - blob: The path of an attachment's file.
  ///   - thumbnail: The path of its thumbnail.
  package func writeEntities(
    blob: (Attachment) -> String, thumbnail: (Attachment) -> String?
  ) throws(SlipError) {
    try writeFolders()
    let keyword = try database.prepare("INSERT INTO keyword VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    for value in box.keywords {
      keyword.bind(1, value.id.description)
      keyword.bind(2, value.name)
      keyword.bind(3, value.parent?.description)
      keyword.bind(4, box.path(ofKeyword: value.id))
      keyword.bind(5, value.color.red)
      keyword.bind(6, value.color.green)
      keyword.bind(7, value.color.blue)
      keyword.bind(8, value.color.opacity)
      try keyword.run()
    }
    let source = try database.prepare("INSERT INTO source VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
    for value in box.sources {
      source.bind(1, value.id)
      source.bind(2, value.path)
      source.bind(3, value.format)
      source.bind(4, value.original.length)
      source.bind(5, value.original.digest.hex)
      source.bind(6, value.modified?.rfc3339)
      try source.run()
    }
    let attachment = try database.prepare("INSERT INTO attachment VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    for value in box.attachments {
      attachment.bind(1, value.id.hex)
      attachment.bind(2, value.mediaType)
      attachment.bind(3, value.fileExtension)
      attachment.bind(4, value.blob.length)
      attachment.bind(5, value.width)
      attachment.bind(6, value.height)
      attachment.bind(7, blob(value))
      attachment.bind(8, thumbnail(value))
      try attachment.run()
    }
  }

  /// Writes properties: position, name, kind and value in this order.
  ///
  /// - Parameters:
  ///   - properties: The properties of one thing.
  ///   - insert: The statement, which has the thing itself already.
  ///   - first: The number of the parameter for the position.
  private func write(
    _ properties: [Property], by insert: Statement, from first: Int32
  ) throws(SlipError) {
    for (place, property) in properties.enumerated() {
      insert.bind(first, place)
      insert.bind(first + 1, property.name)
      insert.bind(first + 2, property.kind.rawValue)
      insert.bind(first + 3, property.value)
      try insert.run()
    }
  }

  /// Writes the folders, each with all above it.
  ///
  /// A folder is also listed as its own ancestor, at distance 0.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private func writeFolders() throws(SlipError) {
    let insert = try database.prepare("INSERT INTO folder VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
    let ancestor = try database.prepare("INSERT INTO folder_ancestor VALUES(?1, ?2, ?3)")
    let property = try database.prepare("INSERT INTO folder_property VALUES(?1, ?2, ?3, ?4, ?5)")
    for value in box.folders {
      let names = box.path(of: value.id)
      insert.bind(1, value.id.description)
      insert.bind(2, value.name)
      insert.bind(3, value.parent?.description)
      insert.bind(4, value.order)
      insert.bind(5, value.created?.rfc3339)
      insert.bind(6, names.joined(separator: "/"))
      insert.bind(7, names.count - 1)
      insert.bind(8, value.savedSearch?.words)
      insert.bind(9, value.savedSearch?.predicate)
      try insert.run()
      property.bind(1, value.id.description)
      try write(value.properties, by: property, from: 2)
      var (next, distance): (Folder.ID?, Int) = (value.id, 0)
      while let folder = next {
        ancestor.bind(1, value.id.description)
        ancestor.bind(2, folder.description)
        ancestor.bind(3, distance)
        try ancestor.run()
        (next, distance) = (box.folder(folder)?.parent, distance + 1)
      }
    }
  }

  /// Writes the notes with their texts and relations.
  ///
  /// - Parameters:
  ///   - texts: Where the texts come from.
  ///   - body: The path of a note's RTF.
  package func writeNotes(texts: some NoteTextProvider, body: (Note) -> String) throws(SlipError) {
    let insert = try database.prepare(
      "INSERT INTO note VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)")
    let keyword = try database.prepare("INSERT INTO note_keyword VALUES(?1, ?2, ?3)")
    let link = try database.prepare("INSERT INTO note_link VALUES(?1, ?2, ?3, ?4)")
    let attachment = try database.prepare("INSERT INTO note_attachment VALUES(?1, ?2, ?3, ?4, ?5)")
    let property = try database.prepare("INSERT INTO note_property VALUES(?1, ?2, ?3, ?4, ?5)")
    let ofAttachment = try database.prepare(
      "INSERT INTO note_attachment_property VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
    for (number, note) in box.notes.enumerated() {
      insert.bind(1, number + 1)
      insert.bind(2, note.id.description)
      insert.bind(3, note.title)
      insert.bind(4, TextFolding.folded(note.title, cases: true, marks: true))
      insert.bind(5, note.status.rawValue)
      insert.bind(6, note.isFavorite ? 1 : 0)
      insert.bind(7, note.order)
      insert.bind(8, note.created?.rfc3339)
      insert.bind(9, note.modified?.rfc3339)
      insert.bind(10, note.zoneIsUnknown ? 1 : 0)
      insert.bind(11, note.folder?.description)
      insert.bind(12, note.source)
      insert.bind(13, note.sourceItem)
      try texts.withText(of: note) { insert.bind(text: 14, $0) }
      insert.bind(15, body(note))
      try insert.run()
      property.bind(1, note.id.description)
      try write(note.properties, by: property, from: 2)
      for (place, id) in note.keywords.enumerated() {
        keyword.bind(1, note.id.description)
        keyword.bind(2, id.description)
        keyword.bind(3, place)
        try keyword.run()
      }
      for (place, id) in note.links.enumerated() {
        link.bind(1, note.id.description)
        link.bind(2, id.description)
        link.bind(3, place)
        link.bind(4, note.manualLinks.contains(id) ? 1 : 0)
        try link.run()
      }
      for (place, use) in note.attachments.enumerated() {
        attachment.bind(1, note.id.description)
        attachment.bind(2, place)
        attachment.bind(3, use.attachment.hex)
        attachment.bind(4, use.name)
        attachment.bind(5, use.description)
        try attachment.run()
        ofAttachment.bind(1, note.id.description)
        ofAttachment.bind(2, place)
        try write(use.properties, by: ofAttachment, from: 3)
      }
    }
  }
}
