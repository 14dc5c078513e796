internal import SlipBase
internal import SlipNotes

/// Reads and writes version 2: one XML file that contains bodies and pictures.
///
/// ```
/// <slipbox xmlns="urn:slipbox:manifest" version="2">
///   <history/>
///   <keywords>
///     <keyword id="00000011-…" name="Bees" colorHex="FFCC00"/>
///   </keywords>
///   <notes>
///     <note id="00000001-…" title="Swarming" status="Review" isFavorite="true" order="2">
///       <formattedBodyText>{\rtf1\ansi{\b Prime} Swarm\par leaves in May}</formattedBodyText>
///       <bodyText>prime swarm
/// leaves in may</bodyText>
///       <image name="swarm.png">iVBORw0KGgo…</image>
///     </note>
///   </notes>
/// </slipbox>
/// ```
///
/// A body is text where its bytes are UTF-8, otherwise Base64 with `encoding="base64"`. Nothing refers to
/// keywords yet.
enum V2Format {
  /// The elements and attributes of version 2.
  ///
  /// `Schemas/slipbox-2.xsd` says the same; both are frozen.
  static let form = VersionForm(
    [
      (.slipbox, [VersionForm.may("version", .words(["2"]))]), (.history, []), VersionForm.event,
      (.keywords, []),
      (
        .keyword,
        [VersionForm.must("id", .uuid), VersionForm.must("name", .text), VersionForm.must("colorHex", .text)]
      ),
      (.notes, []),
      (
        .note,
        [
          VersionForm.must("id", .uuid), VersionForm.must("title", .text),
          VersionForm.may("status", .words(VersionForm.statuses)), VersionForm.may("isFavorite", .bool),
          VersionForm.may("order", .number), VersionForm.may("creationDate", .date),
        ]
      ),
      (.formattedBodyText, [VersionForm.may("encoding", .words(["base64"]))]), (.bodyText, []),
      (.image, [VersionForm.must("name", .text)]),
    ])

  /// Reads a document, and sorts its entities by id.
  ///
  /// - Throws: `SlipError` with line and column for anything that the version doesn't have.
  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits
  ) throws(SlipError) -> V2Box {
    let reader = Reader()
    try VersionWalker.read(bytes, form, file: file, limits: limits, reader)
    reader.box.sort()
    return reader.box
  }

  /// Writes a document. The same box gives the same bytes.
  static func bytes(_ box: V2Box) throws(SlipError) -> [UInt8] {
    try VersionWriter.bytes(version: 2) { writer in
      try writer.history(box.history)
      try writer.start(.keywords)
      for keyword in box.keywords {
        try writer.start(.keyword)
        writer.id("id", keyword.id)
        writer.text("name", keyword.name)
        writer.word("colorHex", keyword.colorHex)
        writer.end()
      }
      writer.end()
      try writer.start(.notes)
      for note in box.notes { try write(note, &writer) }
      writer.end()
    }
  }

  /// Writes a note.
  private static func write(_ note: V2Box.Note, _ writer: inout VersionWriter) throws {
    try writer.start(.note)
    writer.id("id", note.id)
    writer.text("title", note.title)
    if note.status != .draft { writer.word("status", note.status.rawValue) }
    if note.isFavorite { writer.word("isFavorite", "true") }
    writer.number("order", note.order)
    writer.date("creationDate", note.creationDate)
    try writer.body(note.formattedBodyText)
    try writer.content(.bodyText, note.bodyText)
    try writer.image(note.image)
    writer.end()
  }

  /// Fills a box.
  private final class Reader: VersionConsumer {
    var box = V2Box()
    private var isBase64 = false

    func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
      switch kind {
      case .event: box.history.append(try HistoryEvent(attributes))
      case .keyword:
        let hex = attributes.requiredText("colorHex")
        guard ColorHex.components(hex) != nil else { throw attributes.malformed("colorHex") }
        box.keywords.append(
          V2Box.Keyword(
            id: try attributes.requiredID("id"), name: attributes.requiredText("name"), colorHex: hex))
      case .note: box.notes.append(try note(attributes))
      case .formattedBodyText: isBase64 = attributes.text("encoding") != nil
      case .image:
        box.notes[box.notes.count - 1].image = InlineImage(name: attributes.requiredText("name"), bytes: [])
      default: break
      }
    }

    /// A note without its content, which follows in elements of its own.
    private func note(_ attributes: ManifestAttributes) throws(SlipError) -> V2Box.Note {
      V2Box.Note(
        id: try attributes.requiredID("id"), title: attributes.requiredText("title"),
        status: try attributes.word("status") ?? .draft,
        isFavorite: try attributes.value("isFavorite", ManifestValue.bool) ?? false,
        order: try attributes.value("order", ManifestValue.int) ?? 0,
        creationDate: try attributes.date("creationDate"))
    }

    func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {
      guard let last = box.notes.indices.last else { return }
      switch kind {
      case .formattedBodyText:
        guard let body = VersionText.body(text, isBase64: isBase64) else {
          throw VersionText.malformed("a body's Base64", box.notes[last].id)
        }
        box.notes[last].formattedBodyText = body
      case .bodyText: box.notes[last].bodyText = VersionText.text(text)
      case .image:
        guard let bytes = Base64.bytes(text) else {
          throw VersionText.malformed("a picture's Base64", box.notes[last].id)
        }
        box.notes[last].image?.bytes = bytes
      default: break
      }
    }
  }
}
