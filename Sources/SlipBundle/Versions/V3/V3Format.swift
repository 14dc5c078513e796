internal import SlipBase
internal import SlipNotes

/// Reads and writes version 3: one XML file with folders, keywords and links.
///
/// ```
/// <slipbox xmlns="urn:slipbox:manifest" version="3">
///   <history/>
///   <folders>
///     <folder id="00000021-…" name="Apiary" order="1"/>
///     <folder id="00000022-…" name="Queens" parent="00000021-…"/>
///   </folders>
///   <keywords>
///     <keyword id="00000011-…" name="Bees" red="1" green="0.8" blue="0"/>
///   </keywords>
///   <notes>
///     <note id="00000001-…" title="Swarming" folder="00000022-…">
///       <keyword ref="00000011-…"/>
///       <link to="00000002-…"/>
///       <formattedBodyText>…</formattedBodyText>
///       <bodyText>…</bodyText>
///     </note>
///   </notes>
/// </slipbox>
/// ```
///
/// What is in a note is as in version 2; references come before it.
enum V3Format {
  /// Attributes of `folder`; the same in version 4.
  static let folder: [VersionForm.Attribute] = [
    VersionForm.must("id", .uuid), VersionForm.must("name", .text), VersionForm.may("parent", .uuid),
    VersionForm.may("order", .number), VersionForm.may("creationDate", .date),
  ]

  /// Attributes of `keyword`; the same in version 4.
  static let keyword: [VersionForm.Attribute] = [
    VersionForm.must("id", .uuid), VersionForm.must("name", .text), VersionForm.must("red", .fraction),
    VersionForm.must("green", .fraction), VersionForm.must("blue", .fraction),
    VersionForm.may("alpha", .fraction),
  ]

  /// The elements and attributes of version 3.
  ///
  /// `Schemas/slipbox-3.xsd` says the same; both are frozen.
  static let form = VersionForm(
    [
      (.slipbox, [VersionForm.may("version", .words(["3"]))]), (.history, []), VersionForm.event,
      (.folders, []), (.folder, folder), (.keywords, []), (.keyword, keyword), (.notes, []),
      (
        .note,
        [
          VersionForm.must("id", .uuid), VersionForm.must("title", .text),
          VersionForm.may("status", .words(VersionForm.statuses)), VersionForm.may("isFavorite", .bool),
          VersionForm.may("order", .number), VersionForm.may("creationDate", .date),
          VersionForm.may("folder", .uuid),
        ]
      ),
      (.noteKeyword, [VersionForm.must("ref", .uuid)]), (.link, [VersionForm.must("to", .uuid)]),
      (.formattedBodyText, [VersionForm.may("encoding", .words(["base64"]))]), (.bodyText, []),
      (.image, [VersionForm.must("name", .text)]),
    ])

  /// Reads a document, and sorts its entities by id.
  ///
  /// - Throws: `SlipError` with line and column for anything that the version doesn't have.
  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits
  ) throws(SlipError) -> V3Box {
    let reader = V3Reader()
    try VersionWalker.read(bytes, form, file: file, limits: limits, reader)
    reader.box.sort()
    return reader.box
  }

  /// Writes a document. The same box gives the same bytes.
  static func bytes(_ box: V3Box) throws(SlipError) -> [UInt8] {
    try VersionWriter.bytes(version: 3) { writer in
      try writer.history(box.history)
      try writer.start(.folders)
      for folder in box.folders { try writer.folder(folder) }
      writer.end()
      try writer.start(.keywords)
      for keyword in box.keywords { try writer.keyword(keyword) }
      writer.end()
      try writer.start(.notes)
      for note in box.notes { try write(note, &writer) }
      writer.end()
    }
  }

  /// Writes a note.
  private static func write(_ note: V3Box.Note, _ writer: inout VersionWriter) throws {
    try writer.start(.note)
    writer.id("id", note.id)
    writer.text("title", note.title)
    if note.status != .draft { writer.word("status", note.status.rawValue) }
    if note.isFavorite { writer.word("isFavorite", "true") }
    writer.number("order", note.order)
    writer.date("creationDate", note.creationDate)
    writer.id("folder", note.folder)
    try writer.references(.noteKeyword, "ref", note.keywords)
    try writer.references(.link, "to", note.links)
    try writer.body(note.formattedBodyText)
    try writer.content(.bodyText, note.bodyText)
    try writer.image(note.image)
    writer.end()
  }
}

/// Elements that versions 3 and 4 have in common.
extension VersionWriter {
  /// Writes a folder.
  mutating func folder(_ folder: V3Box.Folder) throws {
    try start(.folder)
    id("id", folder.id)
    text("name", folder.name)
    id("parent", folder.parent)
    number("order", folder.order)
    date("creationDate", folder.creationDate)
    end()
  }

  /// Writes a keyword; opacity 1 is left out.
  mutating func keyword(_ keyword: V3Box.Keyword) throws {
    try start(.keyword)
    id("id", keyword.id)
    text("name", keyword.name)
    word("red", ManifestValue.text(keyword.color.red))
    word("green", ManifestValue.text(keyword.color.green))
    word("blue", ManifestValue.text(keyword.color.blue))
    if keyword.color.alpha != 1 { word("alpha", ManifestValue.text(keyword.color.alpha)) }
    end()
  }

  /// Writes an element for each id.
  mutating func references(_ element: VersionElement, _ name: StaticString, _ ids: [UniqueID]) throws {
    for reference in ids {
      try start(element)
      id(name, reference)
      end()
    }
  }
}
